// Pays sellers when their sales are due, and takes back what an undone sale had given. Any number of nodes may run it.
import type { ExchangeRates } from "@jara/shared/money";
import { and, asc, lte, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { proceedsChecks } from "../../platform/database/schema/proceeds.ts";
import { databaseNow } from "../../platform/database/statements.ts";
import { guardRows, type Takes } from "../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { settleProceeds } from "./settle-proceeds.ts";

/** Finds what came due by the clock, and changes of other nodes. */
const SWEEP_EVERY_MS = 5_000;
const AT_ONCE = 100;

export interface ProceedsJobDeps {
  readonly database: Database;
  /** The setting in force. */
  readonly days: () => number;
  readonly rates: () => ExchangeRates;
  /** Called after the commit with a seller whose balance changed. */
  readonly paid: (sellerId: string) => void;
  readonly log: { warn(details: object, message: string): void };
  readonly everyMs?: number;
}

/** The sales to look at now, the longest waiting first. */
export const selectDue = (db: Db, days: number, takes: Takes) => {
  const { debtId, auctionId, waitsFrom } = proceedsChecks;
  const isDue = lte(waitsFrom, sql`${databaseNow} - ${days}::int * interval '1 day'`);
  return db
    .select({ debtId, auctionId })
    .from(proceedsChecks)
    .where(and(isDue, takes(debtId)))
    .orderBy(asc(waitsFrom), asc(debtId))
    .limit(AT_ONCE);
};

export const settleDue = async (deps: ProceedsJobDeps, signal: AbortSignal): Promise<void> => {
  const { database, days, rates, paid, log } = deps;
  const guard = guardRows(database, "proceeds", log);
  for (const sale of await selectDue(database.db, days(), guard.takes)) {
    if (signal.aborted) return;
    await guard.tries(sale.debtId, async () => {
      const sellerId = await settleProceeds(database, sale, { days: days(), rates: rates() });
      if (sellerId !== null) paid(sellerId);
    });
  }
};

export const startProceedsJob = (deps: ProceedsJobDeps): Job =>
  startJob({
    everyMs: deps.everyMs ?? SWEEP_EVERY_MS,
    wokenBy: { database: deps.database, topics: ["proceeds", "clock-set"] },
    run: (signal) => settleDue(deps, signal),
    failed: (error) => deps.log.warn({ err: error }, "proceeds not paid; trying again"),
  });
