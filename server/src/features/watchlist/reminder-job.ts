// Sends reminders about watched lots, every few seconds. Any number of nodes may run it.
import type { Database } from "../../platform/database/database.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { sendReminders } from "./reminders.ts";

const EVERY_MS = 10_000;

export const startReminderJob = (deps: {
  readonly database: Database;
  /** Called with the people who have a new notification. */
  readonly inboxChanged: (userIds: readonly string[]) => void;
  readonly log: { warn(details: object, message: string): void };
}): Job =>
  startJob({
    everyMs: EVERY_MS,
    wokenBy: { database: deps.database, topics: ["clock-set"] },
    run: (signal) => sendReminders(deps.database, deps.inboxChanged, () => signal.aborted, deps.log),
    failed: (error) => deps.log.warn({ err: error }, "reminders not sent; trying again"),
  });
