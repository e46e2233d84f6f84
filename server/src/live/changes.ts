// Reads the changes of auctions after a revision from the log: for nodes that missed them, and for commits whose answer
// was lost.
import { sql } from "drizzle-orm";
import type { AuctionEvent } from "../auction/events.ts";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Database } from "../platform/database/database.ts";
import { auctionEvents } from "../platform/database/schema/log.ts";
import { prepared } from "../platform/database/statements.ts";

/** One row of an auction's log. */
export interface LogRow {
  readonly revision: number;
  readonly events: readonly AuctionEvent[];
  readonly actorId: string | null;
  /** Epoch ms. */
  readonly at: number;
}

export interface LogPosition {
  readonly auctionId: string;
  readonly revision: number;
}

const rowsOf = prepared((db) => {
  const { auctionId, revision, events, actorId, at } = auctionEvents;
  const later = db
    .select({ revision, events, actorId, at })
    .from(auctionEvents)
    .where(sql`${auctionId} = asked.id and ${revision} > asked.revision`)
    .orderBy(revision)
    .limit(sql.placeholder("limit"))
    .as("later");
  return db
    .select({
      place: sql<number>`asked.place`,
      revision: later.revision,
      events: later.events,
      actorId: later.actorId,
      at: later.at,
    })
    .from(
      sql`unnest(${sql.placeholder("ids")}::uuid[], ${sql.placeholder("revisions")}::int[])
        with ordinality as asked (id, revision, place)`,
    )
    .crossJoinLateral(later)
    .orderBy(sql`asked.place`, later.revision)
    .prepare("log after revisions");
});

/** Returns for each requested auction, in order, at most `limit` rows of its log after the revision, oldest first. */
export const logRowsAfter = async (
  database: Database,
  asked: readonly LogPosition[],
  limit: number,
): Promise<LogRow[][]> => {
  const rows = await rowsOf(database).execute({
    ids: arrayLiteral(asked.map(({ auctionId }) => auctionId)),
    revisions: arrayLiteral(asked.map(({ revision }) => revision)),
    limit,
  });
  const found: LogRow[][] = asked.map(() => []);
  for (const { place, events, ...row } of rows) found[place - 1]?.push({ ...row, events: events as AuctionEvent[] });
  return found;
};
