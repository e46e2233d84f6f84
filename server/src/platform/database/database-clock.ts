// Estimates the database's clock as an offset to this process's monotonic clock. Every statement that returns the time
// bounds the offset, because the time was read between sending and receiving. So the estimate cannot drift unnoticed.
import { performance } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";
import { oneRow } from "./statements.ts";

/** The clocks of two machines drift apart by well under a millisecond in this time. */
const RESYNC_EVERY_MS = 10_000;
const SAMPLES = 5;
/** How soon a node notices that the database's clock was set: the clock of its machine, or another machine's. */
const LOOK_EVERY_MS = 1_000;
/** A clock that is set by less makes nothing due that a sweep would not find in time. */
const JUMP_MS = 100;

const epochMs = sql<number>`(extract(epoch from clock_now()) * 1000)::float8`;

export class DatabaseClock implements Clock {
  #offset = 0;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #listeners: (() => void)[] = [];

  now(): number {
    return Math.floor(performance.now() + this.#offset);
  }

  /** `at` was read on the database between `sent` and `received` (both `performance.now()`). */
  observe(sent: number, received: number, at: number): void {
    // Add 1 ms, because `at` was truncated to a millisecond that may have been almost over.
    const offset = Math.min(Math.max(this.#offset, at - received), at + 1 - sent);
    const isJump = Math.abs(offset - this.#offset) > JUMP_MS;
    this.#offset = offset;
    if (isJump) for (const listener of this.#listeners) listener();
  }

  /** Calls back when the database's clock was set, because what was not due may be due now. */
  onJump(listener: () => void): void {
    this.#listeners.push(listener);
  }

  async start(database: Database): Promise<void> {
    await this.measure(database);
    const each = (ms: number, run: () => Promise<unknown>): void => {
      const timer = setInterval(() => void run().catch(() => {}), ms);
      this.#timers.push(timer.unref());
    };
    each(RESYNC_EVERY_MS, () => this.measure(database));
    each(LOOK_EVERY_MS, () => this.#sample(database));
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Uses the sample with the shortest round trip, because it is the most exact. */
  async measure(database: Database): Promise<void> {
    let best = { trip: Number.POSITIVE_INFINITY, offset: this.#offset };
    for (let i = 0; i < SAMPLES; i++) {
      const sample = await this.#sample(database);
      if (sample && sample.trip < best.trip) best = sample;
    }
    this.#offset = best.offset;
  }

  async #sample(database: Database): Promise<{ trip: number; offset: number } | null> {
    const sent = performance.now();
    const [row] = await database.db.select({ ms: epochMs }).from(oneRow);
    const received = performance.now();
    if (!row) return null;
    this.observe(sent, received, row.ms);
    return { trip: received - sent, offset: row.ms - (sent + received) / 2 };
  }
}
