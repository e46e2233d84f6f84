// Looks each minute whether a verdict is due. A lease gives the check to one node at a time, which saves work; what is
// published is right without it.
import type { Database } from "../../../platform/database/database.ts";
import { type Job, startJob } from "../../../platform/jobs/job.ts";
import { endLease, holdLease } from "../../../platform/jobs/job-leases.ts";
import { makeVerdict, type NightlyDeps } from "./nightly-verdict.ts";
import { newestVerdict, type StoredVerdict } from "./stored-verdicts.ts";

const LEASE = "nightly-verdict";
const LEASE_MS = 90_000;
const RENEW_EVERY_MS = 30_000;
const EVERY_MS = 60_000;

export const startVerdictJob = ({
  database,
  node,
  everyMs = EVERY_MS,
  seen,
  ...deps
}: Omit<NightlyDeps, "database"> & {
  readonly database: Database;
  /** This node's uuid. */
  readonly node: string;
  /** Called with the newest verdict, on every node. */
  readonly seen: (newest: StoredVerdict) => void;
  readonly everyMs?: number;
}): Job => {
  const hold = () => holdLease(database, { job: LEASE, holder: node, forMs: LEASE_MS });
  const see = async (): Promise<void> => {
    const newest = await newestVerdict(database);
    if (newest) seen(newest);
  };
  const job = startJob({
    everyMs,
    run: async (stopping) => {
      await see();
      if (!(await hold())) return;
      const lost = new AbortController();
      const renewing = setInterval(() => {
        hold().then(
          (isMine) => isMine || lost.abort(),
          // The database is away; the check notices it too.
          () => {},
        );
      }, RENEW_EVERY_MS);
      try {
        const signal = AbortSignal.any([stopping, lost.signal]);
        while (!signal.aborted && (await makeVerdict({ ...deps, database }, signal))) await see();
      } finally {
        clearInterval(renewing);
      }
    },
    failed: (error) => deps.log.warn({ err: error }, "the nightly verdict was not made; trying again"),
  });
  return {
    ...job,
    stop: async () => {
      await job.stop();
      await endLease(database, { job: LEASE, holder: node }).catch(() => {});
    },
  };
};
