// From an outcome to the answer on the wire: the time of the commit is added, which no one knew before it.
import type { AuctionOutcome, MaxBid } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
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
