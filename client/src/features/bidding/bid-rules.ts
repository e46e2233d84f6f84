// The checks that the bid form makes before it asks the server (spec section 5). The server decides; these only save a
// round trip.
import type { Auction } from "@jara/shared/auction";
import { formatMoney, isWireAmount, toMinor } from "@jara/shared/money";

export const INVALID_AMOUNT = "Please enter a valid bid amount";
export const FAILED = "Failed to place bid";

/** A typed amount: a number greater than 0 with at most two decimals; null for anything else. */
export const parseAmount = (typed: string): number | null => {
  const trimmed = typed.trim();
  if (trimmed === "") return null;
  const amount = Number(trimmed);
  return amount > 0 && isWireAmount(amount) ? amount : null;
};

export const bidError = (typed: string, { minimumBid, currency }: Pick<Auction, "minimumBid" | "currency">) => {
  const amount = parseAmount(typed);
  if (amount === null) return INVALID_AMOUNT;
  if (amount < minimumBid) return `Bid must be at least ${formatMoney(minimumBid, currency)}`;
  return null;
};

/**
 * From five increments above the minimum, a typing error is more likely than intent, so the form asks for confirmation.
 */
export const SECOND_LOOK_INCREMENTS = 5;
export const needsSecondLook = (
  amount: number,
  { minimumBid, bidIncrement }: Pick<Auction, "minimumBid" | "bidIncrement">,
): boolean => toMinor(amount) - toMinor(minimumBid) >= SECOND_LOOK_INCREMENTS * toMinor(bidIncrement);
