// Sends the verification e-mail again, with the exact messages for success and failure.
import * as calls from "@jara/shared/calls/log-in";
import { useMutation } from "@tanstack/react-query";
import { ask, messageOf } from "../../../lib/api.ts";

export const RESEND_SENT = "Verification email sent successfully! Please check your inbox.";
const RESEND_FAILED = "Failed to resend verification email";

export const useResendVerification = (onSent?: () => void) => {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (email: string) => ask(calls.resendVerification, { body: { email } }),
    ...(onSent ? { onSuccess: onSent } : {}),
  });
  return {
    resend: (email: string) => mutate(email),
    isPending,
    isSent: isSuccess,
    error: error ? messageOf(error, RESEND_FAILED) : null,
  };
};
