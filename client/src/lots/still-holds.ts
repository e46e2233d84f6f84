// Says whether the lot is still as the answer to a command left it, so that a notice about the answer may stay.
import type { Auction, AuctionOutcome } from "@jara/shared/auction";

/** An answer may come before the events of what it tells. Another price or another leader at a later version is news. */
export const stillHolds = (
  outcome: AuctionOutcome,
  { isLeading, currentPrice, version }: Pick<Auction, "isLeading" | "currentPrice" | "version">,
): boolean =>
  (outcome.isLeading === isLeading && outcome.currentPrice === currentPrice) ||
  !(currentPrice > outcome.currentPrice || version > outcome.version);
