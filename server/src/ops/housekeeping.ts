// What a database gathers and nobody waits for, put in order now and then by whichever node comes first: the numbers of
// auctions are folded, the texts of closed auctions filed. Two at once do no harm.
import { foldAuctionCounts } from "../store/auction-counts.ts";
import type { Database } from "../store/database.ts";
import { fileTexts } from "../store/file-texts.ts";

const EVERY_MS = 10_000;

export const startHousekeeping = (deps: {
  readonly database: Database;
  readonly log: { warn(details: object, message: string): void };
}): { stop: () => Promise<void> } => {
  const { database, log } = deps;
  let isStopped = false;
  let running: Promise<void> | null = null;
  const tidy = async (): Promise<void> => {
    await foldAuctionCounts(database);
    await fileTexts(database, () => isStopped);
  };
  const run = (): void => {
    running ??= tidy()
      .catch((error: unknown) => log.warn({ err: error }, "housekeeping failed; tried again in ten seconds"))
      .finally(() => {
        running = null;
      });
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
};
