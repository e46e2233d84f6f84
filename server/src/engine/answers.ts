// Converts an outcome to the answer that is sent: adds the time of the commit and the bid receipt, which are unknown
// before the commit.
import type { AuctionOutcome, MaxBid } from "@jara/shared/auction";
import type { BidReceipt } from "@jara/shared/bid-receipt";
import type { ErrorBody } from "@jara/shared/errors";
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import type { VoidEffect } from "@jara/shared/rest/voids";
import type { UserCommand } from "../auction/commands.ts";
import { type EndsBy, endAt } from "../auction/soft-close.ts";
import type { Answered } from "./outcome.ts";

/** The outcome's auction with the end that soft close derives from the commit's time. */
const withEnd = (auction: AuctionOutcome, endsBy: EndsBy | undefined, at: number | null): AuctionOutcome =>
  endsBy && at !== null ? { ...auction, endTime: new Date(endAt(endsBy, at)).toISOString() } : auction;

export type Receipted<T> = T & { readonly receipt?: BidReceipt };

/** Adds the bid receipt to the answer to an accepted command, if the command asked for it. */
export const withReceipt = async <T extends object>(
  { receipt: isAsked }: { readonly receipt?: boolean | undefined },
  command: UserCommand,
  answered: Answered,
  answer: T | ErrorBody,
): Promise<Receipted<T> | ErrorBody> => {
  const receipt = isAsked && answered.outcome.ok ? await answered.receipts?.receiptOf(command, answered) : null;
  return receipt ? ({ ...answer, receipt } as Receipted<T>) : answer;
};

export const toPlacedBid = ({
  outcome,
  at,
}: Answered): { bid: { _id: string; amount: number; timestamp: string }; auction: AuctionOutcome } | ErrorBody => {
  if (!outcome.ok) return outcome.error;
  if (outcome.data.of !== "PlaceBid" || at === null) throw new Error("not the outcome of a bid");
  const { bid, auction, endsBy } = outcome.data;
  return { bid: { ...bid, timestamp: new Date(at).toISOString() }, auction: withEnd(auction, endsBy, at) };
};

/** The answer to setting or confirming a maximum. */
export const toSetMaxBid = ({ outcome, at }: Answered): { maxBid: MaxBid; auction: AuctionOutcome } | ErrorBody => {
  if (!outcome.ok) return outcome.error;
  const { data } = outcome;
  if (data.of !== "SetMaxBid" && data.of !== "ConfirmMaxBid") throw new Error("not the outcome of a max bid");
  const auction = withEnd(data.auction, data.endsBy, at);
  const endTime = auction.endTime;
  return { maxBid: { ...data.maxBid, auction: { ...data.maxBid.auction, endTime } }, auction };
};

export const toCancelled = ({ outcome }: Answered): Record<never, never> | ErrorBody =>
  outcome.ok ? {} : outcome.error;

export const toWithdrawn = ({ outcome }: Answered): { auction: AuctionOutcome } | ErrorBody => {
  if (!outcome.ok) return outcome.error;
  if (outcome.data.of !== "WithdrawBids") throw new Error("not the outcome of a withdrawal");
  return { auction: outcome.data.auction };
};

export const toVoided = ({ outcome }: Answered): VoidEffect | ErrorBody => {
  if (!outcome.ok) return outcome.error;
  if (outcome.data.of !== "VoidBids") throw new Error("not the outcome of a void");
  return outcome.data.effect;
};

/** `contact`: where the buyer arranges the payment. */
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
