// The privacy page: the operator's policy is not written yet; until then the page describes what the software does. A
// change that people must know of needs a new version in shared/src/legal-versions.ts.
import { Link } from "react-router-dom";
import { brandName } from "../lib/brand.ts";
import { TextPage } from "../ui/text-page.tsx";

export const Component = () => (
  <TextPage title="Privacy policy" coming="Our full privacy policy is coming. Until then, this is what the site does.">
    <ul>
      <li>
        Bidders are shown to others with the first and last letter of their username only. Nobody else sees your maximum
        bid while an auction is open.
      </li>
      <li>Your email address, phone number and postal address are never shown to other bidders.</li>
      <li>
        Your browser keeps your session and the currency you chose. Logging out removes the session. {brandName} sets no
        advertising cookies; where sign-in with Google is offered, Google's script runs on the login and registration
        pages alone.
      </li>
      <li>Passwords are stored as hashes, so we cannot read yours. We never ask for it by email or message.</li>
      <li>
        You can <Link to="/profile/privacy">download your data and delete your account</Link>. An account is deleted a
        week after you ask for it. Bids and payments then stay under a made-up name, and receipts stay as they were
        written, because the law on accounts requires it.
      </li>
      <li>
        We keep the devices on which you were logged in for 30 days after they log out, with the beginning of their
        network address only. What our team does to an account is recorded, and nobody can change that record.
      </li>
      <li>Card details are entered on the payment provider's own page. They never reach us.</li>
    </ul>
  </TextPage>
);
