// Checks a node's estimate of the database's clock: how one observation bounds it, and that many observations keep it
// correct.
import { performance } from "node:perf_hooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { shiftClock } from "../../../test/support/shift-clock.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import type { Database } from "./database.ts";
import { DatabaseClock } from "./database-clock.ts";
import { openTyped } from "./typed-statements.ts";

const DAY = 24 * 3_600_000;

/** Stops the process's own clock at the given time. */
const standAt = (ms: number): void => {
  vi.spyOn(performance, "now").mockReturnValue(ms);
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("an observation of the database's clock", () => {
  it("sets the estimate to within a millisecond from either side if it took no time", () => {
    for (const wrong of [0, 5_000_000]) {
      const clock = new DatabaseClock();
      clock.observe(0, 0, wrong);
      clock.observe(100, 100, 2_000_000);
      standAt(100);
      expect(clock.now()).toBeGreaterThanOrEqual(2_000_000);
      expect(clock.now()).toBeLessThanOrEqual(2_000_001);
    }
  });

  it("does not change an estimate that agrees with it, however long it took", () => {
    const clock = new DatabaseClock();
    clock.observe(100, 100, 1_000_100);
    standAt(500);
    const before = clock.now();
    // The time was read between 1,000,200 and 1,000,800 by this clock, which adds no new information.
    clock.observe(200, 800, 1_000_400);
    expect(clock.now()).toBe(before);
  });

  it("moves an estimate that is behind up to the reading, and one that is ahead down to it, and no further", () => {
    const clock = new DatabaseClock();
    clock.observe(0, 0, 1_000_000);
    // Sent at 100, received at 150: at 150 the database's time is at least 1,000,500.
    clock.observe(100, 150, 1_000_500);
    standAt(150);
    expect(clock.now()).toBe(1_000_500);
    // Sent at 200, received at 250: at 200 the database's time was at most 1,000,301.
    clock.observe(200, 250, 1_000_300);
    standAt(200);
    expect(clock.now()).toBe(1_000_301);
  });

  it("is extended by the process's own monotonic clock, in whole milliseconds", () => {
    const clock = new DatabaseClock();
    clock.observe(0, 0, 1_000_000);
    standAt(1234.56);
    const now = clock.now();
    expect(Number.isInteger(now)).toBe(true);
    expect(now - 1_001_234).toBeLessThanOrEqual(1);
  });
});

describe("a started clock", () => {
  const test = withDatabase();

  it("never shows a time that the database's clock cannot have shown", async () => {
    const clock = new DatabaseClock();
    clock.observe(0, 0, 0);
    await clock.start(test.database);
    clock.stop();
    const databaseNow = async () => {
      const [row] = await test.database.query<{ ms: number }>(
        "select (extract(epoch from clock_now()) * 1000)::float8 as ms",
      );
      return row?.ms ?? Number.NaN;
    };
    const before = await databaseNow();
    const now = clock.now();
    const after = await databaseNow();
    // The error is at most the round trips of the measurement, and these two reads take about as long.
    const slack = 2 * (after - before) + 5;
    expect(now).toBeGreaterThanOrEqual(before - slack);
    expect(now).toBeLessThanOrEqual(after + slack);
  });

  /** Answers each sample with the database's time, after the given round trip. */
  const answering = (trips: number[], timeAt: (ms: number) => number, isDown = () => false): Database => {
    let own = 0;
    vi.spyOn(performance, "now").mockImplementation(() => own);
    const cells = async () => {
      if (isDown()) throw new Error("down");
      const trip = trips.shift() ?? 1000;
      // The time is read at the very end of the round trip, so long round trips mislead.
      own += trip;
      return [[timeAt(own)]];
    };
    return {
      db: openTyped(
        async () => [],
        cells,
        () => {},
      ),
    } as unknown as Database;
  };

  it("uses the sample with the shortest round trip", async () => {
    const clock = new DatabaseClock();
    await clock.start(answering([800, 600, 2, 900, 700], (own) => own + 1_000_000));
    clock.stop();
    expect(clock.now() - performance.now() - 1_000_000).toBeCloseTo(1, 0);
  });

  it("measures every second until it is stopped, says when the clock was set, and keeps its estimate after a failed measurement", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const clock = new DatabaseClock();
    let ahead = 1_000_000;
    let isDown = false;
    const answers = answering(
      [],
      (own) => own + ahead,
      () => isDown,
    );
    const known = () => Math.round((clock.now() - performance.now()) / 10_000) * 10_000;
    await clock.start(answers);
    let jumps = 0;
    clock.onJump(() => {
      jumps += 1;
    });
    await vi.advanceTimersByTimeAsync(30_000);
    expect([known(), jumps]).toEqual([1_000_000, 0]);
    ahead = 2_000_000;
    await vi.advanceTimersByTimeAsync(999);
    expect([known(), jumps]).toEqual([1_000_000, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([known(), jumps]).toEqual([2_000_000, 1]);
    isDown = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([known(), jumps]).toEqual([2_000_000, 1]);
    isDown = false;
    ahead = 3_000_000;
    clock.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(known()).toBe(2_000_000);
  });

  it("follows the clock of its database when a test shifts it, as do statements that were prepared before", async () => {
    const clock = new DatabaseClock();
    await clock.start(test.database);
    clock.stop();
    const another = await test.openAnother();
    const years = "select date_part('year', age(clock_now(), clock_timestamp()))::int as years";
    const read = async (): Promise<number | undefined> => (await another.query<{ years: number }>(years))[0]?.years;
    expect(await read()).toBe(0);
    const before = clock.now();
    const node = { database: test.database, clock };
    await shiftClock(test.database, 366 * DAY, node);
    await shiftClock(test.database, 366 * DAY, node);
    expect(clock.now() - before).toBeGreaterThanOrEqual(732 * DAY);
    expect(clock.now() - before).toBeLessThan(733 * DAY);
    expect(await read()).toBe(2);
  });

  it("never writes a time that lies ahead of the clock", async () => {
    await test.database.query("create table if not exists written (at timestamptz(3))");
    await test.database.query("insert into written select clock_now() from generate_series(1, 2000)");
    const ahead = "select count(*)::int as rows from written where at > (select clock_now())";
    const late = `with one as (insert into written values (clock_now()) returning at) select at <= clock_now() as "isDue" from one`;
    expect(await test.database.query(ahead)).toEqual([{ rows: 0 }]);
    for (let n = 0; n < 50; n += 1) expect(await test.database.query(late)).toEqual([{ isDue: true }]);
  });

  it("costs a statement no call of the function, because PostgreSQL inlines it", async () => {
    const plan = await test.database.query("explain verbose select clock_now()");
    expect(JSON.stringify(plan)).toContain("clock_timestamp()");
    expect(JSON.stringify(plan)).not.toContain("clock_now");
  });
});
