// The request that changes the status of an auction.
import type { AuctionStatus } from "@jara/shared/auction";
import { api } from "../../lib/api.ts";

export type TargetStatus = Extract<AuctionStatus, "paused" | "active" | "ended" | "cancelled">;

export const changeStatus = (auctionId: string, status: TargetStatus, reason?: string) =>
  api.patch(`/auctions/admin/${encodeURIComponent(auctionId)}/status`, { status, ...(reason && { reason }) });
