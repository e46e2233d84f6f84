// Says in words how an auction ended for the reader of the watchlist or of a sale.
import type { Auction } from "@jara/shared/auction";
import { publicOutcomeOf, whyUnsold } from "../lot-outcome.ts";

export const outcomeOf = (
  lot: Pick<Auction, "status" | "bidCount" | "hasReserve" | "reserveMet" | "winner" | "isLeading">,
): string => {
  switch (publicOutcomeOf(lot)) {
    case "cancelled":
      return "The auction was cancelled.";
    case "sold":
      return !lot.winner ? "It was sold." : lot.isLeading ? "You won." : "Somebody won it.";
    default:
      return whyUnsold(lot);
  }
};
