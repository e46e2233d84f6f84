// The lowest first bid of a lot. A bid is one increment above the price, so the starting price itself cannot be bid.
import type { Auction } from "./auction.ts";

/** Null once somebody has bid, and where nobody can bid any more. */
export const firstBidOf = ({
  status,
  bidCount,
  minimumBid,
}: Pick<Auction, "status" | "bidCount" | "minimumBid">): number | null =>
  bidCount === 0 && (status === "active" || status === "draft") ? minimumBid : null;
