// Has a link sent to the account's own address that sets a password: for an owner who has forgotten it, or who signs in
// with Google and has none.
import { failureWords } from "../../../lib/failure-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useResetLink } from "../hooks/use-reset-link.ts";

export const MailMeALink = ({ email }: { email: string }) => {
  const link = useResetLink();
  if (link.isSuccess) {
    return (
      <Notice tone="success" title="Check your inbox">
        A link is on its way to {email}. It works once and expires in 30 minutes. If nothing comes, look in the folder
        for spam.
      </Notice>
    );
  }
  return (
    <>
      {link.isError && <Notice tone="error">{failureWords(link.error, "The link could not be sent.")}</Notice>}
      <Button
        variant="secondary"
        pending={link.isPending}
        onClick={() => link.mutate(email)}
        className="justify-self-start"
      >
        Send me a link
      </Button>
    </>
  );
};
