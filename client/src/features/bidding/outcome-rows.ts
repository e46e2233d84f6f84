// Says in short rows how a lot ended on which nobody can bid, and how the person's own bid stood. They are in the order
// in which a bidder asks: the result, then their bid.
import type { Auction } from "@jara/shared/auction";
import { publicOutcomeOf } from "@jara/shared/lot-outcome";
import type { LotStateName } from "@jara/shared/lot-state";
import { formatMoney } from "@jara/shared/money";
import { formatLagosTime } from "@jara/shared/time";
import { RESERVE_IS, whyUnsold } from "../../lots/lot-outcome.ts";
import { LOST_IN_TIE } from "../../lots/state-words.ts";

export type OutcomeRow = readonly [name: string, words: string];

interface OwnEnd {
  name: LotStateName;
  /** The person's highest bid that counts; null without one. */
  lastBid: number | null;
  isTied: boolean;
  /** The lot was sold with Buy It Now. */
  isBoughtAtOnce: boolean;
}

export const outcomeRowsOf = (auction: Auction, { name, lastBid, isTied, isBoughtAtOnce }: OwnEnd): OutcomeRow[] => {
  const { currentPrice, currency, endTime, endedAt, isLeading, status, statusReason } = auction;
  const isUnsold = name === "unsold" || (name === "relisted" && status === "ended");
  const isBelowReserve = publicOutcomeOf(auction) === "reserve-not-met";
  const all: (OutcomeRow | false)[] = [
    // The price board above shows the price of any other sale.
    name === "lost" && isBoughtAtOnce && ["Sold for", `${formatMoney(currentPrice, currency)} with Buy It Now`],
    isTied && name === "lost" && ["Why", LOST_IN_TIE],
    isUnsold && ["Why", isBelowReserve ? `${whyUnsold(auction)} ${RESERVE_IS}` : whyUnsold(auction)],
    Boolean(endedAt && endedAt < endTime) && ["Ended early", `We ended it. Planned end: ${formatLagosTime(endTime)}`],
    (Boolean(statusReason) || status === "cancelled") && ["Reason", statusReason || "No reason was given."],
    (name === "lost" || status === "cancelled" || isUnsold) &&
      lastBid !== null && [
        isUnsold && isLeading ? "Your bid, the highest" : "Your last bid",
        formatMoney(lastBid, currency),
      ],
  ];
  return all.filter((row) => row !== false);
};
