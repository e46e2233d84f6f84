// Numbers receipts within a second of their payment. Any number of nodes may run it.
import type { Database } from "../../platform/database/database.ts";
import { startJob } from "../../platform/jobs/job.ts";
import { NUMBERED_AT_ONCE, numberReceipts } from "./number-receipts.ts";

/** Finds receipts that other nodes wrote, and receipts of a node that died before it numbered them. */
const SWEEP_EVERY_MS = 1_000;
/** Many commits in a row wake the job only once. */
const WOKEN_AFTER_MS = 50;

export interface ReceiptJob {
  /** Call after a commit that may have written a receipt. */
  wake(): void;
  stop(): Promise<void>;
}

export const startReceiptJob = (deps: {
  readonly database: Database;
  /** Called when receipts were numbered, and their mails written. */
  readonly numbered: () => void;
  readonly log: { warn(details: object, message: string): void };
  readonly everyMs?: number;
}): ReceiptJob => {
  const job = startJob({
    everyMs: deps.everyMs ?? SWEEP_EVERY_MS,
    pokedAfterMs: WOKEN_AFTER_MS,
    run: async (signal) => {
      let last = NUMBERED_AT_ONCE;
      while (last === NUMBERED_AT_ONCE && !signal.aborted) {
        last = await numberReceipts(deps.database);
        if (last > 0) deps.numbered();
      }
    },
    failed: (error) => deps.log.warn({ err: error }, "receipts not numbered; trying again"),
  });
  return { wake: job.poke, stop: job.stop };
};
