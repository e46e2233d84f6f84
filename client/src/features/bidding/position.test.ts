import type { AuctionView } from "@jara/shared/fold-auction";
import { expect, it } from "vitest";
import { positionOf } from "./position.ts";

const own = { _id: "a-1", amount: 10, kind: "manual", bidder: { username: "You" }, timestamp: "" } as const;
const view = (change: Partial<AuctionView>) =>
  ({ auction: { isLeading: false, leader: { username: "b***a" } }, bids: [], ownBidIds: [], ...change }) as AuctionView;

it("is outbid with a bid that counts, shown or known only by its id", () => {
  expect(positionOf(view({ bids: [own] }), false)).toBe("outbid");
  expect(positionOf(view({ ownBidIds: ["a-1"] }), false)).toBe("outbid");
});

it("is none once all own bids are voided", () => {
  const bids = [{ ...own, voided: { reason: "fraud" as const, at: "" } }];
  expect(positionOf(view({ bids, ownBidIds: ["a-1"] }), false)).toBe("none");
});
