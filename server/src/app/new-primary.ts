// Adapts this node when another PostgreSQL server has become the primary: its clock differs, and it may lack data that
// this node read from the former primary.
import { setTimeout as sleep } from "node:timers/promises";
import type { AuctionEngine } from "../engine/auction-engine.ts";
import type { Ticker } from "../live/ticker.ts";
import type { Database } from "../platform/database/database.ts";
import type { DatabaseClock } from "../platform/database/database-clock.ts";

const TRIES = 30;
const TRIES_EVERY_MS = 1_000;

export const followNewPrimary = (deps: {
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, "measure">;
  readonly engine: Pick<AuctionEngine, "evictAll">;
  readonly ticker: Pick<Ticker, "compareWithNewPrimary">;
  readonly log: { warn(details: object, message: string): void };
}): void => {
  const { database, clock, engine, ticker, log } = deps;
  /** Counts the changes of the primary, so that the newest one ends the tries of the one before. */
  let changes = 0;
  const follow = async (): Promise<void> => {
    changes += 1;
    const mine = changes;
    engine.evictAll();
    for (let tries = 1; tries <= TRIES && mine === changes; tries += 1) {
      try {
        await clock.measure(database);
        await ticker.compareWithNewPrimary();
        database.wake("lot-times");
        return;
      } catch (error) {
        log.warn({ err: error, tries }, "watchers are not compared with the new primary yet");
      }
      await sleep(TRIES_EVERY_MS, undefined, { ref: false });
    }
  };
  database.replication.onNewPrimary(() => {
    log.warn({}, "another PostgreSQL server has become the primary");
    void follow();
  });
};
