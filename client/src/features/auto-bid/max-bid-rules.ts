// The checks that the auto-bid panel makes before it asks the server (spec section 5), and whether a maximum cannot bid
// or is suspended.
import type { Auction, MaxBid } from "@jara/shared/auction";
import { maxBidTooLow } from "@jara/shared/bidding-rules";
import { invalidAmount, readPositive } from "@jara/shared/typed-amount";

export const maxBidError = (typed: string, { currentPrice, currency }: Pick<Auction, "currentPrice" | "currency">) => {
  const amount = readPositive(typed);
  if (amount === null) return invalidAmount("Please enter a valid amount", typed);
  if (amount <= currentPrice) return maxBidTooLow(currentPrice, currency);
  return null;
};

/**
 * True for a maximum that is kept but cannot bid: it is above the price but below the minimum bid, and its owner does
 * not lead.
 */
export const cannotBid = (maxAmount: number, auction: Pick<Auction, "minimumBid" | "isLeading">): boolean =>
  !auction.isLeading && maxAmount < auction.minimumBid;

/**
 * True if the lot changed since the owner confirmed the maximum. The auction's content version may be newer than the
 * one in the max bid.
 */
export const isSuspendedOn = (auction: Pick<Auction, "contentVersion">, maxBid: MaxBid | null): boolean =>
  maxBid !== null && (maxBid.contentVersion < auction.contentVersion || maxBid.isSuspended);
