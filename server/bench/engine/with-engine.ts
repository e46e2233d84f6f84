// The contender with the engine and all its rules: commands with ids of their own, user facts, outcomes and the event
// log.
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { fallbackRates, type Minor } from "@jara/shared/money";
import { createMetrics } from "../../src/app/metrics.ts";
import { AuctionEngine } from "../../src/engine/auction-engine.ts";
import { createEngineStore } from "../../src/engine/commit/engine-store.ts";
import { observedStore } from "../../src/engine/engine-metrics.ts";
import type { EngineStore } from "../../src/engine/ports.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { DatabaseClock } from "../../src/platform/database/database-clock.ts";
import { type Contender, INCREMENT_MINOR, type Participants, roundRobin, STARTING_PRICE_MINOR } from "./contender.ts";

/** Four batches: one at the database, one being prepared, and two being collected. */
export const IN_FLIGHT = 2000;

/** An engine as on a server, but without a publisher. `wrapped` may watch what it asks the database. */
export const openEngine = async (
  database: Database,
  reserves = false,
  wrapped: (store: EngineStore) => EngineStore = (store) => store,
): Promise<{ engine: AuctionEngine; close(): Promise<void> }> => {
  const clock = new DatabaseClock();
  await clock.start(database);
  // With metrics, as on a server.
  const metrics = createMetrics();
  const engine = new AuctionEngine({
    store: wrapped(observedStore(createEngineStore(database, clock, reserves), metrics.commits)),
    observe: metrics.engine,
    clock,
    rates: () => fallbackRates,
    events: { committed: () => {}, unknown: () => {} },
    log: { error: (details, message) => console.error(message, details) },
  });
  const close = async (): Promise<void> => {
    clock.stop();
    await engine.close();
  };
  return { engine, close };
};

/** `reserves`: with `BALANCE_RULE=hold`. Nearly every bid of the bench then raises what its bidder has bound. */
export const withEngine = async (
  database: Database,
  participants: Participants,
  { inFlight = IN_FLIGHT, reserves = false } = {},
): Promise<Contender> => {
  const { engine, close } = await openEngine(database, reserves);
  const nextAuction = roundRobin(participants.auctionIds.map((id) => ({ id, priceMinor: STARTING_PRICE_MINOR })));
  const nextBidder = roundRobin(participants.bidderIds);

  const bid = async (): Promise<void> => {
    const auction = nextAuction();
    // The queue keeps the order of arrival, so the price will be this bid's minimum when it is decided.
    auction.priceMinor += INCREMENT_MINOR;
    const { outcome } = await engine.submit({
      type: "PlaceBid",
      auctionId: auction.id,
      userId: nextBidder(),
      commandId: randomUUID(),
      amountMinor: auction.priceMinor as Minor,
    });
    if (!outcome.ok) throw new Error(`a valid bid was refused: ${outcome.error.code} ${outcome.error.message}`);
  };

  return {
    name: reserves ? "engine with hold" : "engine",
    async run(ms, latencies) {
      const started = performance.now();
      let bids = 0;
      const bidUntilTheEnd = async (): Promise<void> => {
        for (let sent = started; sent - started < ms; ) {
          sent = performance.now();
          await bid();
          latencies.recordValue((performance.now() - sent) * 1000);
          bids += 1;
        }
      };
      await Promise.all(Array.from({ length: inFlight }, bidUntilTheEnd));
      return { bids, ms: performance.now() - started };
    },
    close,
  };
};
