// An open loop: commands are due at a steady rate whether or not earlier ones were answered, and their latency starts
// when they were due. If a server stalls for a second, a second's worth of answers is late, and not only one.
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves when all are sent, or when stopped, with the time during which it sent (ms). */
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
  // Wait for the last command's share of the time, so that the rate is not overstated.
  const restMs = Math.max(0, started + time * 1000 - performance.now());
  await sleep(restMs, undefined, { signal: stop }).catch(() => {});
  return performance.now() - started;
};
