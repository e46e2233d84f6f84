// Forfeits unpaid wins once they are due, and Buy It Now purchases whose deadline the close clock could not carry out.
// Any number of nodes may run it: one node takes each due row, and the engine's fence lets the forfeit happen once. It
// handles one row at a time, so that a row that cannot be forfeited fails alone.
import { type SettlementKind, settlementKinds } from "@jara/shared/rest/settlements";
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { RETRY_AFTER_S, recordFailure, type TakenForfeit, takeForfeit } from "./job-queries.ts";

const SWEEP_EVERY_MS = 2_000;

export const startForfeitJob = (deps: {
  database: Database;
  engine: Pick<AuctionEngine, "submit">;
  /** Called when a settlement or a purchase becomes stuck. */
  stuck: (id: string) => void;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  retryAfterS?: readonly number[];
  everyMs?: number;
}): Job => {
  const { database, engine, log, retryAfterS = RETRY_AFTER_S } = deps;

  const giveUp = (kind: SettlementKind, { id, auctionId, attempts }: TakenForfeit): void => {
    log.error(
      { kind, settlement: id, auctionId, attempts },
      "a forfeit failed too often; it waits for an administrator",
    );
    deps.stuck(id);
  };

  const forfeit = async (kind: SettlementKind, taken: TakenForfeit): Promise<void> => {
    const { id: settlementId, auctionId } = taken;
    const { outcome, failure } = await engine.submit(
      kind === "win" ? { type: "ForfeitSettlement", auctionId, settlementId } : { type: "ExpirePurchase", auctionId },
    );
    if (outcome.ok) return;
    log.warn({ kind, settlement: settlementId, attempts: taken.attempts, failure }, "a forfeit failed");
    const reason = failure ?? outcome.error.message;
    if (await recordFailure(database, kind, taken, reason, retryAfterS.length)) giveUp(kind, taken);
  };

  const forfeitAll = async (kind: SettlementKind, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const taken = await takeForfeit(database, kind, retryAfterS);
      if (!taken) return;
      if (taken.isStuck) giveUp(kind, taken);
      else await forfeit(kind, taken);
    }
  };

  return startJob({
    everyMs: deps.everyMs ?? SWEEP_EVERY_MS,
    wokenBy: { database, topics: ["settlements", "clock-set"] },
    run: async (signal) => {
      for (const kind of settlementKinds) await forfeitAll(kind, signal);
    },
    failed: (error) => log.warn({ err: error }, "due forfeits not read; trying again"),
  });
};
