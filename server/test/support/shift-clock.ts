// Moves the clock of a test's own database: replaces the function by which all SQL of the program reads the time. So a test
// goes to the end of an auction, a deadline or a window at once, where it would wait for it.
//
// The clock only goes forward, and stays there until the database is dropped. A test file that uses it has a database of
// its own (`makeDatabase`, `withDatabase`, `startTestServer`), takes its times from `databaseNow`, never from Date.now(),
// and writes `clock_now()` where its SQL needs the time. What counts by a process's own clock does not move: pauses of
// jobs, rate limits, connections, tokens.
import type { Database } from "../../src/platform/database/database.ts";
import type { DatabaseClock } from "../../src/platform/database/database-clock.ts";

interface Node {
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, "measure">;
}

/**
 * By `ms` from the time that the database has now. The given servers have measured the clock when it resolves, and look for
 * what is due; others notice it within a second.
 */
export const shiftClock = async (database: Pick<Database, "query">, ms: number, ...nodes: Node[]): Promise<void> => {
  if (!(ms >= 0)) throw new Error("a clock goes forward");
  const [row] = await database.query<{ aheadMs: number }>(
    `select round(extract(epoch from clock_now() - date_trunc('milliseconds', clock_timestamp())) * 1000)::float8 as "aheadMs"`,
  );
  const aheadMs = Math.ceil((row?.aheadMs ?? Number.NaN) + ms);
  await database.query(
    `create or replace function clock_now() returns timestamptz language sql volatile parallel safe
     as 'select date_trunc(''milliseconds'', clock_timestamp()) + interval ''${aheadMs} milliseconds'''`,
  );
  await Promise.all(nodes.map((node) => node.clock.measure(node.database)));
};

/** Moves the clock of the server's own database to this time, or leaves it where it is later already. */
export const goTo = async (
  server: { databaseNow(): Promise<number>; shiftClock(ms: number): Promise<void> },
  time: number,
): Promise<void> => server.shiftClock(Math.max(0, time - (await server.databaseNow())));
