import type { Auction } from "@jara/shared/auction";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { describe, expect, it } from "vitest";
import { nextStepOf, rowBadgesOf, rowStateOf } from "./my-lot-state.ts";
import { textOf } from "./state-badges.ts";

const NOW = Date.parse("2026-11-22T12:00:00.000Z");

const row = (auction: Partial<Auction>, own: Partial<MyAuction> = {}) => ({
  auction: {
    _id: "a",
    status: "active",
    endTime: "2026-11-23T12:00:00.000Z",
    isLeading: false,
    winner: null,
    currentPrice: 50,
    minimumBid: 70,
    currency: "NGN",
    hasReserve: false,
    reserveMet: true,
    ...auction,
  } as Auction,
  owed: null,
  offer: null,
  listedAgainAs: null,
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
type Row = Parameters<typeof rowStateOf>[0];
const badges = (given: Row) => rowBadgesOf(rowStateOf(given, NOW)).map(textOf);
const winner = { username: "a***a" };
const unmet = { hasReserve: true, reserveMet: false };

describe("the badges of a row", () => {
  // S085
  it.each([
    ["active", true, null, "Leading"],
    ["paused", true, null, "Leading"],
    ["active", false, null, "Outbid"],
    ["paused", false, null, "Outbid"],
    ["ended", true, winner, "Won!"],
    ["sold", true, winner, "Won!"],
    ["ended", true, null, "Not sold"],
    ["ended", false, winner, "Lost"],
    ["cancelled", true, null, "Cancelled: you pay nothing"],
    ["draft", true, null, "Withdrawn: you pay nothing"],
  ] as const)("on an auction %s, leading %s, winner %j, are %s", (status, isLeading, won, expected) => {
    expect(badges(row({ status, isLeading, winner: won }, { highestBid: 50 }))).toEqual([expected]);
  });

  // S285
  it("have no Leading only because the user has the highest amount", () => {
    expect(badges(row({ isLeading: false }, { highestBid: 50 }))).toEqual(["Outbid"]);
  });

  it.each([
    ["the bids of the user are void", row({ isLeading: true }, { highestBid: null }), ["No valid bid"]],
    [
      "the bids of the user were void at the end",
      row({ status: "ended", isLeading: true, winner }, { highestBid: null }),
      ["Lost"],
    ],
    [
      "somebody bought it with Buy It Now",
      row({ status: "sold", isLeading: true, winner, currentPrice: 90 }),
      ["Lost"],
    ],
    ["the reserve was not met", row({ status: "ended", isLeading: true, ...unmet }), ["Reserve not met"]],
    ["the leader is below the reserve", row({ isLeading: true, ...unmet }), ["Leading, reserve not met"]],
    ["the maximum cannot bid", row({}, { highestBid: null, ...maxBid(false) }), ["Maximum too low"]],
    [
      "the lot was listed again",
      row({ status: "ended", isLeading: true, ...unmet }, { listedAgainAs: "b" }),
      ["Listed again"],
    ],
    ["the win is to be paid", row({ status: "ended" }, owed({})), ["Won!", "To pay"]],
    [
      "the purchase of a bidder is to be paid",
      row({ status: "paused" }, owed({ kind: "buy-it-now" })),
      ["Bought", "To pay"],
    ],
    ["the win is paid", row({ status: "sold" }, owed({ status: "paid", pickup: "waiting" })), ["Won!", "Paid"]],
    ["a leader's maximum is suspended", row({ isLeading: true }, maxBid(true)), ["Leading", "Maximum suspended"]],
    ["a maximum is suspended", row({}, maxBid(true)), ["Maximum suspended"]],
    ["a maximum is suspended in a pause", row({ status: "paused" }, maxBid(true)), ["Maximum suspended"]],
  ])("where %s", (_case, given, expected) => {
    expect(badges(given)).toEqual(expected);
  });
});

describe("the next step", () => {
  const offer = { offer: { _id: "o", price: 50, expiresAt: "2026-11-26T14:00:00.000Z" } };
  it.each([
    ["a debt", row({ status: "ended" }, owed({})), "Pay ₦40.00", "/auction/a?pay"],
    ["a purchase", row({ status: "paused" }, owed({ kind: "buy-it-now" })), "Pay ₦40.00", "/auction/a?pay"],
    ["an offer", row({ status: "ended" }, offer), "Answer the offer", "/purchases"],
    ["a paid lot", row({ status: "sold" }, owed({ status: "paid", pickup: null })), "Pickup details", "/auction/a?pay"],
    [
      "a lot to collect",
      row({ status: "sold" }, owed({ status: "paid", pickup: "ready" })),
      "Pickup details",
      "/auction/a?pay",
    ],
    ["a suspended maximum", row({}, maxBid(true)), "Review the change", "/my-max-bids"],
    ["an outbid bidder", row({}), "Bid ₦70.00", "/auction/a?bid=next"],
    ["an outbid maximum", row({ currentPrice: 70 }, maxBid(false)), "Bid ₦70.00", "/auction/a?bid=auto"],
    ["a suspended maximum in a pause", row({ status: "paused" }, maxBid(true)), "Review the change", "/my-max-bids"],
    [
      "a lot that was listed again",
      row({ status: "ended" }, { listedAgainAs: "b" }),
      "See the new auction",
      "/auction/b",
    ],
    [
      "a leader below the reserve",
      row({ isLeading: true, hasReserve: true, reserveMet: false }),
      "Set a maximum",
      "/auction/a?bid=auto",
    ],
  ])("leads on from %s", (_case, given, label, to) => {
    expect(nextStepOf(given, rowStateOf(given, NOW))).toEqual({ label, to });
  });

  it.each([
    ["a leader", row({ isLeading: true })],
    ["a bidder during a pause", row({ status: "paused" })],
    ["a bidder after the end", row({ status: "ended" })],
    ["somebody whose bids are void", row({}, { highestBid: null })],
  ])("is none for %s", (_case, given) => {
    expect(nextStepOf(given, rowStateOf(given, NOW))).toBeNull();
  });
});
