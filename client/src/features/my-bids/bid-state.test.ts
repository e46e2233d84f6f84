import type { Auction } from "@jara/shared/auction";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { describe, expect, it } from "vitest";
import { type BidState, bidBadgesOf, bidStateOf, bidStateWords, nextStepOf } from "./bid-state.ts";

const row = (auction: Partial<Auction>, own: Partial<MyAuction> = {}) => ({
  auction: {
    _id: "a",
    status: "active",
    isLeading: false,
    winner: null,
    currentPrice: 50,
    currency: "NGN",
    hasReserve: false,
    reserveMet: true,
    ...auction,
  } as Auction,
  owed: null,
  offer: null,
  maxBid: null,
  highestBid: 50,
  ...own,
});
const owed = (change: Partial<NonNullable<MyAuction["owed"]>>): Partial<MyAuction> => ({
  owed: {
    _id: "s",
    kind: "win",
    status: "open",
    total: 50,
    remaining: 40,
    dueAt: "2026-11-26T14:00:00.000Z",
    pickup: null,
    ...change,
  },
});
const maxBid = (isSuspended: boolean) => ({ maxBid: { _id: "m", maxAmount: 60, isSuspended } });
const words = (found: BidState) => bidStateWords[found].words;

describe("the state of a bid on an auction", () => {
  // S085
  it.each([
    ["active", true, null, "Leading"],
    ["paused", true, null, "Leading"],
    ["active", false, null, "Outbid"],
    ["paused", false, null, "Outbid"],
    ["ended", true, { username: "You" }, "Won!"],
    ["sold", true, { username: "You" }, "Won!"],
    ["ended", true, null, "Lost"],
    ["ended", false, { username: "b***a" }, "Lost"],
    ["cancelled", true, null, "Cancelled: all bids are void"],
    ["draft", true, null, "Withdrawn: all bids are void"],
  ] as const)("on an auction %s, leading %s, winner %j, is %s", (status, isLeading, winner, expected) => {
    expect(words(bidStateOf(row({ status, isLeading, winner })))).toBe(expected);
  });

  // S285
  it("is never a lead only because the user has the highest amount", () => {
    expect(bidStateOf(row({ isLeading: false }, { highestBid: 50 }))).toBe("outbid");
  });

  it("is neither a lead nor a win if all bids of the user are void", () => {
    expect(bidStateOf(row({ isLeading: true }, { highestBid: null }))).toBe("no-bid");
    expect(bidStateOf(row({ status: "ended", isLeading: true, winner: null }, { highestBid: null }))).toBe("lost");
  });

  it("is no win for a user who leads only because of a void after the end", () => {
    expect(bidStateOf(row({ status: "ended", isLeading: true, winner: null }))).toBe("lost");
  });

  it("is no win for the leader of a lot that was sold by Buy It Now", () => {
    const sold = row({ status: "sold", isLeading: true, winner: { username: "b***o" }, currentPrice: 90 });
    expect(bidStateOf(sold)).toBe("lost");
  });

  it("says that the reserve was not met", () => {
    const unmet = { hasReserve: true, reserveMet: false, isLeading: true };
    expect(bidStateOf(row({ status: "ended", ...unmet }))).toBe("reserve-not-met");
  });

  it.each([
    [{ status: "open" }, "ended", "to-pay"],
    [{ status: "open", kind: "buy-it-now" }, "paused", "bought"],
    [{ status: "paid", pickup: "waiting" }, "sold", "paid"],
    [{ status: "paid", pickup: "ready" }, "sold", "ready"],
    [{ status: "paid", pickup: "handed-over" }, "sold", "collected"],
    [{ status: "forfeited" }, "ended", "unpaid"],
    [{ status: "void" }, "active", "outbid"],
    [{ status: "forfeited", kind: "buy-it-now" }, "active", "outbid"],
  ] as const)("follows a payment %j of an auction %s: %s", (change, status, expected) => {
    expect(bidStateOf(row({ status }, owed(change)))).toBe(expected);
  });

  it("is a suspended maximum before it is a lead, because it does not bid until it is confirmed", () => {
    expect(bidStateOf(row({ isLeading: true }, maxBid(true)))).toBe("suspended");
    expect(bidStateOf(row({ isLeading: true }, maxBid(false)))).toBe("leading");
  });
});

it("shows Leading beside a suspended maximum while the user leads", () => {
  const badges = (isLeading: boolean, own: Partial<MyAuction> = {}) =>
    bidBadgesOf(row({ isLeading }, { ...maxBid(true), ...own })).map((badge) => badge.words);
  expect(badges(true)).toEqual(["Leading", "Maximum suspended"]);
  expect(badges(false)).toEqual(["Maximum suspended"]);
  expect(badges(true, { highestBid: null })).toEqual(["Maximum suspended"]);
});

describe("the next step", () => {
  const offer = { offer: { _id: "o", price: 50, expiresAt: "2026-11-26T14:00:00.000Z" } };
  it.each([
    ["a debt", row({ status: "ended" }, owed({})), "Pay ₦40.00", "/auction/a?pay"],
    ["a purchase", row({ status: "paused" }, owed({ kind: "buy-it-now" })), "Pay ₦40.00", "/auction/a?pay"],
    ["an offer", row({ status: "ended" }, offer), "Answer the offer", "/purchases"],
    [
      "a lot to collect",
      row({ status: "sold" }, owed({ status: "paid", pickup: "ready" })),
      "Pickup details",
      "/auction/a?pay",
    ],
    ["a suspended maximum", row({}, maxBid(true)), "Review the change", "/my-max-bids"],
    ["an outbid bidder", row({}), "Bid again", "/auction/a"],
    ["an outbid maximum", row({}, maxBid(false)), "Raise maximum", "/auction/a?bid=auto"],
  ])("leads on from %s", (_case, given, label, to) => {
    expect(nextStepOf(given)).toEqual({ label, to });
  });

  it("is none for a leader, during a pause, and after the end", () => {
    expect(nextStepOf(row({ isLeading: true }))).toBeNull();
    expect(nextStepOf(row({ status: "paused" }))).toBeNull();
    expect(nextStepOf(row({ status: "ended" }))).toBeNull();
  });
});
