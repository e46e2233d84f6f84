import type { Auction, MyBid } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import { groupBids, positionOf } from "./group-bids.ts";

const auction = (change: Partial<Auction>) =>
  ({ _id: "a", status: "active", isLeading: false, winner: null, ...change }) as Auction;
const bid = (auctionId: string, number: number, amount: number, hour: number): MyBid => ({
  _id: `${auctionId}-${number}`,
  amount,
  kind: "manual",
  timestamp: `2026-11-21T${String(hour).padStart(2, "0")}:00:00.000Z`,
  auction: auction({ _id: auctionId }),
});

describe("My Bids", () => {
  // S082
  it("sorts auctions by their last bid and each auction's bids newest first", () => {
    const groups = groupBids([
      bid("old", 1, 10, 8),
      bid("new", 2, 30, 9),
      bid("old", 10, 20, 8),
      bid("new", 9, 50, 12),
    ]);
    expect(groups.map((group) => group.bids.map(({ _id }) => _id))).toEqual([
      ["new-9", "new-2"],
      ["old-10", "old-1"],
    ]);
    expect(groups.map(({ highest }) => highest)).toEqual([50, 20]);
  });

  // S085
  it.each([
    ["active", true, null, "Leading"],
    ["paused", true, null, "Leading"],
    ["active", false, null, null],
    ["ended", true, { username: "You" }, "Won!"],
    ["sold", true, { username: "You" }, "Won!"],
    ["ended", true, null, null],
    ["ended", false, { username: "b***a" }, null],
    ["cancelled", true, null, null],
  ] as const)(
    "shows for an auction %s, leading %s, winner %j the position %s",
    (status, isLeading, winner, expected) => {
      expect(positionOf(auction({ status, isLeading, winner, currentPrice: 50 }), 50)).toBe(expected);
    },
  );

  it("ignores voided bids for the highest bid, and shows no lead or win when all bids are void", () => {
    const voided = { voided: { reason: "fraud" as const, at: "" } };
    const [group] = groupBids([{ ...bid("a", 2, 50, 9), ...voided }, bid("a", 1, 10, 8)]);
    expect(group).toMatchObject({ highest: 10, bids: [{ _id: "a-2", ...voided }, { _id: "a-1" }] });
    const [none] = groupBids([{ ...bid("a", 1, 50, 9), ...voided }]);
    expect(none?.highest).toBe(0);
    expect(positionOf(auction({ isLeading: true, currentPrice: 0 }), 0)).toBeNull();
  });

  it("shows no win to a user who leads only because of a void after the end", () => {
    expect(positionOf(auction({ status: "ended", isLeading: true, winner: null, currentPrice: 50 }), 50)).toBeNull();
  });

  // S285
  it("never shows a lead only because the user has the highest amount", () => {
    expect(positionOf(auction({ currentPrice: 50, isLeading: false }), 50)).toBeNull();
  });

  it("shows no win to the leader when the lot was sold by Buy It Now", () => {
    const sold = auction({ status: "sold", isLeading: true, winner: { username: "b***o" }, currentPrice: 90 });
    expect(positionOf(sold, 50)).toBeNull();
  });
});
