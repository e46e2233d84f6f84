// Tests the rerun of a log without one person's commands.
import { expect, it } from "vitest";
import { ada, bola, chidi, created } from "../../test/support/small-history.ts";
import type { LogEvent, LogRow, Named } from "./log.ts";
import { firstVoided, leaveOut, rerunWithout } from "./rerun.ts";

const max = (owner: Named, amountMinor: number): LogEvent => ({
  type: "MaxBidSet",
  maxBidId: owner.id,
  owner,
  amountMinor,
});
const manual = (bidder: Named, number: number, amountMinor: number): LogEvent => ({
  type: "BidPlaced",
  bidder,
  number,
  amountMinor,
  kind: "manual",
});
const log = (...events: readonly [actor: Named | null, event: LogEvent][]): LogRow[] =>
  events.map(([actor, event], i) => ({
    revision: i + 1,
    version: i + 1,
    events: [event],
    actorId: actor?.id ?? null,
    at: 1_000 + i,
  }));

/** Bola's manual bid keeps Chidi's maximum from bidding. */
const rows = log(
  [null, { ...created, reserveMinor: null }],
  [ada, max(ada, 300_000)],
  [bola, manual(bola, 2, 190_000)],
  [chidi, max(chidi, 205_000)],
  [ada, manual(ada, 4, 210_000)],
);

it("omits a bid of the leader's own that a maximum exceeds once other bids are voided", () => {
  const bids = rerunWithout(rows, leaveOut(new Map(), bola.id, 6))?.bids ?? [];
  const replayed = bids.map(({ bidder, amountMinor, kind }) => [bidder.username, amountMinor, kind]);
  expect(replayed.at(-1)).toEqual([ada.username, 215_000, "auto"]);
  expect(replayed).not.toContainEqual([ada.username, 210_000, "manual"]);
});

it("keeps the person's commands before the bid at which a void begins", () => {
  expect(firstVoided(rows, 4)).toBe(5);
  const bids = rerunWithout(rows, leaveOut(new Map(), ada.id, 6, firstVoided(rows, 4)))?.bids ?? [];
  expect(bids.some(({ bidder, kind }) => bidder.id === ada.id && kind === "manual")).toBe(false);
  expect(rerunWithout(rows, leaveOut(new Map(), ada.id, 6, 5))?.state.maxima.has(ada.id)).toBe(true);
  expect(rerunWithout(rows, leaveOut(new Map(), ada.id, 6))?.state.maxima.has(ada.id)).toBe(false);
});

it("keeps the same bid if the other bids stay", () => {
  const bids = rerunWithout(rows, new Map())?.bids ?? [];
  expect(bids.at(-1)).toMatchObject({ amountMinor: 210_000, kind: "manual" });
});

it("lets maxima bid after an edit while a reversed purchase waits for its payment, as in any other pause", () => {
  const purchase = { purchaseId: "bought", buyer: chidi };
  const reversal = { pausedAt: 1_004, deadlineAt: 9_000, reversed: { amountMinor: 500_000, ngnMinor: 500_000 } };
  const [, ...bids] = rows.slice(0, 3);
  const reversed = log(
    [null, { ...created, reserveMinor: 400_000, buyItNowMinor: 500_000 }],
    ...bids.flatMap(({ events }) => events.map((event): [Named, LogEvent] => [ada, event])),
    [chidi, { type: "AuctionPaused", reason: "buy-it-now", pausedAt: 1_004, pausedUntil: 9_000 }],
    [chidi, { type: "PurchasePaid", ...purchase, priceMinor: 500_000 }],
    [null, { type: "AuctionSold", winner: chidi }],
    [ada, { type: "PurchaseReopened", ...purchase, ...reversal }],
    [ada, { type: "AuctionEdited", changes: { reserveMinor: 250_000 } }],
  );
  const state = rerunWithout(reversed, leaveOut(new Map(), bola.id, 9))?.state;
  expect(state).toMatchObject({ status: "paused", priceMinor: 250_000, leader: ada });
});
