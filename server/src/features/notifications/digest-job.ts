// Writes the daily mails that are due, every minute (digest.ts). A lease keeps the other nodes from looking too.
import { randomUUID } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";
import { guardRows } from "../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { holdLease } from "../../platform/jobs/job-leases.ts";
import { peopleWithoutDigest, writeDigests } from "./digest.ts";

const EVERY_MS = 60_000;
const LEASE = { job: "digest", forMs: 5 * EVERY_MS };

export const startDigestJob = (deps: {
  readonly database: Database;
  readonly log: { warn(details: object, message: string): void };
}): Job => {
  const { database, log } = deps;
  const holder = randomUUID();
  const guard = guardRows(database, "daily-mails", log);
  return startJob({
    everyMs: EVERY_MS,
    wokenBy: { database, topics: ["clock-set"] },
    run: async (signal) => {
      if (!(await holdLease(database, { ...LEASE, holder }))) return;
      const writeSome = () =>
        guard.together({
          run: (takes) => writeDigests(database, undefined, takes),
          keys: (takes) => peopleWithoutDigest(database, takes),
        });
      while (!signal.aborted && (await writeSome()).some((people) => people > 0));
    },
    failed: (error) => log.warn({ err: error }, "daily mails not written; trying again"),
  });
};
