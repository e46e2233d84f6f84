// Registration, and its success screen while the e-mail is unverified. The repeated password is never sent.

import { useMutation } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { Link, Navigate, useLocation, useNavigate } from "#router";
import { GoogleSignIn } from "../../features/google-sign-in/google-sign-in.tsx";
import { useAuth } from "../../features/session/auth-context.tsx";
import { challengeOf } from "../../features/session/challenge.ts";
import { type RegisterForm as Form, RegisterForm } from "../../features/session/components/register-form.tsx";
import { pathAfterGoogle, pathAfterVerification } from "../../features/session/kept-path.ts";
import { registerMessage } from "../../features/session/messages.ts";
import { nextPath } from "../../features/session/next-path.ts";
import { registerAccount } from "../../features/session/queries.ts";
import { brandName } from "../../lib/brand.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { Notice } from "../../ui/notice.tsx";

export const Component = () => {
  usePageTitle("Register");
  const { isAuthenticated, logIn } = useAuth();
  const location = useLocation();
  const navigate = useNavigate();
  const next = nextPath(location);

  const registration = useMutation({
    mutationFn: (form: Form) => registerAccount(form),
    // There is no session if the site hides which addresses have accounts.
    onSuccess: ({ user, token, requiresEmailVerification }) => {
      if (requiresEmailVerification) pathAfterVerification.remember(next);
      if (user && token) logIn(user, token);
    },
  });

  if (registration.data?.requiresEmailVerification) {
    const { user } = registration.data;
    const email = user?.email ?? registration.variables.email.trim();
    return <Registered email={email} hasSession={user !== null} next={next} />;
  }
  if (isAuthenticated && !registration.isPending) return <Navigate to={next} replace />;

  return (
    <FormCard
      title="Register"
      intro={`Create your ${brandName} account. Browsing is free; a verified email lets you bid.`}
    >
      {registration.isError && <Notice tone="error">{registerMessage(registration.error)}</Notice>}
      <RegisterForm
        pending={registration.isPending}
        onSubmit={(form) => {
          if (!registration.isPending) registration.mutate(form);
        }}
      />
      <GoogleSignIn
        purpose="signup_with"
        onSession={({ user, token }) => logIn(user, token)}
        onRefused={(error) => {
          const challenge = challengeOf(error);
          if (challenge) void navigate("/login", { state: { ...challenge, from: next } });
          return challenge !== null;
        }}
        onLeave={() => pathAfterGoogle.remember(next)}
      />
      <p className="text-ink-soft">
        Already have an account?{" "}
        <Link
          to="/login"
          state={{ from: next }}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          Login
        </Link>
      </p>
    </FormCard>
  );
};

interface RegisteredProps {
  email: string;
  hasSession: boolean;
  /** The page that the person came from; `/` if there is none. */
  next: string;
}

const Registered = ({ email, hasSession, next }: RegisteredProps) => (
  <div role="status" className="mx-auto grid w-full max-w-md justify-items-center gap-4 py-16 text-center">
    <CircleCheck aria-hidden className="size-10 text-brand" />
    <h1 className="font-bold text-xl">Registration Successful!</h1>
    <p>
      We sent an email to <strong>{email}</strong>.{" "}
      {hasSession ? "Open its verification link to start bidding." : "Open its verification link, then log in."}
    </p>
    <p className="text-ink-soft text-sm">The link expires in 24 hours.</p>
    {next !== "/" && (
      <Link to={next} className={buttonClass("primary", "lg")}>
        Back to where you were
      </Link>
    )}
    <Link to="/" className={buttonClass(next === "/" ? "primary" : "ghost", "lg")}>
      Continue to Home
    </Link>
  </div>
);
