// Asks about payments that nobody came back from, at the start and every minute: money is credited though the payer
// closed the browser and the webhook was lost. Any number of nodes may run it.
import type { TopUps } from "./top-ups.ts";

const SWEEP_EVERY_MS = 60_000;

export const startTopUpSweep = (
  topUps: Pick<TopUps, "sweep">,
  log: { warn(details: object, message: string): void },
  everyMs = SWEEP_EVERY_MS,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const sweep = (): void => {
    running ??= topUps
      .sweep(stopping.signal)
      .catch((error: unknown) => log.warn({ err: error }, "the sweep of top-ups failed; trying again"))
      .finally(() => {
        running = null;
      });
  };
  const interval = setInterval(sweep, everyMs);
  sweep();
  return {
    async stop() {
      clearInterval(interval);
      stopping.abort();
      await running;
    },
  };
};
