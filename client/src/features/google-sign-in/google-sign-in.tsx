// Sign-in with Google: Google's own button, and a link to the redirect for browsers that cannot run its script
// (blocked, or too slow a network). Renders nothing if the site has no client id.
import { STAND_IN_CLIENT_ID } from "@jara/shared/google-stand-in";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/api.ts";
import { useSite } from "../../lib/site.ts";
import { buttonClass } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { type CredentialResponse, type GoogleButtonProps, prepareGoogle } from "./google-script.ts";
import { type GoogleSession, logInWithGoogle } from "./queries.ts";

const CANCELLED = "Google Sign-In was cancelled or failed";
const FAILED = "Google Sign-In failed";
const REDIRECT = "/api/auth/google";

interface GoogleSignInProps {
  /** The text on Google's button. */
  purpose: "signin_with" | "signup_with";
  onSession: (session: GoogleSession) => void;
  /** Called with a refusal. True: the caller shows it, because the account has a second step. */
  onRefused?: (error: unknown) => boolean;
  /** Called when the person goes to Google's pages, which end at `/auth/callback`. */
  onLeave: () => void;
}

export const GoogleSignIn = (props: GoogleSignInProps) => {
  const site = useSite();
  if (!site?.googleClientId) return null;
  return <Offer clientId={site.googleClientId} hasRedirect={site.googleRedirect} {...props} />;
};

interface OfferProps extends GoogleSignInProps {
  clientId: string;
  hasRedirect: boolean;
}

const Offer = ({ clientId, hasRedirect, purpose, onSession, onRefused, onLeave }: OfferProps) => {
  const [cancelled, setCancelled] = useState(false);
  const [hasButton, setHasButton] = useState(true);
  const signIn = useMutation({
    mutationFn: logInWithGoogle,
    onSuccess: onSession,
    onError: (error) => {
      if (onRefused?.(error)) signIn.reset();
    },
  });
  const { mutate } = signIn;
  const onCredential = ({ credential }: CredentialResponse) => {
    setCancelled(!credential);
    if (credential) mutate(credential);
  };
  const error = cancelled ? CANCELLED : signIn.error && messageOf(signIn.error, FAILED);

  return (
    <section aria-label="Google" className="grid justify-items-stretch gap-3">
      <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {error && <Notice tone="error">{error}</Notice>}
      {signIn.isPending && (
        <p role="status" className="text-center text-ink-soft text-sm">
          Signing you in...
        </p>
      )}
      {hasButton && (
        <GoogleButton
          clientId={clientId}
          purpose={purpose}
          onCredential={onCredential}
          onFailed={() => {
            setHasButton(false);
            setCancelled(true);
          }}
        />
      )}
      {/* A full page load, because the sign-in happens on Google's pages and ends at /auth/callback. */}
      {hasRedirect &&
        (hasButton ? (
          <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft text-sm">
            Button not working?
            <a href={REDIRECT} onClick={onLeave} className={textLinkClass}>
              Continue with Google
            </a>
          </p>
        ) : (
          <a href={REDIRECT} onClick={onLeave} className={buttonClass("secondary", "lg")}>
            Continue with Google
          </a>
        ))}
    </section>
  );
};

const MAX_WIDTH = 400;

/** Loaded where the site is developed. */
const StandInButton = late(
  () => import("./stand-in-button.tsx"),
  ({ StandInButton }) => StandInButton,
  ({ onAgain }) => <RetryNotice onRetry={onAgain}>The button could not be loaded.</RetryNotice>,
);

export const GoogleButton = (props: GoogleButtonProps) =>
  props.clientId === STAND_IN_CLIENT_ID ? (
    <Suspense fallback={<div className="min-h-11" />}>
      <StandInButton {...props} />
    </Suspense>
  ) : (
    <RealButton {...props} />
  );

/** Reserves the button's height, so that nothing moves when it appears. */
const RealButton = ({ clientId, purpose, onCredential, onFailed }: GoogleButtonProps) => {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ onCredential, onFailed });
  useEffect(() => {
    latest.current = { onCredential, onFailed };
  });

  useEffect(() => {
    let gone = false;
    prepareGoogle(clientId, (response) => latest.current.onCredential(response))
      .then((google) => {
        if (gone || !place.current) return;
        place.current.replaceChildren();
        const width = Math.min(place.current.clientWidth, MAX_WIDTH);
        google.renderButton(place.current, {
          type: "standard",
          theme: "outline",
          size: "large",
          text: purpose,
          ...(width >= 200 && { width }),
        });
      })
      .catch((error: unknown) => {
        console.warn(error);
        if (!gone) latest.current.onFailed();
      });
    return () => {
      gone = true;
    };
  }, [clientId, purpose]);

  // Google always draws a light button. In a frame of another colour scheme it would get a white background.
  return <div ref={place} style={{ colorScheme: "light" }} className="grid min-h-11 place-items-center" />;
};
