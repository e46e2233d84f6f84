// Tests the number of viewers: one for each person, on all nodes together, sent at most once a second.
import type { PushFrame } from "@jara/shared/live-commands";
import type { Server } from "socket.io";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ViewersThere } from "./cluster/viewers-elsewhere.ts";
import { type Connection, Rooms, rooms } from "./rooms.ts";
import { startViewers, type Viewers } from "./viewers.ts";
import { createNames } from "./viewers-here.ts";

const drum = rooms.auction("drum");
const user = (id: string): Connection["user"] => ({
  id,
  role: "user",
  isEmailVerified: true,
  balanceMinor: 0,
  sessionId: "session",
  revision: 1,
});
const opened: Viewers[] = [];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const viewers of opened.splice(0)) viewers.close();
  vi.useRealTimers();
});

const given = (publishToNodes?: (here: ViewersThere) => void) => {
  const published: number[] = [];
  const emit = (type: string, data: { count: number }) =>
    void (type === "auction:viewers" && published.push(data.count));
  const all = new Rooms(
    () => ({ to: (room: string) => ({ emit: room === drum ? emit : () => {} }) }) as unknown as Server,
  );
  const viewers = startViewers({ rooms: all, nameOf: createNames("secret"), publishToNodes });
  opened.push(viewers);
  all.onMember = viewers.moved;
  let last = 0;
  const watch = (address: string, userId: string | null = null, room = drum): Connection => {
    const connection = {
      id: String(++last),
      address,
      user: userId === null ? null : user(userId),
      rooms: new Set<string>(),
      sendEncoded: null,
      joined: () => {},
      left: () => {},
      send: (_frame: PushFrame) => {},
    } as unknown as Connection;
    all.enter(connection);
    all.join(connection, room);
    return connection;
  };
  return { all, viewers, published, watch };
};

it("counts 61 sockets of one address as one watcher, and publishes the count once", async () => {
  const { all, viewers, published, watch } = given();
  const sockets = Array.from({ length: 61 }, () => watch("198.51.100.1"));
  expect(viewers.count("drum")).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(published).toEqual([1]);
  for (const socket of sockets.slice(1)) all.exit(socket);
  expect(viewers.count("drum")).toBe(1);
  all.exit(sockets[0] as Connection);
  expect(viewers.count("drum")).toBe(0);
});

it("counts a user at two addresses once, and two users at one address twice", () => {
  const { viewers, watch } = given();
  watch("198.51.100.1", "ada");
  watch("198.51.100.2", "ada");
  expect(viewers.count("drum")).toBe(1);
  watch("198.51.100.1", "bola");
  expect(viewers.count("drum")).toBe(2);
  watch("198.51.100.1");
  expect(viewers.count("drum")).toBe(3);
});

it("counts an administrator, who is in another room, like every other watcher", () => {
  const { viewers, watch } = given();
  watch("198.51.100.1", "ada", rooms.auctionForAdmins("drum"));
  watch("198.51.100.1", "ada");
  expect(viewers.count("drum")).toBe(1);
});

it("counts a visitor as the user after a sign-in, and removes the user when the connection closes", () => {
  const { all, viewers, watch } = given();
  watch("198.51.100.2", "ada");
  const visitor = watch("198.51.100.1");
  expect(viewers.count("drum")).toBe(2);
  visitor.user = user("ada");
  all.join(visitor, rooms.user("ada"));
  expect(viewers.count("drum")).toBe(1);
  // The user's session ends before the connection closes.
  visitor.user = null;
  all.exit(visitor);
  expect(viewers.count("drum")).toBe(1);
});

it("sends the number at most once a second, and only when it changed", async () => {
  const { all, published, watch } = given();
  for (let n = 0; n < 40; n++) {
    watch(`198.51.100.${n}`);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(published).toEqual([20, 40]);
  watch("198.51.100.1");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(published).toHaveLength(2);
  // A viewer who joined in between was answered 41, so the return to 40 must be sent.
  all.exit(watch("198.51.100.99"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(published).toEqual([20, 40, 40]);
});

it("counts one person on two nodes once, on both, and sends the other node no address and no user id", async () => {
  const said: ViewersThere[] = [];
  const one = given((there) => {
    said.push(there);
    two.viewers.elsewhere("one", there);
  });
  const two = given((there) => one.viewers.elsewhere("two", there));
  one.watch("198.51.100.1", "ada");
  one.watch("198.51.100.1");
  const moving = two.watch("198.51.100.2", "ada");
  two.watch("198.51.100.2");
  await vi.advanceTimersByTimeAsync(2_000);
  expect([one.viewers.count("drum"), two.viewers.count("drum")]).toEqual([3, 3]);
  expect([one.published.at(-1), two.published.at(-1)]).toEqual([3, 3]);
  two.all.exit(moving);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([one.viewers.count("drum"), two.viewers.count("drum")]).toEqual([3, 3]);
  expect(JSON.stringify(said)).not.toMatch(/198|ada|user|address/);
});

it("sends all counts every five seconds, so that a new node gets them", async () => {
  let late: ReturnType<typeof given> | null = null;
  const one = given((there) => late?.viewers.elsewhere("one", there));
  one.watch("198.51.100.1", "ada");
  await vi.advanceTimersByTimeAsync(3_000);
  late = given();
  late.watch("198.51.100.2");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(late.viewers.count("drum")).toBe(2);
});

it("makes names that reveal no person without the secret and differ for each auction", () => {
  const nameOf = createNames("secret");
  expect(nameOf("drum", "address 198.51.100.1")).toMatch(/^[0-9a-f]{12}$/);
  expect(nameOf("drum", "address 198.51.100.1")).not.toBe(nameOf("fan", "address 198.51.100.1"));
  expect(nameOf("drum", "address 198.51.100.1")).not.toBe(createNames("other")("drum", "address 198.51.100.1"));
  expect(nameOf("drum", "user ada")).toBe(createNames("secret")("drum", "user ada"));
});
