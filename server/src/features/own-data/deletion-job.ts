// Carries out the requests for a deletion whose week is over, and scrubs the logs. Any number of nodes may run it: each
// request is carried out once.
import type { Database } from "../../platform/database/database.ts";
import { guardRows, silentLog } from "../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { dueDeletions, endOneDeletion } from "./deletion.ts";
import { scrubOne } from "./scrub-logs.ts";

const EVERY_MS = 60_000;

export interface DeletionJobDeps {
  readonly database: Database;
  readonly accountChanged: (userId: string) => void;
  readonly log: { warn(details: object, message: string): void };
}

/** One run of the job. */
export const endDueDeletions = async (
  deps: Omit<DeletionJobDeps, "log"> & Partial<Pick<DeletionJobDeps, "log">>,
  isStopped: () => boolean,
): Promise<void> => {
  const { database, log = silentLog } = deps;
  const guard = guardRows(database, "deletions", log);
  const endSome = () =>
    guard.together({
      run: (takes) => endOneDeletion(database, takes),
      keys: (takes) => dueDeletions(database, takes),
    });
  for (let isMore = true; isMore; isMore &&= !isStopped()) {
    const ended = (await endSome()).filter((one) => one !== null);
    for (const { userId } of ended) deps.accountChanged(userId);
    isMore = ended.length > 0;
  }
  while (!isStopped() && (await scrubOne(database, isStopped, log)));
};

export const startDeletionJob = (deps: DeletionJobDeps): Job =>
  startJob({
    everyMs: EVERY_MS,
    wokenBy: { database: deps.database, topics: ["clock-set"] },
    run: (signal) => endDueDeletions(deps, () => signal.aborted),
    failed: (error) => deps.log.warn({ err: error }, "deletions not carried out; trying again"),
  });
