// What a database gathers in the course of days and nobody waits for: put together now and then, by whichever node comes
// first; two at once do no harm.
import { foldAuctionCounts } from "../store/auction-counts.ts";
import type { Database } from "../store/database.ts";

const EVERY_MS = 60_000;

export const startHousekeeping = (deps: {
  readonly database: Database;
  readonly log: { warn(details: object, message: string): void };
}): { stop: () => Promise<void> } => {
  let running = Promise.resolve();
  const run = (): void => {
    running = foldAuctionCounts(deps.database).catch((error: unknown) => {
      deps.log.warn({ err: error }, "could not fold the numbers of auctions; tried again in a minute");
    });
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
