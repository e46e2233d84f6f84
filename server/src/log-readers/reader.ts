// A reader of the log writes what follows from committed changes, after the commit. Its cursor moves in the same
// transaction, so each entry is read exactly once, whichever node is killed and whenever. Any node may run a reader,
// one at a time.
import type { Loop } from "@jara/shared/loops";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Database, Db } from "../platform/database/database.ts";
import { setAsideRows } from "../platform/database/schema/jobs.ts";
import { logCursors } from "../platform/database/schema/log.ts";
import { clockNow } from "../platform/database/statement-text.ts";
import { guardRows, isOfRow, type RowLog } from "../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../platform/jobs/job.ts";
import type { Topic } from "../platform/jobs/wake.ts";
import { byLot, entriesAfter, entriesOf, isAnyNew, type LogEntry } from "./entries.ts";

export interface LogReader {
  /** The key of its cursor. A migration makes the row. */
  readonly name: string;
  /** The name under which staff see the entries that it put aside. */
  readonly loop: Loop;
  /** The age at which an entry is read. */
  readonly afterMs: number;
  /** The pause between two looks, if nothing wakes the reader. */
  readonly everyMs: number;
  readonly wokenBy: readonly Topic[];
  /** Writes what follows from the entries. It must use `tx` alone. Returns what to do after the commit. */
  read(tx: Db, entries: readonly LogEntry[]): Promise<() => void>;
}

/** A reading may write the mails to all bidders of many lots. */
const LIMITS = { withinMs: 30_000 };

/** If all lots of a reading fail, and there are at least this many, the fault is not in the lots. */
const ALL_OF_THEM = 5;

/** Reads what is new, once. Resolves to whether more is waiting. */
export const readNew = async (database: Database, reader: LogReader, log: RowLog): Promise<boolean> => {
  // Most looks find nothing, and such a look must neither lock nor write.
  if (!(await isAnyNew(database, reader))) return false;
  try {
    return await advance(database, reader, new Map(), log);
  } catch (error) {
    if (!isOfRow(error)) throw error;
    const failing = await failingLots(database, reader);
    if (failing === null) throw error;
    return await advance(database, reader, failing, log);
  }
};

/** The lots whose entries fail, each with its error. */
type Failing = ReadonlyMap<string, unknown>;

/** Reads the next entries and moves the cursor. Puts the entries of failing lots aside instead of reading them. */
const advance = async (database: Database, reader: LogReader, failing: Failing, log: RowLog): Promise<boolean> => {
  const { name, afterMs } = reader;
  const { isMore, done } = await database.transaction(async (tx) => {
    const isOwn = eq(logCursors.reader, name);
    // There is no row if another node reads now and has locked it.
    const [cursor] = await tx.select().from(logCursors).where(isOwn).for("update", { skipLocked: true });
    if (!cursor) return { isMore: false, done: () => {} };
    const { entries, position, isMore } = await entriesAfter(tx, cursor.position, afterMs);
    if (entries.length === 0) return { isMore: false, done: () => {} };
    const done = await reader.read(
      tx,
      entries.filter(({ auctionId }) => !failing.has(auctionId)),
    );
    for (const [auctionId, ofLot] of byLot(entries)) {
      if (failing.has(auctionId)) await putAside(tx, reader, ofLot, failing.get(auctionId), log);
    }
    await tx.update(logCursors).set({ position }).where(isOwn);
    return { isMore, done };
  }, LIMITS);
  done();
  return isMore;
};

/**
 * Tries each lot of the next entries alone, in a transaction that it rolls back. Resolves to null if the fault is in
 * none of them, or in all of at least `ALL_OF_THEM`.
 */
const failingLots = async (database: Database, reader: LogReader): Promise<Failing | null> => {
  const [cursor] = await database.db.select().from(logCursors).where(eq(logCursors.reader, reader.name));
  const { entries } = await entriesAfter(database.db, cursor?.position ?? 0, reader.afterMs);
  const lots = byLot(entries);
  const failing = new Map<string, unknown>();
  for (const [auctionId, ofLot] of lots) {
    try {
      await database.transaction(async (tx) => {
        await reader.read(tx, ofLot);
        throw new TakenBack();
      }, LIMITS);
    } catch (error) {
      if (error instanceof TakenBack) continue;
      if (!isOfRow(error)) throw error;
      failing.set(auctionId, error);
    }
  }
  const areAll = failing.size === lots.size && lots.size >= ALL_OF_THEM;
  return failing.size === 0 || areAll ? null : failing;
};

class TakenBack extends Error {
  override readonly name = "TakenBack";
}

/** `<auction> <first revision> <last revision> <reader>` */
const keyOf = ({ name }: LogReader, entries: readonly LogEntry[]): string =>
  [entries[0]?.auctionId, entries[0]?.revision, entries.at(-1)?.revision, name].join(" ");

const putAside = async (tx: Db, reader: LogReader, entries: readonly LogEntry[], error: unknown, log: RowLog) => {
  const isRecorded = await guardRows({ db: tx }, reader.loop, log).failed(keyOf(reader, entries), error);
  // With so many rows put aside, the reader waits for the staff rather than lose entries.
  if (!isRecorded) throw error;
};

/** Reads the entries again that failed before and are due. */
export const readAgain = async (database: Database, reader: LogReader, log: RowLog): Promise<void> => {
  const { loop, key, putAsideAt, retryAt } = setAsideRows;
  const isDue = and(
    eq(loop, reader.loop),
    sql`${key} like ${`% ${reader.name}`}`,
    isNull(putAsideAt),
    lte(retryAt, clockNow),
  );
  for (const row of await database.db.select({ key }).from(setAsideRows).where(isDue)) {
    const [lot = "", from, to] = row.key.split(" ");
    await guardRows(database, reader.loop, log).tries(row.key, async () => {
      const done = await database.transaction(async (tx) => {
        const isOwn = and(isDue, eq(key, row.key));
        const [own] = await tx.select({ key }).from(setAsideRows).where(isOwn).for("update", { skipLocked: true });
        if (!own) return () => {};
        const after = await reader.read(tx, await entriesOf(tx, lot, Number(from), Number(to)));
        await tx.delete(setAsideRows).where(and(eq(loop, reader.loop), eq(key, row.key)));
        return after;
      }, LIMITS);
      done();
    });
  }
};

/**
 * One reading covers many commits, because under full load a reading every tenth of a second delays bids by a third.
 * Only public changes wake a reader, so the time of a notification shows nothing of a hidden change.
 */
const WOKEN_AFTER_MS = 250;

export const startLogReader = (deps: {
  readonly database: Database;
  readonly reader: LogReader;
  readonly log: RowLog;
}): Job => {
  const { database, reader, log } = deps;
  const job = startJob({
    everyMs: reader.everyMs,
    wokenBy: { database, topics: reader.wokenBy },
    wokenAfterMs: WOKEN_AFTER_MS,
    run: async (signal) => {
      while (!signal.aborted && (await readNew(database, reader, log)));
      await readAgain(database, reader, log);
    },
    failed: (error) => log.warn({ err: error, reader: reader.name }, "a reader of the log failed; trying again"),
  });
  return {
    ...job,
    // Read what this server committed last, because no other server may be running.
    stop: async () => {
      await job.stop();
      if (reader.afterMs === 0) await readNew(database, reader, log).catch(() => {});
    },
  };
};
