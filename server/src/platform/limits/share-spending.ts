// Reports to other nodes what was let through here, and takes their reports. One message at a time, and nothing waits for
// it: without Redis, or with a Redis that does not answer, every node goes on with what it knows itself.
import { LRUCache } from "lru-cache";
import type { Limit, Limiter, Spending } from "./limiter.ts";

/** A client that rotates between nodes can exceed its limit by what it spends in this interval. */
const TELL_EVERY_MS = 100;
/** Who uses up so much of a burst is told of at once. */
const HASTY_SHARE = 1 / 8;
/** Older spending is not reported any more, and not believed. */
const FORGET_AFTER_MS = 3_000;
/** Of one message; whoever comes beyond it counts at this node alone. */
const LONGEST_MESSAGE = 5_000;
/**
 * Nodes' clocks differ by less. Spending is taken for older by as much, because what is taken for newer than it is would
 * leak too late and could refuse somebody who kept within the limit.
 */
const CLOCKS_DIFFER_MS = 250;
/** Of all nodes: more than come in three seconds. */
const REPORTS_KEPT = 20_000;

/** What a node reports. Nodes of the version before say neither rates nor numbers. */
export interface SpendingReport {
  readonly spending: Spending;
  readonly rates?: Readonly<Record<string, number>>;
  /** From 1, each report one more than the report before. */
  readonly number?: number;
}

export interface SharedSpending {
  spent(limit: Limit, key: string): void;
  close(): void;
}

interface Untold {
  readonly perSecond: number;
  readonly byKey: Map<string, { count: number; readonly since: number }>;
}

/** `tell` settles when the message has left or cannot; it never rejects. */
export const shareSpending = (tell: (report: SpendingReport) => Promise<unknown>): SharedSpending => {
  let untold = new Map<string, Untold>();
  let entries = 0;
  let since = 0;
  let number = 0;
  let isTelling = false;
  let isDue = false;

  const flush = (): void => {
    isDue = false;
    const now = performance.now();
    if (entries > 0 && now - since > FORGET_AFTER_MS) forget();
    if (isTelling || entries === 0) return;
    const all = [...untold];
    const spending = Object.fromEntries(
      all.map(([name, { byKey }]) => [
        name,
        [...byKey].map(([key, of]) => [key, of.count, Math.ceil(now - of.since)] as const),
      ]),
    );
    const rates = Object.fromEntries(all.map(([name, { perSecond }]) => [name, perSecond]));
    forget();
    isTelling = true;
    number += 1;
    void tell({ spending, rates, number }).then(() => {
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
    spent({ name, burst, perSecond }, key) {
      const ofLimit = untold.get(name) ?? { perSecond, byKey: new Map() };
      const known = ofLimit.byKey.get(key);
      if (known) known.count += 1;
      else {
        if (entries >= LONGEST_MESSAGE) return;
        const now = performance.now();
        if (entries === 0) since = now;
        entries += 1;
        untold.set(name, ofLimit);
        ofLimit.byKey.set(key, { count: 1, since: now });
      }
      if ((known?.count ?? 1) < burst * HASTY_SHARE || isDue) return;
      isDue = true;
      setImmediate(flush);
    },
    close: () => clearInterval(timer),
  };
};

/**
 * Charges the limiter with what other nodes report. `at` is when the report was made and `now` the present, both epoch ms
 * by the database's clock. A report counts once, however often it arrives, and not at all when it arrives after three
 * seconds.
 */
export const receiveSpending = (
  limiter: Pick<Limiter, "charge">,
): ((node: string, report: SpendingReport & { readonly at: number }, now: number) => void) => {
  const received = new LRUCache<string, true>({ max: REPORTS_KEPT });
  return (node, { spending, rates, number, at }, now) => {
    if (now - at >= FORGET_AFTER_MS) return;
    if (number !== undefined) {
      const id = `${node} ${number}`;
      if (received.has(id)) return;
      received.set(id, true);
    }
    limiter.charge(spending, rates, Math.max(0, now - at) + CLOCKS_DIFFER_MS);
  };
};
