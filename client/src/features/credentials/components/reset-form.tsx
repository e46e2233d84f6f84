// Sets a new password with the secret of a mailed link. A password that the server refuses leaves the link valid.
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { failureWords, issueAt } from "../../../lib/failure-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { isLinkBroken } from "../link-broken.ts";
import { newPasswordError } from "../new-password.ts";
import { resetPassword } from "../queries.ts";
import { AccountForManager, NewPasswordField } from "./new-password-field.tsx";

interface ResetFormProps {
  token: string;
  email: string;
  onDone: () => void;
  /** The link is wrong, used or too old. */
  onBrokenLink: () => void;
}

export const ResetForm = ({ token, email, onDone, onBrokenLink }: ResetFormProps) => {
  const { register, handleSubmit, setError, watch, formState } = useForm({ defaultValues: { password: "" } });
  const reset = useMutation({
    mutationFn: resetPassword,
    onSuccess: onDone,
    onError: (error) => {
      const verdict = issueAt(error, "password");
      if (verdict) setError("password", { message: verdict }, { shouldFocus: true });
      if (isLinkBroken(error)) onBrokenLink();
    },
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={handleSubmit(({ password }) => {
        if (!reset.isPending) reset.mutate({ token, email, password });
      })}
    >
      <AccountForManager email={email} />
      {reset.isError && !issueAt(reset.error, "password") && (
        <Notice tone="error">{failureWords(reset.error, "The new password could not be set.")}</Notice>
      )}
      <NewPasswordField
        typed={watch("password")}
        error={formState.errors.password?.message}
        input={register("password", { validate: newPasswordError })}
      />
      <Button type="submit" size="lg" pending={reset.isPending}>
        Set new password
      </Button>
    </form>
  );
};
