// A command's outcome as it is kept: JSON, and for an accepted bid, which is nearly every command there is, only its
// values in a fixed order. Whatever was written once must stay readable.
import type { AuctionOutcome } from "@jara/shared/auction";
import type { Outcome } from "../engine/outcome.ts";

type BidValues = [
  bidId: string,
  amount: number,
  version: number,
  currentPrice: number,
  minimumBid: number,
  bidCount: number,
  endTime: string,
  status: AuctionOutcome["status"],
  isLeading: boolean,
];

export const outcomeToText = (outcome: Outcome): string => {
  if (!outcome.ok || outcome.data.of !== "PlaceBid") return JSON.stringify(outcome);
  const { bid, auction } = outcome.data;
  const { version, currentPrice, minimumBid, bidCount, endTime, status, isLeading } = auction;
  const price = [version, currentPrice, minimumBid, bidCount] as const;
  return JSON.stringify([bid._id, bid.amount, ...price, endTime, status, isLeading] satisfies BidValues);
};

export const outcomeFromText = (text: string): Outcome => {
  const kept = JSON.parse(text) as Outcome | BidValues;
  if (!Array.isArray(kept)) return kept;
  const [bidId, amount, version, currentPrice, minimumBid, bidCount, endTime, status, isLeading] = kept;
  // A bid's id is its auction's and its number.
  const _id = bidId.slice(0, bidId.lastIndexOf("-"));
  const auction: AuctionOutcome = { _id, version, currentPrice, minimumBid, bidCount, endTime, status, isLeading };
  return { ok: true, data: { of: "PlaceBid", bid: { _id: bidId, amount }, auction } };
};
