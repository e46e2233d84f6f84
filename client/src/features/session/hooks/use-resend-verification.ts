// Sends the verification e-mail again, with the exact messages for success and failure.
import * as calls from "@jara/shared/calls/log-in";
import { useState } from "react";
import { ask, messageOf } from "../../../lib/api.ts";

export const RESEND_SENT = "Verification email sent successfully! Please check your inbox.";
const RESEND_FAILED = "Failed to resend verification email";

/** Does not call `useMutation`, because the first load of every page would need it for this alone. */
export const useResendVerification = (onSent?: () => void) => {
  const [state, setState] = useState<"pending" | "sent" | { error: string } | null>(null);
  const resend = async (email: string) => {
    setState("pending");
    try {
      await ask(calls.resendVerification, { body: { email } });
      setState("sent");
      onSent?.();
    } catch (error) {
      setState({ error: messageOf(error, RESEND_FAILED) });
    }
  };
  return {
    resend: (email: string) => void resend(email),
    isPending: state === "pending",
    isSent: state === "sent",
    error: typeof state === "object" && state ? state.error : null,
  };
};
