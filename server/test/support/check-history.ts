// What must hold of every auction in the database at any time: its log is gap-free and replaying it gives its row, its
// standing maxima, its bids and its purchases exactly; and of every user: the balance is the sum of the ledger.
import { expect } from "vitest";
import type { AuctionCreated, AuctionEvent } from "../../src/auction/events.ts";
import { isPublic } from "../../src/auction/events.ts";
import { create, evolveChange } from "../../src/auction/evolve.ts";
import type { AuctionState } from "../../src/auction/state.ts";
import { fromJson } from "../../src/store/auction-rows.ts";
import type { Database } from "../../src/store/database.ts";
import { DatabaseClock } from "../../src/store/database-clock.ts";
import { createEngineStore } from "../../src/store/engine-store.ts";

export interface LogRow extends Record<string, unknown> {
  revision: number;
  version: number | null;
  events: AuctionEvent[];
  actorId: string | null;
  at: number;
}

export const logOf = async (database: Database, auctionId: string): Promise<LogRow[]> => {
  const rows = await database.query<LogRow>(
    `select revision, version, events, actor_id as "actorId", (extract(epoch from at) * 1000)::float8 as at
     from auction_events where auction_id = $1::text::uuid order by revision`,
    [auctionId],
  );
  return rows.map((row) => ({ ...row, events: fromJson<AuctionEvent[]>(row.events) }));
};

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

const replay = ([first, ...rest]: readonly LogRow[]): AuctionState => {
  if (!first) throw new Error("an empty log");
  let state = create(first.events[0] as unknown as AuctionCreated, first.at);
  for (const { events, at, version } of rest) {
    state = evolveChange(state, events);
    if (version !== null) state = { ...state, updatedAt: at };
  }
  return state;
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

  const stored = await storedAuction(database, auctionId);
  expect(stored).toEqual(replay(log));
  expect(stored.revision).toBe(log.length);

  const placed = log.flatMap(({ events, at }) =>
    events.flatMap((event) =>
      event.type === "BidPlaced"
        ? [{ number: event.number, bidderId: event.bidder.id, amountMinor: event.amountMinor, kind: event.kind, at }]
        : [],
    ),
  );
  expect(await bidsOf(database, auctionId)).toEqual(placed);
  expect(await purchasesOf(database, auctionId)).toEqual(purchasesIn(log));
  return stored;
};

export const purchasesOf = (database: Database, auctionId: string) =>
  database.query<StoredPurchase>(
    `select id, buyer_id as "buyerId", price_minor::float8 as "priceMinor", fee_minor::float8 as "feeMinor", status,
       (extract(epoch from deadline_at) * 1000)::float8 as "deadlineAt",
       (extract(epoch from created_at) * 1000)::float8 as "createdAt",
       (extract(epoch from closed_at) * 1000)::float8 as "closedAt"
     from purchases where auction_id = $1::text::uuid order by created_at`,
    [auctionId],
  );

interface StoredPurchase extends Record<string, unknown> {
  id: string;
  buyerId: string;
  priceMinor: number;
  feeMinor: number;
  status: string;
  deadlineAt: number;
  createdAt: number;
  closedAt: number | null;
}

const statusAfter = {
  PurchasePaid: "paid",
  PurchaseForfeited: "forfeited",
  PurchaseVoided: "void",
  PurchaseWaived: "void",
} as const;

const purchasesIn = (log: readonly LogRow[]): StoredPurchase[] => {
  const purchases = new Map<string, StoredPurchase>();
  for (const { events, at } of log) {
    for (const event of events) {
      if (event.type === "BuyItNowStarted") {
        const { purchaseId: id, buyer, priceMinor, feeMinor, deadlineAt } = event;
        const opened = { id, buyerId: buyer.id, priceMinor, feeMinor, status: "pending", deadlineAt };
        purchases.set(id, { ...opened, createdAt: at, closedAt: null });
      } else if (Object.hasOwn(statusAfter, event.type)) {
        const { purchaseId, type } = event as Extract<AuctionEvent, { type: keyof typeof statusAfter }>;
        const opened = purchases.get(purchaseId);
        if (!opened) throw new Error("a purchase ends that never began");
        purchases.set(purchaseId, { ...opened, status: statusAfter[type], closedAt: at });
      }
    }
  }
  return [...purchases.values()];
};

interface LedgerEntry extends Record<string, unknown> {
  amountMinor: number;
  balanceAfterMinor: number;
  cause: string;
  auctionId: string | null;
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
       auction_id as "auctionId"
     from ledger_entries where user_id = $1::text::uuid order by created_at, balance_after_minor desc`,
    [userId],
  );
  let sum = 0;
  for (const entry of entries) {
    sum += entry.amountMinor;
    expect(entry.balanceAfterMinor).toBe(sum);
  }
  expect(user?.balanceMinor).toBe(sum);
  return { balanceMinor: sum, entries };
};
