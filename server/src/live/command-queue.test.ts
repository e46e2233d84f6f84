// Tests that the commands of a connection that does not read wait, in their order, and that nothing is answered to it.
import { setImmediate as nextTick } from "node:timers/promises";
import { expect, it } from "vitest";
import { CommandQueue, HOLD_BYTES, SLOW_BYTES } from "./command-queue.ts";
import { AllUnread } from "./unread.ts";

const ANSWER_BYTES = 20_000;

const given = () => {
  const all = new AllUnread();
  const unread = all.open({ sendMark: () => {}, terminate: () => {} });
  const queue = new CommandQueue(unread);
  const [started, answered]: [number[], number[]] = [[], []];
  const finish: (() => void)[] = [];
  let sent = 0;
  /** Each takes until `finish` is called for it. */
  const command = (bytes = 0, name = "auction:watch"): void => {
    sent += 1;
    const n = sent;
    queue.run(
      name,
      () => {
        started.push(n);
        return new Promise<void>((resolve) => finish.push(resolve));
      },
      () => {
        answered.push(n);
        unread.sent(bytes);
        unread.flushed();
      },
    );
  };
  const finishAll = async (): Promise<void> => {
    for (let n = 0; n < 5; n += 1) {
      for (const one of finish.splice(0)) one();
      await nextTick();
    }
  };
  return { all, unread, command, finish, finishAll, started, answered };
};
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

it("starts commands at once, 32 of them at the same time, and the others in their order", async () => {
  const { command, finish, finishAll, started, answered, unread } = given();
  for (let n = 0; n < 40; n += 1) command();
  expect(started).toEqual(numbers(1, 32));
  expect(unread.bytesHeld).toBe(8 * 1024);
  finish.shift()?.();
  await nextTick();
  expect(started).toEqual(numbers(1, 33));
  await finishAll();
  expect([started, answered.toSorted((a, b) => a - b)]).toEqual([numbers(1, 40), numbers(1, 40)]);
  expect(unread.bytesHeld).toBe(40 * 256);
});

it("answers no more than one too many to a connection that does not read, and starts nothing more", async () => {
  const { command, finishAll, started, answered, unread } = given();
  for (let n = 0; n < 100; n += 1) command(ANSWER_BYTES);
  await finishAll();
  expect([started, answered]).toEqual([numbers(1, 33), [1, 2]]);
  expect(unread.bytes).toBeLessThan(HOLD_BYTES + ANSWER_BYTES + 256);
});

it("goes on as the reader reads", async () => {
  const { command, finishAll, started, answered, unread } = given();
  for (let n = 0; n < 100; n += 1) command(ANSWER_BYTES);
  await finishAll();
  unread.readTo(unread.written);
  await finishAll();
  expect(answered).toEqual([1, 2, 3, 4]);
  while (answered.length < 100) {
    unread.readTo(unread.written);
    await finishAll();
  }
  expect([started, answered]).toEqual([numbers(1, 100), numbers(1, 100)]);
});

it("does not let a bid wait for a reader who is a little behind, and does for one who does not read", async () => {
  const { command, finishAll, started, answered, unread } = given();
  for (let n = 0; n < 40; n += 1) command(ANSWER_BYTES);
  await finishAll();
  command(0, "bid:place");
  expect(started.at(-1)).toBe(41);
  await finishAll();
  expect(answered).toEqual([1, 2, 41]);
  unread.sent(SLOW_BYTES);
  command(0, "bid:place");
  await finishAll();
  expect(started.at(-1)).toBe(41);
});

it("starts nothing for a connection that has closed", async () => {
  const { all, command, finishAll, started, unread } = given();
  for (let n = 0; n < 40; n += 1) command(ANSWER_BYTES);
  await finishAll();
  const before = started.length;
  unread.close();
  await finishAll();
  expect([started.length, all.bytes]).toEqual([before, 0]);
});
