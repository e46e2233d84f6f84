// The page of an invitation's mailed link. Somebody who is signed in accepts as that account; anybody else makes the account
// of the invited address. The page does not tell whether the address has an account.
import type { User } from "@jara/shared/users";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { useMailLink } from "../../features/credentials/hooks/use-mail-link.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { AcceptForm } from "../../features/staff/components/accept-form.tsx";
import { acceptInvitation } from "../../features/staff/queries.ts";
import { failureWords } from "../../lib/failure-words.ts";
import { refreshUser } from "../../lib/own-account.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { aRole, dutiesOf } from "../../lib/role-words.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ResultPage } from "../../ui/result-page.tsx";

export const Component = () => {
  usePageTitle("Invitation");
  const { isLoading, user } = useAuth();
  const token = useMailLink().get("token");
  const [outcome, setOutcome] = useState<"made" | "broken" | null>(null);
  if (isLoading) return null;
  if (outcome === "made") return <Made />;
  if (!token) {
    return (
      <Broken title="This link is not complete">
        Open the link in the email again. If you reload this page, it loses the link.
      </Broken>
    );
  }
  if (outcome === "broken") {
    return (
      <Broken title="This invitation does not work">
        It works once, for 7 days, and only until a newer one is sent or it is taken back. Ask the person who invited
        you for a new one.
      </Broken>
    );
  }
  if (user) return <AcceptAs token={token} user={user} />;
  return (
    <FormCard
      title="Join the staff"
      intro="Choose the name and the password of your account. It belongs to the address that got the invitation."
    >
      <AcceptForm token={token} onDone={() => setOutcome("made")} onBrokenLink={() => setOutcome("broken")} />
      <p className="text-ink-soft">
        Does that address have an account here already?{" "}
        <Link
          to="/login"
          state={{ from: `/invitation?token=${encodeURIComponent(token)}` }}
          className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
        >
          Log in first
        </Link>
      </p>
    </FormCard>
  );
};

const AcceptAs = ({ token, user }: { token: string; user: User }) => {
  const accepting = useMutation({ mutationFn: acceptInvitation, onSuccess: () => void refreshUser() });
  const role = accepting.data?.role;
  if (role) {
    return (
      <ResultPage icon="done" title={`You are ${aRole[role]} now`}>
        <div className="grid gap-2 text-left">
          <p>You may:</p>
          <ul className="grid list-disc gap-1 pl-5">
            {dutiesOf(role).map((duty) => (
              <li key={duty}>{duty}</li>
            ))}
          </ul>
          <p>Staff do not bid on this site.</p>
        </div>
        <Link to="/" className={buttonClass("primary", "lg")}>
          Continue to Home
        </Link>
      </ResultPage>
    );
  }
  return (
    <FormCard
      title="Join the staff"
      intro={
        <>
          You are logged in as <strong className="text-ink [overflow-wrap:anywhere]">{user.username}</strong>, with the
          address <strong className="text-ink [overflow-wrap:anywhere]">{user.email}</strong>. The invitation must have
          been sent to this address.
        </>
      }
    >
      {accepting.isError && (
        <Notice tone="error">{failureWords(accepting.error, "The invitation could not be accepted.")}</Notice>
      )}
      <p>From then on you cannot bid on this site. Bids and maximum bids that you have stay.</p>
      <Button size="lg" pending={accepting.isPending} onClick={() => accepting.mutate({ token })}>
        Accept the invitation
      </Button>
    </FormCard>
  );
};

const Made = () => (
  <ResultPage icon="done" title="Almost done">
    <p>Log in with the invited email address and the password that you have just chosen.</p>
    <p className="text-ink-soft text-sm">
      If the address had an account before, it keeps its password, and we have sent it an email that says how to go on.
    </p>
    <Link to="/login" className={buttonClass("primary", "lg")}>
      Log in
    </Link>
  </ResultPage>
);

const Broken = ({ title, children }: { title: string; children: string }) => (
  <ResultPage icon="failed" title={title}>
    <p>{children}</p>
    <Link to="/" className={buttonClass("secondary", "lg")}>
      Go to Home
    </Link>
  </ResultPage>
);
