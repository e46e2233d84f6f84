// The job that deletes commands accepted more than 48 hours ago, continuously and in small portions. One node at a
// time, under a lease, walks the table's pages. The position is not stored: if a node is killed, the next one starts
// the walk again.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../platform/database/database.ts";
import type { Cleanup } from "../../platform/jobs/cleanup.ts";
import { endLease, holdLease } from "../../platform/jobs/job-leases.ts";
import { commandPages, PAGES_AT_ONCE, removeExpiredCommands } from "./delete-expired-commands.ts";

const LEASE = "expire-commands";
/** Longer than any statement and its pause, so that a working node never loses the lease. */
const LEASE_MS = 120_000;
const RENEW_AFTER_MS = 30_000;
/** The least pause between two portions. */
const PAUSE_MS = 20;
/** A portion is not scanned again before this, so that a few commands an hour do not cost a statement each. */
const LOOK_AGAIN_MS = 10 * 60_000;

export interface ExpiryDeps {
  readonly database: Database;
  /** This node's uuid. */
  readonly node: string;
  /** `ms`: the duration of one portion. */
  readonly removed: (rows: number, ms: number) => void;
  readonly pauseMs?: number;
}

/** `run` is one walk over all pages that may hold expired rows. */
export const createCommandExpiry = ({ database, node, removed, pauseMs = PAUSE_MS }: ExpiryDeps): Cleanup => {
  /**
   * For each portion of pages, when its oldest row expires (`performance.now()`). Every row that is added later expires
   * later, because it is younger than the walk that noted this time. So this replaces an index by time, which every bid
   * would have to write.
   */
  const dueAt: number[] = [];
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
          // The pause is as long as the portion took, so that the job uses half of one connection's time.
          await sleep(Math.max(pauseMs, await removeFrom(portion)));
        }
      }
    },
    end: () => endLease(database, { job: LEASE, holder: node }),
  };
};
