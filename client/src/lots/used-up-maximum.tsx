// Names a maximum that bids no more, the money that it still holds, and the way to free it. Nothing in any other state.
import type { Auction } from "@jara/shared/auction";
import type { LotState } from "@jara/shared/lot-state";
import { formatLagosTime } from "@jara/shared/time";
import { Link } from "#router";
import { OwnMoney } from "../ui/money.tsx";
import { useHeld } from "./balance-needed.tsx";

interface UsedUpMaximumProps {
  state: Pick<LotState, "usedUpMaximum">;
  auction: Pick<Auction, "status" | "endTime" | "currency" | "currentPrice" | "isLeading">;
}

export const UsedUpMaximum = ({ state: { usedUpMaximum }, auction }: UsedUpMaximumProps) => {
  const { status, endTime, currency } = auction;
  const held = useHeld(auction, usedUpMaximum);
  if (usedUpMaximum === null) return null;
  return (
    <p className="text-sm">
      Your maximum of <OwnMoney amount={usedUpMaximum} currency={currency} /> is used up. It holds{" "}
      <OwnMoney amount={held} currency="NGN" /> until {status === "paused" ? "the end" : formatLagosTime(endTime)}.{" "}
      <Link to="/my-max-bids" className="font-semibold underline underline-offset-4">
        Cancel it
      </Link>{" "}
      to free the money now.
    </p>
  );
};
