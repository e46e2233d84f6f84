// Asks the user to write to the team, for a site that takes neither online payments nor bank transfers.
import type { Site } from "@jara/shared/rest/site";
import { MailLink, WhatsAppLink } from "../ui/text-link.tsx";

interface PayInContactProps {
  contact: Site["contact"];
  username: string;
}

export const PayInContact = ({ contact, username }: PayInContactProps) => (
  <div className="grid">
    <p>Write to us, and we tell you how to add money.</p>
    <MailLink address={contact.email} subject={`Money for the balance of ${username}`} />
    <WhatsAppLink number={contact.whatsapp} text={`I want to add money to my balance. Username: ${username}`} />
  </div>
);
