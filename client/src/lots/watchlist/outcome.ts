// Says in words how an auction ended for the reader of the watchlist. `isBought`: by the reader, with Buy It Now.
import type { Auction } from "@jara/shared/auction";
import { publicOutcomeOf } from "@jara/shared/lot-outcome";
import { whyUnsold } from "../lot-outcome.ts";

type Lot = Pick<
  Auction,
  "status" | "bidCount" | "hasReserve" | "reserveMet" | "winner" | "leader" | "isLeading" | "endedAt"
>;

/** Somebody else may have bought the lot on which the reader leads, or got it after them. A purchase has no `endedAt`. */
export const isWonByReader = ({ isLeading, endedAt, winner, leader }: Lot): boolean =>
  Boolean(isLeading && endedAt && winner && winner.username === leader?.username);

export const outcomeOf = (lot: Lot, isBought = false): string => {
  switch (publicOutcomeOf(lot)) {
    case "cancelled":
      return "The auction was cancelled.";
    case "sold":
      if (isBought) return "You bought it with Buy It Now.";
      if (!lot.winner) return "It was sold.";
      return isWonByReader(lot) ? "You won." : "Somebody won it.";
    default:
      return whyUnsold(lot);
  }
};
