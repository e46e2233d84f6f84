// Leads from the profile to the page where money is withdrawn, and to the statement.
import { Link } from "#router";
import { buttonClass } from "../../../ui/button.tsx";

const actions = [
  ["/profile/withdraw", "Withdraw money", "To a bank account in your own name. Our team approves each withdrawal."],
  ["/profile/statement", "Statement and receipts", "Every change of your balance, and a receipt for each payment."],
] as const;

export const MoneyActions = () => (
  <ul className="grid content-start gap-4 border-line border-t pt-4 sm:grid-cols-2 lg:grid-cols-1 lg:border-0 lg:pt-0">
    {actions.map(([to, name, about]) => (
      <li key={to} className="grid content-start gap-2">
        <Link to={to} className={buttonClass("secondary")}>
          {name}
        </Link>
        <p className="text-ink-soft text-sm">{about}</p>
      </li>
    ))}
  </ul>
);
