// Says in words how an auction ended for the reader of the watchlist or of a sale.
import type { Auction } from "@jara/shared/auction";

export const outcomeOf = ({
  status,
  bidCount,
  hasReserve,
  reserveMet,
  winner,
  isLeading,
}: Pick<Auction, "status" | "bidCount" | "hasReserve" | "reserveMet" | "winner" | "isLeading">): string => {
  if (status === "cancelled") return "The auction was cancelled.";
  if (winner) return isLeading ? "You won." : "Somebody won it.";
  if (status === "sold") return "It was sold.";
  if (bidCount === 0) return "There were no bids.";
  return hasReserve && !reserveMet ? "Reserve not met." : "There is no winner.";
};
