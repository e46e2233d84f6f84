// Tests clients that leave while the server reads their token, over real sockets. Afterwards the server holds no
// connection slots for them, and renews no session for them.
import { connect as netConnect, type Socket } from "node:net";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { Tokens } from "../../src/features/accounts/sessions/tokens.ts";
import { Rooms } from "../../src/live/rooms.ts";
import { servePlainWebSocket } from "../../src/live/transports/plain-websocket.ts";
import { createSocketIo, serveSocketIo } from "../../src/live/transports/socket-io.ts";
import { createAdmission } from "../../src/platform/limits/admission.ts";
import { createClientAddress } from "../../src/platform/limits/client-address.ts";
import { frame, text } from "../../trust/floods/packet-kinds.ts";
import { upgradeLines } from "../support/e2e-raw-http.ts";
import { noLimits } from "../support/no-limits.ts";

const USER = crypto.randomUUID();
const account = { id: USER, role: "user", isEmailVerified: true, balanceMinor: 0, revision: 1 };

let address: URL;
let stop: () => Promise<void>;
/** Returns the number of connections that are open at the server. */
let connections: () => Promise<number>;
/** The connection slots that are taken. */
let slots: string[];
let ended: number;
/** The sessions that were renewed. */
let renewed: string[];
/** Answers the tokens that are being read. */
let answers: (() => void)[];

beforeEach(async () => {
  [slots, ended, renewed, answers] = [[], 0, [], []];
  const app = Fastify();
  const admission = createAdmission();
  const io = createSocketIo(app.server, { isAllowed: () => true, admission, clientAddress: createClientAddress([]) });
  const rooms = new Rooms(() => io);
  const limits: typeof noLimits.limits = {
    ...noLimits.limits,
    noteClosed: () => {
      ended += 1;
    },
    takeConnectionSlot: (of) => {
      slots.push(of);
      return () => {
        if (slots.includes(of)) slots.splice(slots.indexOf(of), 1);
      };
    },
  };
  const tokens = {
    resolve: async () => {
      const id = `session ${answers.length + 1}`;
      await new Promise<void>((resolve) => answers.push(resolve));
      // The session has to be renewed at once.
      return { id, account, expiresAt: Date.now(), tokenEndsAt: Date.now() + 60_000 };
    },
    renew: async (id: string) => {
      renewed.push(id);
      return Date.now() + 60_000;
    },
  } as unknown as Tokens;
  const dispatch = async () => ({ ok: true }) as never;
  const deps = { tokens, rooms, dispatch, admission, ...noLimits, limits, isDraining: () => false };
  serveSocketIo(io, deps);
  const plain = await servePlainWebSocket(app, { ...deps, isAllowed: () => true });
  address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  connections = () =>
    new Promise((resolve, reject) =>
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  stop = async () => {
    plain.close();
    await io.close();
  };
});
afterEach(() => stop());

const open = async (path: string): Promise<WebSocket> => {
  const socket = new WebSocket(`${address.href.replace("http", "ws")}${path}`);
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("open", resolve));
  return socket;
};
const authenticate = '{"id":1,"type":"authenticate","data":{"token":"x"}}';
const tokenIsRead = (count = 1) => vi.waitFor(() => expect(answers).toHaveLength(count), 15_000);
/**
 * Answers the token of the client that left. Another client then connects and stays. What the server does for it comes
 * last, so by then a slot or a renewal of the client that left would be there too.
 */
const nothingStays = async (): Promise<void> => {
  answers[0]?.();
  const socket = await open("ws");
  socket.send(authenticate);
  await tokenIsRead(2);
  answers[1]?.();
  await vi.waitFor(() => expect(renewed).toContain("session 2"), 15_000);
  const seen = { slots: slots.toSorted(), renewed: [...renewed] };
  const before = ended;
  socket.close();
  await vi.waitFor(() => expect(ended).toBe(before + 1), 15_000);
  expect(seen).toEqual({ slots: ["address", "user"], renewed: ["session 2"] });
  expect(slots).toEqual([]);
};

it("releases the slots of a Socket.IO client that leaves while its token is read", async () => {
  const socket = await open("socket.io/?EIO=4&transport=websocket");
  socket.send('40{"token":"x"}');
  await tokenIsRead();
  socket.terminate();
  await vi.waitFor(() => expect(ended).toBe(1), 15_000);
  await nothingStays();
});

it("ends the session of a plain WebSocket that sends its token and its close frame at once", async () => {
  const raw = await upgradeRaw();
  const close = frame(8, "");
  raw.write(Buffer.concat([text(authenticate), close]));
  await tokenIsRead();
  raw.destroy();
  await vi.waitFor(() => expect(ended).toBe(1), 15_000);
  await nothingStays();
});

it("takes no slots for a plain WebSocket that is reset while the token of its header is read", async () => {
  const raw = await upgradeRaw(["Authorization: Bearer x"], false);
  await tokenIsRead();
  raw.resetAndDestroy();
  await vi.waitFor(async () => expect(await connections()).toBe(0), 15_000);
  await nothingStays();
});

it("keeps the session of a plain WebSocket that stays", async () => {
  const socket = await open("ws");
  socket.send(authenticate);
  await tokenIsRead();
  answers[0]?.();
  await vi.waitFor(() => expect(renewed).toEqual(["session 1"]), 15_000);
  expect(slots.sort()).toEqual(["address", "user"]);
  socket.close();
  await vi.waitFor(() => expect(slots).toEqual([]), 15_000);
});

/** Asks for an upgrade of /ws below any library. */
const upgradeRaw = async (headers: string[] = [], isAnswered = true): Promise<Socket> => {
  const raw = netConnect({ host: address.hostname, port: Number(address.port) });
  raw.on("error", () => {});
  raw.write(["GET /ws HTTP/1.1", ...upgradeLines(address.host), ...headers, "", ""].join("\r\n"));
  if (isAnswered) await new Promise((resolve) => raw.once("data", resolve));
  return raw;
};
