// The storm: every connection is lost in one moment and comes back at once, while bids go on falling due. Measured is
// how long it takes each watcher until it has the state of all it watches, and each bidder until it can bid again.
import { setTimeout as sleep } from "node:timers/promises";
import type { Crowd } from "./crowd.ts";
import { Latencies, type LatencySummary } from "./measure/latencies.ts";

/** Of the time of the run: before it things are steady, after it there is time to be steady again. */
const STORM_AFTER = 1 / 3;
const LOOK_EVERY_MS = 5;

export interface StormResult {
  readonly connections: number;
  /** Milliseconds from the loss until each was back and caught up. */
  readonly caughtUp: LatencySummary | null;
  /** Until the last one was (ms); null where somebody never was. */
  readonly allAfterMs: number | null;
  readonly missing: number;
}

/** Resolves when all are back, or `giveUp` says that it has been long enough. */
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
      // Down first: a closing handshake takes its time.
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
