// The storm: all connections are dropped in one moment and reconnect at once, while bids continue. It measures how long
// each watcher takes until it has the state of everything it watches, and each bidder until it can bid again.
import { setTimeout as sleep } from "node:timers/promises";
import type { Crowd } from "./crowd.ts";
import { Latencies, type LatencySummary } from "./measure/latencies.ts";

/** The share of the run's time after which the storm starts, so that there is a steady phase before and after it. */
const STORM_AFTER = 1 / 3;
const LOOK_EVERY_MS = 5;

export interface StormResult {
  readonly connections: number;
  /** Milliseconds from the loss until each was back and up to date. */
  readonly caughtUp: LatencySummary | null;
  /** Milliseconds until the last one was back; null if somebody never was. */
  readonly allAfterMs: number | null;
  readonly missing: number;
}

/** Resolves when all are back, or when `giveUp` aborts. */
export const storm = async (
  crowd: Crowd,
  timeS: number,
  stop: AbortSignal,
  giveUp: AbortSignal,
): Promise<StormResult | null> => {
  await sleep(timeS * 1000 * STORM_AFTER, undefined, { signal: stop }).catch(() => {});
  if (stop.aborted) return null;
  const latencies = new Latencies();
  const connections = crowd.bidders.length + crowd.watchers.length;
  const from = performance.now();
  let lastMs = 0;
  const back = (): void => {
    lastMs = performance.now() - from;
    latencies.record(lastMs);
  };
  const all = [
    ...crowd.watchers.map((watcher) => watcher.dropped().then(back)),
    ...crowd.bidders.map(async ({ line }) => {
      line.drop();
      // Wait until it is down first, because a closing handshake takes time.
      while (line.isUp && !giveUp.aborted) await sleep(LOOK_EVERY_MS);
      while (!line.isUp && !giveUp.aborted) await sleep(LOOK_EVERY_MS);
      if (line.isUp) back();
    }),
  ];
  const late = new Promise<void>((resolve) => giveUp.addEventListener("abort", () => resolve(), { once: true }));
  await Promise.race([Promise.all(all), late]);
  const missing = connections - latencies.count;
  return { connections, caughtUp: latencies.summary(), allAfterMs: missing === 0 ? lastMs : null, missing };
};
