// Makes the account of an invited address: its name and its password. A refusal by the server leaves the link valid.
import { usernameSchema } from "@jara/shared/rest/accounts";
import { NEW_PASSWORD_MIN } from "@jara/shared/rest/credentials";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ApiError } from "../../../lib/api.ts";
import { failureWords, issueAt } from "../../../lib/failure-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { acceptInvitation } from "../queries.ts";

interface AcceptForm {
  username: string;
  password: string;
}

interface AcceptFormProps {
  token: string;
  onDone: () => void;
  /** The link is wrong, used, taken back or too old. */
  onBrokenLink: () => void;
}

const usernameError = (typed: string): string | true =>
  usernameSchema.safeParse(typed).error?.issues[0]?.message ?? true;
const passwordError = (typed: string): string | true =>
  typed.length >= NEW_PASSWORD_MIN || `Password must be at least ${NEW_PASSWORD_MIN} characters long`;

export const AcceptForm = ({ token, onDone, onBrokenLink }: AcceptFormProps) => {
  const { register, handleSubmit, setError, formState } = useForm<AcceptForm>({
    defaultValues: { username: "", password: "" },
  });
  const accepting = useMutation({
    mutationFn: acceptInvitation,
    onSuccess: onDone,
    onError: (error) => {
      const weak = issueAt(error, "password");
      if (weak) setError("password", { message: weak }, { shouldFocus: true });
      if (!(error instanceof ApiError)) return;
      if (error.code === "VERIFICATION_FAILED") onBrokenLink();
      if (error.code === "ALREADY_EXISTS") setError("username", { message: error.message }, { shouldFocus: true });
    },
  });
  const { errors } = formState;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={handleSubmit((form) => {
        if (!accepting.isPending) accepting.mutate({ token, ...form });
      })}
    >
      {accepting.isError && !errors.password && !errors.username && (
        <Notice tone="error">{failureWords(accepting.error, "The invitation could not be accepted.")}</Notice>
      )}
      <Field
        label="Username"
        hint="3 to 30 letters, digits, dots, dashes and underscores"
        error={errors.username?.message}
      >
        <Input autoComplete="username" {...register("username", { validate: usernameError })} />
      </Field>
      <Field
        label="Password"
        hint={`At least ${NEW_PASSWORD_MIN} characters. Several words that do not belong together are hard to guess and easy to remember.`}
        error={errors.password?.message}
      >
        <PasswordInput autoComplete="new-password" {...register("password", { validate: passwordError })} />
      </Field>
      <Button type="submit" size="lg" pending={accepting.isPending}>
        Create my account
      </Button>
    </form>
  );
};
