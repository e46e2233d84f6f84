// The outcome of a lot as everybody sees it, and the sentence that says why nobody bought it.
import type { Auction } from "@jara/shared/auction";
import { type LotOutcome, outcomeOf } from "@jara/shared/lot-outcome";

type Ended = Pick<Auction, "status" | "bidCount" | "hasReserve" | "reserveMet" | "winner">;

/** Null for a lot that is not over. Only staff are told that a winner did not pay, so here such a lot has no winner. */
export const publicOutcomeOf = ({ status, bidCount, hasReserve, reserveMet, winner }: Ended): LotOutcome | null =>
  outcomeOf({ status, bidCount, hasBuyer: winner !== null, isReserveMet: !hasReserve || reserveMet });

export const RESERVE_IS = "The reserve is the lowest price at which the lot is sold.";

/** Says why a lot that is over has no buyer. */
export const whyUnsold = (lot: Ended): string => {
  switch (publicOutcomeOf(lot)) {
    case "no-bids":
      return "There were no bids.";
    case "reserve-not-met":
      return "Reserve not met.";
    default:
      return "There is no winner.";
  }
};
