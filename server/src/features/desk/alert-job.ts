// Writes the mails to staff about deadlines, every minute (alerts.ts). Any number of nodes may run it.
import type { Clock } from "../../platform/database/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { writeAlerts } from "./alerts.ts";

const EVERY_MS = 60_000;

export const startAlertJob = (deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: { warn(details: object, message: string): void };
  readonly everyMs?: number;
}): Job => {
  const { database, clock, log, everyMs = EVERY_MS } = deps;
  return startJob({
    everyMs,
    wokenBy: { database, topics: ["clock-set"] },
    run: async () => void (await writeAlerts(database, clock.now(), log)),
    failed: (error) => log.warn({ err: error }, "alerts of staff not written; trying again"),
  });
};
