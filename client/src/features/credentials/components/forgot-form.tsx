// Asks for a mail with a link that sets a new password. Says the same whether or not an account has the address.
import { useForm } from "react-hook-form";
import { emailError } from "../../../lib/email-error.ts";
import { failureWords } from "../../../lib/failure-words.ts";
import { Button } from "../../../ui/button.tsx";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";

interface ForgotFormProps {
  email: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (email: string) => void;
}

export const ForgotForm = ({ email, isPending, error, onSubmit }: ForgotFormProps) => {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email } });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={handleSubmit((form) => {
        if (!isPending) onSubmit(form.email.trim());
      })}
    >
      {error !== null && <Notice tone="error">{failureWords(error, "The link could not be sent.")}</Notice>}
      <Field label="Email" error={formState.errors.email?.message}>
        <EmailInput {...register("email", { validate: emailError })} />
      </Field>
      <Button type="submit" size="lg" pending={isPending}>
        Send me a link
      </Button>
    </form>
  );
};
