// Tests the packet inbox of one connection: its allowance, the queue for bursts, and when the connection is closed.
import { setImmediate as nextTick } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BYTES_OF_CONNECTION, PACKETS_OF_CONNECTION, PACKETS_WAITING } from "../../platform/limits/packet-bounds.ts";
import { PacketInbox } from "./packet-inbox.ts";
import { PacketScheduler } from "./packet-scheduler.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const given = ({ isOn = true, sharedMs = (): number => 0, isOneOfMany = false } = {}) => {
  const happened = { handled: [] as number[], exceeded: 0, cutOff: 0, dropped: 0, paused: 0, isForGood: false };
  const inbox = new PacketInbox<number>({
    isOn,
    scheduler: new PacketScheduler(),
    address: "198.51.100.7",
    handle: (packet) => void happened.handled.push(packet),
    takeShared: sharedMs,
    isOneOfMany: () => isOneOfMany,
    pausing: {
      forMs: () => {
        happened.paused += 1;
      },
      during: () => {
        happened.paused += 1;
      },
      forGood: () => {
        happened.isForGood = true;
      },
    },
    exceeded: () => {
      happened.exceeded += 1;
    },
    cutOff: () => {
      happened.cutOff += 1;
    },
    dropped: () => {
      happened.dropped += 1;
    },
  });
  let sent = 0;
  const send = (count: number): void => {
    for (let n = 0; n < count; n++) inbox.receive(sent++);
  };
  return { inbox, happened, send };
};
const ticks = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await nextTick();
};
const pass = async (ms: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 100) {
    await vi.advanceTimersByTimeAsync(100);
    await ticks(3);
  }
};

describe("an inbox", () => {
  it("handles a few packets at once, and the rest of a burst in later ticks and in order", async () => {
    const { happened, send } = given();
    send(PACKETS_OF_CONNECTION.burst);
    expect(happened.handled.length).toBeLessThan(50);
    expect(happened.paused).toBe(1);
    await ticks(100);
    expect(happened.handled).toEqual(Array.from({ length: PACKETS_OF_CONNECTION.burst }, (_, n) => n));
    expect(happened).toMatchObject({ exceeded: 0, cutOff: 0 });
    expect(happened.handled).toHaveLength(PACKETS_OF_CONNECTION.burst);
  });

  it("pauses a connection over its allowance, reports it once, and resumes when the allowance is back", async () => {
    const { happened, send } = given();
    send(PACKETS_OF_CONNECTION.burst + 50);
    await ticks(100);
    expect(happened).toMatchObject({ exceeded: 1, cutOff: 0 });
    expect(happened.handled).toHaveLength(PACKETS_OF_CONNECTION.burst);
    await pass(1_000);
    expect(happened.handled).toHaveLength(PACKETS_OF_CONNECTION.burst + 50);
    expect(happened).toMatchObject({ exceeded: 1, cutOff: 0 });
  });

  it("closes a connection that stays above its allowance", async () => {
    const { happened, send } = given();
    for (let second = 0; second < 8 && happened.cutOff === 0; second++) {
      send(PACKETS_WAITING / 2);
      await pass(1_000);
    }
    expect(happened).toMatchObject({ cutOff: 1, exceeded: 1, isForGood: true });
  });

  it("refuses and closes a connection at once when more packets wait than may, and handles no more of them", () => {
    const { happened, send } = given();
    send(100_000);
    expect(happened).toMatchObject({ cutOff: 1, exceeded: 1, isForGood: true });
    expect(happened.handled.length).toBeLessThan(50);
    expect(happened.dropped + happened.handled.length).toBe(100_000);
  });

  it("pauses and then closes a connection that sends bytes which never become a packet", async () => {
    const { inbox, happened } = given();
    for (let second = 0; second < 10 && happened.cutOff === 0; second++) {
      inbox.read(BYTES_OF_CONNECTION.burst);
      await pass(1_000);
    }
    expect(happened).toMatchObject({ cutOff: 1, exceeded: 1 });
    expect(happened.paused).toBeGreaterThan(0);
  });

  it("pauses a connection, but keeps it open, when others of its address have used up the shared allowance", async () => {
    let sharedMs = 500;
    const { happened, send } = given({ sharedMs: () => sharedMs });
    send(5);
    await pass(20_000);
    expect(happened).toMatchObject({ handled: [], cutOff: 0, exceeded: 0 });
    sharedMs = 0;
    await pass(1_000);
    expect(happened.handled).toHaveLength(5);
  });

  it("closes a connection when its user floods on many connections", () => {
    const { happened, send } = given({ sharedMs: () => 500, isOneOfMany: true });
    send(1);
    expect(happened).toMatchObject({ cutOff: 1, dropped: 1 });
  });

  it("counts nothing without limits", () => {
    const { happened, send } = given({ isOn: false });
    send(10_000);
    expect(happened).toMatchObject({ cutOff: 0, exceeded: 0, paused: 0 });
    expect(happened.handled).toHaveLength(10_000);
  });
});
