// Verifies a phone number: the number, then the code that came by SMS. A code that was sent can still be typed after the
// dialog was closed.
import { PHONE_CODE_DIGITS } from "@jara/shared/phone-number";
import { cleanCode } from "@jara/shared/text/clean";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { PhoneInput } from "../../ui/phone-input.tsx";
import { confirmPhone, MAY_BID, sendPhoneCode } from "./queries.ts";

interface VerifyPhoneProps {
  open: boolean;
  onClose: () => void;
  /** The phone of the profile, which is suggested. */
  phone: string;
}

export const VerifyPhone = ({ open, onClose, phone }: VerifyPhoneProps) => {
  const [number, setNumber] = useState(phone);
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Dialog open={open} onClose={onClose} title="Verify your phone" sheet>
      {sentTo === null ? (
        <NumberForm number={number} onNumber={setNumber} onSent={setSentTo} onVerified={onClose} />
      ) : (
        <CodeForm number={sentTo} onOther={() => setSentTo(null)} onVerified={onClose} />
      )}
    </Dialog>
  );
};

const useVerified = (onVerified: () => void) => {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: [MAY_BID] });
    onVerified();
  };
};

interface NumberFormProps {
  number: string;
  onNumber: (number: string) => void;
  onSent: (number: string) => void;
  onVerified: () => void;
}

const NumberForm = ({ number, onNumber, onSent, onVerified }: NumberFormProps) => {
  const verified = useVerified(onVerified);
  const send = useMutation({
    mutationFn: () => sendPhoneCode(number),
    onSuccess: ({ code }) => (code ? onSent(number) : verified()),
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) send.mutate();
      }}
    >
      <Field
        label="Phone number"
        hint="A Nigerian mobile number, like 0803 123 4567. It becomes the phone of your profile."
        error={send.isError ? messageOf(send.error, "The code could not be sent.") : null}
      >
        <PhoneInput
          value={number}
          onChange={({ target }) => {
            onNumber(target.value);
            send.reset();
          }}
        />
      </Field>
      <Button type="submit" size="lg" pending={send.isPending} disabled={number.trim() === ""}>
        {send.isPending ? "Sending…" : "Send code"}
      </Button>
    </form>
  );
};

interface CodeFormProps {
  number: string;
  onOther: () => void;
  onVerified: () => void;
}

const CodeForm = ({ number, onOther, onVerified }: CodeFormProps) => {
  const [typed, setTyped] = useState("");
  const verified = useVerified(onVerified);
  const confirm = useMutation({ mutationFn: () => confirmPhone(number, cleanCode(typed)), onSuccess: verified });
  const isWhole = cleanCode(typed).length === PHONE_CODE_DIGITS;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && !confirm.isPending) confirm.mutate();
      }}
    >
      <Field
        label="Code"
        hint={`We sent ${PHONE_CODE_DIGITS} digits to ${number}. They are valid for ten minutes.`}
        error={confirm.isError ? messageOf(confirm.error, "The code could not be checked.") : null}
      >
        <Input
          autoFocus
          value={typed}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="font-mono tracking-widest tabular-nums"
          onChange={({ target }) => {
            setTyped(target.value);
            confirm.reset();
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="lg" className="flex-auto" onClick={onOther}>
          Change number or resend
        </Button>
        <Button type="submit" size="lg" className="flex-auto" pending={confirm.isPending} disabled={!isWhole}>
          {confirm.isPending ? "Checking…" : "Verify"}
        </Button>
      </div>
    </form>
  );
};
