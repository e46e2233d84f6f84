// "Forgot password?": asks for the e-mail address, then says to check the inbox. Nothing here depends on whether the
// address has an account.
import { useState } from "react";
import { Link, useLocation } from "#router";
import { ForgotForm } from "../../features/credentials/components/forgot-form.tsx";
import { NoMail } from "../../features/credentials/components/no-mail.tsx";
import { useResetLink } from "../../features/credentials/hooks/use-reset-link.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { nextPath } from "../../features/session/next-path.ts";
import { failureWords } from "../../lib/failure-words.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { typedEmail } from "../../lib/typed-email.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FormCard } from "../../ui/form-card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ResultPage } from "../../ui/result-page.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export const Component = () => {
  usePageTitle("Forgot password");
  const location = useLocation();
  const from = nextPath(location);
  const { user } = useAuth();
  const link = useResetLink();
  const [email, setEmail] = useState(() => typedEmail(location.state) || (user?.email ?? ""));
  if (link.isSuccess) return <LinkSent email={email} from={from} isSignedIn={user !== null} onOther={link.reset} />;
  return (
    <FormCard
      title="Forgot password"
      intro="Enter the email address of your account. We send you a link with which you choose a new password."
    >
      <ForgotForm
        email={email}
        isPending={link.isPending}
        error={link.error}
        onSubmit={(typed) => {
          setEmail(typed);
          link.mutate(typed);
        }}
      />
      {!user && (
        <Link to="/login" state={{ from, email }} className={textLinkClass}>
          Back to login
        </Link>
      )}
    </FormCard>
  );
};

interface LinkSentProps {
  email: string;
  /** The address to open after the log-in. */
  from: string;
  isSignedIn: boolean;
  onOther: () => void;
}

const LinkSent = ({ email, from, isSignedIn, onOther }: LinkSentProps) => {
  const again = useResetLink();
  return (
    <ResultPage icon="mailed" title="Check your inbox">
      <p>
        If an account has the address <strong className="[overflow-wrap:anywhere]">{email}</strong>, a link is on its
        way.
      </p>
      <p className="text-ink-soft text-sm">It works once and expires in 30 minutes.</p>
      <NoMail>
        <li>Check that the address above is written correctly, and is the one of your account.</li>
        <li>Send the link again. At most five emails an hour go to one address.</li>
      </NoMail>
      {again.isError && <Notice tone="error">{failureWords(again.error, "The link could not be sent.")}</Notice>}
      {again.isSuccess && <Notice tone="success">We have sent the link again.</Notice>}
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="secondary" pending={again.isPending} onClick={() => again.mutate(email)}>
          Send again
        </Button>
        <Button variant="ghost" onClick={onOther}>
          Use another address
        </Button>
        {!isSignedIn && (
          <Link to="/login" state={{ from, email }} className={buttonClass("ghost")}>
            Back to login
          </Link>
        )}
      </div>
    </ResultPage>
  );
};
