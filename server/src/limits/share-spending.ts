// Tells other nodes what was let through here. One message at a time, never waited for: without Redis, or with one that
// answers nothing, every node goes on with what it knows itself.
import type { Limit, Spending } from "./limiter.ts";

/** Somebody who turns to one node after the other gains what passes in this time. */
const TELL_EVERY_MS = 100;
/** Who uses up so much of a burst is told of at once. */
const HASTY_SHARE = 1 / 8;
/** What was spent before is as good as leaked away. */
const FORGET_AFTER_MS = 3_000;
/** Of one message; whoever comes beyond it counts at this node alone. */
const LONGEST_MESSAGE = 5_000;

export interface SharedSpending {
  spent(limit: Limit, key: string): void;
  close(): void;
}

/** `tell` settles when the message has left or cannot; it never rejects. */
export const shareSpending = (tell: (spending: Spending) => Promise<unknown>): SharedSpending => {
  let untold = new Map<string, Map<string, number>>();
  let entries = 0;
  let since = 0;
  let isTelling = false;
  let isDue = false;

  const flush = (): void => {
    isDue = false;
    if (entries > 0 && performance.now() - since > FORGET_AFTER_MS) forget();
    if (isTelling || entries === 0) return;
    const spending = Object.fromEntries([...untold].map(([name, byKey]) => [name, [...byKey]]));
    forget();
    isTelling = true;
    void tell(spending).then(() => {
      isTelling = false;
    });
  };
  const forget = (): void => {
    untold = new Map();
    entries = 0;
  };
  const timer = setInterval(flush, TELL_EVERY_MS);
  timer.unref();
  return {
    spent({ name, burst }, key) {
      const byKey = untold.get(name) ?? new Map<string, number>();
      const before = byKey.get(key) ?? 0;
      if (before === 0) {
        if (entries >= LONGEST_MESSAGE) return;
        if (entries === 0) since = performance.now();
        entries += 1;
        untold.set(name, byKey);
      }
      byKey.set(key, before + 1);
      if (before + 1 < burst * HASTY_SHARE || isDue) return;
      isDue = true;
      setImmediate(flush);
    },
    close: () => clearInterval(timer),
  };
};
