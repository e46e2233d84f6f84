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
    `${formatMoney(amount, "NGN")} free to withdraw`,
    ...(reserved > 0 ? [`${formatMoney(reserved, "NGN")} held for your bids and maximums`] : []),
    ...(owed > 0 ? [`${formatMoney(owed, "NGN")} still to be paid`] : []),
  ];
  return (
    <Link to="/profile/money" className="max-w-80 text-ink-soft text-sm underline underline-offset-4">
      {parts.join(" · ")}
    </Link>
  );
};
