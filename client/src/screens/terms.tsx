// Terms: the operator's text is not written yet; until then the page shows the rules that already apply, as in the
// guide. A change that people must know of needs a new version in shared/src/legal-versions.ts.
import { Link } from "react-router-dom";
import { TextPage } from "../ui/text-page.tsx";

export const Component = () => (
  <TextPage title="Terms of service" coming="Our full terms of service are coming. Until then, these rules hold.">
    <ul>
      <li>All bids are binding, by hand or automatic.</li>
      <li>A win is paid within 3 business days, a Buy It Now within 1 hour.</li>
      <li>What is not paid in time costs a penalty of 10%, deducted from your balance.</li>
    </ul>
    <p>
      The <Link to="/bidding-info">Bidding & Buying Guide</Link> explains each of them.
    </p>
  </TextPage>
);
