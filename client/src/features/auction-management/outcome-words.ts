// The outcome of a lot that is over, in words.
import { isUnsold, outcomeNames, publicOutcomeOf } from "@jara/shared/lot-outcome";
import { formatMoney } from "@jara/shared/money";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";

type Over = Pick<ManagedAuction, "status" | "outcome" | "winner" | "leader" | "bidCount"> &
  Pick<ManagedAuction, "hasReserve" | "reserveMet" | "reservePrice" | "currentPrice" | "currency">;

/**
 * Null for a lot that is not over, and for one that was cancelled. `outcome` and `reservePrice` are absent for readers who
 * may not see them.
 */
export const outcomeWords = (auction: Over): string | null => {
  const { winner, leader, reservePrice, currency } = auction;
  const now = publicOutcomeOf(auction);
  // Events keep the row up to date, but they do not say why a lot has no winner.
  const outcome = isUnsold(now) && isUnsold(auction.outcome ?? null) ? (auction.outcome ?? now) : now;
  if (outcome === null || outcome === "cancelled") return null;
  const price = formatMoney(auction.currentPrice, currency);
  if (outcome === "sold") return winner ? `Sold ${price} to ${winner.username}` : "Sold, no buyer recorded";
  const isBelow = outcome === "reserve-not-met" && reservePrice != null;
  const name = isBelow ? `Unsold, reserve ${formatMoney(reservePrice, currency)}` : outcomeNames[outcome];
  return leader ? `${name}, high bid ${price} by ${leader.username}` : name;
};
