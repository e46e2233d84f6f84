// Tests that connections close in portions, and none before its answer. The connections only record what is done to
// them.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createGracefulClose } from "./close-connections.ts";
import { type Connection, Rooms } from "./rooms.ts";
import { closedUnread } from "./unread.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const given = (count: number, { stalled = 0 } = {}) => {
  const rooms = new Rooms(() => {
    throw new Error("nothing is published here");
  });
  const sentAway: string[] = [];
  const terminated: string[] = [];
  const all = Array.from({ length: count }, (_, i): Connection => {
    const connection: Connection = {
      id: String(i),
      transport: "websocket",
      address: "203.0.113.1",
      user: null,
      rooms: new Set(),
      send: () => {},
      sendEncoded: null,
      joined: () => {},
      left: () => {},
      unread: closedUnread(),
      close: () => {},
      sendAway: () => {
        sentAway.push(connection.id);
        if (i >= stalled) rooms.exit(connection);
      },
      terminate: () => {
        terminated.push(connection.id);
        rooms.exit(connection);
      },
    };
    rooms.enter(connection);
    return connection;
  });
  return { rooms, all, sentAway, terminated };
};
const never = () => new Promise<never>(() => {});

it("closes the connections in portions over the given time", async () => {
  const { rooms, sentAway } = given(30);
  const gone = createGracefulClose(rooms, never).closeAll(300);
  await vi.advanceTimersByTimeAsync(1);
  expect(sentAway).toHaveLength(10);
  await vi.advanceTimersByTimeAsync(100);
  expect(sentAway).toHaveLength(20);
  await vi.advanceTimersByTimeAsync(100);
  expect(sentAway).toHaveLength(30);
  await gone;
});

it("closes all connections at once when no time is given, and ends at once when there are none", async () => {
  const { rooms, sentAway } = given(30);
  const gracefulClose = createGracefulClose(rooms, never);
  const gone = gracefulClose.closeAll(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(sentAway).toHaveLength(30);
  await gone;
  await gracefulClose.closeAll(5_000);
});

it("answers the commands in flight before it closes their connection, and refuses later ones", async () => {
  const { rooms, all, sentAway } = given(1);
  const [connection] = all as [Connection];
  let finish: (answer: { ok: true }) => void = () => {};
  const carriedOut: unknown[] = [];
  const gracefulClose = createGracefulClose(rooms, (_connection, name) => {
    carriedOut.push(name);
    return new Promise((resolve) => {
      finish = resolve as typeof finish;
    });
  });
  const first = gracefulClose.dispatch(connection, "bid:place", {});
  const gone = gracefulClose.closeAll(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sentAway).toEqual([]);
  const second = await gracefulClose.dispatch(connection, "bid:place", {});
  expect(second).toMatchObject({ ok: false, error: { code: "UNAVAILABLE" } });
  expect(carriedOut).toEqual(["bid:place"]);
  finish({ ok: true });
  expect(await first).toEqual({ ok: true });
  await vi.advanceTimersByTimeAsync(1);
  expect(sentAway).toEqual(["0"]);
  await gone;
});

it("terminates a connection whose answer or closing handshake does not come in time", async () => {
  const { rooms, all, sentAway, terminated } = given(2, { stalled: 1 });
  const gracefulClose = createGracefulClose(rooms, never);
  void gracefulClose.dispatch(all[1] as Connection, "bid:place", {});
  const gone = gracefulClose.closeAll(0);
  await vi.advanceTimersByTimeAsync(20_000);
  await gone;
  expect(sentAway.sort()).toEqual(["0", "1"]);
  expect(terminated).toEqual(["0"]);
});
