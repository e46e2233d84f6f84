// Changes the password. The session of this device stays, all others end.
import { useForm } from "react-hook-form";
import { Link } from "#router";
import { ApiError } from "../../../lib/api.ts";
import { failureWords } from "../../../lib/failure-words.ts";
import { Field } from "../../../ui/field.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { useChange } from "../hooks/use-change.ts";
import { newPasswordError } from "../new-password.ts";
import { changePassword } from "../queries.ts";
import { ChangeForm } from "./change-form.tsx";
import { ChangePanel } from "./change-panel.tsx";
import { AccountForManager, NewPasswordField } from "./new-password-field.tsx";
import { NoPassword } from "./no-password.tsx";

interface ChangePasswordProps {
  email: string;
  /** Called when all other sessions have ended. */
  onChanged: () => void;
}

export const ChangePassword = ({ email, onChanged }: ChangePasswordProps) => (
  <ChangePanel
    title="Password"
    button="Change password"
    form={(close) => (
      <PasswordForm
        email={email}
        onCancel={() => close(null)}
        onDone={() => {
          close("Your password is changed. All other devices are logged out.");
          onChanged();
        }}
      />
    )}
  >
    <p className="text-ink-soft text-sm">
      When you change it, all other devices are logged out and we tell you by email. Nobody from our team ever asks for
      it.
    </p>
  </ChangePanel>
);

const fields = ["currentPassword", "newPassword"] as const;
const NO_ANSWER =
  "No answer came, so we do not know whether your password is changed. Please check your connection and try again. If the old password is refused then, the new one is valid.";

const PasswordForm = ({ email, onCancel, onDone }: { email: string; onCancel: () => void; onDone: () => void }) => {
  const { register, handleSubmit, setError, watch, formState } = useForm({
    defaultValues: { currentPassword: "", newPassword: "" },
  });
  const { submit, isPending, hasNoPassword, error } = useChange({ send: changePassword, fields, setError, onDone });
  const { errors } = formState;
  if (hasNoPassword) return <NoPassword email={email} />;
  const isUnanswered = error instanceof ApiError && error.status === 0;
  return (
    <ChangeForm
      label="Change password"
      button="Save new password"
      isPending={isPending}
      problem={isUnanswered ? NO_ANSWER : error && failureWords(error, "Your password could not be changed.")}
      onSubmit={handleSubmit(submit)}
      onCancel={onCancel}
    >
      <AccountForManager email={email} />
      <div className="grid">
        <Field label="Current password" error={errors.currentPassword?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...register("currentPassword", { required: "Please enter your current password" })}
          />
        </Field>
        <Link to="/forgot-password" state={{ email }} className={`${textLinkClass} text-sm`}>
          Forgot it, or never had one?
        </Link>
      </div>
      <NewPasswordField
        typed={watch("newPassword")}
        error={errors.newPassword?.message}
        input={register("newPassword", { validate: newPasswordError })}
      />
    </ChangeForm>
  );
};
