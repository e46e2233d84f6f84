// The page of the mailed link that sets a new password. All sessions of the account end with it, so it leads to the
// login.
import { useState } from "react";
import { Link } from "#router";
import { ResetForm } from "../../features/credentials/components/reset-form.tsx";
import { useMailLink } from "../../features/credentials/hooks/use-mail-link.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { endSessionQuietly } from "../../lib/end-session.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { ResultPage } from "../../ui/result-page.tsx";

export const Component = () => {
  usePageTitle("New password");
  const { user } = useAuth();
  const link = useMailLink();
  const [outcome, setOutcome] = useState<"done" | "broken" | null>(null);
  const token = link.get("token");
  const email = link.get("email");

  if (outcome === "done" && email) return <Done email={email} signedInAs={user?.username ?? null} />;
  if (!token || !email) {
    return (
      <Broken email={email ?? ""} title="This link is not complete">
        Open the link in the email again, or ask for a new one. If you reload this page, it loses the link.
      </Broken>
    );
  }
  if (outcome === "broken") {
    return (
      <Broken email={email} title="This link does not work any more">
        A link works once and for 30 minutes. If you have just set a new password with it, log in with that password.
      </Broken>
    );
  }
  return (
    <FormCard
      title="Choose a new password"
      intro={
        <>
          For the account of <strong className="text-ink [overflow-wrap:anywhere]">{email}</strong>. All devices are
          logged out when it is set.
        </>
      }
    >
      <ResetForm
        token={token}
        email={email}
        onBrokenLink={() => setOutcome("broken")}
        onDone={() => {
          if (!user || user.email.toLowerCase() === email.toLowerCase()) endSessionQuietly();
          setOutcome("done");
        }}
      />
    </FormCard>
  );
};

/** `signedInAs`: another account is signed in here. */
const Done = ({ email, signedInAs }: { email: string; signedInAs: string | null }) => (
  <ResultPage icon="done" title="Your new password is set">
    <p>All devices were logged out. An email about it is on its way to you.</p>
    {signedInAs === null ? (
      <Link to="/login" state={{ email }} className={buttonClass("primary", "lg")}>
        Log in
      </Link>
    ) : (
      <>
        <p className="text-ink-soft text-sm">
          You are logged in here as {signedInAs}. To use the other account, log out first.
        </p>
        <Link to="/" className={buttonClass("secondary")}>
          Go to Home
        </Link>
      </>
    )}
  </ResultPage>
);

const Broken = ({ email, title, children }: { email: string; title: string; children: string }) => (
  <ResultPage icon="failed" title={title}>
    <p>{children}</p>
    <Link to="/forgot-password" state={{ email }} className={buttonClass("primary", "lg")}>
      Get a new link
    </Link>
    <Link to="/login" state={{ email }} className={buttonClass("ghost")}>
      Go to login
    </Link>
  </ResultPage>
);
