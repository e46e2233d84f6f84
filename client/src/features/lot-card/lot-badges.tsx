// The badges on a lot's picture, the most important first: the reader leads or is outbid, a new find of a saved search,
// the reader watches it, no reserve. A phone shows the first of them, a wide screen two. The status, the time left and
// the price of Buy It Now are shown separately.
import type { Auction } from "@jara/shared/auction";
import { serverNow } from "../../connection/connection.ts";
import { useServerNow } from "../../connection/use-server-now.ts";
import { cx } from "../../lib/cx.ts";
import { StateBadge } from "../../lots/state-badge.tsx";
import { openBadgesOf, type StateBadge as Said } from "../../lots/state-badges.ts";
import { useIsWatched } from "../../lots/watchlist/watched.ts";
import { useIsNew } from "../../store/new-lots.ts";
import { tickMs } from "./time-left.ts";

/** The badges that apply, the most important first. */
export const cardBadgesOf = (lot: Auction, outbid: boolean, nowMs: number, isWatched = false, isNew = false) => {
  if (lot.status !== "active" && lot.status !== "paused") return [];
  const said: (Said | false)[] = [
    ...openBadgesOf(lot, outbid, nowMs),
    isNew && { words: "New", tone: "brand" },
    isWatched && { words: "Watching", tone: "neutral" },
    lot.hasReserve === false && { words: "No reserve", tone: "neutral" },
  ];
  return said.filter((one): one is Said => one !== false);
};

interface LotBadgesProps {
  auction: Auction;
  outbid: boolean;
  className?: string;
}

export const LotBadges = ({ auction, outbid, className }: LotBadgesProps) => {
  const nowMs = useServerNow(tickMs(auction, serverNow()));
  const [first, second] = cardBadgesOf(auction, outbid, nowMs, useIsWatched(auction._id), useIsNew(auction._id));
  if (!first) return null;
  return (
    <div className={cx("flex flex-wrap gap-1", className)}>
      {[first, second].map(
        (said, index) =>
          said && <StateBadge key={said.words} {...said} {...(index > 0 && { className: "max-md:hidden" })} />,
      )}
    </div>
  );
};
