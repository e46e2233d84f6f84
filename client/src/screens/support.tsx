// Support: how to reach the team, and what information to prepare.
import { Link } from "react-router-dom";
import { useSite } from "../lib/site.ts";
import { MailLink, WhatsAppLink } from "../ui/text-link.tsx";
import { TextPage } from "../ui/text-page.tsx";

export const Component = () => {
  const site = useSite();
  return (
    <TextPage title="Support" coming="A help centre is coming. Until then, write to us.">
      {site && (
        <div className="grid">
          <MailLink address={site.contact.email} subject="Support" />
          <WhatsAppLink number={site.contact.whatsapp} />
        </div>
      )}
      <p>So that we can help at once, tell us:</p>
      <ul>
        <li>your username, but never your password</li>
        <li>the auction's title or address, if it is about one</li>
        <li>the time it happened, and the message you saw</li>
        <li>for a payment, its reference or the transfer's receipt</li>
      </ul>
      <p>
        Many questions are answered in the <Link to="/bidding-info">Bidding & Buying Guide</Link>.
      </p>
    </TextPage>
  );
};
