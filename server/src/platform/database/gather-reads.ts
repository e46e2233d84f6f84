// Many who ask at once cost one statement: what is asked for while a read is under way is read together in the next.
// An answer is never older than its question, and nothing is kept.
import { setTimeout as sleep } from "node:timers/promises";

interface Waiting<V> {
  readonly found: Promise<V | undefined>;
  resolve(value: V | undefined): void;
  reject(reason: unknown): void;
}

export interface Gathering {
  /** Keys a read. */
  readonly atOnce: number;
  /** From the beginning of one read to that of the next, at least; the first after a rest begins at once. */
  readonly everyMs?: number;
}

/**
 * `read` is called with each key once, and not again before it has answered. Resolves with what it found for the key,
 * undefined for nothing; rejects with what it rejects with.
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
    // Whoever asks in this very moment is read with the first.
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
