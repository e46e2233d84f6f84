// Many who ask at once cost one statement: what is asked for while a read is under way is read together in the next.
// An answer is never older than its question, and nothing is kept.

interface Waiting<V> {
  readonly found: Promise<V | undefined>;
  resolve(value: V | undefined): void;
  reject(reason: unknown): void;
}

/**
 * `read` is called with each key once, with at most `atOnce` of them, and not again before it has answered. Resolves with
 * what it found for the key, undefined for nothing; rejects with what it rejects with.
 */
export const gatherReads = <V>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  atOnce: number,
): ((key: string) => Promise<V | undefined>) => {
  const asked = new Map<string, Waiting<V>>();
  let isReading = false;

  const readAll = async (): Promise<void> => {
    isReading = true;
    // Whoever asks in this very moment is read with the first.
    await Promise.resolve();
    while (asked.size > 0) {
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
