// The screen to which the identity provider's sign-in returns: takes the session from the address and goes on to the
// page from which the person began, or to Home.
// The token must stay neither in the address bar nor in the browser's history.
import { useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "#router";
import { useAuth } from "../../features/session/auth-context.tsx";
import { pathAfterGoogle } from "../../features/session/kept-path.ts";
import { readOAuthCallback } from "../../features/session/oauth-callback.ts";
import { refreshUser } from "../../lib/own-account.ts";
import { usePageTitle } from "../../lib/page-title.ts";

export const Component = () => {
  usePageTitle("Signing in");
  const [params] = useSearchParams();
  const { logIn } = useAuth();
  const navigate = useNavigate();
  const done = useRef(false);

  useEffect(() => {
    // StrictMode runs this twice; the second run must do nothing.
    if (done.current) return;
    done.current = true;
    const outcome = readOAuthCallback(params);
    const next = pathAfterGoogle.get();
    pathAfterGoogle.forget();
    if (!outcome.ok) {
      const state = "challenge" in outcome ? outcome.challenge : { error: outcome.message };
      void navigate("/login", { replace: true, state: { ...state, from: next } });
      return;
    }
    logIn(outcome.user, outcome.token);
    void refreshUser();
    void navigate(next, { replace: true });
  }, [params, logIn, navigate]);

  return (
    <p role="status" className="py-16 text-center text-ink-soft">
      Signing you in...
    </p>
  );
};
