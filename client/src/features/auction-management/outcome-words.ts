// The outcome of a lot that is over, in words.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";

type Over = Pick<
  Auction,
  "status" | "winner" | "leader" | "bidCount" | "reserveMet" | "currentPrice" | "currency" | "reservePrice"
>;

/**
 * Null for a lot that is not over, and for one that was cancelled. `reservePrice` is absent for readers who may not see
 * it.
 */
export const outcomeWords = (auction: Over): string | null => {
  const { status, winner, leader, bidCount, reserveMet, reservePrice, currency } = auction;
  if (status !== "ended" && status !== "sold") return null;
  const price = formatMoney(auction.currentPrice, currency);
  if (winner) return `Sold ${price} to ${winner.username}`;
  if (status === "sold") return "Sold, no buyer recorded";
  if (bidCount === 0 || !leader) return "No bids";
  if (reserveMet) return `Unsold, high bid ${price} by ${leader.username}`;
  const reserve = reservePrice == null ? "reserve not met" : `reserve ${formatMoney(reservePrice, currency)}`;
  return `Unsold, ${reserve}, high bid ${price} by ${leader.username}`;
};
