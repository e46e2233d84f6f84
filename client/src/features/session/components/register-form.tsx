// The fields of the registration form with their rules (spec section 5).
import { usernameSchema } from "@jara/shared/rest/accounts";
import { useForm } from "react-hook-form";
import { Link } from "#router";
import { emailError } from "../../../lib/email-error.ts";
import { Button } from "../../../ui/button.tsx";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";

export interface RegisterForm {
  username: string;
  email: string;
  password: string;
  confirmPassword: string;
}

const PASSWORD_MIN = 6;

const usernameError = (typed: string): string | true => {
  if (!typed.trim()) return "Username is required";
  return usernameSchema.safeParse(typed).error?.issues[0]?.message ?? true;
};

interface RegisterFormProps {
  pending: boolean;
  onSubmit: (form: RegisterForm) => void;
}

export const RegisterForm = ({ pending, onSubmit }: RegisterFormProps) => {
  const { register, handleSubmit, formState } = useForm<RegisterForm>({
    defaultValues: { username: "", email: "", password: "", confirmPassword: "" },
  });
  const { errors } = formState;
  return (
    <form noValidate className="grid gap-4" onSubmit={handleSubmit(onSubmit)}>
      <Field
        label="Username"
        hint="3 to 30 letters, digits, dots, dashes and underscores"
        error={errors.username?.message}
      >
        <Input autoComplete="username" {...register("username", { validate: usernameError })} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <EmailInput {...register("email", { validate: emailError })} />
      </Field>
      <Field label="Password" hint="At least 6 characters" error={errors.password?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...register("password", {
            required: "Password is required",
            minLength: { value: PASSWORD_MIN, message: "Password must be at least 6 characters long" },
            deps: "confirmPassword",
          })}
        />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...register("confirmPassword", {
            validate: (confirmed, form) => confirmed === form.password || "Passwords do not match",
          })}
        />
      </Field>
      <p className="text-ink-soft text-sm">
        By creating an account you accept the{" "}
        <Link to="/terms" className="font-semibold text-brand underline underline-offset-4">
          Terms
        </Link>{" "}
        and the{" "}
        <Link to="/privacy" className="font-semibold text-brand underline underline-offset-4">
          Privacy notice
        </Link>
        .
      </p>
      <Button type="submit" size="lg" pending={pending}>
        Register
      </Button>
    </form>
  );
};
