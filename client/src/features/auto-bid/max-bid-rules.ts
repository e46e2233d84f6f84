// The checks that the auto-bid panel makes before it asks the server (spec section 5), and whether a maximum is
// suspended.
import type { Auction, MaxBid } from "@jara/shared/auction";
import { VALID_AMOUNT } from "@jara/shared/form-sentences";
import { maxBidTooLow } from "@jara/shared/refusal-words";
import { invalidAmount, readPositive } from "@jara/shared/typed-amount";
import { CANCEL_FAILED } from "../../lots/use-cancel-maximum.ts";

export const setSuccess = (isUpdate: boolean): string =>
  isUpdate ? "Max bid updated successfully!" : "Max bid set successfully!";

export const failures = {
  set: "Failed to set max bid",
  confirm: "Failed to confirm your maximum",
  cancel: CANCEL_FAILED,
} as const;

/** `own`: the maximum that is set. A suspended one may be set again as it is. */
export const maxBidError = (
  typed: string,
  auction: Pick<Auction, "currentPrice" | "currency" | "contentVersion" | "fullVersion">,
  own: MaxBid | null,
) => {
  const { currentPrice, currency } = auction;
  const amount = readPositive(typed);
  if (amount === null) return invalidAmount(VALID_AMOUNT, typed);
  if (amount <= currentPrice) return maxBidTooLow(currentPrice, currency);
  if (amount === own?.maxAmount && !isSuspendedOn(auction, own))
    return "That is your maximum now. Type a higher or a lower amount.";
  return null;
};

/**
 * True if the lot changed since the owner confirmed the maximum, or the owner has unpaid wins. The auction's content
 * version may be newer than the one in the max bid. A correction suspends nothing.
 */
export const isSuspendedOn = (
  auction: Pick<Auction, "contentVersion" | "fullVersion">,
  maxBid: MaxBid | null,
): boolean =>
  maxBid !== null && (maxBid.contentVersion < (auction.fullVersion ?? auction.contentVersion) || maxBid.isSuspended);
