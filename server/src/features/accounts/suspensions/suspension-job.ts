// Lifts suspensions whose time is over, and voids the bids that an interrupted request left. Any number of nodes may
// run it: each suspension is lifted once, and the bids on each lot are voided once.
import type { AuctionEngine } from "../../../engine/auction-engine.ts";
import type { Database } from "../../../platform/database/database.ts";
import { guardRows } from "../../../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../../../platform/jobs/job.ts";
import { expiredSuspensions, liftExpired } from "./suspend.ts";
import { suspensionsToVoid, voidLotsOf } from "./void-lots.ts";

const EVERY_MS = 2_000;
/** They are one transaction. */
const LIFTED_AT_ONCE = 25;

export const startSuspensionJob = (deps: {
  readonly database: Database;
  readonly engine: Pick<AuctionEngine, "submit">;
  readonly accountChanged: (userId: string) => void;
  readonly log: { warn(details: object, message: string): void };
  readonly everyMs?: number;
}): Job =>
  startJob({
    everyMs: deps.everyMs ?? EVERY_MS,
    wokenBy: { database: deps.database, topics: ["clock-set"] },
    run: async (signal) => {
      const voids = guardRows(deps.database, "suspension-voids", deps.log);
      for (const suspensionId of await suspensionsToVoid(deps.database)) {
        if (signal.aborted) return;
        await voids.tries(suspensionId, () => voidLotsOf(deps, suspensionId));
      }
      const lifting = guardRows(deps.database, "lifted-suspensions", deps.log);
      const restored = (
        await lifting.together({
          run: (takes) => liftExpired(deps.database, LIFTED_AT_ONCE, takes),
          keys: (takes) => expiredSuspensions(deps.database, LIFTED_AT_ONCE, takes),
        })
      ).flat();
      for (const userId of restored) deps.accountChanged(userId);
    },
    failed: (error) => deps.log.warn({ err: error }, "suspensions not processed; trying again"),
  });
