// Shows "leading: a***e", or how the reader stands, beside the price.
import type { Auction } from "@jara/shared/auction";
import type { LotState } from "@jara/shared/lot-state";
import { ArrowUp, Check, CircleAlert } from "lucide-react";
import { isOver } from "../../../lots/is-over.ts";
import { useLeaderName } from "../../../lots/leader-name.ts";
import { RESERVE_IS } from "../../../lots/lot-outcome.ts";
import { BadgeWords } from "../../../lots/state-badge.tsx";
import { positionBadgeOf } from "../../../lots/state-badges.ts";
import { Badge } from "../../../ui/badge.tsx";

export const PositionLine = ({ auction, state }: { auction: Auction; state: LotState }) => {
  const { name, position } = state;
  const leader = useLeaderName(auction);
  const badge = positionBadgeOf(state);
  const Icon = position === "outbid" ? ArrowUp : badge?.tone === "success" ? Check : CircleAlert;
  // The buyer of the lot reads what to pay, not how their bids stand.
  if (isOver(auction) || name === "being-bought-by-me") return null;
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-2 text-sm">
      {badge && (
        <Badge key={badge.note ?? badge.words} tone={badge.tone} className="animate-slide-in text-sm">
          <Icon aria-hidden className="size-4" />
          <BadgeWords {...badge} />
        </Badge>
      )}
      {position !== "leading" && (
        <span className="text-ink-soft">
          {leader ? (
            <>
              leading: <bdi translate="no">{leader}</bdi>
            </>
          ) : (
            !auction.leader && "No bids yet"
          )}
        </span>
      )}
    </p>
  );
};

/**
 * Says on an open lot with a reserve whether the price has reached it and, if not, what a reserve is. Shows nothing to a
 * leader below the reserve, because the leader's badge and box say it.
 */
export const ReserveBadge = ({ auction, state }: { auction: Auction; state: LotState }) => {
  const { hasReserve, status } = auction;
  if (!hasReserve || (status !== "active" && status !== "paused")) return null;
  if (!state.isBelowReserve) return <Badge tone="success">Reserve met</Badge>;
  return state.position === "leading" ? null : (
    <>
      <Badge tone="outline">Reserve not met</Badge>
      <span className="w-full text-ink-soft text-xs">{RESERVE_IS}</span>
    </>
  );
};
