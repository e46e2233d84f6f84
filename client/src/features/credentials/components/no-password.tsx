// Shown instead of a form that asks for the password, to an account that has none.
import { Notice } from "../../../ui/notice.tsx";
import { MailMeALink } from "./mail-me-a-link.tsx";

export const NoPassword = ({ email }: { email: string }) => (
  <>
    <Notice tone="warning" title="Your account has no password yet">
      You log in with Google. We can send a link to {email} with which you set a password; you can then log in with
      either. All devices are logged out when it is set.
    </Notice>
    <MailMeALink email={email} />
  </>
);
