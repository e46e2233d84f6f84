// Parses a stored outcome, which is JSON. For an accepted bid, which nearly every command is, the text holds only the
// values in a fixed order, as the view `command_outcomes` builds them (schema/log.ts).
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

/** True if the log contains the whole outcome. It does not if soft close moved the end in the same commit. */
export const isAcceptedBid = (outcome: Outcome): boolean =>
  outcome.ok && outcome.data.of === "PlaceBid" && outcome.data.endsBy === undefined;

export const outcomeFromText = (text: string): Outcome => {
  const kept = JSON.parse(text) as Outcome | BidValues;
  if (!Array.isArray(kept)) return kept;
  const [bidId, amount, version, currentPrice, minimumBid, bidCount, endTime, status, isLeading] = kept;
  // A bid's id is the auction's id, a hyphen and the bid's number.
  const _id = bidId.slice(0, bidId.lastIndexOf("-"));
  const auction: AuctionOutcome = { _id, version, currentPrice, minimumBid, bidCount, endTime, status, isLeading };
  return { ok: true, data: { of: "PlaceBid", bid: { _id: bidId, amount }, auction } };
};
