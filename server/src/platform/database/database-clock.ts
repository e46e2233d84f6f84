// Estimates the database's clock as an offset to this process's monotonic clock. Every statement that returns the time
// bounds the offset, because the time was read between sending and receiving. So the estimate cannot drift unnoticed.
import { performance } from "node:perf_hooks";
import { sql } from "drizzle-orm";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";

/** The clocks of two machines drift apart by well under a millisecond in this time. */
const RESYNC_EVERY_MS = 10_000;
const SAMPLES = 5;

/** SQL, because it reads no table. */
const readClock = sql`select (extract(epoch from clock_now()) * 1000)::float8 as ms`;

export class DatabaseClock implements Clock {
  #offset = 0;
  #timer: NodeJS.Timeout | undefined;

  now(): number {
    return Math.floor(performance.now() + this.#offset);
  }

  /** `at` was read on the database between `sent` and `received` (both `performance.now()`). */
  observe(sent: number, received: number, at: number): void {
    // Add 1 ms, because `at` was truncated to a millisecond that may have been almost over.
    this.#offset = Math.min(Math.max(this.#offset, at - received), at + 1 - sent);
  }

  async start(database: Database): Promise<void> {
    await this.#sync(database);
    this.#timer = setInterval(() => void this.#sync(database).catch(() => {}), RESYNC_EVERY_MS);
    this.#timer.unref();
  }

  /** Measures the offset again, because another server is the primary now, with another clock. */
  async measure(database: Database): Promise<void> {
    await this.#sync(database);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Uses the sample with the shortest round trip, because it is the most exact. */
  async #sync(database: Database): Promise<void> {
    let best = { trip: Number.POSITIVE_INFINITY, offset: this.#offset };
    for (let i = 0; i < SAMPLES; i++) {
      const sent = performance.now();
      const [row] = await database.db.execute<{ ms: number }>(readClock);
      const received = performance.now();
      if (!row) continue;
      const trip = received - sent;
      if (trip < best.trip) best = { trip, offset: row.ms - (sent + received) / 2 };
    }
    this.#offset = best.offset;
  }
}
