// Sends approved withdrawals and asks about sent ones, at the start and every few seconds. Any number of nodes may run it.
import { type Job, startJob } from "../../platform/jobs/job.ts";
import type { Transfers } from "./transfers.ts";

const SWEEP_EVERY_MS = 5_000;

export const startTransferJob = (
  transfers: Pick<Transfers, "sweep">,
  log: { warn(details: object, message: string): void },
  everyMs = SWEEP_EVERY_MS,
): Job =>
  startJob({
    everyMs,
    run: (signal) => transfers.sweep(signal),
    failed: (error) => log.warn({ err: error }, "withdrawals were not sent; trying again"),
  });
