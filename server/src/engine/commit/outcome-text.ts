// A command's outcome as it is read: JSON, and of an accepted bid, which is nearly every command there is, only its values
// in a fixed order, as `command_outcomes` puts them together (schema.ts).
import type { AuctionOutcome } from "@jara/shared/auction";
import type { Outcome } from "../outcome.ts";

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

/** What became of it stands in the log, unless it met an end that soft close moved in the same commit. */
export const isAcceptedBid = (outcome: Outcome): boolean =>
  outcome.ok && outcome.data.of === "PlaceBid" && outcome.data.endsBy === undefined;

export const outcomeFromText = (text: string): Outcome => {
  const kept = JSON.parse(text) as Outcome | BidValues;
  if (!Array.isArray(kept)) return kept;
  const [bidId, amount, version, currentPrice, minimumBid, bidCount, endTime, status, isLeading] = kept;
  // A bid's id is its auction's and its number.
  const _id = bidId.slice(0, bidId.lastIndexOf("-"));
  const auction: AuctionOutcome = { _id, version, currentPrice, minimumBid, bidCount, endTime, status, isLeading };
  return { ok: true, data: { of: "PlaceBid", bid: { _id: bidId, amount }, auction } };
};
