import { setImmediate as tick } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type AdmissionOptions, createAdmission, TurnedAway } from "./admission.ts";

/** A job that runs until the test releases it. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, pass: () => opened };
};
const ticks = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await tick();
};
/** Without a share, so that only the bounds of the bulkheads and of a tick count. */
const unshared = (bounds: AdmissionOptions["bounds"] = {}) => createAdmission({ bounds, isLimited: false });

it("starts a job at once on a calm server, without a timer", async () => {
  const { reads } = createAdmission();
  const timers = vi.spyOn(globalThis, "setTimeout");
  let hasStarted = false;
  const done = reads.run(() => {
    hasStarted = true;
  });
  expect(hasStarted).toBe(true);
  await done;
  await ticks(2);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});

it("admits the jobs of one address by order of arrival, with a bounded number under way", async () => {
  const { watches } = unshared({ watches: { underWay: 2, waiting: 100 } });
  const gates = Array.from({ length: 5 }, gate);
  const started: number[] = [];
  const done = gates.map(({ pass }, i) =>
    watches.run(() => {
      started.push(i);
      return pass();
    }),
  );
  await ticks(3);
  expect(started).toEqual([0, 1]);
  gates[1]?.open();
  await ticks(3);
  expect(started).toEqual([0, 1, 2]);
  for (const { open } of gates) open();
  await Promise.all(done);
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

it("yields to other work after every few admissions", async () => {
  const { handshakes } = unshared();
  let started = 0;
  const all = Array.from({ length: 100 }, () =>
    handshakes.run(() => {
      started += 1;
    }),
  );
  expect(started).toBe(8);
  const seen: number[] = [started];
  while (started < 100) {
    await tick();
    seen.push(started);
  }
  await Promise.all(all);
  for (const [i, count] of seen.entries()) expect(count - (seen[i - 1] ?? 0)).toBeLessThanOrEqual(8);
});

it("admits clients that are halfway through before new ones, and never stops a kind of work", async () => {
  const { handshakes, sessions, watches, others } = unshared();
  const order: string[] = [];
  const note = (what: string) => () => void order.push(what);
  const full = Array.from({ length: 8 }, () => watches.run(() => {}));
  await Promise.all([
    ...full,
    others.run(note("other"), { address: "198.51.100.7", costMs: 0.1 }),
    handshakes.run(note("handshake")),
    sessions.run(note("session")),
    ...Array.from({ length: 4 }, () => watches.run(note("watch"))),
  ]);
  expect(order.filter((what) => what === "watch" || what === "session")).toEqual([
    ...Array(4).fill("watch"),
    "session",
  ]);
  for (const what of ["other", "handshake"]) expect(order.indexOf(what)).toBeLessThan(4);
});

it("turns clients away when too many wait, each with another time to return, and admits again afterwards", async () => {
  const { sessions } = unshared({ sessions: { underWay: 1, waiting: 3 } });
  const first = gate();
  const inside = [sessions.run(first.pass)];
  await ticks(2);
  inside.push(
    sessions.run(() => {}),
    sessions.run(() => {}),
    sessions.run(() => {}),
  );
  const away = await Promise.all(Array.from({ length: 20 }, () => sessions.run(() => "in")));
  const waits = away.map((answer) => (answer instanceof TurnedAway ? answer.retryAfterMs : 0));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
  expect(new Set(waits).size).toBeGreaterThan(5);
  first.open();
  expect(await Promise.all(inside)).toEqual([undefined, undefined, undefined, undefined]);
  expect(await sessions.run(() => "in")).toBe("in");
});

it("turns away the newest job of the address with the most waiting, when another address finds the bulkhead full", async () => {
  const { reads } = unshared({ reads: { underWay: 0, waiting: 3 } });
  const of = (address: string) => reads.run(() => address, { address, costMs: 1 });
  const flood = [of("flooder"), of("flooder"), of("flooder")];
  void of("neighbour");
  expect(await flood[2]).toBeInstanceOf(TurnedAway);
  expect(await of("flooder")).toBeInstanceOf(TurnedAway);
  expect(reads.waiting).toBe(3);
});

it("passes on a failure, and continues with the next", async () => {
  const { watches } = unshared({ watches: { underWay: 1, waiting: 10 } });
  const failing = watches.run(() => Promise.reject(new Error("database is away")));
  const thrown = watches.run(() => {
    throw new Error("at once");
  });
  const fine = watches.run(() => 7);
  await expect(failing).rejects.toThrow("database is away");
  await expect(thrown).rejects.toThrow("at once");
  expect(await fine).toBe(7);
});

describe("the thread's time", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const given = () => {
    const admission = createAdmission();
    const started: Record<string, number> = {};
    const ask = (bulkhead: keyof typeof admission, address: string, costMs: number) =>
      admission[bulkhead].run(
        () => {
          started[address] = (started[address] ?? 0) + costMs;
        },
        { address, costMs },
      );
    return { admission, started, ask };
  };

  it("is lent to at most half, over all bulkheads and addresses", async () => {
    const { started, ask } = given();
    for (let n = 0; n < 400; n++)
      for (const bulkhead of ["reads", "others"] as const) void ask(bulkhead, `${bulkhead} ${n % 50}`, 5);
    await vi.advanceTimersByTimeAsync(2_000);
    const ms = Object.values(started).reduce((sum, one) => sum + one, 0);
    expect(ms).toBeGreaterThan(900);
    expect(ms).toBeLessThanOrEqual(1_000 + 20 + 5);
  });

  it("goes first to an address that asked for little, and evenly to those that flood", async () => {
    const { started, ask } = given();
    for (let n = 0; n < 150; n++)
      for (let flooder = 0; flooder < 5; flooder++) void ask("others", `flooder ${flooder}`, 5);
    await vi.advanceTimersByTimeAsync(3_000);
    const page = Promise.all(Array.from({ length: 50 }, () => ask("others", "visitor", 1)));
    await vi.advanceTimersByTimeAsync(150);
    expect(started.visitor).toBe(50);
    await page;
    const floods = Object.entries(started).filter(([address]) => address !== "visitor");
    expect(floods).toHaveLength(5);
    const each = floods.map(([, ms]) => ms);
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(5);
  });

  it("goes to the files of a page while dear reads wait, by time and not by starts", async () => {
    const { started, ask } = given();
    for (let n = 0; n < 100; n++) void ask("reads", "flooder", 20);
    await vi.advanceTimersByTimeAsync(500);
    for (let n = 0; n < 40; n++) void ask("others", "visitor", 0.5);
    await vi.advanceTimersByTimeAsync(400);
    expect(started.visitor).toBe(20);
    expect(started.flooder).toBeGreaterThan(300);
  });

  it("is there for commands while reads wait", async () => {
    const { started, ask } = given();
    for (let n = 0; n < 100; n++) void ask("reads", "flooder", 40);
    await ask("commands", "bidder", 2);
    expect(started.bidder).toBe(2);
  });

  it("is lent later if work takes longer than declared", async () => {
    const { admission, started, ask } = given();
    await ask("reads", "reader", 1);
    admission.reads.charge(519);
    void ask("reads", "visitor", 1);
    await vi.advanceTimersByTimeAsync(990);
    expect(started.visitor).toBeUndefined();
    await vi.advanceTimersByTimeAsync(20);
    expect(started.visitor).toBe(1);
  });

  it("forgets no job, whenever a share becomes free", async () => {
    let at = 0;
    const now = (): number => {
      at += 0.37;
      return at;
    };
    const { reads, commands } = createAdmission({ now });
    const asked = Array.from({ length: 300 }, (_, n) =>
      (n % 3 ? reads : commands).run(() => n, { address: `${n % 7}`, costMs: 1 + (n % 5) }),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 300 }, (_, n) => n));
  });

  it("turns an address away whose work would wait longer than ten seconds", async () => {
    const { admission, ask } = given();
    const answers = Array.from({ length: 200 }, () => ask("reads", "flooder", 50));
    expect(admission.reads.turnedAway).toBeGreaterThan(90);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(admission.reads.waiting).toBe(0);
    await Promise.all(answers);
  });
});
