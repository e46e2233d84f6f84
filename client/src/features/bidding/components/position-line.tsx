// Shows "leading: a***e", "Leading" or "Outbid" beside the price.
import type { Auction } from "@jara/shared/auction";
import type { LotState } from "@jara/shared/lot-state";
import { ArrowUp, Check } from "lucide-react";
import { isOver } from "../../../lots/is-over.ts";
import { Badge } from "../../../ui/badge.tsx";

export const PositionLine = ({ auction, state: { name, position } }: { auction: Auction; state: LotState }) => {
  const { leader } = auction;
  // The buyer of the lot reads what to pay, not how their bids stand.
  if (isOver(auction) || name === "being-bought-by-me") return null;
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-2 text-sm">
      {position === "leading" && (
        <Badge key="leading" tone="success" className="animate-slide-in text-sm">
          <Check aria-hidden className="size-4" />
          Leading
        </Badge>
      )}
      {position === "outbid" && (
        <Badge key="outbid" tone="amber" className="animate-slide-in text-sm">
          <ArrowUp aria-hidden className="size-4" />
          Outbid
        </Badge>
      )}
      {position !== "leading" && (
        <span className="text-ink-soft">
          {leader ? (
            <>
              leading: <bdi translate="no">{leader.username}</bdi>
            </>
          ) : (
            "No bids yet"
          )}
        </span>
      )}
    </p>
  );
};
