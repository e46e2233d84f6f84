// The login page. Typed values stay in the form whatever the server answers.

import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { Link, Navigate, useLocation, useNavigate } from "#router";
import { GoogleSignIn } from "../../features/google-sign-in/google-sign-in.tsx";
import { SignInWithPasskey } from "../../features/passkeys/sign-in-with-passkey.tsx";
import { SAVING } from "../../features/saved-searches/saving.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { type Challenge, challengeOf, givenChallenge } from "../../features/session/challenge.ts";
import { LoginCodePanel } from "../../features/session/components/login-code.tsx";
import { SecondStep } from "../../features/session/components/second-step.tsx";
import { SessionEnded } from "../../features/session/components/session-ended.tsx";
import { VerificationRequired } from "../../features/session/components/verification-required.tsx";
import { followKeeping } from "../../features/session/kept-nowhere.ts";
import { pathAfterGoogle } from "../../features/session/kept-path.ts";
import { isCodeAvailable, loginMessage } from "../../features/session/messages.ts";
import { nextPath } from "../../features/session/next-path.ts";
import { type Credentials, logIn } from "../../features/session/queries.ts";
import { brandName } from "../../lib/brand.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { typedEmail } from "../../lib/typed-email.ts";
import { Button } from "../../ui/button.tsx";
import { EmailInput } from "../../ui/email-input.tsx";
import { Field } from "../../ui/field.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

const RELOAD_AFTER_RESEND_MS = 2000;

const introFor = (next: string): string => {
  if (new URLSearchParams(next.split("?")[1]).has(SAVING)) return "Log in to save your search.";
  return `Welcome back. Log in to ${/^\/(sell|agreements|my-sales)\b/.test(next) ? "sell" : "bid"} on ${brandName}.`;
};

export const Component = () => {
  usePageTitle("Login");
  useEffect(followKeeping, []);
  const { isAuthenticated, user, logIn: startSession } = useAuth();
  const location = useLocation();
  const next = nextPath(location);
  /** Once the server has said that a code is available, the code panel stays until the log-in succeeds. */
  const [hasCodePanel, setHasCodePanel] = useState(false);
  const form = useForm<Credentials>({ defaultValues: { email: typedEmail(location.state), password: "" } });
  const { getValues, formState } = form;
  const navigate = useNavigate();
  /** A log-in whose password or Google account was right, and whose second step is missing. */
  const [challenge, setChallenge] = useState<Challenge | null>(() => givenChallenge(location.state));
  const [startAgain, setStartAgain] = useState<string | null>(null);
  const [isUnverified, setIsUnverified] = useState(false);
  const takeChallenge = (refusal: unknown): boolean => {
    const next = challengeOf(refusal);
    if (next) setChallenge(next);
    return next !== null;
  };

  const login = useMutation({
    mutationFn: logIn,
    onMutate: () => setStartAgain(null),
    onSuccess: ({ user, token, requiresEmailVerification }) => {
      setIsUnverified(requiresEmailVerification);
      startSession(user, token);
    },
    onError: (problem) => {
      if (isCodeAvailable(problem)) setHasCodePanel(true);
      takeChallenge(problem);
    },
  });
  // A user who logs in here may have to stay for the verification. Any other signed-in user is redirected.
  const mustVerify = isUnverified && user && !user.isEmailVerified;
  if (isAuthenticated && !login.isPending && !mustVerify) return <Navigate to={next} replace />;
  if (challenge && !isAuthenticated) {
    return (
      <SecondStep
        key={challenge.challenge}
        challenge={challenge}
        onSession={({ user, token, requiresEmailVerification }) => {
          setIsUnverified(requiresEmailVerification);
          startSession(user, token);
        }}
        onBack={(reason) => {
          login.reset();
          setStartAgain(reason);
          setChallenge(null);
          // Without the challenge that another page put into the address's state.
          void navigate("?", { replace: true, state: { from: next } });
        }}
      />
    );
  }
  const isUntried = login.isIdle && !formState.isSubmitted;
  const cameWith: unknown = (location.state as { error?: unknown } | null)?.error;
  const error =
    startAgain ?? (login.isError ? loginMessage(login.error, Boolean(login.variables?.code)) : isUntried && cameWith);

  return (
    <FormCard title={mustVerify ? "Confirm your email" : "Login"} intro={!mustVerify && introFor(next)}>
      {mustVerify && <LoggedInUnverified email={user.email} next={next} />}
      {isUntried && <SessionEnded />}
      {typeof error === "string" && <Notice tone="error">{error}</Notice>}
      {!mustVerify && (
        <LoginForm
          form={form}
          next={next}
          isPending={login.isPending}
          onSubmit={(credentials) => {
            if (!login.isPending) login.mutate(credentials);
          }}
          onInvalid={() => {
            if (login.isPending) return;
            setStartAgain(null);
            login.reset();
          }}
        />
      )}
      {!mustVerify && <SignInWithPasskey onSession={({ user, token }) => startSession(user, token)} />}
      {!mustVerify && hasCodePanel && (
        <LoginCodePanel
          credentials={() => ({ email: getValues("email").trim(), password: getValues("password") })}
          pending={login.isPending}
          onCode={(code) => login.mutate({ ...getValues(), code })}
        />
      )}
      {!mustVerify && (
        <GoogleSignIn
          purpose="signin_with"
          onSession={({ user, token }) => startSession(user, token)}
          onRefused={takeChallenge}
          onLeave={() => pathAfterGoogle.remember(next)}
        />
      )}
      {!mustVerify && <ToRegister next={next} />}
    </FormCard>
  );
};

const LoggedInUnverified = ({ email, next }: { email: string; next: string }) => (
  <>
    <VerificationRequired
      email={email}
      onSent={() => window.setTimeout(() => window.location.reload(), RELOAD_AFTER_RESEND_MS)}
    >
      You are logged in. Before you bid, open the link that we sent to {email}.
    </VerificationRequired>
    <Link to={next} className="font-semibold text-brand underline underline-offset-4">
      Continue without bidding
    </Link>
  </>
);

const ToRegister = ({ next }: { next: string }) => (
  <p className="text-ink-soft">
    New to {brandName}?{" "}
    <Link
      to="/register"
      state={{ from: next }}
      className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
    >
      Register
    </Link>
  </p>
);

interface LoginFormProps {
  form: UseFormReturn<Credentials>;
  /** The address to open after the log-in. */
  next: string;
  isPending: boolean;
  onSubmit: (credentials: Credentials) => void;
  /** The form itself says why; an earlier answer does not apply any more. */
  onInvalid: () => void;
}

const LoginForm = ({ form, next, isPending, onSubmit, onInvalid }: LoginFormProps) => {
  const { register, handleSubmit, formState, watch } = form;
  return (
    <form noValidate className="grid gap-4" onSubmit={handleSubmit((credentials) => onSubmit(credentials), onInvalid)}>
      <Field label="Email" error={formState.errors.email?.message}>
        <EmailInput
          // The browser may offer passkeys in this field.
          autoComplete="email webauthn"
          {...register("email", { validate: (email) => email.trim() !== "" || "Email is required" })}
        />
      </Field>
      <div className="grid">
        <Field label="Password" error={formState.errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            {...register("password", { required: "Password is required" })}
          />
        </Field>
        <Link to="/forgot-password" state={{ from: next, email: watch("email").trim() }} className={textLinkClass}>
          Forgot password?
        </Link>
      </div>
      <Button type="submit" size="lg" pending={isPending}>
        Login
      </Button>
    </form>
  );
};
