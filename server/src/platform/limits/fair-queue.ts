// A queue that is fair by address: the work of each address gets the same time, whatever the others ask for. An address
// that flooded waits behind its own work only. All addresses of an IPv6 /48 together get as much as four others.
import { createBoundedCache } from "../lib/bounded-cache.ts";
import { Heap } from "../lib/heap.ts";
import { ADDRESSES_OF_NETWORK, widerNetworkOf } from "./client-address.ts";

/**
 * An address that asked for little lately goes before the others with this much work (ms): two pages. So a visitor who
 * opens a page during a flood by many addresses waits for none of them.
 */
export const CREDIT_MS = 100;
const ADDRESSES_KEPT = 20_000;

interface Entry<T> {
  readonly job: T;
  readonly costMs: number;
  readonly address: string;
  /** The virtual time at which it is due: the cost of all that its address asked for before. */
  readonly due: number;
  /** The order of arrival, for entries that are due at the same time. */
  readonly number: number;
}

/**
 * Start-time fair queueing: the next entry is the one that is due first, and each entry of an address is due later than
 * the one before it by that one's cost. The virtual time is the time at which the last started entry was due. No step
 * takes longer than logarithmic time, however many addresses wait.
 */
export class FairQueue<T> {
  readonly #byDue = new Heap<Entry<T>>((a, b) => a.due < b.due || (a.due === b.due && a.number < b.number));
  readonly #byLast = new Heap<Entry<T>>((a, b) => a.due > b.due || (a.due === b.due && a.number > b.number));
  /** When the next entry of each address and each /48 is due. */
  readonly #nextDue = createBoundedCache<string, number>(ADDRESSES_KEPT);
  #virtualMs = 0;
  #waitingMs = 0;
  #number = 0;

  get length(): number {
    return this.#byDue.size;
  }

  /** The cost of all that waits. */
  get waitingMs(): number {
    return this.#waitingMs;
  }

  push(address: string, costMs: number, job: T): void {
    const due = this.#dueOf(address);
    this.#number += 1;
    const entry = { job, costMs, address, due, number: this.#number };
    this.#byDue.add(entry);
    this.#byLast.add(entry);
    this.#waitingMs += costMs;
    this.#nextDue.set(address, due + costMs);
    this.#moveNetwork(address, costMs);
  }

  shift(): Entry<T> | undefined {
    const next = this.#byDue.first;
    if (!next) return undefined;
    this.#remove(next);
    this.#virtualMs = Math.max(this.#virtualMs, next.due);
    return next;
  }

  /** Removes the entry that is due last, if it is due later than a new entry of the given address would be. */
  popLast(address: string): Entry<T> | undefined {
    const last = this.#byLast.first;
    if (!last || last.due <= this.#dueOf(address)) return undefined;
    this.#remove(last);
    // It was the newest of its address.
    this.#nextDue.set(last.address, last.due);
    this.#moveNetwork(last.address, -last.costMs);
    return last;
  }

  #dueOf(address: string): number {
    return Math.max(this.#nextDueOf(address), this.#nextDueOf(widerNetworkOf(address)));
  }

  #nextDueOf(key: string | null): number {
    const earliest = this.#virtualMs - CREDIT_MS;
    return key === null ? earliest : Math.max(this.#nextDue.get(key) ?? earliest, earliest);
  }

  #moveNetwork(address: string, costMs: number): void {
    const network = widerNetworkOf(address);
    if (network !== null) this.#nextDue.set(network, this.#nextDueOf(network) + costMs / ADDRESSES_OF_NETWORK);
  }

  #remove(entry: Entry<T>): void {
    this.#byDue.remove(entry);
    this.#byLast.remove(entry);
    this.#waitingMs -= entry.costMs;
  }
}
