import { setImmediate as nextTick } from "node:timers/promises";
import { expect, it } from "vitest";
import { InTurn } from "./in-turn.ts";

it("lets a few continue in each event-loop tick, in the order in which they came", async () => {
  const inTurn = new InTurn();
  const done: number[] = [];
  for (let n = 0; n < 30; n += 1) void inTurn.turn().then(() => done.push(n));
  await Promise.resolve();
  await Promise.resolve();
  const counts = [done.length];
  while (done.length < 30) {
    await nextTick();
    counts.push(done.length);
  }
  expect(counts[0]).toBe(8);
  expect(counts.every((count, i) => count - (counts[i - 1] ?? 0) <= 8)).toBe(true);
  expect(done).toEqual(Array.from({ length: 30 }, (_, n) => n));
});

it("lets one that comes alone continue at once", async () => {
  const inTurn = new InTurn();
  for (let n = 0; n < 30; n += 1) {
    let isDone = false;
    void inTurn.turn().then(() => {
      isDone = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(isDone).toBe(true);
    await nextTick();
    await nextTick();
  }
});
