// Names a maximum that bids no more, the money that it still holds, and the way to free it. In any other state it shows
// nothing.
import type { Auction } from "@jara/shared/auction";
import type { LotState } from "@jara/shared/lot-state";
import { formatLagosTime } from "@jara/shared/time";
import { useState } from "react";
import { OwnMoney } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { useHeld } from "./balance-needed.tsx";
import { CancelMaximum } from "./cancel-maximum.tsx";
import type { Cancelling } from "./use-cancel-maximum.ts";

interface UsedUpMaximumProps {
  state: Pick<LotState, "usedUpMaximum">;
  auction: Pick<Auction, "status" | "endTime" | "currency" | "currentPrice" | "isLeading">;
  cancelling: Cancelling;
}

export const UsedUpMaximum = ({ state: { usedUpMaximum }, auction, cancelling }: UsedUpMaximumProps) => {
  const { status, endTime, currency } = auction;
  const held = useHeld(auction, usedUpMaximum);
  const [isAsking, setIsAsking] = useState(false);
  if (usedUpMaximum === null) return null;
  return (
    <>
      <p className="text-sm">
        Your maximum of <OwnMoney amount={usedUpMaximum} currency={currency} /> is used up. It holds{" "}
        <OwnMoney amount={held} currency="NGN" /> until {status === "paused" ? "the end" : formatLagosTime(endTime)}.{" "}
        {status === "active" && (
          <>
            <button
              type="button"
              className="font-semibold underline underline-offset-4"
              disabled={cancelling.isPending}
              onClick={() => setIsAsking(true)}
            >
              Cancel it
            </button>{" "}
            to free the money now.
          </>
        )}
      </p>
      {cancelling.problem && <Notice tone="error">{cancelling.problem}</Notice>}
      <CancelMaximum
        open={isAsking}
        lot={auction}
        maximum={usedUpMaximum}
        onKeep={() => setIsAsking(false)}
        onCancel={(freed) => {
          setIsAsking(false);
          cancelling.run(freed);
        }}
      />
    </>
  );
};
