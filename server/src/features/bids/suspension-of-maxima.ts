// Suspends the maxima of people with too many unpaid wins on all open lots (rule 18), so that their owners are told at
// once. Until then the commit's fence refuses their auto-bids (commit-statement.ts). A commit with a forfeit wakes it.
// Any number of nodes may run it, because a suspended maximum is not suspended again.
import { and, count, eq, gt, gte, inArray, isNull, not } from "drizzle-orm";
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { maxBids } from "../../platform/database/schema/bids.ts";
import { settlements } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";

/**
 * The sweep finds the maxima of a forfeit whose node ended at once, and of a lot that opens again. The fence keeps them
 * from bidding meanwhile.
 */
const SWEEP_EVERY_MS = 60_000;
const MOST_AT_ONCE = 500;

const maximaToSuspend = async ({ db }: Database, maxUnpaidWins: number) => {
  const { winnerId, status, pardonedAt } = settlements;
  const barred = db
    .select({ id: winnerId })
    .from(settlements)
    .where(and(hasValue(status, "forfeited"), isNull(pardonedAt)))
    .groupBy(winnerId)
    .having(gte(count(), maxUnpaidWins))
    .as("barred");
  return await db
    .select({ auctionId: maxBids.auctionId, ownerId: maxBids.userId })
    .from(barred)
    .innerJoin(maxBids, eq(maxBids.userId, barred.id))
    .innerJoin(auctions, eq(auctions.id, maxBids.auctionId))
    .where(and(not(maxBids.cancelled), gt(maxBids.contentVersion, 0), inArray(auctions.status, ["active", "paused"])))
    .limit(MOST_AT_ONCE);
};

export const startSuspensionOfMaxima = (deps: {
  readonly database: Database;
  readonly engine: Pick<AuctionEngine, "submit">;
  readonly maxUnpaidWins: number;
  readonly log: { warn(details: object, message: string): void };
}): Job =>
  startJob({
    everyMs: SWEEP_EVERY_MS,
    wokenBy: { database: deps.database, topics: ["maxima", "clock-set"] },
    run: async (signal) => {
      for (;;) {
        const maxima = await maximaToSuspend(deps.database, deps.maxUnpaidWins);
        const done = await Promise.all(
          maxima.map((maximum) => deps.engine.submit({ type: "SuspendMaxBid", ...maximum })),
        );
        // A maximum that fails is found again by the next sweep.
        if (maxima.length < MOST_AT_ONCE || signal.aborted || !done.some(({ outcome }) => outcome.ok)) return;
      }
    },
    failed: (error) => deps.log.warn({ err: error }, "maxima of people with unpaid wins not suspended; trying again"),
  });
