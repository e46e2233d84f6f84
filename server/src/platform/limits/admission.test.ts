import { setImmediate as tick } from "node:timers/promises";
import { expect, it } from "vitest";
import { createAdmission, TurnedAway } from "./admission.ts";

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

it("admits by order of arrival, with a bounded number under way", async () => {
  const { watches } = createAdmission({ watches: { underWay: 2, waiting: 100 } });
  const gates = Array.from({ length: 5 }, gate);
  const started: number[] = [];
  const done = gates.map(({ pass }, i) =>
    watches.run(() => {
      started.push(i);
      return pass();
    }),
  );
  expect(started).toEqual([]);
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
  const { handshakes } = createAdmission();
  let started = 0;
  const all = Array.from({ length: 100 }, () =>
    handshakes.run(() => {
      started += 1;
    }),
  );
  const seen: number[] = [];
  while (started < 100) {
    await tick();
    seen.push(started);
  }
  await Promise.all(all);
  for (const [i, count] of seen.entries()) expect(count - (seen[i - 1] ?? 0)).toBeLessThanOrEqual(8);
});

it("admits clients that are halfway through before new ones", async () => {
  const { handshakes, sessions, watches } = createAdmission();
  const order: string[] = [];
  const note = (what: string) => () => void order.push(what);
  await Promise.all([
    handshakes.run(note("handshake")),
    handshakes.run(note("handshake")),
    sessions.run(note("session")),
    watches.run(note("watch")),
  ]);
  expect(order).toEqual(["watch", "session", "handshake", "handshake"]);
});

it("turns clients away when too many wait, each with another time to return, and admits again afterwards", async () => {
  const { sessions } = createAdmission({ sessions: { underWay: 1, waiting: 3 } });
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

it("passes on a failure, and continues with the next", async () => {
  const { watches } = createAdmission({ watches: { underWay: 1, waiting: 10 } });
  const failing = watches.run(() => Promise.reject(new Error("database is away")));
  const thrown = watches.run(() => {
    throw new Error("at once");
  });
  const fine = watches.run(() => 7);
  await expect(failing).rejects.toThrow("database is away");
  await expect(thrown).rejects.toThrow("at once");
  expect(await fine).toBe(7);
});
