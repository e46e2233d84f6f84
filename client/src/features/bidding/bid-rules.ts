// The checks that the bid form makes before it asks the server (spec section 5). The server decides; these only save a
// round trip.
import type { Auction } from "@jara/shared/auction";
import { VALID_BID_AMOUNT } from "@jara/shared/form-sentences";
import { bidTooLow } from "@jara/shared/refusal-words";
import { invalidAmount, readPositive } from "@jara/shared/typed-amount";

export const PLACED = "Bid placed successfully!";
export const FAILED = "Failed to place bid";

export const bidError = (typed: string, { minimumBid, currency }: Pick<Auction, "minimumBid" | "currency">) => {
  const amount = readPositive(typed);
  if (amount === null) return invalidAmount(VALID_BID_AMOUNT, typed);
  if (amount < minimumBid) return bidTooLow(minimumBid, currency);
  return null;
};
