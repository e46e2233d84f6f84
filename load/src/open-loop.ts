// An open loop: commands fall due at a steady rate whether or not earlier ones were answered, and are timed from when
// they were due. A server that stalls for a second then has a second's worth of late answers, not one.
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when all are sent, or when stopped; with for how long it offered (ms). */
export const offer = async (
  { rate, time }: { readonly rate: number; readonly time: number },
  stop: AbortSignal,
  send: (index: number, dueAt: number) => void,
): Promise<number> => {
  const total = Math.max(1, Math.round(rate * time));
  const started = performance.now();
  for (let index = 0; index < total && !stop.aborted; ) {
    const elapsed = performance.now() - started;
    while (index < total && (index * 1000) / rate <= elapsed) {
      send(index, started + (index * 1000) / rate);
      index += 1;
    }
    await sleep(1);
  }
  // The last one's share of the time, so that the rate is not counted too high.
  const restMs = Math.max(0, started + time * 1000 - performance.now());
  await sleep(restMs, undefined, { signal: stop }).catch(() => {});
  return performance.now() - started;
};
