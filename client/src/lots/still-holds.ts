// Says whether the lot is still as the answer to a command left it, so that a notice about the answer may stay.
import type { Auction, AuctionOutcome } from "@jara/shared/auction";

/**
 * The answer to a command may come before the events of the same change, so an older state of the lot does not contradict
 * it. Another price or leader in a later version does.
 */
export const stillHolds = (
  outcome: AuctionOutcome,
  { isLeading, currentPrice, version }: Pick<Auction, "isLeading" | "currentPrice" | "version">,
): boolean =>
  (outcome.isLeading === isLeading && outcome.currentPrice === currentPrice) ||
  !(currentPrice > outcome.currentPrice || version > outcome.version);
