// Checks unfinished payments at the start and every minute, so that money is credited even if the payer closed the
// browser and the webhook was lost. Any number of nodes may run it.
import { type Job, startJob } from "../../platform/jobs/job.ts";
import type { Wakes } from "../../platform/jobs/wake.ts";
import type { TopUps } from "./top-ups.ts";

const SWEEP_EVERY_MS = 60_000;

export const startTopUpSweep = (
  database: Pick<Wakes, "onWake">,
  topUps: Pick<TopUps, "sweep">,
  log: { warn(details: object, message: string): void },
  everyMs = SWEEP_EVERY_MS,
): Job =>
  startJob({
    everyMs,
    wokenBy: { database, topics: ["clock-set"] },
    run: (signal) => topUps.sweep(signal),
    failed: (error) => log.warn({ err: error }, "the sweep of top-ups failed; trying again"),
  });
