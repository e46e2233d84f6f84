// The sentence that says why nobody bought a lot that is over.
import type { Auction } from "@jara/shared/auction";
import { publicOutcomeOf } from "@jara/shared/lot-outcome";

type Ended = Pick<Auction, "status" | "bidCount" | "hasReserve" | "reserveMet" | "winner">;

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
