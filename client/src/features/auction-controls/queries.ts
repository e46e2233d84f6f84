// The request that changes the status of an auction.

import type { Auction, AuctionStatus } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/auctions";
import { ask } from "../../lib/api.ts";
import type { StatusReasons } from "../../lots/status/reason-field.tsx";

export type TargetStatus = Extract<AuctionStatus, "paused" | "active" | "ended" | "cancelled">;

/** The server refuses it if the auction has another status than this one shows. */
export const changeStatus = (
  { _id, status: seen }: Pick<Auction, "_id" | "status">,
  status: TargetStatus,
  reasons: StatusReasons = {},
) => ask(calls.setAuctionStatus, { params: { id: _id }, body: { status, seen, ...reasons } });
