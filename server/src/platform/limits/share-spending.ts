// Reports to other nodes what the limits let through here, and receives their reports. It sends one message at a time
// and nothing waits for it: without Redis, or if Redis does not answer, every node continues with its own counters.
import { createBoundedCache } from "../lib/bounded-cache.ts";
import type { Limit, Limiter, Spending } from "./limiter.ts";

/** A client that rotates between nodes can exceed its limit by what it spends in this interval. */
const SEND_EVERY_MS = 100;
/** A key that uses this share of a burst is reported at once. */
const HASTY_SHARE = 1 / 8;
/** Older spending is no longer reported, and no longer accepted. */
const DISCARD_AFTER_MS = 3_000;
/** The most keys in one message. Further keys count at this node alone. */
const LONGEST_MESSAGE = 5_000;
/**
 * Nodes' clocks differ by less than this. Reported spending is treated as this much older, because spending treated as
 * newer than it is would leak too late and could refuse a client that kept within the limit.
 */
const CLOCKS_DIFFER_MS = 250;
/** Report ids kept, for all nodes together: more than arrive in three seconds. */
const REPORTS_KEPT = 20_000;

/** A node's report. Nodes of the previous version send neither rates nor numbers. */
export interface SpendingReport {
  readonly spending: Spending;
  readonly rates?: Readonly<Record<string, number>>;
  /** Starts at 1 and increases by 1 with each report. */
  readonly number?: number;
}

export interface SharedSpending {
  spent(limit: Limit, key: string, amount: number): void;
  close(): void;
}

interface Unsent {
  readonly perSecond: number;
  readonly byKey: Map<string, { count: number; readonly since: number }>;
}

/** `send` sends a report. It settles when the message was sent or failed, and never rejects. */
export const shareSpending = (send: (report: SpendingReport) => Promise<unknown>): SharedSpending => {
  let unsent = new Map<string, Unsent>();
  let entries = 0;
  let since = 0;
  let number = 0;
  let isSending = false;
  let isDue = false;

  const flush = (): void => {
    isDue = false;
    const now = performance.now();
    if (entries > 0 && now - since > DISCARD_AFTER_MS) discard();
    if (isSending || entries === 0) return;
    const all = [...unsent];
    const spending = Object.fromEntries(
      all.map(([name, { byKey }]) => [
        name,
        [...byKey].map(([key, of]) => [key, of.count, Math.ceil(now - of.since)] as const),
      ]),
    );
    const rates = Object.fromEntries(all.map(([name, { perSecond }]) => [name, perSecond]));
    discard();
    isSending = true;
    number += 1;
    void send({ spending, rates, number }).then(() => {
      isSending = false;
    });
  };
  const discard = (): void => {
    unsent = new Map();
    entries = 0;
  };
  const timer = setInterval(flush, SEND_EVERY_MS);
  timer.unref();
  return {
    spent({ name, burst, perSecond }, key, amount) {
      const ofLimit = unsent.get(name) ?? { perSecond, byKey: new Map() };
      const known = ofLimit.byKey.get(key);
      if (known) known.count += amount;
      else {
        if (entries >= LONGEST_MESSAGE) return;
        const now = performance.now();
        if (entries === 0) since = now;
        entries += 1;
        unsent.set(name, ofLimit);
        ofLimit.byKey.set(key, { count: amount, since: now });
      }
      if ((known?.count ?? amount) < burst * HASTY_SHARE || isDue) return;
      isDue = true;
      setImmediate(flush);
    },
    close: () => clearInterval(timer),
  };
};

/**
 * Charges the limiter with the reports of other nodes. `at` is when the report was made and `now` the present, both
 * epoch ms by the database's clock. A report counts once, however often it arrives, and is ignored if it arrives after
 * three seconds.
 */
export const receiveSpending = (
  limiter: Pick<Limiter, "charge">,
): ((node: string, report: SpendingReport & { readonly at: number }, now: number) => void) => {
  const received = createBoundedCache<string, true>(REPORTS_KEPT);
  return (node, { spending, rates, number, at }, now) => {
    if (now - at >= DISCARD_AFTER_MS) return;
    if (number !== undefined) {
      const id = `${node} ${number}`;
      if (received.has(id)) return;
      received.set(id, true);
    }
    limiter.charge(spending, rates, Math.max(0, now - at) + CLOCKS_DIFFER_MS);
  };
};
