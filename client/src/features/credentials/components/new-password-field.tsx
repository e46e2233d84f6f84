// The field of a new password: what makes one strong, how many characters are missing, and the server's verdict.
import { NEW_PASSWORD_MIN } from "@jara/shared/rest/credentials";
import type { ComponentProps } from "react";
import { Field } from "../../../ui/field.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { lengthWords } from "../new-password.ts";

interface NewPasswordFieldProps {
  typed: string;
  error: string | undefined;
  /** The form's own properties of the input. */
  input: ComponentProps<typeof PasswordInput>;
}

export const NewPasswordField = ({ typed, error, input }: NewPasswordFieldProps) => (
  <Field
    label="New password"
    hint={`At least ${NEW_PASSWORD_MIN} characters. Several words that do not belong together are hard to guess and easy to remember.`}
    aside={<span className="text-ink-soft text-sm">{lengthWords(typed)}</span>}
    error={error}
  >
    <PasswordInput autoComplete="new-password" {...input} />
  </Field>
);

/** Tells a password manager which account the new password belongs to. */
export const AccountForManager = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
);
