import type { PushFrame } from "@jara/shared/live-commands";
import { staffLists } from "@jara/shared/live-lists";
import { rolesThatMay } from "@jara/shared/permissions";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWakes, type Wakes } from "../platform/jobs/wake.ts";
import { startListNotifier } from "./list-notifier.ts";
import { type Connection, Rooms, rooms } from "./rooms.ts";
import { joinStaffRooms, staffRoom } from "./staff-rooms.ts";

const toRoom = { except: () => toRoom, emit: () => true };
let allRooms: Rooms;
const connectionOf = (id: string) => {
  const connection = {
    id,
    user: null,
    rooms: new Set<string>(),
    joined: () => {},
    left: () => {},
    send: () => {},
    received: [],
    sendEncoded: (json: string) => void (connection.received as string[]).push(json),
  } as unknown as Connection & { received: string[] };
  allRooms.enter(connection);
  return connection;
};
const listsIn = (received: readonly string[]) =>
  received.map((json) => (JSON.parse(json) as Extract<PushFrame, { type: "list:changed" }>).data.list);

let isConnected = true;
let wakes: Wakes;
let notifier: ReturnType<typeof startListNotifier>;
beforeEach(() => {
  vi.useFakeTimers();
  isConnected = true;
  allRooms = new Rooms(() => ({ to: () => toRoom }) as never);
  wakes = createWakes();
  notifier = startListNotifier({ rooms: allRooms, wakes, isClusterConnected: () => isConnected });
});
afterEach(() => {
  notifier.close();
  vi.useRealTimers();
});

describe("the notifier of lists", () => {
  it("reaches exactly the roles that may read the list", async () => {
    for (const list of Object.keys(staffLists) as (keyof typeof staffLists)[]) {
      const roles = ["user", "cataloguer", "cashier", "manager", "admin"] as const;
      const people = roles.map((role) => ({ role, connection: connectionOf(`${list} ${role}`) }));
      for (const { role, connection } of people) joinStaffRooms(allRooms, connection, role);
      wakes.wake(`list:${list}`);
      await vi.advanceTimersByTimeAsync(1_000);
      const told = people.filter(({ connection }) => listsIn(connection.received).includes(list));
      expect([list, told.map(({ role }) => role)]).toEqual([list, rolesThatMay(staffLists[list])]);
      for (const { connection } of people) allRooms.exit(connection);
    }
  });

  it("leaves a person whose role no longer allows it, and reaches the rooms of the new role", async () => {
    const connection = connectionOf("demoted");
    joinStaffRooms(allRooms, connection, "admin");
    joinStaffRooms(allRooms, connection, "cashier");
    expect(connection.rooms.has(staffRoom("withdrawals:decide"))).toBe(true);
    expect(connection.rooms.has(staffRoom("audit:read"))).toBe(false);
    joinStaffRooms(allRooms, connection, "user");
    expect([...connection.rooms]).toEqual([]);
  });

  it("of one person reaches that person alone", async () => {
    const [ada, bola] = [connectionOf("ada"), connectionOf("bola")];
    allRooms.join(ada, rooms.user("ada"));
    allRooms.join(bola, rooms.user("bola"));
    notifier.own("ada", "own-withdrawals");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(listsIn(ada.received)).toEqual(["own-withdrawals"]);
    expect(bola.received).toEqual([]);
  });

  it("is sent once for many changes in a moment", async () => {
    const connection = connectionOf("admin");
    joinStaffRooms(allRooms, connection, "admin");
    for (let n = 0; n < 1_000; n++) wakes.wake("list:questions");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(listsIn(connection.received)).toEqual(["questions"]);
  });

  it("goes to the other nodes, and again once they can be reached", async () => {
    const relayed: string[] = [];
    allRooms.relay = (room, frame) => void relayed.push(`${room} ${JSON.stringify(frame.data)}`);
    wakes.wake("list:withdrawals");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(relayed).toEqual(['staff:withdrawals:decide {"list":"withdrawals"}']);
    relayed.length = 0;
    isConnected = false;
    await vi.advanceTimersByTimeAsync(2_000);
    notifier.own("ada", "own-top-ups");
    await vi.advanceTimersByTimeAsync(2_000);
    relayed.length = 0;
    isConnected = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(relayed).toEqual(['user:ada {"list":"own-top-ups"}']);
  });

  it("names every list now and then while this node does not hear of the others, and once it does again", async () => {
    const [cashier, ada] = [connectionOf("cashier"), connectionOf("ada")];
    joinStaffRooms(allRooms, cashier, "cashier");
    allRooms.join(ada, rooms.user("ada"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([...cashier.received, ...ada.received]).toEqual([]);
    isConnected = false;
    await vi.advanceTimersByTimeAsync(20_000);
    const told = listsIn(ada.received).filter((list) => list === "own-withdrawals").length;
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThan(4);
    expect(listsIn(cashier.received)).toContain("settlements");
    cashier.received.length = 0;
    isConnected = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(listsIn(cashier.received)).toContain("settlements");
    cashier.received.length = 0;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(cashier.received).toEqual([]);
  });
});
