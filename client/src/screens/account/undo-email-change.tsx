// The page of the link that goes to the old e-mail address: stops or takes back a change, ends all sessions and voids the
// password. A new password is then set with a link in the next mail.
import { useMutation } from "@tanstack/react-query";
import { Link } from "#router";
import { LinkQuestion } from "../../features/credentials/components/link-question.tsx";
import { NoMail } from "../../features/credentials/components/no-mail.tsx";
import { useMailLink } from "../../features/credentials/hooks/use-mail-link.ts";
import { isLinkBroken } from "../../features/credentials/link-broken.ts";
import { undoEmailChange } from "../../features/credentials/queries.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ResultPage } from "../../ui/result-page.tsx";

export const Component = () => {
  usePageTitle("Take the change back");
  const token = useMailLink().get("token");
  const undo = useMutation({ mutationFn: undoEmailChange });

  if (undo.isSuccess) {
    return (
      <ResultPage icon="done" title="Your account is secured">
        <p>{undo.data.message}</p>
        <NoMail>
          <li>Get another link for a new password. We send it to your old address.</li>
        </NoMail>
        <Link to="/forgot-password" className={buttonClass("secondary")}>
          Get another link
        </Link>
      </ResultPage>
    );
  }
  if (!token || isLinkBroken(undo.error)) {
    return (
      <ResultPage icon="failed" title={token ? "This link does not work any more" : "This link is not complete"}>
        <p>
          {token
            ? "It was used already, or its 24 hours are over. If you have used it, choose a new password with the link in our next email."
            : "Open the link in the email again."}
        </p>
        <Link to="/forgot-password" className={buttonClass("primary", "lg")}>
          Get a link for a new password
        </Link>
        <Link to="/support" className={buttonClass("ghost")}>
          Contact our team
        </Link>
      </ResultPage>
    );
  }
  return (
    <LinkQuestion
      title="Keep your old email address?"
      button="Keep my old address"
      isPending={undo.isPending}
      error={undo.error}
      onConfirm={() => undo.mutate(token)}
    >
      <li>Your account keeps the address to which we sent this link, or gets it back.</li>
      <li>
        All devices are logged out, and the password stops working, because the person who asked for the change knew it.
      </li>
      <li>We then send you a link with which you choose a new password.</li>
    </LinkQuestion>
  );
};
