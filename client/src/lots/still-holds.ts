// Says whether the lot is still as the answer to a command left it, so that a notice about the answer may stay.
import type { Auction, AuctionOutcome } from "@jara/shared/auction";

/** An answer may come before the events of what it tells. A later price or version is news. */
export const stillHolds = (
  outcome: AuctionOutcome,
  { isLeading, currentPrice, version }: Pick<Auction, "isLeading" | "currentPrice" | "version">,
): boolean => outcome.isLeading === isLeading || !(currentPrice > outcome.currentPrice || version > outcome.version);
