// Lets a reader of the log read everything that was committed before, or waits until a server has.
import { expect, vi } from "vitest";
import { type LogReader, readNew } from "../../src/log-readers/reader.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { type RowLog, silentLog } from "../../src/platform/jobs/guard-rows.ts";

/** Transactions of other databases of the cluster hold a reader back, so it may take several tries. */
const PATIENTLY = { timeout: 45_000, interval: 20 };

const newestPosition = async (query: Database["query"], olderThanMs = 0): Promise<number> => {
  const [newest] = await query<{ position: number }>(
    `select coalesce(max(written_by), 0)::float8 as position from auction_events
     where written_by is not null and at <= clock_now() - $1::int * interval '1 millisecond'`,
    [olderThanMs],
  );
  return newest?.position ?? 0;
};

/** Resolves once a reader may read everything that was committed before the call. */
export const logMayBeRead = async (database: Database): Promise<void> => {
  const newest = await newestPosition(database.query);
  await vi.waitFor(async () => {
    const [bound] = await database.query<{ position: number }>(
      "select log_position(pg_snapshot_xmin(pg_current_snapshot()))::float8 as position",
    );
    expect(bound?.position).toBeGreaterThan(newest);
  }, PATIENTLY);
};

/** Reads up to the newest entry that is old enough for the reader. */
export const readUpToNow = async (database: Database, reader: LogReader, log: RowLog = silentLog): Promise<void> => {
  const newest = await newestPosition(database.query, reader.afterMs);
  await vi.waitFor(async () => {
    while (await readNew(database, reader, log));
    const [cursor] = await database.query<{ position: number }>(
      "select position::float8 as position from log_cursors where reader = $1",
      [reader.name],
    );
    expect(cursor?.position).toBeGreaterThanOrEqual(newest);
  }, PATIENTLY);
};

/** Resolves when the server has notified people of everything that was committed before the call. */
export const logIsRead = async ({ query }: Pick<Database, "query">): Promise<void> => {
  const newest = await newestPosition(query);
  await vi.waitFor(async () => {
    const [slowest] = await query<{ position: number }>(
      "select min(position)::float8 as position from log_cursors where reader <> 'late-outbids'",
    );
    expect(slowest?.position).toBeGreaterThanOrEqual(newest);
  }, PATIENTLY);
};
