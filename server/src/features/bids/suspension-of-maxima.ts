// Suspends the maxima of people with too many unpaid wins on all open lots (rule 18), so that their owners are told at
// once. Until then the commit's fence refuses their auto-bids (commit-statement.ts). A commit with a forfeit wakes it.
// Any number of nodes may run it, because a suspended maximum is not suspended again.
import { sql } from "drizzle-orm";
import type { AuctionEngine } from "../../engine/auction-engine.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { maxBids } from "../../platform/database/schema/bids.ts";
import { settlements } from "../../platform/database/schema/settlements.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";

/**
 * The sweep finds the maxima of a forfeit whose node ended at once, and of a lot that opens again. The fence keeps them
 * from bidding meanwhile.
 */
const SWEEP_EVERY_MS = 60_000;
const MOST_AT_ONCE = 500;

/** As SQL, because it counts the unpaid wins of each owner in a join of its own. */
const maximaToSuspend = async ({ db }: Database, maxUnpaidWins: number) =>
  await db.execute<{ auctionId: string; ownerId: string }>(sql`
    select ${maxBids.auctionId} as "auctionId", ${maxBids.userId} as "ownerId"
    from (
      select ${settlements.winnerId} as id from ${settlements}
      where ${settlements.status} = 'forfeited' and ${settlements.pardonedAt} is null
      group by ${settlements.winnerId} having count(*) >= ${maxUnpaidWins}
    ) barred join ${maxBids} on ${maxBids.userId} = barred.id join ${auctions} on ${auctions.id} = ${maxBids.auctionId}
    where not ${maxBids.cancelled} and ${maxBids.contentVersion} > 0 and ${auctions.status} in ('active', 'paused')
    limit ${MOST_AT_ONCE}`);

export const startSuspensionOfMaxima = (deps: {
  readonly database: Database;
  readonly engine: Pick<AuctionEngine, "submit">;
  readonly maxUnpaidWins: number;
  readonly log: { warn(details: object, message: string): void };
}): Job =>
  startJob({
    everyMs: SWEEP_EVERY_MS,
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
