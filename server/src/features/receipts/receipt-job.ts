// Numbers receipts within a second of their payment. Any number of nodes may run it.
import type { Database } from "../../platform/database/database.ts";
import { guardRows } from "../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { NUMBERED_AT_ONCE, numberReceipts, payersToNumber, unnumberedReceipts } from "./number-receipts.ts";

/** Finds receipts that other nodes wrote, and receipts of a node that died before it numbered them. */
const SWEEP_EVERY_MS = 1_000;
/** Many commits in a row wake the job only once. */
const WOKEN_AFTER_MS = 50;

export const startReceiptJob = (deps: {
  readonly database: Database;
  readonly log: { warn(details: object, message: string): void };
  /** Issues the invoices of a payer, so that the receipts can name them. */
  readonly invoice?: (userId: string) => Promise<void>;
  readonly everyMs?: number;
}): Job => {
  const guard = guardRows(deps.database, "receipts", deps.log);
  // A receipt does not wait for an invoice that cannot be made.
  const invoiced = async (userId: string): Promise<void> => {
    try {
      await deps.invoice?.(userId);
    } catch (error) {
      deps.log.warn({ err: error, userId }, "invoices not made; they are made when somebody asks for them");
    }
  };
  return startJob({
    everyMs: deps.everyMs ?? SWEEP_EVERY_MS,
    wokenBy: { database: deps.database, topics: ["receipts"] },
    wokenAfterMs: WOKEN_AFTER_MS,
    run: async (signal) => {
      let last = NUMBERED_AT_ONCE;
      while (last === NUMBERED_AT_ONCE && !signal.aborted) {
        for (const userId of await payersToNumber(deps.database, guard.takes)) await invoiced(userId);
        const numbered = await guard.together({
          run: (takes) => numberReceipts(deps.database, undefined, undefined, takes),
          keys: (takes) => unnumberedReceipts(deps.database, takes),
        });
        last = numbered.reduce((sum, count) => sum + count, 0);
      }
    },
    failed: (error) => deps.log.warn({ err: error }, "receipts not numbered; trying again"),
  });
};
