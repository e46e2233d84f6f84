// Keeps the order in which the lots of a sale close. When soft close moves the end of a lot, the lots after it (or, where
// all close together, all lots) move with it. Any number of nodes may run it, because a lot's end only moves to a later
// time. Until it has moved, the close clock does not close a lot before an earlier one (due-commands.ts).
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { lotsOutOfOrder } from "./action-queries.ts";

const SWEEP_EVERY_MS = 1_000;

export const startSaleOrderJob = (deps: {
  readonly database: Database;
  readonly engine: Pick<AuctionEngine, "submit">;
  readonly log: { warn(details: object, message: string): void };
}): Job =>
  startJob({
    everyMs: SWEEP_EVERY_MS,
    wokenBy: { database: deps.database, topics: ["sale-order", "clock-set"] },
    run: async () => {
      const lots = await lotsOutOfOrder(deps.database);
      await Promise.all(lots.map((lot) => deps.engine.submit({ type: "KeepOpen", ...lot })));
    },
    failed: (error) => deps.log.warn({ err: error }, "the order of a sale's lots was not checked; trying again"),
  });
