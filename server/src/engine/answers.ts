// From an outcome to the answer on the wire: the time of the commit is added, which no one knew before it.
import type { AuctionOutcome, MaxBid } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import type { BuyItNowAnswer } from "@jara/shared/rest";
import type { Answered } from "./outcome.ts";

export const toPlacedBid = ({
  outcome,
  at,
}: Answered): { bid: { _id: string; amount: number; timestamp: string }; auction: AuctionOutcome } | ErrorBody => {
  if (!outcome.ok) return outcome.error;
  if (outcome.data.of !== "PlaceBid" || at === null) throw new Error("not the outcome of a bid");
  const { bid, auction } = outcome.data;
  return { bid: { ...bid, timestamp: new Date(at).toISOString() }, auction };
};

export const toSetMaxBid = ({ outcome }: Answered): { maxBid: MaxBid; auction: AuctionOutcome } | ErrorBody => {
  if (!outcome.ok) return outcome.error;
  if (outcome.data.of !== "SetMaxBid") throw new Error("not the outcome of a max bid");
  return { maxBid: outcome.data.maxBid, auction: outcome.data.auction };
};

/** `contact`: whom to pay through. */
export const toBuyItNow = (
  { outcome }: Answered,
  contact: Pick<BuyItNowAnswer["paymentInstructions"], "whatsapp" | "email">,
): BuyItNowAnswer | ErrorBody => {
  if (!outcome.ok) return outcome.error;
  if (outcome.data.of !== "BuyItNow") throw new Error("not the outcome of a purchase");
  const { auction } = outcome.data;
  const { whatsapp, email } = contact;
  return { auction, paymentInstructions: { deadline: auction.pausedUntil, whatsapp, email } };
};
