// The landing page of the verification link, with the states loading, success, error and resent.
import type { User } from "@jara/shared/users";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, MailCheck } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { useAuth } from "../features/session/auth-context.tsx";
import { RESEND_SENT, useResendVerification } from "../features/session/hooks/use-resend-verification.ts";
import { verifyEmailQuery } from "../features/session/queries.ts";
import { ApiError, messageOf } from "../lib/api.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

const REDIRECT_AFTER_MS = 3000;

export const Component = () => {
  usePageTitle("Verify email");
  const [params] = useSearchParams();
  const token = params.get("token");
  const email = params.get("email");
  const verification = useQuery(verifyEmailQuery(token, email));
  const resending = useResendVerification();
  const { user, updateUser } = useAuth();
  const navigate = useNavigate();
  const verified = verification.data?.user;

  useEffect(() => {
    if (!verified) return;
    // Another user may be signed in here when the link is opened.
    if (user?._id === verified._id && !user.isEmailVerified) updateUser(verified);
  }, [verified, user, updateUser]);

  useEffect(() => {
    if (!verified) return;
    const timer = setTimeout(() => navigate("/", { replace: true }), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [verified, navigate]);

  if (resending.isSent) {
    return (
      <State icon={<MailCheck aria-hidden className="size-10 text-brand" />} title="Check your inbox">
        <p>{RESEND_SENT}</p>
        <HomeLink />
      </State>
    );
  }
  if (verified) {
    return (
      <State icon={<CircleCheck aria-hidden className="size-10 text-brand" />} title="Email verified">
        <p>{verification.data?.message}</p>
        <p className="text-ink-soft text-sm">Taking you to the auctions in 3 seconds.</p>
        <HomeLink />
      </State>
    );
  }
  const linkIsWhole = Boolean(token && email);
  if (linkIsWhole && (!verification.isError || verification.isFetching)) {
    return (
      <State
        icon={
          <span aria-hidden className="size-10 animate-spin rounded-full border-4 border-brand border-r-transparent" />
        }
        title="Verifying your email..."
      />
    );
  }
  const { error } = verification;
  return (
    <Failed
      message={linkIsWhole ? messageOf(error, "Email verification failed") : "Invalid verification link"}
      user={user}
      resending={resending}
      onRetry={linkIsWhole && isPassing(error) ? () => void verification.refetch() : null}
    />
  );
};

interface FailedProps {
  message: string;
  user: User | null;
  resending: ReturnType<typeof useResendVerification>;
  /** Null when another try cannot help. */
  onRetry: (() => void) | null;
}

const Failed = ({ message, user, resending, onRetry }: FailedProps) => (
  <State icon={<CircleAlert aria-hidden className="size-10 text-danger" />} title="We could not verify your email">
    <Notice tone="error">{message}</Notice>
    {resending.error && <Notice tone="error">{resending.error}</Notice>}
    {user && !user.isEmailVerified && (
      <Button size="lg" pending={resending.isPending} onClick={() => resending.resend(user.email)}>
        Resend verification email
      </Button>
    )}
    {onRetry && (
      <Button size="lg" onClick={onRetry}>
        Try again
      </Button>
    )}
    <HomeLink />
  </State>
);

/** True for no answer or a server error, after which the link may still be valid. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

const HomeLink = () => (
  <Link to="/" className={buttonClass("ghost")}>
    Go to Home
  </Link>
);

const State = ({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) => (
  <div role="status" className="mx-auto grid w-full max-w-md justify-items-center gap-4 py-16 text-center">
    {icon}
    <h1 className="font-bold text-xl">{title}</h1>
    {children}
  </div>
);
