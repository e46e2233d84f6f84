import type { Bid } from "@jara/shared/auction";
import { explainBids, type PriceFacts } from "@jara/shared/why-this-price";
import { describe, expect, it } from "vitest";
import { lastStepsWords, ownMaximumWords, stepWords } from "./step-words.ts";

const facts: PriceFacts = {
  startingPrice: 1000,
  bidIncrement: 100,
  hasReserve: false,
  reserveMet: true,
  incrementChanges: [],
  isComplete: true,
};
type Row = [who: string, kind: Bid["kind"], amount: number, minute: number];
const toBids = (rows: Row[]): Bid[] =>
  rows.map(([username, kind, amount, minute], index) => ({
    _id: `lot-${index + 1}`,
    amount,
    kind,
    bidder: { username },
    timestamp: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString(),
  }));
const explain = (rows: Row[], change: Partial<PriceFacts> = {}) => {
  const bids = toBids(rows);
  const reasons = explainBids(bids, { ...facts, ...change });
  return bids.map((bid) => {
    const found = reasons.get(bid._id);
    return found && stepWords(bid, found, "NGN");
  });
};

const LIMITS_MET = "Two bidders bid against each other: the price went to the lower maximum plus one increment.";
const LOWER_LIMIT = "An auto-bid reached its maximum here and stopped.";

it("explains a bid by hand with its step, and the auto-bid that answers it", () => {
  expect(
    explain([
      ["a***a", "manual", 1100, 1],
      ["b***a", "manual", 1500, 2],
      ["c***i", "auto", 1600, 2],
    ]),
  ).toEqual([
    "The first bid, placed by hand.",
    "A bid by hand, ₦400.00 above the price before. The bidder chose more than one increment.",
    "An auto-bid answered the bid by hand with one increment more.",
  ]);
});

it.each<[about: string, rows: Row[], change: Partial<PriceFacts>, words: string]>([
  ["a first bid of one increment", [["a***a", "manual", 1100, 1]], {}, "The first bid, placed by hand."],
  [
    "a first bid of more",
    [["a***a", "manual", 1200, 1]],
    {},
    "The first bid, placed by hand. The bidder chose more than one increment.",
  ],
  [
    "the reader's own first bid",
    [["You", "manual", 1200, 1]],
    {},
    "You placed the first bid. You chose more than one increment.",
  ],
  [
    "a step of a table",
    [["a***a", "manual", 1200, 1]],
    { incrementSteps: [[null, 200]] },
    "The first bid, placed by hand.",
  ],
  ["unknown increments", [["a***a", "manual", 1200, 1]], { incrementChanges: null }, "The first bid, placed by hand."],
  ["bids that no longer count", [["a***a", "manual", 1200, 1]], { hasVoided: true }, "The first bid, placed by hand."],
])("says who chose more than one increment: %s", (_about, rows, change, words) => {
  expect(explain(rows, change)).toEqual([words]);
});

it("explains two maximums that met", () => {
  const contest: Row[] = [
    ["a***a", "auto", 1100, 1],
    ["b***a", "auto", 5000, 2],
    ["a***a", "auto", 5100, 2],
  ];
  expect(explain(contest)).toEqual(["An auto-bid at the lowest amount allowed.", LOWER_LIMIT, LIMITS_MET]);
});

it("explains equal maximums, maximums close together, and an equal bid by hand", () => {
  const last = (first: Bid["kind"], amount: number) =>
    explain([
      ["b***a", first, 5000, 2],
      ["a***a", "auto", amount, 2],
    ])[1];
  expect(last("auto", 5000)).toBe("Two bidders had the same maximum: the one who set it first leads.");
  expect(last("auto", 5050)).toBe(
    "Two bidders bid against each other. Their maximums are less than one increment apart.",
  );
  expect(last("manual", 5000)).toMatch(/^An auto-bid answered with the same amount/);
  expect(last("manual", 5050)).toMatch(/with less than one increment more\.$/);
});

it("explains a jump to the reserve, and explains no jump without a reserve that is met", () => {
  const jump: Row[] = [["a***a", "auto", 9000, 1]];
  expect(explain(jump, { hasReserve: true })).toEqual([
    "An auto-bid went up to the reserve, the lowest price at which the lot is sold.",
  ]);
  expect(explain(jump, { hasReserve: true, reserveMet: false })).toEqual(["An auto-bid raised the price."]);
  expect(explain(jump)).toEqual(["An auto-bid raised the price."]);
});

it("counts with the increment that was in force, and explains less while its changes are unknown", () => {
  const before: Row[] = [["a***a", "auto", 1500, 1]];
  const changes = [{ at: "2026-11-21T12:05:00.000Z", before: 500 }];
  expect(explain(before, { incrementChanges: changes })).toEqual(["An auto-bid at the lowest amount allowed."]);
  expect(explain(before, { incrementChanges: null })).toEqual(["An auto-bid raised the price."]);
});

it("does not guess about people with one masked name, or about more auto-bids than one contest has", () => {
  const auto = "An auto-bid raised the price.";
  expect(
    explain([
      ["b***a", "manual", 1100, 1],
      ["b***a", "auto", 1200, 1],
    ])[1],
  ).toBe(auto);
  expect(
    explain([
      ["a***a", "auto", 1100, 1],
      ["b***a", "auto", 5000, 1],
      ["a***a", "auto", 5100, 1],
    ]),
  ).toEqual([auto, auto, auto]);
});

it("does not name the price before the oldest bid that is loaded, unless it is the first one", () => {
  expect(explain([["a***a", "manual", 1500, 1]], { isComplete: false })).toEqual(["A bid by hand."]);
  expect(explain([["a***a", "auto", 1100, 1]], { isComplete: false })).toEqual(["An auto-bid raised the price."]);
});

it("addresses the reader, on both sides of a contest", () => {
  const contest = (winner: string, loser: string): Row[] => [
    [loser, "auto", 5000, 2],
    [winner, "auto", 5100, 2],
  ];
  expect(explain(contest("You", "b***a"))).toEqual([
    LOWER_LIMIT,
    "Your maximum is higher than the other bidder's: the price is theirs plus one increment.",
  ]);
  expect(explain(contest("b***a", "You"))).toEqual([
    "Here we reached your maximum and stopped.",
    "Another bidder's maximum is higher than yours: the price went to yours plus one increment.",
  ]);
  expect(explain(contest("b***a", "c***i"))[1]).toBe(LIMITS_MET);
});

it("says at the top how the last contest made the price, whatever the reader's own maximum did before", () => {
  const lastOf = (rows: Row[]) => {
    const bids = toBids(rows);
    const last = bids.at(-1);
    return last && lastStepsWords(explainBids(bids, facts), last, "NGN");
  };
  expect(
    lastOf([
      ["You", "auto", 2000, 1],
      ["b***a", "auto", 2100, 1],
      ["You", "manual", 9700, 2],
      ["b***a", "auto", 9800, 2],
    ]),
  ).toBe(
    "₦9,700.00 (your bid by hand) + ₦100.00 (one step) = ₦9,800.00. " +
      "Another bidder's maximum answered your bid with one increment more.",
  );
  expect(
    lastOf([
      ["b***a", "auto", 5000, 2],
      ["You", "auto", 5100, 2],
    ]),
  ).toBe(
    "₦5,000.00 (the second highest maximum) + ₦100.00 (one step) = ₦5,100.00. " +
      "Your maximum is higher than the other bidder's: the price is theirs plus one increment.",
  );
  expect(
    lastOf([
      ["a***a", "manual", 1100, 1],
      ["You", "manual", 1500, 2],
    ]),
  ).toBe("The price is ₦1,500.00. You bid by hand, ₦400.00 above the price before. You chose more than one increment.");
});

it.each<[rule: string, sum: string, rows: Row[], change?: Partial<PriceFacts>]>([
  [
    "two maximums",
    "₦5,000.00 (your maximum) + ₦100.00 (one step) = ₦5,100.00.",
    [
      ["You", "auto", 5000, 1],
      ["b***a", "auto", 5100, 1],
    ],
  ],
  [
    "close maximums",
    "₦5,000.00 (the second highest maximum) + ₦40.00 (less than one step) = ₦5,040.00.",
    [
      ["a***a", "auto", 5000, 1],
      ["b***a", "auto", 5040, 1],
    ],
  ],
  [
    "equal maximums",
    "The price is ₦5,000.00.",
    [
      ["a***a", "auto", 5000, 1],
      ["b***a", "auto", 5000, 1],
    ],
  ],
  [
    "an answer",
    "₦1,500.00 (the bid by hand) + ₦100.00 (one step) = ₦1,600.00.",
    [
      ["a***a", "manual", 1500, 1],
      ["b***a", "auto", 1600, 1],
    ],
  ],
  [
    "an answer of less",
    "₦1,500.00 (the bid by hand) + ₦50.00 (less than one step) = ₦1,550.00.",
    [
      ["a***a", "manual", 1500, 1],
      ["b***a", "auto", 1550, 1],
    ],
  ],
  [
    "an equal answer",
    "The price is ₦1,500.00.",
    [
      ["a***a", "manual", 1500, 1],
      ["b***a", "auto", 1500, 1],
    ],
  ],
  [
    "a first auto-bid",
    "₦1,000.00 (the starting price) + ₦100.00 (one step) = ₦1,100.00.",
    [["a***a", "auto", 1100, 1]],
  ],
  [
    "an auto-bid alone",
    "₦1,100.00 (the price before) + ₦100.00 (one step) = ₦1,200.00.",
    [
      ["a***a", "manual", 1100, 1],
      ["b***a", "auto", 1200, 2],
    ],
  ],
  [
    "a contest that a bid by hand began",
    "₦5,000.00 (the second highest maximum) + ₦100.00 (one step) = ₦5,100.00. Another bidder bid ₦2,000.00 by hand.",
    [
      ["a***a", "manual", 2000, 1],
      ["b***a", "auto", 5000, 1],
      ["c***i", "auto", 5100, 1],
    ],
  ],
  ["the reserve", "The price is ₦9,000.00.", [["a***a", "auto", 9000, 1]], { hasReserve: true }],
  ["an unexplained auto-bid", "The price is ₦9,000.00.", [["a***a", "auto", 9000, 1]]],
])("begins with the sum of public amounts: %s", (_rule, sum, rows, change) => {
  const bids = toBids(rows);
  const last = bids.at(-1) as Bid;
  expect(lastStepsWords(explainBids(bids, { ...facts, ...change }), last, "NGN").startsWith(sum)).toBe(true);
});

describe("the sentence about the reader's own maximum", () => {
  const own = {
    maxAmount: 5000,
    currentPrice: 3000,
    minimumBid: 3100,
    isLeading: true,
    currency: "NGN",
    isOver: false,
  };
  const say = (change: Partial<typeof own>) => ownMaximumWords({ ...own, ...change, currency: "NGN" });
  it("says how much of it is used while it leads", () => {
    expect(say({})).toBe(
      "Your maximum of ₦5,000.00 leads at ₦3,000.00. The other ₦2,000.00 of it is used only if somebody bids more.",
    );
    expect(say({ currentPrice: 5000 })).toContain("used in full");
    expect(say({ currentPrice: 6000 })).toContain("below the ₦6,000.00 that you bid by hand");
  });
  it("says that it was reached or cannot bid", () => {
    expect(say({ isLeading: false, currentPrice: 5000, minimumBid: 5100 })).toContain("is used up.");
    expect(say({ isLeading: false, currentPrice: 4950, minimumBid: 5050 })).toContain("so it cannot bid");
  });
  it("speaks of an auction that is over in the past", () => {
    expect(say({ isOver: true })).toBe(
      "Your maximum of ₦5,000.00 won at ₦3,000.00. The other ₦2,000.00 of it was not needed.",
    );
  });
});
