// Tests readers that stop reading, over both transports with real sockets: the data that wait for them are bounded,
// nobody else waits for them, and they are brought back or disconnected. No auctions and no database are needed.

import type { PushFrame } from "@jara/shared/live-commands";
import Fastify from "fastify";
import type { Server } from "socket.io";
import { io, type Socket } from "socket.io-client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { Tokens } from "../../src/features/accounts/sessions/tokens.ts";
import { SLOW_BYTES } from "../../src/live/command-queue.ts";
import type { Dispatch } from "../../src/live/dispatch.ts";
import { type Connection, Rooms, rooms } from "../../src/live/rooms.ts";
import { type SlowReaders, watchSlowReaders } from "../../src/live/slow-readers.ts";
import { servePlainWebSocket } from "../../src/live/transports/plain-websocket.ts";
import { createSocketIo, serveSocketIo } from "../../src/live/transports/socket-io.ts";
import { AllUnread } from "../../src/live/unread.ts";
import { createAdmission } from "../../src/platform/limits/admission.ts";
import { createClientAddress } from "../../src/platform/limits/client-address.ts";
import { noLimits } from "../support/no-limits.ts";

const WATCHED = rooms.auction("lot");
const nobody: Tokens = {
  issue: async () => null,
  issueMany: async () => [],
  resolve: async () => null,
  renew: async () => null,
  userIdOf: () => null,
};

/** Large, so that what the machine itself holds for a socket is soon full. */
const frame = (version: number): PushFrame => ({
  type: "auction:updated",
  data: {
    auctionId: "lot",
    version,
    contentVersion: 1,
    changes: [],
    auction: { padding: "x".repeat(16_000) } as never,
  },
});

interface Reader {
  readonly heard: PushFrame[];
  readonly isOpen: () => boolean;
  ask(): void;
  stall(): void;
  readOn(): void;
  close(): void;
}

const overSocketIo = async (address: string): Promise<Reader> => {
  const heard: PushFrame[] = [];
  const socket: Socket = io(address, { transports: ["websocket"], reconnection: false, forceNew: true });
  socket.onAny((type, data) => heard.push({ type, data } as PushFrame));
  await new Promise<void>((resolve) => socket.on("connect", resolve));
  const webSocket = () => (socket.io.engine.transport as unknown as { ws: WebSocket }).ws;
  return {
    heard,
    isOpen: () => socket.connected,
    ask: () => void socket.emit("clock:sync", { t0: 1 }, () => {}),
    stall: () => webSocket().pause(),
    readOn: () => webSocket().resume(),
    close: () => void socket.disconnect(),
  };
};

const overPlainWebSocket = async (address: string): Promise<Reader> => {
  const heard: PushFrame[] = [];
  const ws = new WebSocket(`${address.replace("http", "ws")}/ws`);
  ws.on("message", (raw) => {
    const message = JSON.parse(raw.toString());
    if ("type" in message) heard.push(message);
  });
  ws.on("error", () => {});
  await new Promise((resolve) => ws.once("open", resolve));
  return {
    heard,
    isOpen: () => ws.readyState === WebSocket.OPEN,
    ask: () => ws.send('{"id":1,"type":"clock:sync","data":{"t0":1}}'),
    stall: () => ws.pause(),
    readOn: () => ws.resume(),
    close: () => ws.terminate(),
  };
};

let stop: () => void = () => {};
afterEach(() => stop());

const open = async (limits: Parameters<typeof watchSlowReaders>[2] = {}) => {
  const app = Fastify();
  const admission = createAdmission();
  const server: Server = createSocketIo(app.server, {
    isAllowed: () => true,
    admission,
    clientAddress: createClientAddress([]),
  });
  const all = new Rooms(() => server);
  const unread = new AllUnread();
  const slow: SlowReaders = watchSlowReaders(all, unread, { lookEveryMs: 5, stalledMs: 0, ...limits });
  const dispatch: Dispatch = async () => ({ ok: true, padding: "x".repeat(16_000) }) as never;
  const deps = { tokens: nobody, rooms: all, dispatch, admission, ...noLimits, unread, isDraining: () => false };
  serveSocketIo(server, deps);
  const plain = await servePlainWebSocket(app, { ...deps, isAllowed: () => true });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const readers: Reader[] = [];
  stop = () => {
    slow.close();
    for (const reader of readers) reader.close();
    plain.close();
    void server.close();
  };

  const join = async (connect: typeof overSocketIo, room: string): Promise<[Reader, Connection]> => {
    const before = new Set(all.connected());
    const reader = await connect(address);
    readers.push(reader);
    const connection = await vi.waitFor(() => {
      const [found] = [...all.connected()].filter((one) => !before.has(one));
      if (!found) throw new Error("not here yet");
      return found;
    }, 15_000);
    all.join(connection, room);
    return [reader, connection];
  };
  return { all, slow, join };
};

let version = 0;
/** Slowly enough that what waits is looked at before it is too much altogether. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
const publish = async (all: Rooms, room: string, until: () => boolean): Promise<void> => {
  for (let sent = 0; sent < 20_000 && !until(); sent++) {
    all.publish(room, frame(++version));
    await pause();
  }
  expect(until()).toBe(true);
};

describe.each([
  ["Socket.IO", overSocketIo],
  ["plain WebSocket", overPlainWebSocket],
] as const)("a reader over %s that stops reading", (_name, connect) => {
  it("leaves the room while it does not read, and returns with a resync once it reads again", async () => {
    const { all, join, slow } = await open();
    const [healthy] = await join(connect, WATCHED);
    const [stalled, connection] = await join(connect, WATCHED);
    stalled.stall();
    await publish(all, WATCHED, () => !connection.rooms.has(WATCHED));
    expect(slow.counts).toEqual({ parked: 1, cutOff: 0, shed: 0 });
    expect(all.members(WATCHED).size).toBe(1);

    const last = version + 3000;
    await publish(all, WATCHED, () => version === last);
    expect(connection.unread.bytes).toBeGreaterThan(SLOW_BYTES);
    await vi.waitFor(() => expect(healthy.heard.at(-1)).toEqual(frame(last)), 20_000);
    expect(healthy.heard.some(({ type }) => type === "auction:resync")).toBe(false);

    stalled.readOn();
    const resync = { type: "auction:resync", data: { auctionId: "lot" } };
    await vi.waitFor(() => expect(stalled.heard.at(-1)).toEqual(resync), 20_000);
    expect(connection.rooms.has(WATCHED)).toBe(true);
    all.publish(WATCHED, frame(++version));
    await vi.waitFor(() => expect(stalled.heard.at(-1)).toEqual(frame(version)), 20_000);
    expect(slow.counts).toEqual({ parked: 1, cutOff: 0, shed: 0 });
  });

  it("does not return to a room that it has unwatched meanwhile", async () => {
    const { all, join } = await open();
    const [stalled, connection] = await join(connect, WATCHED);
    all.join(connection, rooms.auction("other"));
    stalled.stall();
    await publish(all, WATCHED, () => !connection.rooms.has(WATCHED));
    all.leave(connection, WATCHED);
    stalled.readOn();
    await vi.waitFor(() => expect([...connection.rooms]).toEqual([rooms.auction("other")]), 20_000);
  });

  it("is disconnected once it reads again if it followed a whole feed", async () => {
    const { all, join } = await open();
    const [stalled, connection] = await join(connect, rooms.listing);
    stalled.stall();
    await publish(all, rooms.listing, () => !connection.rooms.has(rooms.listing));
    stalled.readOn();
    await vi.waitFor(() => expect(stalled.isOpen()).toBe(false), 20_000);
  });

  it("is disconnected when it does not read in time", async () => {
    const { all, join, slow } = await open({ cutOffAfterMs: 100 });
    const [stalled, connection] = await join(connect, WATCHED);
    stalled.stall();
    await publish(all, WATCHED, () => !connection.rooms.has(WATCHED));
    await vi.waitFor(() => expect([...all.connected()]).toEqual([]), 20_000);
    expect(slow.counts).toEqual({ parked: 1, cutOff: 1, shed: 0 });
  });

  it("is disconnected at once when it keeps sending commands and reads no answer", async () => {
    const { all, join, slow } = await open();
    const [stalled, connection] = await join(connect, rooms.user("ada"));
    stalled.stall();
    for (let asked = 0; asked < 20_000 && slow.counts.cutOff === 0; asked++) {
      stalled.ask();
      if (asked % 50 === 0) await pause();
    }
    await vi.waitFor(() => expect([...all.connected()]).not.toContain(connection), 20_000);
    expect(slow.counts.cutOff).toBe(1);
  });
});
