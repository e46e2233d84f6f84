// Runs the readers of the log in a bench's database, and looks how far the one that tells of bids is behind.
import { setTimeout as sleep } from "node:timers/promises";
import { startLogReaders } from "../../src/log-readers/start-readers.ts";
import type { Database } from "../../src/platform/database/database.ts";

const BID_NOTICES = "bid-notices";
const LOOK_EVERY_MS = 100;

/** `behind`: at each look, the age of the oldest change that the reader has not read, in milliseconds. */
export const openReaders = (database: Database): { readonly behind: number[]; stop(): Promise<void> } => {
  const readers = startLogReaders({
    database,
    inboxChanged: () => {},
    mailed: () => {},
    lotsMoved: () => {},
    netsOfSales: () => Promise.resolve(new Map()),
    log: { warn: console.error },
  });
  const behind: number[] = [];
  let isOver = false;
  const looks = (async () => {
    for (; !isOver; await sleep(LOOK_EVERY_MS)) {
      const [row] = await database.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_now() - first.at) * 1000), 0)::float8 as ms
         from log_cursors c cross join lateral (
           select at from auction_events where written_by > c.position order by written_by limit 1
         ) first
         where c.reader = $1`,
        [BID_NOTICES],
      );
      behind.push(row?.ms ?? 0);
    }
  })();
  return {
    behind,
    stop: async () => {
      isOver = true;
      await looks;
      await readers.stop();
    },
  };
};
