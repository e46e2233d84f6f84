// Compares newly published lots with the saved searches, every few seconds. Any node may run it; a lease gives it to one
// node at a time, which saves work. What it writes is right without the lease.
import type { Database } from "../../../platform/database/database.ts";
import { type Job, startJob } from "../../../platform/jobs/job.ts";
import { endLease, holdLease } from "../../../platform/jobs/job-leases.ts";
import type { SiteNow } from "../search/collect-regions.ts";
import { hasPublishedLots, matchPublishedLots } from "./match-lots.ts";
import { notifyOwners } from "./notify-owners.ts";

const LEASE = "match-saved-searches";
/** Longer than any statement and its pause, so that a working node never loses the lease. */
const LEASE_MS = 30_000;
const RENEW_AFTER_MS = 10_000;
/** Owners who want to know at once are notified within this time and that of the comparison. */
const EVERY_MS = 5_000;

export const startMatchJob = (deps: {
  readonly database: Database;
  /** This node's uuid. */
  readonly node: string;
  readonly site: () => SiteNow;
  /** Called with the people who have a new notification. */
  readonly inboxChanged: (userIds: readonly string[]) => void;
  readonly log: { warn(details: object, message: string): void };
  readonly everyMs?: number;
}): Job => {
  const { database, node, site, inboxChanged, log, everyMs = EVERY_MS } = deps;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const renew = async (): Promise<boolean> => {
    renewedAt = performance.now();
    return await holdLease(database, { job: LEASE, holder: node, forMs: LEASE_MS });
  };
  return startJob({
    everyMs,
    wokenBy: { database, topics: ["clock-set"] },
    run: async (signal) => {
      // Daily notifications are sent even if no lot was published.
      inboxChanged(await notifyOwners(database, () => signal.aborted, log));
      if (!(await hasPublishedLots(database)) || !(await renew())) return;
      let isLost = false;
      try {
        await matchPublishedLots(database, site(), {
          isStopped: () => signal.aborted || isLost,
          log,
          between: async () => {
            if (performance.now() - renewedAt > RENEW_AFTER_MS) isLost = !(await renew());
          },
        });
        inboxChanged(await notifyOwners(database, () => signal.aborted, log));
      } finally {
        await endLease(database, { job: LEASE, holder: node });
      }
    },
    failed: (error) => log.warn({ err: error }, "published lots not compared with saved searches; trying again"),
  });
};
