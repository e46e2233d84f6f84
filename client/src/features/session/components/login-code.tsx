// Log-in with a code sent by e-mail. It is for an owner whose log-in is refused because of too many failures, even if
// somebody else caused them.
import { LOGIN_CODE_DIGITS } from "@jara/shared/login-code";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { Button } from "../../../ui/button.tsx";
import { DigitsInput } from "../../../ui/digits-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type Credentials, type LoginCode, requestLoginCode } from "../queries.ts";

interface LoginCodePanelProps {
  /** The current values of the log-in form. */
  credentials: () => Credentials;
  pending: boolean;
  onCode: (code: LoginCode) => void;
}

export const LoginCodePanel = ({ credentials, pending, onCode }: LoginCodePanelProps) => {
  const [digits, setDigits] = useState("");
  const [error, setError] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: () => requestLoginCode(credentials()),
    onSuccess: () => setDigits(""),
  });
  const ticket = request.data?.ticket;

  const submit = () => {
    const isWhole = digits.length === LOGIN_CODE_DIGITS;
    setError(isWhole ? null : `The code has ${LOGIN_CODE_DIGITS} digits`);
    if (isWhole && ticket && !pending) onCode({ ticket, digits });
  };
  return (
    <section aria-label="Log in with a code" className="grid gap-3 rounded-box border border-line bg-sunken p-4">
      <p className="text-sm">
        If this is your account, you do not have to wait: we can send a code to its email address. Enter your email and
        password above first.
      </p>
      {request.isError && <Notice tone="error">{messageOf(request.error, "Failed to send the code")}</Notice>}
      {ticket && (
        <form
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p role="status" className="text-sm">
            If the email and password are right, a code is on its way. It works once and expires in 10 minutes.
          </p>
          <Field label="Code from the email" error={error}>
            <DigitsInput digits={digits} onType={setDigits} autoComplete="one-time-code" />
          </Field>
          <Button type="submit" pending={pending}>
            Log in with the code
          </Button>
        </form>
      )}
      <Button variant="secondary" pending={request.isPending} onClick={() => request.mutate()}>
        {ticket ? "Send another code" : "Send me a code"}
      </Button>
    </section>
  );
};
