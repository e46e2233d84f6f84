// Tests that neither a connection nor an address with thousands of them delays the packets of other addresses.
import { setImmediate as nextTick } from "node:timers/promises";
import { expect, it } from "vitest";
import { PacketScheduler } from "./packet-scheduler.ts";

it("lets an address handle twenty packets in the tick in which they arrive, and others theirs", async () => {
  const scheduler = new PacketScheduler();
  const atOnce = (address: string): number => {
    let count = 0;
    while (count < 100 && scheduler.mayHandleAtOnce(address)) count += 1;
    return count;
  };
  expect([atOnce("198.51.100.7"), atOnce("198.51.100.7"), atOnce("198.51.100.8")]).toEqual([20, 0, 20]);
  await nextTick();
  expect(atOnce("198.51.100.7")).toBe(20);
});

it("serves addresses in turn, however many connections of one of them wait", async () => {
  const scheduler = new PacketScheduler();
  const handled: string[] = [];
  for (let n = 0; n < 1_000; n += 1)
    scheduler.add("198.51.100.7", () => {
      handled.push("flooder");
      return false;
    });
  let left = 3;
  scheduler.add("198.51.100.8", () => {
    handled.push("other");
    left -= 1;
    return left > 0;
  });
  await nextTick();
  expect(handled).toEqual(["flooder", "other", "flooder", "other", "flooder", "other"]);
  await nextTick();
  expect(handled).toHaveLength(12);
});

it("serves the connections of one address in turn", async () => {
  const scheduler = new PacketScheduler();
  const handled: number[] = [];
  for (const connection of [1, 2, 3])
    scheduler.add("198.51.100.7", () => {
      handled.push(connection);
      return handled.length < 7;
    });
  for (let tick = 0; tick < 3; tick += 1) await nextTick();
  expect(handled.slice(0, 6)).toEqual([1, 2, 3, 1, 2, 3]);
});

it("counts all addresses of a /48 as one", async () => {
  const scheduler = new PacketScheduler();
  const from = (subnet: number) => `2001:db8:7:${subnet.toString(16)}::/64`;
  expect(Array.from({ length: 21 }, (_, n) => scheduler.mayHandleAtOnce(from(n))).at(-1)).toBe(false);
  const handled: string[] = [];
  const note = (who: string) => () => {
    handled.push(who);
    return false;
  };
  for (let n = 0; n < 1_000; n += 1) scheduler.add(from(n), note("customer"));
  scheduler.add("198.51.100.8", note("other"));
  await nextTick();
  expect(handled.slice(0, 3)).toEqual(["customer", "other", "customer"]);
});
