// The page of the link that goes to a new e-mail address: confirms that the account uses it.
import { useMutation } from "@tanstack/react-query";
import { Link } from "#router";
import { LinkQuestion } from "../../features/credentials/components/link-question.tsx";
import { useMailLink } from "../../features/credentials/hooks/use-mail-link.ts";
import { isLinkBroken } from "../../features/credentials/link-broken.ts";
import { confirmEmailChange } from "../../features/credentials/queries.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { refreshUser } from "../../lib/own-account.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ResultPage } from "../../ui/result-page.tsx";

export const Component = () => {
  usePageTitle("New email address");
  const { isAuthenticated } = useAuth();
  const token = useMailLink().get("token");
  const confirmation = useMutation({
    mutationFn: confirmEmailChange,
    // The person who is signed in here may be the one whose address has changed.
    onSuccess: () => void refreshUser(),
  });

  if (confirmation.isSuccess) {
    return (
      <ResultPage icon="done" title="Your email address is changed">
        <p>{confirmation.data.message}</p>
        <p className="text-ink-soft text-sm">
          If your old address was verified, it gets an email. The link in it takes the change back, for 24 hours.
        </p>
        <Onward isAuthenticated={isAuthenticated} />
      </ResultPage>
    );
  }
  if (!token || isLinkBroken(confirmation.error)) {
    return (
      <ResultPage icon="failed" title={token ? "This link does not work any more" : "This link is not complete"}>
        <p>
          {token
            ? "A link works once and for 24 hours, and only until you ask for another change. If you have used it already, log in with your new address."
            : "Open the link in the email again."}{" "}
          You can ask for the change once more under “Login and security” of your profile.
        </p>
        <Onward isAuthenticated={isAuthenticated} />
      </ResultPage>
    );
  }
  return (
    <LinkQuestion
      title="Use this email address?"
      button="Use this address"
      isPending={confirmation.isPending}
      error={confirmation.error}
      onConfirm={() => confirmation.mutate(token)}
    >
      <li>Your account gets the address to which we sent this link.</li>
      <li>From then on you log in with it, and we send all emails to it.</li>
      <li>If the old address was verified, it gets an email, and can take the change back for 24 hours.</li>
    </LinkQuestion>
  );
};

const Onward = ({ isAuthenticated }: { isAuthenticated: boolean }) =>
  isAuthenticated ? (
    <Link to="/profile/security" className={buttonClass("primary", "lg")}>
      Go to Login and security
    </Link>
  ) : (
    <Link to="/login" className={buttonClass("primary", "lg")}>
      Log in
    </Link>
  );
