// Every 30 seconds, carries out approved changes whose node stopped before it could do so, and removes small orders
// that no longer count. Any number of nodes may run it.
import type { Database } from "../../platform/database/database.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import type { Approvals } from "./approvals.ts";
import { evictSmallOrders } from "./queries.ts";

const RESUMED_EVERY_MS = 30_000;
const EVICTED_AT_ONCE = 1_000;

export interface ApprovalJobDeps {
  readonly database: Database;
  readonly approvals: Pick<Approvals, "resume">;
  readonly log: { warn(details: object, message: string): void };
}

export const startApprovalJob = ({ database, approvals, log }: ApprovalJobDeps, everyMs = RESUMED_EVERY_MS): Job =>
  startJob({
    everyMs,
    wokenBy: { database, topics: ["clock-set"] },
    firstAfterMs: everyMs,
    run: async (signal) => {
      await approvals.resume(signal);
      if (!signal.aborted) await evictSmallOrders(database, EVICTED_AT_ONCE);
    },
    failed: (error) => log.warn({ err: error }, "approved changes not looked for"),
  });
