// A queue that is fair by address: the work of each address gets the same time, whatever the others ask for. An address
// that flooded waits behind its own work only.
import { createBoundedCache } from "../lib/bounded-cache.ts";

/**
 * An address that asked for little lately goes before the others with this much work (ms): two pages. So a visitor who
 * opens a page during a flood by many addresses waits for none of them.
 */
export const CREDIT_MS = 100;
const ADDRESSES_KEPT = 20_000;
const DROP_STARTED_AFTER = 1_000;

interface Entry<T> {
  readonly job: T;
  readonly costMs: number;
}

interface Waiting<T> {
  entries: Entry<T>[];
  /** The index of the first entry that still waits. */
  head: number;
  ms: number;
  /** The virtual time at which the first entry is due: the cost of all that the address got before. */
  due: number;
}

/**
 * Start-time fair queueing: the next entry is that of the address which is due first, and an address becomes due later
 * by the cost of what it got. The virtual time is the time at which the last entry was due.
 */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Waiting<T>>();
  /** When each address that waits for nothing is due again. */
  readonly #dueAgain = createBoundedCache<string, number>(ADDRESSES_KEPT);
  #virtualMs = 0;
  #length = 0;
  #waitingMs = 0;

  get length(): number {
    return this.#length;
  }

  /** The cost of all that waits. */
  get waitingMs(): number {
    return this.#waitingMs;
  }

  push(address: string, costMs: number, job: T): void {
    const known = this.#waiting.get(address);
    const due = Math.max(this.#dueAgain.get(address) ?? Number.NEGATIVE_INFINITY, this.#virtualMs - CREDIT_MS);
    const waiting = known ?? { entries: [], head: 0, ms: 0, due };
    if (!known) this.#waiting.set(address, waiting);
    waiting.entries.push({ job, costMs });
    this.#count(waiting, 1, costMs);
  }

  shift(): Entry<T> | undefined {
    const next = this.#first((one, best) => one.due < best.due);
    if (!next) return undefined;
    const [address, waiting] = next;
    const entry = waiting.entries[waiting.head] as Entry<T>;
    waiting.head += 1;
    this.#count(waiting, -1, -entry.costMs);
    this.#virtualMs = Math.max(this.#virtualMs, waiting.due);
    waiting.due += entry.costMs;
    this.#tidy(address, waiting);
    return entry;
  }

  /**
   * Removes the newest entry of the address with the most work in the queue, if that is more than the given address
   * would have with one entry more.
   */
  popOfLongest(address: string, costMs: number): Entry<T> | undefined {
    const longest = this.#first((one, best) => one.ms > best.ms);
    if (!longest || longest[1].ms <= (this.#waiting.get(address)?.ms ?? 0) + costMs) return undefined;
    const entry = longest[1].entries.pop() as Entry<T>;
    this.#count(longest[1], -1, -entry.costMs);
    this.#tidy(...longest);
    return entry;
  }

  #first(isBefore: (one: Waiting<T>, best: Waiting<T>) => boolean): [string, Waiting<T>] | undefined {
    let best: [string, Waiting<T>] | undefined;
    for (const one of this.#waiting) if (!best || isBefore(one[1], best[1])) best = one;
    return best;
  }

  #count(waiting: Waiting<T>, entries: number, ms: number): void {
    waiting.ms += ms;
    this.#length += entries;
    this.#waitingMs += ms;
  }

  #tidy(address: string, waiting: Waiting<T>): void {
    if (waiting.head === waiting.entries.length) {
      this.#waiting.delete(address);
      this.#dueAgain.set(address, waiting.due);
    } else if (waiting.head >= DROP_STARTED_AFTER) {
      // From time to time, because shifting each of thousands would take longer than running them.
      waiting.entries = waiting.entries.slice(waiting.head);
      waiting.head = 0;
    }
  }
}
