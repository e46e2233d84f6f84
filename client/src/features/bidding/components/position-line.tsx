// Shows "leading: a***e", "You lead" or "Outbid" beside the price.
import type { Auction } from "@jara/shared/auction";
import { ArrowUp, Check } from "lucide-react";
import { Badge } from "../../../ui/badge.tsx";
import type { Position } from "../position.ts";

export const PositionLine = ({ auction, position }: { auction: Auction; position: Position }) => {
  const { leader, status } = auction;
  const over = status === "ended" || status === "sold" || status === "cancelled";
  if (over) return null;
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-2 text-sm">
      {position === "leading" && (
        <Badge key="leading" tone="success" className="animate-slide-in text-sm">
          <Check aria-hidden className="size-4" />
          You lead
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
