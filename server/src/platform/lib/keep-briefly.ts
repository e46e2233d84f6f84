// A cache whose values expire shortly after they were made, so that many requests at the same moment cost one read.
import { createBoundedCache } from "./bounded-cache.ts";

export interface Kept<V> {
  /** The kept value, or the one that `make` makes now. Calls for the same key share one run of `make`. */
  get(key: string, make: () => Promise<V>): Promise<V>;
  /** Makes every value anew at its next call. */
  forget(): void;
}

interface Entry<V> {
  readonly value: Promise<V>;
  until: number;
}

/** A value is kept for `keptMs` after it was made; a failure is not kept. `atMost`: the number of keys. */
export const keepBriefly = <V>({ keptMs, atMost }: { keptMs: number; atMost: number }): Kept<V> => {
  const entries = createBoundedCache<string, Entry<V>>(atMost);
  return {
    get: (key, make) => {
      const known = entries.get(key);
      if (known && performance.now() < known.until) return known.value;
      const entry: Entry<V> = { value: make(), until: Number.POSITIVE_INFINITY };
      entries.set(key, entry);
      entry.value.then(
        () => {
          entry.until = performance.now() + keptMs;
        },
        () => {
          if (entries.peek(key) === entry) entries.delete(key);
        },
      );
      return entry.value;
    },
    forget: () => entries.clear(),
  };
};
