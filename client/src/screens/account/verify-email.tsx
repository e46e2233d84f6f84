// The landing page of the verification link, with the states loading, success, error and resent.
import { INVALID_LINK } from "@jara/shared/form-sentences";
import type { User } from "@jara/shared/users";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "#router";
import { useAuth } from "../../features/session/auth-context.tsx";
import { RESEND_SENT, useResendVerification } from "../../features/session/hooks/use-resend-verification.ts";
import { pathAfterVerification } from "../../features/session/kept-path.ts";
import { verifyEmailQuery } from "../../features/session/queries.ts";
import { ApiError, messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ResultPage } from "../../ui/result-page.tsx";

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
  const [next] = useState(pathAfterVerification.get);
  const verified = verification.data?.user;

  useEffect(() => {
    if (!verified) return;
    // Another user may be signed in here when the link is opened.
    if (user?._id === verified._id && !user.isEmailVerified) updateUser(verified);
  }, [verified, user, updateUser]);

  useEffect(() => {
    if (!verified) return;
    const timer = setTimeout(() => {
      pathAfterVerification.forget();
      void navigate(next, { replace: true });
    }, REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [verified, navigate, next]);

  if (resending.isSent) {
    return (
      <ResultPage icon="mailed" title="Check your inbox">
        <p>{RESEND_SENT}</p>
        <HomeLink />
      </ResultPage>
    );
  }
  if (verified) {
    return (
      <ResultPage icon="done" title="Email verified">
        <p>{verification.data?.message}</p>
        <p className="text-ink-soft text-sm">
          Taking you {next === "/" ? "to the auctions" : "back to where you were"} in 3 seconds.
        </p>
        <HomeLink />
      </ResultPage>
    );
  }
  const linkIsWhole = Boolean(token && email);
  if (linkIsWhole && (!verification.isError || verification.isFetching)) {
    return <ResultPage icon="busy" title="Verifying your email..." />;
  }
  const { error } = verification;
  if (error instanceof ApiError && error.code === "ALREADY_EXISTS") {
    return (
      <ResultPage icon="done" title="Email already verified">
        <p>{error.message}</p>
        <HomeLink />
      </ResultPage>
    );
  }
  return (
    <Failed
      message={linkIsWhole ? messageOf(error, "Email verification failed") : INVALID_LINK}
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
  <ResultPage icon="failed" title="We could not verify your email">
    <Notice tone="error">{message}</Notice>
    {resending.error && <Notice tone="error">{resending.error}</Notice>}
    {user && !user.isEmailVerified && (
      <Button size="lg" pending={resending.isPending} onClick={() => resending.resend(user.email)}>
        Resend verification email
      </Button>
    )}
    {!user && !onRetry && (
      <>
        <p>Log in to get a new link.</p>
        <Link to="/login" className={buttonClass("primary", "lg")}>
          Login
        </Link>
      </>
    )}
    {user?.isEmailVerified && <p>Your email address is verified already. There is nothing left to do.</p>}
    {onRetry && (
      <Button size="lg" onClick={onRetry}>
        Try again
      </Button>
    )}
    <HomeLink />
  </ResultPage>
);

/** True for no answer or a server error, after which the link may still be valid. */
const isPassing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

const HomeLink = () => (
  <Link to="/" className={buttonClass("ghost")}>
    Go to Home
  </Link>
);
