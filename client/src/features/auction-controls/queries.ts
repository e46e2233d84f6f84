// The request that changes the status of an auction.
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import { api } from "../../lib/api.ts";

export type TargetStatus = Extract<AuctionStatus, "paused" | "active" | "ended" | "cancelled">;

/** The server refuses it if the auction has another status than this one shows. */
export const changeStatus = (
  { _id, status: seen }: Pick<Auction, "_id" | "status">,
  status: TargetStatus,
  reason?: string,
) => api.patch(`/auctions/admin/${encodeURIComponent(_id)}/status`, { status, seen, ...(reason && { reason }) });
