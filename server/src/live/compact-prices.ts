// Decides how often readers with `compact: true` get prices, moved ends, countdowns and numbers of viewers, and makes
// their price events, which have no bids. No other event of theirs is delayed, above all not those about themselves.
import type { PushFrame } from "@jara/shared/live-commands";
import type { AuctionEvent } from "../auction/events.ts";
import type { AuctionState } from "../auction/state.ts";
import { toPriceEvent } from "../auction/view/to-public.ts";
import type { Viewer } from "../auction/view/viewer.ts";
import type { Clock } from "../platform/database/clock.ts";

/**
 * The interval depends on the time that is left. At 10 bids a second an hour costs 194 kB of prices: 146 kB before the
 * last five minutes, 32 kB in the next four, 16 kB in the last (docs/data-saver.md). Halving an interval doubles its
 * part.
 */
const COMPACT_EVERY = [
  { leftMs: 60_000, everyMs: 1_000 },
  { leftMs: 5 * 60_000, everyMs: 2_000 },
  { leftMs: Number.POSITIVE_INFINITY, everyMs: 6_000 },
] as const;
/** The interval for cards on a list. It is long, because a reader opens a lot to follow it closely. */
export const LISTING_COMPACT_EVERY_MS = 30_000;
/** The interval at which compact watchers get a countdown and the number of viewers. */
export const COMPACT_COUNTDOWN_EVERY_MS = 60_000;
/** In the last minutes compact watchers get every countdown. */
export const ALL_COUNTDOWNS_WITHIN_MS = 5 * 60_000;

export const compactEveryMs =
  (clock: Pick<Clock, "now">) =>
  ({ endsAt }: AuctionState): number => {
    const leftMs = endsAt - clock.now();
    return COMPACT_EVERY.find((one) => leftMs <= one.leftMs)?.everyMs ?? 0;
  };

export const compactPrice = (state: AuctionState, fromVersion: number, viewer: Viewer, now: number): PushFrame => {
  const { bids: _, ...data } = toPriceEvent(state, fromVersion, [], viewer, now);
  return { type: "auction:price", data };
};

/** Events that only move the price and, by soft close, the end: the next compact price brings them. */
export const isSoftEvent = ({ type }: AuctionEvent): boolean => type === "BidPlaced" || type === "AuctionExtended";
