import type { AuctionView } from "@jara/shared/fold-auction";
import { expect, it } from "vitest";
import { positionOf } from "./position.ts";

const own = { _id: "a-1", amount: 10, kind: "manual", bidder: { username: "You" }, timestamp: "" } as const;
const view = (change: Partial<AuctionView>) =>
  ({ auction: { isLeading: false, leader: { username: "b***a" } }, bids: [], ownBidIds: [], ...change }) as AuctionView;

it("is outbid for a user with a valid bid, whether the bid or only its id is known", () => {
  expect(positionOf(view({ bids: [own] }), false)).toBe("outbid");
  expect(positionOf(view({ ownBidIds: ["a-1"] }), false)).toBe("outbid");
});

it("is none once all bids of the user are voided", () => {
  const bids = [{ ...own, voided: { reason: "fraud" as const, at: "" } }];
  expect(positionOf(view({ bids, ownBidIds: ["a-1"] }), false)).toBe("none");
});
