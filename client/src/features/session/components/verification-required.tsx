// "Email verification required", with a Resend button. Shown instead of bidding controls that would not work.
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RESEND_SENT, useResendVerification } from "../hooks/use-resend-verification.ts";

interface VerificationRequiredProps {
  email: string;
  onSent?: () => void;
  className?: string;
  children?: ReactNode;
}

export const VerificationRequired = ({ email, onSent, className, children }: VerificationRequiredProps) => {
  const { resend, isPending, isSent, error } = useResendVerification(onSent);
  const look = className ? { className } : {};
  if (isSent) {
    return (
      <Notice tone="success" {...look}>
        {RESEND_SENT}
      </Notice>
    );
  }
  return (
    <Notice
      tone={error ? "error" : "warning"}
      title="Email verification required"
      {...look}
      action={
        <Button variant="secondary" size="sm" pending={isPending} onClick={() => resend(email)}>
          Resend
        </Button>
      }
    >
      <p>{error ?? children ?? `Confirm ${email} with the link we sent you, then you can bid.`}</p>
    </Notice>
  );
};
