// Tests the accounting of unread bytes: what is counted, what a reader's proof takes off, and when all together are too
// much.
import { setImmediate as nextTick } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { SLOW_BYTES } from "./command-queue.ts";
import type { Rooms } from "./rooms.ts";
import { watchSlowReaders } from "./slow-readers.ts";
import { AllUnread, MARK_EVERY_BYTES, type Unread, WAITING_COMMAND_BYTES } from "./unread.ts";

/** What a frame without data counts. */
const FRAME = 256;

const given = () => {
  let at = 0;
  const all = new AllUnread(() => at);
  const terminated: Unread[] = [];
  const open = () => {
    const marks: Buffer[] = [];
    const unread: Unread = all.open({
      sendMark: (mark) => void marks.push(mark),
      terminate: () => void terminated.push(unread),
    });
    const write = (bytes: number): void => {
      unread.sent(bytes);
      unread.flushed();
    };
    const read = (): void => unread.echoed(marks.shift() ?? Buffer.alloc(8));
    return { unread, marks, write, read };
  };
  const wait = (ms: number): void => {
    at += ms;
  };
  return { all, open, terminated, wait };
};

it("counts the bytes of a frame and its share of the memory around it, until the reader echoes the mark behind it", () => {
  const { all, open } = given();
  const { unread, marks, write, read } = open();
  write(100);
  expect([unread.bytes, all.bytes, marks.length]).toEqual([100 + FRAME, 100 + FRAME, 0]);
  write(MARK_EVERY_BYTES);
  expect(marks).toHaveLength(1);
  write(7);
  read();
  expect([unread.bytes, all.bytes]).toEqual([7 + FRAME, 7 + FRAME]);
});

it("takes no bytes off for a mark that was not sent, and none twice", () => {
  const { open } = given();
  const { unread, marks, write } = open();
  write(MARK_EVERY_BYTES);
  unread.echoed(Buffer.alloc(8));
  unread.echoed(Buffer.alloc(0));
  expect(unread.bytes).toBe(MARK_EVERY_BYTES + FRAME);
  const [mark = Buffer.alloc(0)] = marks;
  unread.echoed(mark);
  write(5);
  unread.echoed(mark);
  expect(unread.bytes).toBe(5 + FRAME);
});

it("has one mark under way, and sends the next when it comes back if much was written meanwhile", () => {
  const { open } = given();
  const { marks, write, read } = open();
  for (let n = 0; n < 5; n += 1) write(MARK_EVERY_BYTES);
  expect(marks).toHaveLength(1);
  read();
  expect(marks).toHaveLength(1);
  read();
  expect(marks).toHaveLength(0);
});

it("does not take for read what was queued and not handed to the network before the mark", () => {
  const { open } = given();
  const { unread, write, read } = open();
  write(MARK_EVERY_BYTES);
  unread.sent(3);
  read();
  expect(unread.bytes).toBe(3 + FRAME);
});

it("marks a few bytes when it is asked to, and tells how long the mark has been under way", () => {
  const { open, wait } = given();
  const { unread, marks, write, read } = open();
  unread.mark();
  expect(marks).toHaveLength(0);
  write(1);
  unread.mark();
  wait(70);
  expect(unread.markAgeMs).toBe(70);
  read();
  expect([unread.bytes, unread.markAgeMs]).toEqual([0, 0]);
});

it("goes on without the old mark when the transport changes", () => {
  const { open } = given();
  const { unread, write } = open();
  unread.sent(10);
  unread.mark();
  unread.transportChanged();
  expect([unread.bytes, unread.markAgeMs]).toEqual([10 + FRAME, 0]);
  write(10);
  unread.transportChanged();
  expect(unread.bytes).toBe(0);
});

it("counts waiting commands, and gives everything back when the connection closes", async () => {
  const { all, open } = given();
  const [one, other] = [open(), open()];
  one.write(50);
  one.unread.wait(WAITING_COMMAND_BYTES);
  other.write(1);
  expect(one.unread.bytesHeld).toBe(50 + FRAME + WAITING_COMMAND_BYTES);
  const woken = one.unread.more();
  one.unread.close();
  one.unread.close();
  await woken;
  one.write(50);
  one.unread.wait(1);
  expect([all.bytes, [...all]]).toEqual([1 + FRAME, [other.unread]]);
});

it("reports once in a tick that all together have too much unread, and not if they have read it by then", async () => {
  const { all, open } = given();
  let reports = 0;
  all.mostBytes = 1_000;
  all.onTooMuch = () => {
    reports += 1;
  };
  const { unread, write } = open();
  write(500);
  await nextTick();
  expect(reports).toBe(0);
  write(500);
  write(500);
  await nextTick();
  expect(reports).toBe(1);
  write(500);
  unread.readTo(unread.written);
  await nextTick();
  expect(reports).toBe(1);
});

it("terminates a connection once", () => {
  const { all, open, terminated } = given();
  const { unread, write } = open();
  write(1);
  unread.terminate();
  unread.terminate();
  expect([terminated, all.bytes]).toEqual([[unread], 0]);
});

it("closes a connection whose first long frame the network never takes, and not one that reads", () => {
  vi.useFakeTimers();
  const { all, open, terminated, wait } = given();
  const slow = watchSlowReaders({ connected: () => [] } as unknown as Rooms, all, {
    lookEveryMs: 100,
    stalledMs: 1_000,
  });
  const [stuck, reader] = [open(), open()];
  for (let n = 0; n < 50; n += 1) {
    stuck.unread.sent(SLOW_BYTES);
    reader.write(SLOW_BYTES);
    reader.read();
    vi.advanceTimersByTime(100);
    wait(100);
  }
  slow.close();
  vi.useRealTimers();
  expect(terminated).toEqual([stuck.unread]);
});
