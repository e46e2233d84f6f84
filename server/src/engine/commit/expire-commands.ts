// Removes commands that were accepted more than 48 hours ago, all day long in small portions: one node at a time walks the
// table's pages. Nothing is kept of how far it came: a node that is killed leaves a table that the next one walks anew.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database/database.ts";
import type { Cleanup } from "../../platform/jobs/cleanup.ts";
import { endLease, holdLease } from "../../platform/jobs/job-leases.ts";
import { commandPages, PAGES_AT_ONCE, removeExpiredCommands, reuseRoomOfCommands } from "./expired-commands.ts";

const LEASE = "expire-commands";
/** Longer than any statement takes with its pause, so that a node that works never loses it. */
const LEASE_MS = 120_000;
const RENEW_AFTER_MS = 30_000;
/** Between two portions, at least. */
const PAUSE_MS = 20;
/**
 * And as long as the last portion took, times this: what is removed takes half of one connection's time, and of the
 * built-in database, whose statements run on the thread of the bids, a tenth.
 */
const PAUSE_FACTOR = { postgres: 1, pglite: 9 } as const;
/** Pages are not looked at again before this, so that a few commands an hour do not cost a statement each. */
const LOOK_AGAIN_MS = 10 * 60_000;
/** Fewer are not worth a vacuum (the built-in database alone): it looks through the whole index. */
const WORTH_A_VACUUM = 10_000;

export interface ExpiryDeps {
  readonly database: Database;
  /** This node's uuid. */
  readonly node: string;
  /** `ms`: what one portion took. */
  readonly removed: (rows: number, ms: number) => void;
  readonly pauseMs?: number;
}

/** `run` is one walk over all pages that may hold expired rows. */
export const createCommandExpiry = ({ database, node, removed, pauseMs = PAUSE_MS }: ExpiryDeps): Cleanup => {
  /**
   * By portion of pages, when its oldest row expires (`performance.now()`). Rows come later than that alone: each is
   * younger than the walk that noted it. So this is what an index by time would tell, and no bid writes it.
   */
  const dueAt: number[] = [];
  let sinceVacuum = 0;
  let renewedAt = Number.NEGATIVE_INFINITY;

  const isMine = async (): Promise<boolean> => {
    if (performance.now() - renewedAt < RENEW_AFTER_MS) return true;
    if (!(await holdLease(database, { job: LEASE, holder: node, forMs: LEASE_MS }))) return false;
    renewedAt = performance.now();
    return true;
  };

  const removeFrom = async (portion: number): Promise<number> => {
    const startedAt = performance.now();
    const { removed: rows, nextInMs } = await removeExpiredCommands(database, portion * PAGES_AT_ONCE);
    const tookMs = performance.now() - startedAt;
    dueAt[portion] = startedAt + (nextInMs === 0 ? 0 : Math.max(nextInMs, LOOK_AGAIN_MS));
    sinceVacuum += rows;
    removed(rows, tookMs);
    return tookMs;
  };

  return {
    name: LEASE,
    everyMs: 60_000,
    async run(isStopped) {
      renewedAt = Number.NEGATIVE_INFINITY;
      const portions = Math.ceil((await commandPages(database)) / PAGES_AT_ONCE);
      for (let portion = 0; portion < portions; portion++) {
        while ((dueAt[portion] ?? 0) <= performance.now()) {
          if (isStopped() || !(await isMine())) return;
          await sleep(Math.max(pauseMs, PAUSE_FACTOR[database.kind] * (await removeFrom(portion))));
        }
      }
      if (sinceVacuum < WORTH_A_VACUUM || isStopped()) return;
      sinceVacuum = 0;
      await reuseRoomOfCommands(database);
    },
    end: () => endLease(database, { job: LEASE, holder: node }),
  };
};
