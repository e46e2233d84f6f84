import { describe, expect, it } from "vitest";
import { type LotStateName, lotStateNames, lotStateOf, type Me, nobody, type StateLot } from "./lot-state.ts";

const NOW = Date.parse("2026-11-22T12:00:00.000Z");
const lot = (change: Partial<StateLot> = {}): StateLot => ({
  status: "active",
  endTime: "2026-11-22T13:00:00.000Z",
  pausedUntil: null,
  softClose: null,
  latestEndTime: null,
  isLeading: false,
  winner: null,
  currentPrice: 100,
  minimumBid: 110,
  hasReserve: false,
  reserveMet: true,
  ...change,
});
const me = (change: Partial<Me> = {}): Me => ({ ...nobody, ...change });
const bid = (highestBid: number | null = 90): Partial<Me> => ({ hasBid: true, highestBid });
const maximum = (maxAmount: number, isSuspended = false): Partial<Me> => ({ maximum: { maxAmount, isSuspended } });
const owed = (change: Partial<NonNullable<Me["owed"]>> = {}): Partial<Me> => ({
  owed: { kind: "win", status: "open", pickup: null, ...change },
});
const unmet = { hasReserve: true, reserveMet: false };
const winner = { username: "a***e" };
const over = { status: "ended", winner } as const;
const buying = { status: "paused", pausedUntil: "2026-11-22T12:40:00.000Z" } as const;

const table: [string, Partial<StateLot>, Partial<Me>, LotStateName][] = [
  ["nobody on an open lot", {}, {}, "free"],
  ["nobody on an open lot below its reserve", unmet, {}, "free"],
  ["a leader whose bids are all void", { isLeading: true }, {}, "free"],
  ["the leader", { isLeading: true }, bid(100), "leading"],
  ["the leader at the reserve", { isLeading: true, hasReserve: true }, bid(100), "leading"],
  ["the leader below the reserve", { isLeading: true, ...unmet }, bid(100), "leading-below-reserve"],
  ["a beaten bid", {}, bid(90), "outbid"],
  ["a beaten bid of a list that does not know its amount", {}, bid(null), "outbid"],
  ["a beaten maximum", {}, { ...bid(90), ...maximum(95) }, "maximum-used-up"],
  ["the leader with spare maximum", { isLeading: true }, { ...bid(100), ...maximum(105) }, "leading"],
  ["the leader at their own maximum", { isLeading: true }, { ...bid(100), ...maximum(100) }, "leading-in-full"],
  [
    "the leader at their own maximum, below the reserve",
    { isLeading: true, ...unmet },
    { ...bid(100), ...maximum(100) },
    "leading-below-reserve",
  ],
  ["a bid that equals the price of another leader", {}, bid(100), "tied"],
  ["a maximum that equals the price of another leader", {}, { ...bid(null), ...maximum(100) }, "tied"],
  ["a maximum above the price that does not lead", {}, maximum(101), "maximum-too-low"],
  ["a maximum that is about to lead", {}, maximum(110), "free"],
  ["a beaten bid with such a maximum", {}, { ...bid(90), ...maximum(101) }, "maximum-too-low"],
  ["a suspended maximum", {}, maximum(150, true), "maximum-suspended"],
  [
    "a leader with a suspended maximum",
    { isLeading: true },
    { ...bid(100), ...maximum(150, true) },
    "maximum-suspended",
  ],
  ["the end instant", { endTime: new Date(NOW).toISOString(), isLeading: true }, bid(100), "closing"],
  ["another person's purchase", buying, bid(90), "being-bought"],
  ["the person's own purchase", buying, owed({ kind: "buy-it-now" }), "being-bought-by-me"],
  ["a pause by the staff", { status: "paused", isLeading: true }, bid(100), "paused"],
  ["the winner who has to pay", { ...over, isLeading: true }, { ...bid(100), ...owed() }, "won-to-pay"],
  ["the winner whose debt is not known", { ...over, isLeading: true }, bid(100), "won"],
  [
    "the winner whose payment was waived",
    { ...over, isLeading: true },
    { ...bid(), ...owed({ status: "waived" }) },
    "won",
  ],
  ["a paid win", { ...over, status: "sold" }, owed({ status: "paid", pickup: "waiting" }), "paid"],
  ["a lot to collect", { ...over, status: "sold" }, owed({ status: "paid", pickup: "ready" }), "ready"],
  ["a collected lot", { ...over, status: "sold" }, owed({ status: "paid", pickup: "handed-over" }), "collected"],
  [
    "a forfeited win",
    { status: "ended", isLeading: true },
    { ...bid(100), ...owed({ status: "forfeited" }) },
    "not-paid",
  ],
  ["the runner-up with an offer", { status: "ended" }, { ...bid(), hasOffer: true }, "offered"],
  ["a bidder whom somebody beat", over, bid(), "lost"],
  ["nobody on a lot that was sold", { status: "sold" }, {}, "sold"],
  [
    "the leader of a lot that somebody else bought",
    { status: "sold", isLeading: true, winner },
    { ...bid(), isSoldElsewhere: true },
    "lost",
  ],
  ["the leader of a lot that ended below its reserve", { status: "ended", isLeading: true, ...unmet }, bid(), "unsold"],
  ["the next leader after the winner's bids were voided", { status: "ended", isLeading: true }, bid(), "unsold"],
  ["a lot that was listed again", { status: "ended", listedAgainAs: "b" }, bid(), "relisted"],
  ["a cancelled lot that was listed again", { status: "cancelled", listedAgainAs: "b" }, bid(), "relisted"],
  [
    "a forfeited win of a lot that was listed again",
    { status: "ended", listedAgainAs: "b" },
    { ...bid(100), ...owed({ status: "forfeited" }) },
    "not-paid",
  ],
  ["a cancelled lot", { status: "cancelled", isLeading: true }, bid(), "cancelled"],
  ["a draft", { status: "draft" }, bid(), "withdrawn"],
  ["an upcoming lot", { status: "draft", isUpcoming: true }, bid(), "upcoming"],
  [
    "a forfeited purchase of a lot that is open again",
    {},
    { ...bid(), ...owed({ kind: "buy-it-now", status: "forfeited" }) },
    "outbid",
  ],
  ["a void win of a lot that is open again", {}, { ...bid(), ...owed({ status: "void" }) }, "outbid"],
];

describe("the state of a lot", () => {
  it.each(table)("of %s", (_case, change, own, name) => {
    expect(lotStateOf(lot(change), me(own), NOW).name).toBe(name);
  });

  it("has every name in the table above", () => {
    expect(new Set(table.map(([, , , name]) => name))).toEqual(new Set(lotStateNames));
  });

  it.each([
    ["a pause", { status: "paused", isLeading: true }, bid(100), "leading"],
    ["a purchase", buying, bid(90), "outbid"],
    ["a suspended maximum", { isLeading: true }, { ...bid(100), ...maximum(150, true) }, "leading"],
    ["the last moment", { endTime: new Date(NOW).toISOString() }, bid(90), "outbid"],
    ["a maximum that is too low for a first bid", {}, maximum(101), "none"],
    ["the end", { ...over, isLeading: true }, bid(100), "none"],
  ] as const)("says beside %s whether the person leads", (_case, change, own, position) => {
    expect(lotStateOf(lot(change), me(own), NOW).position).toBe(position);
  });

  it.each([
    ["a beaten maximum", {}, { ...bid(90), ...maximum(95) }, 95],
    ["a maximum that equals the price of another leader", {}, maximum(100), 100],
    ["a beaten maximum during a pause", { status: "paused" }, maximum(95), 95],
    ["a beaten maximum during a purchase", buying, maximum(95), 95],
    ["a beaten maximum in the last moment", { endTime: new Date(NOW).toISOString() }, maximum(95), 95],
    ["a maximum above the price", {}, maximum(101), null],
    ["the leader at their own maximum", { isLeading: true }, { ...bid(100), ...maximum(100) }, null],
    ["a suspended maximum", {}, maximum(95, true), null],
    ["a lot that is over", over, { ...bid(90), ...maximum(95) }, null],
    ["a beaten bid without a maximum", {}, bid(90), null],
  ] as const)("says which maximum is used up and holds money: %s", (_case, change, own, usedUp) => {
    expect(lotStateOf(lot(change), me(own), NOW).usedUpMaximum).toBe(usedUp);
  });

  it.each<[string, Partial<StateLot>, Partial<Me>, boolean]>([
    ["a bid at the price of another leader", {}, bid(100), true],
    ["the same in a pause", { status: "paused" }, bid(100), true],
    ["the same once it is lost", over, bid(100), true],
    ["a lot that another person bought at that price", over, { ...bid(100), isSoldElsewhere: true }, false],
    ["a maximum at the price that is suspended", {}, { ...bid(90), ...maximum(100, true) }, false],
    ["a beaten bid", over, bid(90), false],
    ["the leader", { isLeading: true }, bid(100), false],
  ])("says whether somebody was first with the person's own limit: %s", (_who, change, own, isTied) => {
    expect(lotStateOf(lot(change), me(own), NOW).isTied).toBe(isTied);
  });

  it.each([
    [{ ...over, isLeading: true }, bid(100), "win"],
    [over, owed({ status: "paid" }), "win"],
    [buying, owed({ kind: "buy-it-now" }), "buy-it-now"],
    [over, bid(), null],
    [{}, owed({ kind: "buy-it-now", status: "forfeited" }), null],
  ] as const)("says how the person got the lot: %j, %j", (change, own, got) => {
    expect(lotStateOf(lot(change), me(own), NOW).got).toBe(got);
  });

  it.each([
    ["12:50", "13:20", false],
    ["12:51", "13:20", true],
    ["13:20", "13:20", true],
  ])(
    "is extended once the end %s is later than the latest end %s allows without a late bid",
    (end, latest, isExtended) => {
      const softClose = { windowSeconds: 120, capMinutes: 30 };
      const times = { endTime: `2026-11-22T${end}:00.000Z`, latestEndTime: `2026-11-22T${latest}:00.000Z` };
      expect(lotStateOf(lot({ softClose, ...times }), nobody, NOW).isExtended).toBe(isExtended);
      expect(lotStateOf(lot({ softClose, ...times, ...over }), nobody, NOW).isExtended).toBe(false);
    },
  );

  it("is not extended without soft close", () => {
    expect(lotStateOf(lot(), nobody, NOW).isExtended).toBe(false);
  });
});
