// Reads the log of an auction and replays it. The result must equal the stored auction.
import { asc, eq, sql } from "drizzle-orm";
import type { AuctionCreated, AuctionEvent } from "../../auction/events.ts";
import { create, evolveChange } from "../../auction/evolve.ts";
import type { AuctionState } from "../../auction/state.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";

export interface LogRow {
  revision: number;
  version: number | null;
  events: AuctionEvent[];
  actorId: string | null;
  /** Epoch ms. */
  at: number;
}

const { auctionId: ofAuction, revision, version, events, actorId, at } = auctionEvents;

export const logOf = async ({ db }: Pick<Database, "db">, auctionId: string): Promise<LogRow[]> =>
  await db
    .select({ revision, version, events: sql<AuctionEvent[]>`${events}`, actorId, at })
    .from(auctionEvents)
    .where(eq(ofAuction, auctionId))
    .orderBy(asc(revision));

export interface Step {
  readonly before: AuctionState;
  readonly after: AuctionState;
  readonly events: readonly AuctionEvent[];
  readonly at: number;
}

/**
 * The states that the log describes. Null if the log does not begin with the auction's creation. A log may lack rows
 * that do not matter to its reader, so the rows say the revisions and versions.
 */
export const replayLog = ([first, ...rest]: readonly LogRow[]): { state: AuctionState; steps: Step[] } | null => {
  const created = first?.events[0] as AuctionCreated | undefined;
  if (!first || created?.type !== "AuctionCreated") return null;
  let state = create(created, first.at);
  const steps: Step[] = [];
  for (const { revision, events, at, version } of rest) {
    const before = state.revision === revision - 1 ? state : { ...state, revision: revision - 1 };
    state = evolveChange(before, events);
    if (version !== null) state = { ...state, version, updatedAt: at };
    steps.push({ before, after: state, events, at });
  }
  return { state, steps };
};
