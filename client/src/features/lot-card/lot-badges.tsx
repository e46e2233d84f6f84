// The badges on a lot's picture, the most important first: the reader leads or is outbid, an end within minutes, a new
// find of a saved search, the reader watches it, no reserve, Buy It Now. A phone shows the first of them, a wide screen
// two. The status is shown separately.
import type { Auction } from "@jara/shared/auction";
import { ArrowUp, Trophy } from "lucide-react";
import type { ReactNode } from "react";
import { serverNow } from "../../connection/connection.ts";
import { useServerNow } from "../../connection/use-server-now.ts";
import { cx } from "../../lib/cx.ts";
import { useIsWatched } from "../../lots/watchlist/watched.ts";
import { useIsNew } from "../../store/new-lots.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { tickMs } from "./time-left.ts";

const MINUTE = 60_000;
/** With less time than this, the end matters most about a lot on which the reader has no bid. */
const SOON_MS = 15 * MINUTE;

interface Said {
  text: string;
  tone: Tone;
  icon?: ReactNode;
}

type Lot = Pick<Auction, "status" | "endTime" | "isLeading" | "hasReserve" | "buyItNowPrice">;

/** The badges that apply, the most important first. */
export const badgesOf = (lot: Lot, outbid: boolean, nowMs: number, isWatched = false, isNew = false): Said[] => {
  if (lot.status !== "active" && lot.status !== "paused") return [];
  const leftMs = Date.parse(lot.endTime) - nowMs;
  const isSoon = lot.status === "active" && leftMs > 0 && leftMs < SOON_MS;
  const said: (Said | false)[] = [
    lot.isLeading && { text: "Leading", tone: "success", icon: <Trophy aria-hidden className="size-3" /> },
    outbid && !lot.isLeading && { text: "Outbid", tone: "amber", icon: <ArrowUp aria-hidden className="size-3" /> },
    isSoon && { text: leftMs < MINUTE ? "Ends now" : `Ends in ${Math.floor(leftMs / MINUTE)}m`, tone: "amber" },
    isNew && { text: "New", tone: "brand" },
    isWatched && { text: "Watching", tone: "neutral" },
    lot.hasReserve === false && { text: "No reserve", tone: "neutral" },
    (lot.buyItNowPrice ?? null) !== null && { text: "Buy now", tone: "neutral" },
  ];
  return said.filter((one): one is Said => one !== false);
};

/** `isOne`: shows only the first badge, because two do not fit. */
export const LotBadges = ({
  auction,
  outbid,
  className,
  isOne = false,
}: {
  auction: Auction;
  outbid: boolean;
  className?: string;
  isOne?: boolean;
}) => {
  const nowMs = useServerNow(tickMs(auction, serverNow()));
  const [first, second] = badgesOf(auction, outbid, nowMs, useIsWatched(auction._id), useIsNew(auction._id));
  if (!first) return null;
  return (
    <div className={cx("flex flex-wrap gap-1", className)}>
      {(isOne ? [first] : [first, second]).map(
        (said, index) =>
          said && (
            <Badge key={said.text} tone={said.tone} {...(index > 0 && { className: "max-md:hidden" })}>
              {said.icon}
              {said.text}
            </Badge>
          ),
      )}
    </div>
  );
};
