// Asks the person to prove who they are if a call needs it (store/proof.ts). The call continues by itself afterwards.
import * as calls from "@jara/shared/calls/second-factor";
import type { ProofMethod } from "@jara/shared/errors";
import type { ProveBody } from "@jara/shared/rest/second-factor";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ask } from "../../lib/api.ts";
import { failureWords } from "../../lib/failure-words.ts";
import { useProof } from "../../store/proof.ts";
import { Button } from "../../ui/button.tsx";
import { CodeForm } from "../../ui/code-form.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { useFirstFocus } from "../../ui/use-first-focus.ts";

const prove = (proof: ProveBody) => ask(calls.prove, { body: proof });

interface ProofDialogProps {
  /** Google's button. It calls `give` with its credential. */
  google: (give: (credential: string) => void) => ReactNode;
  /** A way that proves the person by its own call, such as a passkey. It calls `onProved` afterwards. */
  otherWay?: ((onProved: () => void) => ReactNode) | undefined;
}

export const ProofDialog = ({ google, otherWay }: ProofDialogProps) => {
  const { question, setHasDialog } = useProof();
  useEffect(() => {
    setHasDialog(true);
    return () => setHasDialog(false);
  }, [setHasDialog]);
  const cancel = () => question?.answer(false);
  return (
    <Dialog open={question !== null} onClose={cancel} title="Confirm that it is you" sheet>
      {question && (
        <Ways
          methods={question.asked}
          onProved={() => question.answer(true)}
          onCancel={cancel}
          google={google}
          otherWay={otherWay}
        />
      )}
    </Dialog>
  );
};

interface WaysProps extends ProofDialogProps {
  methods: readonly ProofMethod[];
  onProved: () => void;
  onCancel: () => void;
}

const words: Partial<Record<ProofMethod, string>> = {
  code: "This needs a code of your authenticator app. We do not ask again for the next few minutes.",
  password: "This needs your password. We do not ask again for the next few minutes.",
  google: "This needs your Google account. We do not ask again for the next few minutes.",
};

const Ways = ({ methods, onProved, onCancel, google, otherWay }: WaysProps) => {
  const { mutate, isPending, error } = useMutation({ mutationFn: prove, onSuccess: onProved });
  const problem = error && failureWords(error, "We could not check that it is you. Please try again.");
  const cancel = (
    <Button variant="secondary" size="lg" onClick={onCancel} className="flex-auto">
      Cancel
    </Button>
  );
  const [first = "passkey"] = methods;
  return (
    <>
      <p className="text-ink-soft text-sm">{words[first] ?? "We do not ask again for the next few minutes."}</p>
      {otherWay?.(onProved)}
      {methods.includes("code") ? (
        <CodeForm button="Confirm" isPending={isPending} error={problem} onCode={(code) => mutate({ code })}>
          {cancel}
        </CodeForm>
      ) : methods.includes("password") ? (
        <PasswordForm isPending={isPending} error={problem} onPassword={(password) => mutate({ password })}>
          {cancel}
        </PasswordForm>
      ) : (
        <>
          {problem && <Notice tone="error">{problem}</Notice>}
          {methods.includes("google") && google((googleToken) => mutate({ googleToken }))}
          <div className="flex">{cancel}</div>
        </>
      )}
    </>
  );
};

interface PasswordFormProps {
  isPending: boolean;
  error: string | null;
  onPassword: (password: string) => void;
  children: ReactNode;
}

const PasswordForm = ({ isPending, error, onPassword, children }: PasswordFormProps) => {
  const [typed, setTyped] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);
  const place = useRef<HTMLFormElement>(null);
  useFirstFocus(place, null);
  return (
    <form
      ref={place}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIsEmpty(typed === "");
        if (typed !== "" && !isPending) onPassword(typed);
      }}
    >
      <Field label="Your password" error={isEmpty ? "Please enter your password" : error}>
        <PasswordInput
          autoComplete="current-password"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="lg" pending={isPending} className="flex-auto">
          Confirm
        </Button>
        {children}
      </div>
    </form>
  );
};
