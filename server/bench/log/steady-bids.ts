// Sends bids through the engine at a steady rate, without sockets.
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Minor } from "@jara/shared/money";
import type { Database } from "../../src/platform/database/database.ts";
import { INCREMENT_MINOR, type Participants, roundRobin, STARTING_PRICE_MINOR } from "../engine/contender.ts";
import { openEngine } from "../engine/with-engine.ts";

const EVERY_MS = 10;

/** `committed`: called after each bid. */
export const openSteadyBids = async (database: Database, participants: Participants, committed: () => void) => {
  const { engine, close } = await openEngine(database);
  const nextAuction = roundRobin(participants.auctionIds.map((id) => ({ id, priceMinor: STARTING_PRICE_MINOR })));
  const nextBidder = roundRobin(participants.bidderIds);
  /** Milliseconds until the answer; null if the bid was refused. */
  const bid = async (): Promise<number | null> => {
    const startedAt = performance.now();
    const auction = nextAuction();
    auction.priceMinor += INCREMENT_MINOR;
    const { outcome } = await engine.submit({
      type: "PlaceBid",
      auctionId: auction.id,
      userId: nextBidder(),
      commandId: randomUUID(),
      amountMinor: auction.priceMinor as Minor,
    });
    // A crowded engine refuses bids for a moment.
    if (!outcome.ok && outcome.error.code !== "UNAVAILABLE") throw new Error(`refused: ${outcome.error.code}`);
    if (!outcome.ok) return null;
    committed();
    return performance.now() - startedAt;
  };
  return {
    /** `waits`: milliseconds from each bid that was placed to its answer. */
    async run(perSecond: number, ms: number): Promise<{ placed: number; waits: number[] }> {
      const startedAt = performance.now();
      const bids: Promise<number | null>[] = [];
      for (let now = startedAt; now - startedAt < ms; now = performance.now()) {
        const due = ((now - startedAt) / 1000) * perSecond;
        while (bids.length < due) bids.push(bid());
        await sleep(EVERY_MS);
      }
      const waits = (await Promise.all(bids)).filter((wait) => wait !== null);
      return { placed: waits.length, waits };
    },
    close,
  };
};
