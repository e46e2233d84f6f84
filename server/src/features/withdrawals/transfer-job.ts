// Sends approved withdrawals and asks about sent ones, at the start and every few seconds. Any number of nodes may run it.
import { type Job, startJob } from "../../platform/jobs/job.ts";
import type { Wakes } from "../../platform/jobs/wake.ts";
import type { Transfers } from "./transfers.ts";

const SWEEP_EVERY_MS = 5_000;

export const startTransferJob = (
  database: Pick<Wakes, "onWake">,
  transfers: Pick<Transfers, "sweep">,
  log: { warn(details: object, message: string): void },
  everyMs = SWEEP_EVERY_MS,
): Job =>
  startJob({
    everyMs,
    wokenBy: { database, topics: ["withdrawals", "clock-set"] },
    run: (signal) => transfers.sweep(signal),
    failed: (error) => log.warn({ err: error }, "withdrawals were not sent; trying again"),
  });
