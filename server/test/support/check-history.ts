// What must hold of every auction in the database at any time: its log is gap-free and replaying it gives its row, its
// standing maxima and its bids exactly.
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
  return stored;
};
