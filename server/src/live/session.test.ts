// Checks how long the session of an open connection lasts.
import type { PushFrame } from "@jara/shared/live-commands";
import type { Server } from "socket.io";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Connection, Rooms } from "./rooms.ts";
import { startSession } from "./session.ts";
import { closedUnread } from "./unread.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let sent: PushFrame["type"][];
let asked: number;
let connection: Connection;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  asked = 0;
  connection = {
    id: "1",
    transport: "websocket",
    address: "",
    user: null,
    rooms: new Set<string>(),
    sendEncoded: null,
    joined: () => {},
    left: () => {},
    sendAway: () => {},
    terminate: () => {},
    close: () => {},
    send: ({ type }) => void sent.push(type),
    unread: closedUnread(),
  };
});
afterEach(() => vi.useRealTimers());

const account = { id: "ada", role: "user" as const, isEmailVerified: true, balanceMinor: 0, revision: 1 };
const start = (renew: () => Promise<number | null>, { expiresIn = 7 * DAY_MS, tokenEndsIn = 90 * DAY_MS } = {}) => {
  const rooms = new Rooms(() => ({ to: () => ({ emit: () => true }) }) as unknown as Server);
  const session = { id: "s", account, expiresAt: Date.now() + expiresIn, tokenEndsAt: Date.now() + tokenEndsIn };
  const tokens = {
    renew: () => {
      asked += 1;
      return renew();
    },
  };
  return startSession(connection, session, { rooms, tokens });
};

it("renews a session while the connection is open, every ten minutes, until the token ends", async () => {
  start(async () => Date.now() + 7 * DAY_MS, { tokenEndsIn: 8 * DAY_MS });
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect([asked, sent]).toEqual([6, []]);
  await vi.advanceTimersByTimeAsync(7.9 * DAY_MS);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect([sent, connection.user]).toEqual([["session:ended"], null]);
});

it("ends at the session's expiry, which the database is asked for at that moment", async () => {
  start(async () => null, { expiresIn: 5_000 });
  await vi.advanceTimersByTimeAsync(4_900);
  expect([asked, sent]).toEqual([0, []]);
  await vi.advanceTimersByTimeAsync(200);
  expect([asked, sent]).toEqual([1, ["session:ended"]]);
});

it("goes on while the database does not answer, and asks again", async () => {
  let isAway = true;
  start(async () => (isAway ? Promise.reject(new Error("away")) : null), { expiresIn: 1_000 });
  await vi.advanceTimersByTimeAsync(7_000);
  expect([asked, sent]).toEqual([2, []]);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual(["session:ended"]);
});

it("asks nothing once the connection is closed", async () => {
  const stop = start(async () => null);
  stop();
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect([asked, sent]).toEqual([0, []]);
});
