// A share of the thread that answers bids, lent to other work by the declared cost of that work. If the event loop is
// late all the same, because the work takes longer than declared or many bids arrive, the share shrinks.

/** The work that may begin at once after a calm time. A bid waits for at most this much of it. */
const BURST_MS = 20;
/** An event loop that is later than this delays bids. */
const LATE_MS = 15;
const SMALLEST_PART = 1 / 4;
/** A share that shrank is whole again after this time on time. */
const RECOVERS_WITHIN_MS = 2_000;

export class ThreadShare {
  readonly #share: number;
  readonly #now: () => number;
  #leftMs = BURST_MS;
  #at: number;
  /** The part of the share that is lent now. */
  #part = 1;

  /** `share`: of the thread's time, from 0 to 1, or infinity for no bound. */
  constructor(share: number, now: () => number = () => performance.now()) {
    this.#share = share;
    this.#now = now;
    this.#at = now();
  }

  get isBounded(): boolean {
    return Number.isFinite(this.#share);
  }

  /** Returns 0 if work may begin, else how long until it may (ms). */
  waitMs(): number {
    if (!this.isBounded) return 0;
    this.#refill();
    return this.#leftMs > 0 ? 0 : Math.max(1, Math.ceil(-this.#leftMs / (this.#share * this.#part)));
  }

  /** Charges work, also more than is left: what follows waits longer. */
  spend(ms: number): void {
    if (this.isBounded) this.#leftMs -= ms;
  }

  /** Call with the time by which a timer was late. */
  noteLate(ms: number): void {
    this.#refill();
    if (ms > LATE_MS) this.#part = Math.max(SMALLEST_PART, this.#part / 2);
  }

  #refill(): void {
    const now = this.#now();
    const passedMs = now - this.#at;
    this.#at = now;
    this.#leftMs = Math.min(BURST_MS, this.#leftMs + passedMs * this.#share * this.#part);
    this.#part = Math.min(1, this.#part + passedMs / RECOVERS_WITHIN_MS);
  }
}
