// On the profile: leads to the page where money is withdrawn.
import { Link } from "react-router-dom";
import { buttonClass } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";

export const WithdrawCard = () => (
  <Panel title="Withdraw money">
    <p className="text-ink-soft text-sm">
      Money from your balance goes back to a bank account in your own name. Our team approves each withdrawal.
    </p>
    <Link to="/profile/withdraw" className={buttonClass("secondary")}>
      Withdraw money
    </Link>
  </Panel>
);
