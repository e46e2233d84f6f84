// The user's own bids on all auctions.
import type { MyBid } from "@jara/shared/auction";
import { ownListQuery } from "../../queries/own-list.ts";

/** Counts bids, not auctions; a frequent bidder has many bids on one auction. */
const PAGE_SIZE = 50;

export const myBidsQuery = ownListQuery<MyBid>(["my-bids"], "/bids/user/my-bids", PAGE_SIZE);
