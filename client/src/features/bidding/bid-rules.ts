// The checks that the bid form makes before it asks the server (spec section 5). The server decides; these only save a
// round trip.
import type { Auction } from "@jara/shared/auction";
import { bidTooLow } from "@jara/shared/bidding-rules";
import { invalidAmount, readPositive } from "@jara/shared/typed-amount";

export const INVALID_AMOUNT = "Please enter a valid bid amount";
export const FAILED = "Failed to place bid";

export const bidError = (typed: string, { minimumBid, currency }: Pick<Auction, "minimumBid" | "currency">) => {
  const amount = readPositive(typed);
  if (amount === null) return invalidAmount(INVALID_AMOUNT, typed);
  if (amount < minimumBid) return bidTooLow(minimumBid, currency);
  return null;
};
