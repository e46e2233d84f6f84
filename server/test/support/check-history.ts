// Checks what must hold for every auction in the database at any time. Its log has no gap, and replaying the log gives
// exactly its row, its maxima, its bids (also voided ones) and its rows about money. No bid counts of a person who was
// voided and has not bid since. For every user, the balance is the sum of the ledger.
import { expect } from "vitest";
import { isPublic } from "../../src/auction/events.ts";
import type { AuctionState } from "../../src/auction/state.ts";
import { createEngineStore } from "../../src/engine/commit/engine-store.ts";
import { type LogRow, logOf, replayLog, type Step } from "../../src/engine/reads/replay-log.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { DatabaseClock } from "../../src/platform/database/database-clock.ts";
import { expectMoneyHolds } from "./check-settlements.ts";

export { type LogRow, logOf } from "../../src/engine/reads/replay-log.ts";

export const bidsOf = (database: Database, auctionId: string) =>
  database.query<{ number: number; bidderId: string; amountMinor: number; kind: string; at: number }>(
    `select number, bidder_id as "bidderId", amount_minor::float8 as "amountMinor", kind,
       (extract(epoch from created_at) * 1000)::float8 as at
     from bids where auction_id = $1::text::uuid order by number`,
    [auctionId],
  );

/** The auction as stored, its standing maxima with it. */
export const storedAuction = async (database: Database, auctionId: string): Promise<AuctionState> => {
  const [stored] = await createEngineStore(database, new DatabaseClock()).loadAuctions([auctionId]);
  if (!stored) throw new Error("no such auction");
  return stored;
};

/** The states that the log tells of. */
export const replay = (log: readonly LogRow[]): { state: AuctionState; steps: Step[] } => {
  const replayed = replayLog(log);
  if (!replayed) throw new Error("the log does not begin with the creation");
  return replayed;
};

/** Soft close, by the log: the end moves to the bid's own time plus the window, or to the cap; never without a bid. */
const expectExtensionsHold = (steps: readonly Step[]): void => {
  for (const { before, after, events, at } of steps) {
    for (const event of events) {
      if (event.type !== "AuctionExtended") continue;
      const { softClose, extendedFrom } = before;
      if (!softClose) throw new Error("an end moved without soft close");
      const cap = (extendedFrom ?? before.endsAt) + softClose.capMinutes * 60_000;
      expect(event.endsAt).toBe(Math.min(at + softClose.windowSeconds * 1000, cap));
      expect(event).toMatchObject({ from: before.endsAt });
      expect(at).toBeGreaterThan(before.endsAt - softClose.windowSeconds * 1000);
      expect(at).toBeLessThan(before.endsAt);
      expect(after).toMatchObject({ endsAt: event.endsAt, extendedFrom: extendedFrom ?? before.endsAt });
      const bid = events.findLast(({ type }) => type === "BidPlaced");
      expect(bid).toMatchObject({ number: event.bidNumber });
      expect(after.priceMinor).not.toBe(before.priceMinor);
    }
  }
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

/** Returns the stored auction. */
export const expectHistoryHolds = async (database: Database, auctionId: string): Promise<AuctionState> => {
  const log = await logOf(database, auctionId);
  expect(log.map((row) => row.revision)).toEqual(upTo(log.length));
  const versions = log.flatMap((row) => row.version ?? []);
  expect(versions).toEqual(upTo(versions.length));
  for (const { events, version, revision } of log.slice(1)) {
    expect(version !== null, `revision ${revision} is public`).toBe(events.some(isPublic));
  }
  const times = log.map((row) => row.at);
  expect(times).toEqual([...times].sort((a, b) => a - b));

  const { state, steps } = replay(log);
  const stored = await storedAuction(database, auctionId);
  expect(stored).toEqual(state);
  expect(stored.revision).toBe(log.length);
  expectExtensionsHold(steps);

  const recorded = recordedIn(log);
  expect(await recordedBidsOf(database, auctionId)).toEqual(recorded);
  const counting = recorded.filter(({ voidReason }) => voidReason === null);
  expect(counting).toHaveLength(stored.bidCount);
  expect(recorded).toHaveLength(stored.bidCount + stored.voidedBidCount);
  expect(recorded.map(({ number }) => number)).toEqual(upTo(recorded.length));
  await expectMoneyHolds(database, auctionId, steps);
  return stored;
};

interface RecordedBid extends Record<string, unknown> {
  number: number;
  bidderId: string;
  amountMinor: number;
  kind: string;
  at: number;
  voidReason: string | null;
  voidedAt: number | null;
}

/** By number, those that no longer count among them. */
export const recordedBidsOf = (database: Database, auctionId: string) =>
  database.query<RecordedBid>(
    `select number, bidder_id as "bidderId", amount_minor::float8 as "amountMinor", kind,
       (extract(epoch from created_at) * 1000)::float8 as at, void_reason as "voidReason",
       (extract(epoch from voided_at) * 1000)::float8 as "voidedAt"
     from bids where auction_id = $1::text::uuid order by number`,
    [auctionId],
  );

const recordedIn = (log: readonly LogRow[]): RecordedBid[] => {
  const bids = new Map<number, RecordedBid>();
  const strike = (number: number, voidReason: string, voidedAt: number): void => {
    const bid = bids.get(number);
    if (!bid) throw new Error("a bid is voided that was never recorded");
    if (bid.voidReason !== null) throw new Error("a bid is voided twice");
    bids.set(number, { ...bid, voidReason, voidedAt });
  };
  const counts = { voidReason: null, voidedAt: null };
  for (const { events, at } of log) {
    for (const event of events) {
      if (event.type === "BidPlaced") {
        const { number, bidder, amountMinor, kind } = event;
        bids.set(number, { number, bidderId: bidder.id, amountMinor, kind, at, ...counts });
      } else if (event.type === "BidsVoided") {
        for (const { number, reason } of event.voided) strike(number, reason, at);
        for (const { number, bidder, amountMinor, kind, at: bidAt } of event.recorded) {
          bids.set(number, { number, bidderId: bidder.id, amountMinor, kind, at: bidAt, ...counts });
        }
        const own = [...bids.values()].filter(({ bidderId }) => bidderId === event.bidder.id);
        if (event.fromBid === undefined && own.some(({ voidReason }) => voidReason === null))
          throw new Error("a voided bidder's bid counts");
      } else if (event.type === "AllBidsVoided") {
        for (const { number, voidReason } of bids.values()) {
          if (voidReason === null) strike(number, event.reason, at);
        }
      }
    }
  }
  return [...bids.values()].sort((one, other) => one.number - other.number);
};

interface LedgerEntry extends Record<string, unknown> {
  amountMinor: number;
  balanceAfterMinor: number;
  cause: string;
  auctionId: string | null;
  actorId: string | null;
  createdAt: number;
}

/** The balance is the sum of the entries, and each entry says what it was after it. Returns balance and entries. */
export const expectLedgerHolds = async (
  database: Database,
  userId: string,
): Promise<{ balanceMinor: number; entries: LedgerEntry[] }> => {
  const [user] = await database.query<{ balanceMinor: number }>(
    `select balance_minor::float8 as "balanceMinor" from users where id = $1::text::uuid`,
    [userId],
  );
  const entries = await database.query<LedgerEntry>(
    `select amount_minor::float8 as "amountMinor", balance_after_minor::float8 as "balanceAfterMinor", cause,
       auction_id as "auctionId", actor_id as "actorId", (extract(epoch from created_at) * 1000)::float8 as "createdAt"
     from ledger_entries where user_id = $1::text::uuid order by created_at, id`,
    [userId],
  );
  let sum = 0;
  const left = [...entries];
  while (left.length > 0) {
    // Entries of one millisecond are in the order in which each continues the one before.
    const next = left.findIndex(
      ({ createdAt, amountMinor, balanceAfterMinor }) =>
        createdAt === left[0]?.createdAt && balanceAfterMinor === sum + amountMinor,
    );
    const [entry] = left.splice(Math.max(0, next), 1);
    sum += entry?.amountMinor ?? 0;
    expect(entry?.balanceAfterMinor).toBe(sum);
  }
  expect(user?.balanceMinor).toBe(sum);
  return { balanceMinor: sum, entries };
};
