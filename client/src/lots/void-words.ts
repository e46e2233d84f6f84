// The reasons why a bid no longer counts, in words that follow "no longer counts:".
import type { BidVoidReason } from "@jara/shared/auction";

export const voidWords: Record<BidVoidReason, string> = {
  "mistaken-amount": "mistaken amount",
  fraud: "fraud",
  suspended: "account suspended",
  other: "another reason",
  withdrawn: "withdrawn by the bidder",
  cancelled: "auction cancelled",
  draft: "auction withdrawn",
  recalculated: "other bids no longer count",
};
