// Says beside the balance how much of it is free and how much is not; the profile's part on money says why.
import { formatMoney } from "@jara/shared/money";
import { Link } from "#router";
import { useWithdrawals } from "../../features/withdrawals/hooks/use-withdrawals.ts";

export const BalanceParts = () => {
  const withdrawable = useWithdrawals().data?.withdrawable;
  if (!withdrawable) return null;
  const { amount, reserved, owed } = withdrawable;
  if (reserved === 0 && owed === 0) return null;
  const parts = [
    `You can withdraw ${formatMoney(amount, "NGN")}`,
    ...(reserved > 0 ? [`Held for bids ${formatMoney(reserved, "NGN")}`] : []),
    ...(owed > 0 ? [`Still to be paid ${formatMoney(owed, "NGN")}`] : []),
  ];
  return (
    <Link to="/profile/money" className="text-ink-soft text-sm underline underline-offset-4">
      {parts.map((part) => (
        <span key={part} className="block">
          {part}
        </span>
      ))}
    </Link>
  );
};
