// Reads the log in the order of the transactions that wrote its rows, and only up to the oldest transaction that still
// runs, because that may still write a row. So a reader that remembers the last position misses nothing.
import { and, asc, between, eq, sql } from "drizzle-orm";
import type { AuctionEvent } from "../auction/events.ts";
import type { Database, Db } from "../platform/database/database.ts";
import { auctionEvents, logCursors } from "../platform/database/schema/log.ts";
import { prepared } from "../platform/database/statements.ts";

export interface LogEntry {
  readonly auctionId: string;
  readonly revision: number;
  readonly events: readonly AuctionEvent[];
  /** The person whose command it was; null: the clock. */
  readonly actorId: string | null;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * The entries of one reading, plus the rest of the last one's transaction, so that a position never splits a
 * transaction.
 */
const AT_ONCE = 500;

const { auctionId, revision, actorId, at, writtenBy } = auctionEvents;
const events = sql<AuctionEvent[]>`${auctionEvents.events}`;

const isOldEnough = (ms: unknown) => sql<boolean>`${at} <= clock_now() - ${ms}::int * interval '1 millisecond'`;
/** True for rows before which no running transaction can still write one. */
const isSettled = sql`${writtenBy} < log_position(pg_snapshot_xmin(pg_current_snapshot()))`;

const firstAfterCursor = prepared((db) =>
  db
    .select({ isOldEnough: isOldEnough(sql.placeholder("afterMs")) })
    .from(auctionEvents)
    .where(
      and(
        sql`${writtenBy} > (select ${logCursors.position} from ${logCursors}
          where ${logCursors.reader} = ${sql.placeholder("name")})`,
        isSettled,
      ),
    )
    .orderBy(asc(writtenBy))
    .limit(1)
    .prepare("first entry after a cursor"),
);

/** Resolves to whether a reader has something to read. */
export const isAnyNew = async (
  database: Database,
  { name, afterMs }: { readonly name: string; readonly afterMs: number },
): Promise<boolean> => {
  const [first] = await firstAfterCursor(database).execute({ name, afterMs });
  return first?.isOldEnough ?? false;
};

/**
 * Resolves to the next entries after the position that are at least `afterMs` old, and the position of the last one.
 * Empty if there is nothing to read yet.
 */
export const entriesAfter = async (
  tx: Db,
  position: number,
  afterMs: number,
): Promise<{ readonly entries: readonly LogEntry[]; readonly position: number; readonly isMore: boolean }> => {
  // SQL, because Drizzle's builder has no `with ties`. In the order of the index, a transaction's rows are together.
  const next = sql`(select * from ${auctionEvents}
    where ${writtenBy} > ${position}::bigint and ${isSettled}
    order by ${writtenBy} fetch first ${sql.raw(String(AT_ONCE))} rows with ties) ${auctionEvents}`;
  const rows = await tx
    .select({
      auctionId: sql<string>`${auctionId}`,
      revision: sql<number>`${revision}`,
      events,
      actorId: sql<string | null>`${actorId}`,
      at: sql<number>`${at}`.mapWith(at),
      writtenBy: sql<number>`${writtenBy}`.mapWith(writtenBy),
      isOldEnough: isOldEnough(afterMs),
    })
    .from(next)
    .orderBy(asc(writtenBy), asc(auctionId), asc(revision));
  const tooNew = rows.find((row) => !row.isOldEnough)?.writtenBy ?? Number.POSITIVE_INFINITY;
  const entries = rows.filter((row) => row.writtenBy < tooNew);
  const isMore = rows.length >= AT_ONCE && entries.length === rows.length;
  return { entries, position: entries.at(-1)?.writtenBy ?? position, isMore };
};

/** Resolves to the entries of a lot from one revision to another. */
export const entriesOf = async (tx: Db, lot: string, from: number, to: number): Promise<LogEntry[]> =>
  await tx
    .select({ auctionId, revision, events, actorId, at })
    .from(auctionEvents)
    .where(and(eq(auctionId, lot), between(revision, from, to)))
    .orderBy(asc(revision));

/** Groups entries by their lots, each in the order of its revisions. */
export const byLot = <Entry extends LogEntry>(entries: readonly Entry[]): Map<string, Entry[]> => {
  const lots = new Map<string, Entry[]>();
  for (const entry of entries) {
    const known = lots.get(entry.auctionId);
    if (known) known.push(entry);
    else lots.set(entry.auctionId, [entry]);
  }
  return lots;
};
