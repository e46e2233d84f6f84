// Carries out the requests for a deletion whose week is over, and scrubs the logs. Any number of nodes may run it: each
// request is carried out once.
import type { Database } from "../../platform/database/database.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { endOneDeletion } from "./deletion.ts";
import { scrubOne } from "./scrub-logs.ts";

const EVERY_MS = 60_000;

export interface DeletionJobDeps {
  readonly database: Database;
  readonly accountChanged: (userId: string) => void;
  readonly mailsWritten: () => void;
  readonly log: { warn(details: object, message: string): void };
}

/** One run of the job. */
export const endDueDeletions = async (deps: Omit<DeletionJobDeps, "log">, isStopped: () => boolean): Promise<void> => {
  for (let ended = await endOneDeletion(deps.database); ended; ended = await endOneDeletion(deps.database)) {
    deps.accountChanged(ended.userId);
    deps.mailsWritten();
    if (isStopped()) return;
  }
  while (!isStopped() && (await scrubOne(deps.database, isStopped)));
};

export const startDeletionJob = (deps: DeletionJobDeps): Job =>
  startJob({
    everyMs: EVERY_MS,
    run: (signal) => endDueDeletions(deps, () => signal.aborted),
    failed: (error) => deps.log.warn({ err: error }, "deletions not carried out; trying again"),
  });
