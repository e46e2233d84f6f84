// Says whether a bid or a maximum is so far above the minimum bid that the form asks for confirmation before sending
// it.
import type { Auction } from "@jara/shared/auction";
import { toMinor } from "@jara/shared/money";

/**
 * From five increments above the minimum, a typing error is more likely than intent, so the form asks for confirmation.
 */
const SECOND_LOOK_INCREMENTS = 5;
export const needsSecondLook = (
  amount: number,
  { minimumBid, bidIncrement }: Pick<Auction, "minimumBid" | "bidIncrement">,
): boolean => toMinor(amount) - toMinor(minimumBid) >= SECOND_LOOK_INCREMENTS * toMinor(bidIncrement);
