// Numbers receipts within a second of their payment. Any number of nodes may run it.
import type { Database } from "../../platform/database/database.ts";
import { guardRows } from "../../platform/jobs/guard-rows.ts";
import { startJob } from "../../platform/jobs/job.ts";
import { NUMBERED_AT_ONCE, numberReceipts, unnumberedReceipts } from "./number-receipts.ts";

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
  const guard = guardRows(deps.database, "receipts", deps.log);
  const job = startJob({
    everyMs: deps.everyMs ?? SWEEP_EVERY_MS,
    pokedAfterMs: WOKEN_AFTER_MS,
    run: async (signal) => {
      let last = NUMBERED_AT_ONCE;
      while (last === NUMBERED_AT_ONCE && !signal.aborted) {
        const numbered = await guard.together({
          run: (takes) => numberReceipts(deps.database, undefined, undefined, takes),
          keys: (takes) => unnumberedReceipts(deps.database, takes),
        });
        last = numbered.reduce((sum, count) => sum + count, 0);
        if (last > 0) deps.numbered();
      }
    },
    failed: (error) => deps.log.warn({ err: error }, "receipts not numbered; trying again"),
  });
  return { wake: job.poke, stop: job.stop };
};
