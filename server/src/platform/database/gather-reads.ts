// Merges reads: all keys requested while a read is in progress are read together by the next statement. An answer is
// never older than its request, and nothing is cached.
import { setTimeout as sleep } from "node:timers/promises";

interface Waiting<V> {
  readonly found: Promise<V | undefined>;
  resolve(value: V | undefined): void;
  reject(reason: unknown): void;
}

export interface Gathering {
  /** The maximum number of keys in one read. */
  readonly atOnce: number;
  /** The shortest time between the starts of two reads. The first read after a pause starts at once. */
  readonly everyMs?: number;
}

/**
 * Calls `read` with each key once, and does not call it again before it has answered. Resolves with the value found for
 * the key, or undefined; rejects with the error of `read`.
 */
export const gatherReads = <V>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  { atOnce, everyMs = 0 }: Gathering,
): ((key: string) => Promise<V | undefined>) => {
  const asked = new Map<string, Waiting<V>>();
  let isReading = false;
  let mayReadAt = 0;

  const readAll = async (): Promise<void> => {
    isReading = true;
    // Wait for requests of the same moment, so that the first read includes them.
    await Promise.resolve();
    while (asked.size > 0) {
      const earlyMs = mayReadAt - performance.now();
      if (earlyMs > 0) await sleep(earlyMs);
      mayReadAt = performance.now() + everyMs;
      const batch = [...asked].slice(0, atOnce);
      for (const [key] of batch) asked.delete(key);
      try {
        const found = await read(batch.map(([key]) => key));
        for (const [key, { resolve }] of batch) resolve(found.get(key));
      } catch (error) {
        for (const [, { reject }] of batch) reject(error);
      }
    }
    isReading = false;
  };

  return (key) => {
    const known = asked.get(key);
    if (known) return known.found;
    const waiting = promised<V>();
    asked.set(key, waiting);
    if (!isReading) void readAll();
    return waiting.found;
  };
};

const promised = <V>(): Waiting<V> => {
  let resolve: Waiting<V>["resolve"] = () => {};
  let reject: Waiting<V>["reject"] = () => {};
  const found = new Promise<V | undefined>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { found, resolve, reject };
};
