// Asks for another e-mail address. It changes once the new address has confirmed; until then everything stays.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { emailError } from "../../../lib/email-error.ts";
import { failureWords } from "../../../lib/failure-words.ts";
import { lagosMoment } from "../../../lib/lagos-moment.ts";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { useChange } from "../hooks/use-change.ts";
import { changeEmail, waitingEmailChangeQuery } from "../queries.ts";
import { ChangeForm } from "./change-form.tsx";
import { ChangePanel } from "./change-panel.tsx";
import { NoPassword } from "./no-password.tsx";

interface Account {
  email: string;
  /** An address that is not verified may be a stranger's: it gets no mail, and cannot take the change back. */
  isVerified: boolean;
}

export const ChangeEmail = ({ email, isVerified }: Account) => (
  <ChangePanel
    title="Email address"
    button="Change address"
    form={(close) => <EmailForm email={email} isVerified={isVerified} onDone={() => close(null)} />}
  >
    <Waiting email={email} />
    <p className="font-medium [overflow-wrap:anywhere]">{email}</p>
    <p className="text-ink-soft text-sm">You log in with this address, and we send all emails to it.</p>
  </ChangePanel>
);

/** The change that waits for the new address to confirm, also after a reload. */
const Waiting = ({ email }: Pick<Account, "email">) => {
  const { data } = useQuery(waitingEmailChangeQuery);
  if (!data?.waiting) return null;
  const { newEmail, expiresAt } = data.waiting;
  return (
    <Notice tone="success">
      We have sent a link to <strong className="[overflow-wrap:anywhere]">{newEmail}</strong>. Open it by{" "}
      {lagosMoment(expiresAt)}. Until then {email} stays your address.
    </Notice>
  );
};

const fields = ["newEmail", "password"] as const;

interface EmailFormProps extends Account {
  /** Called when the change was asked for, and when the person gave up. */
  onDone: () => void;
}

const EmailForm = ({ email, isVerified, onDone }: EmailFormProps) => {
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { newEmail: "", password: "" } });
  const { submit, isPending, hasNoPassword, error } = useChange({
    send: changeEmail,
    fields,
    setError,
    onDone: () => {
      onDone();
      void client.invalidateQueries({ queryKey: waitingEmailChangeQuery.queryKey });
    },
  });
  const { errors } = formState;
  if (hasNoPassword) return <NoPassword email={email} />;
  const isSame = (typed: string) => typed.trim().toLowerCase() === email.toLowerCase();
  return (
    <ChangeForm
      label="Change email address"
      button="Send link to new address"
      isPending={isPending}
      problem={error && failureWords(error, "The change could not be requested.")}
      onSubmit={handleSubmit(submit)}
      onCancel={onDone}
    >
      <Field label="New email address" error={errors.newEmail?.message}>
        <EmailInput
          autoComplete="off"
          {...register("newEmail", {
            validate: (typed) => (isSame(typed) ? "This is your email address already" : emailError(typed)),
          })}
        />
      </Field>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...register("password", { required: "Please enter your password" })}
        />
      </Field>
      <div className="grid gap-2 text-sm">
        <p className="font-semibold">What happens then</p>
        <ol className="grid list-decimal gap-1 pl-5 text-ink-soft">
          <li>The new address gets a link. The change is made when you open it and confirm, within 24 hours.</li>
          {isVerified && (
            <>
              <li>{email} also gets an email, so that nobody can do this secretly.</li>
              <li>For 24 hours after the change, the link in that email takes it back.</li>
            </>
          )}
        </ol>
      </div>
    </ChangeForm>
  );
};
