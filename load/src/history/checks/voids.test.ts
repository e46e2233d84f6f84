// Tests the check of voids: of bids on a lot that has ended, whose winner stays and owes no more although the run
// without the voided person has a higher price (rule 15), and of a hidden maximum on an open lot.
import { expect, it } from "vitest";
import { ada, auctionId, bola, chidi, created, seller } from "../../../test/support/small-history.ts";
import type { Evidence } from "../evidence.ts";
import { followed, type LogEvent, type LogRow, type Maximum, type Named, type Voiding } from "../log.ts";
import { voids } from "./voids.ts";

const max = (owner: Named, amountMinor: number): LogEvent => ({
  type: "MaxBidSet",
  maxBidId: owner.id,
  owner,
  amountMinor,
});
const bid = (bidder: Named, number: number, amountMinor: number, kind: "manual" | "auto"): LogEvent => ({
  type: "BidPlaced",
  bidder,
  number,
  amountMinor,
  kind,
});
const maximum = (owner: Named, amountMinor: number, counts: Partial<Maximum>): Maximum => ({
  id: owner.id,
  owner,
  amountMinor,
  reachedRevision: 0,
  contentVersion: 1,
  autoBidCount: 0,
  lastAutoBidMinor: 0,
  ...counts,
});

/**
 * Bola's bid keeps Chidi's maximum from bidding, so Ada wins at the next step above Bola's bid. Without Bola, Chidi's
 * maximum bids, and Ada would win at 125,000.
 */
const played: readonly (readonly LogEvent[])[] = [
  [{ ...created, reserveMinor: null }],
  [bid(bola, 1, 110_000, "manual")],
  [max(chidi, 115_000)],
  [max(ada, 200_000), bid(ada, 2, 120_000, "auto")],
  [{ type: "AuctionEnded", endedAt: 2_000, winner: ada, dueAt: 3_000 }],
];
const chidis = maximum(chidi, 115_000, { reachedRevision: 3 });
const adas = maximum(ada, 200_000, { reachedRevision: 4, autoBidCount: 1, lastAutoBidMinor: 120_000 });
const voiding: Voiding = {
  bidder: bola,
  reason: "fraud",
  note: null,
  priceMinor: 120_000,
  leader: ada,
  isWinnerVoided: false,
  bidCount: 1,
  voidedBidCount: 1,
  voided: [{ number: 1, reason: "fraud" }],
  recorded: [],
};

const found = (changed: Partial<Voiding>, maxBids: readonly Maximum[] = [chidis, adas]): string[] => {
  const void_: readonly LogEvent[] = [
    { type: "BidsVoided", ...voiding, ...changed },
    { type: "MaximaRestated", maxBids },
  ];
  const rows = [...played, void_].map(
    (events, i): LogRow => ({ revision: i + 1, version: i + 1, events, actorId: seller.id, at: 1_000 + i }),
  );
  const auctions = new Map([[auctionId, { id: auctionId, steps: followed(rows) }]]);
  return voids.run({ auctions } as unknown as Evidence).violations.map(({ what }) => what);
};

it("finds nothing wrong with a winner who stays at the same price", () => expect(found({})).toEqual([]));

it("finds a winner who owes the higher price of the run without the voided person", () => {
  const recorded = [
    { bidder: chidi, number: 3, amountMinor: 110_000, kind: "auto" as const, at: 1_002 },
    { bidder: chidi, number: 4, amountMinor: 115_000, kind: "auto" as const, at: 1_003 },
    { bidder: ada, number: 5, amountMinor: 125_000, kind: "auto" as const, at: 1_003 },
  ];
  const voided = [1, 2].map((number) => ({ number, reason: number === 1 ? "fraud" : "recalculated" }));
  const counts = { priceMinor: 125_000, bidCount: 3, voidedBidCount: 2, voided, recorded };
  expect(found(counts)).toEqual([expect.stringContaining("the price is 125000")]);
});

it("finds a bid of the winner that no longer counts", () => {
  const voided = [...voiding.voided, { number: 2, reason: "recalculated" }];
  expect(found({ voided, bidCount: 0, voidedBidCount: 2 })).toEqual([expect.stringContaining("the bids that count")]);
});

it("finds a maximum that is lost beside the voided person's", () => {
  expect(found({}, [adas])).toEqual([expect.stringContaining("the maxima are")]);
});

/** Chidi's maximum is below the minimum bid, and is voided in secret. */
const foundInSecret = (ownerId: string, actorId: string, more: readonly (readonly LogEvent[])[] = []): string[] => {
  const secret: readonly LogEvent[] = [
    { type: "MaxBidCancelled", maxBidId: ownerId, ownerId, voided: { reason: "fraud" } },
  ];
  const rows = [
    [{ ...created, reserveMinor: null }],
    [bid(bola, 1, 110_000, "manual")],
    [max(chidi, 115_000)],
    ...more,
    secret,
  ];
  const log = rows.map((events, i): LogRow => ({ revision: i + 1, version: i + 1, events, actorId, at: 1_000 + i }));
  const auctions = new Map([[auctionId, { id: auctionId, steps: followed(log) }]]);
  return voids.run({ auctions } as unknown as Evidence).violations.map(({ what }) => what);
};

it("finds nothing wrong with a secret void of a maximum that placed no bid", () =>
  expect(foundInSecret(chidi.id, seller.id)).toEqual([]));

it("finds a secret void by the person, of somebody with bids, and after the end", () => {
  expect(foundInSecret(chidi.id, chidi.id)).toEqual([expect.stringContaining("nobody may void their own")]);
  expect(foundInSecret(bola.id, seller.id)).toEqual([expect.stringContaining("its owner has bids")]);
  const end: LogEvent = { type: "AuctionEnded", endedAt: 2_000, winner: bola, dueAt: 3_000 };
  expect(foundInSecret(chidi.id, seller.id, [[end]])).toEqual([expect.stringContaining("the auction is ended")]);
});
