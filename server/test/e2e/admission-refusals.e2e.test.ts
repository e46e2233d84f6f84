// Tests that the server refuses clients while too many wait: each refusal says when to come back, and clients that came
// before are admitted.
import { once } from "node:events";
import Fastify from "fastify";
import { afterEach, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { Tokens } from "../../src/features/accounts/sessions/tokens.ts";
import { createDispatch, type Handlers } from "../../src/live/dispatch.ts";
import { Rooms } from "../../src/live/rooms.ts";
import { servePlainWebSocket } from "../../src/live/transports/plain-websocket.ts";
import { createSocketIo, serveSocketIo } from "../../src/live/transports/socket-io.ts";
import { type WatchDeps, watchHandlers } from "../../src/live/watch-handlers.ts";
import { type AdmissionOptions, CROWDED, createAdmission } from "../../src/platform/limits/admission.ts";
import { createClientAddress } from "../../src/platform/limits/client-address.ts";
import { openPlain, openSocketIo } from "../support/e2e-live.ts";
import { noLimits } from "../support/no-limits.ts";

const later = { code: "UNAVAILABLE", message: CROWDED, retryAfterMs: expect.any(Number) };

let stop: () => void = () => {};
afterEach(() => stop());

/** One token is read, one may wait. The test says when the database answers. */
const crowded = async (bounds: AdmissionOptions["bounds"] = {}) => {
  const app = Fastify();
  const admission = createAdmission({
    bounds: { sessions: { underWay: 1, waiting: 1 }, watches: { underWay: 0, waiting: 0 }, ...bounds },
  });
  const server = createSocketIo(app.server, {
    isAllowed: () => true,
    admission,
    clientAddress: createClientAddress([]),
  });
  const rooms = new Rooms(() => server);
  const asked: string[] = [];
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const account = { id: crypto.randomUUID(), role: "user", isEmailVerified: true, balanceMinor: 0, revision: 1 };
  const resolve = async (token: string) => {
    asked.push(token);
    await answered;
    return { account, expiresAt: Date.now() + 60_000 };
  };
  const tokens = { resolve, issue: () => "" } as unknown as Tokens;
  const handlers = watchHandlers({ admission, rooms } as unknown as WatchDeps) as Handlers;
  const dispatch = createDispatch({ ...noLimits, handlers, log: { error: () => {} } });
  const deps = { tokens, rooms, dispatch, admission, ...noLimits, isDraining: () => false };
  serveSocketIo(server, deps);
  const plain = await servePlainWebSocket(app, { ...deps, isAllowed: () => true });
  stop = () => {
    plain.close();
    void server.close();
  };
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const isFull = async (): Promise<void> => {
    while (asked.length < 1 || admission.sessions.waiting < 1) await settledSoon();
  };
  return { address, answer, isFull };
};
const settledSoon = () => new Promise((resolve) => setTimeout(resolve, 5));

it("refuses a Socket.IO handshake with the time to come back when too many wait", async () => {
  const { address, answer, isFull } = await crowded();
  const early = [openSocketIo({ address }, { token: "first" }), openSocketIo({ address }, { token: "second" })];
  await isFull();
  await expect(openSocketIo({ address }, { token: "third" })).rejects.toMatchObject({
    message: "UNAVAILABLE",
    details: later,
  });
  answer();
  for (const socket of await Promise.all(early)) {
    expect(socket.connected).toBe(true);
    socket.disconnect();
  }
});

it("refuses a new session over HTTP, on both transports, when too many wait", async () => {
  const { address } = await crowded({ handshakes: { underWay: 0, waiting: 0 } });
  const polled = await fetch(`${address}/socket.io/?EIO=4&transport=polling`);
  expect([polled.status, await polled.json()]).toEqual([403, expect.objectContaining({ message: "UNAVAILABLE" })]);
  await expect(openSocketIo({ address }, {})).rejects.toThrow("websocket error");
  await expect(openPlain({ address }, {})).rejects.toMatchObject({ message: "HTTP 503", details: later });
});

it("refuses a plain WebSocket with 503 and Retry-After when too many wait", async () => {
  const { address, answer, isFull } = await crowded();
  const early = [openPlain({ address }, { token: "first" }), openPlain({ address }, { token: "second" })];
  await isFull();
  const third = new WebSocket(`${address.replace("http", "ws")}/ws`, { headers: { authorization: "Bearer third" } });
  const refused = await new Promise<{ status: number | undefined; retryAfter: string | undefined; body: unknown }>(
    (resolve, reject) => {
      third.once("open", () => reject(new Error("let in")));
      third.once("error", () => {});
      third.once("unexpected-response", (_request, response) => {
        let text = "";
        response.on("data", (part) => {
          text += part;
        });
        const { statusCode: status, headers } = response;
        response.on("end", () => resolve({ status, retryAfter: headers["retry-after"], body: JSON.parse(text) }));
      });
    },
  );
  expect(refused).toMatchObject({ status: 503, body: later });
  const { retryAfterMs } = refused.body as { retryAfterMs: number };
  expect(Number(refused.retryAfter)).toBe(Math.ceil(retryAfterMs / 1000));
  answer();
  for (const socket of await Promise.all(early)) socket.close();
});

it("refuses authenticate when too many wait, and accepts it when it is sent again", async () => {
  const { address, answer, isFull } = await crowded();
  const socket = await openPlain({ address }, {});
  const ask = (id: number): Promise<unknown> => {
    socket.send(JSON.stringify({ id, type: "authenticate", data: { token: "third" } }));
    return new Promise((resolve) => socket.once("message", (raw) => resolve(JSON.parse(raw.toString()))));
  };
  const early = [openPlain({ address }, { token: "first" }), openPlain({ address }, { token: "second" })];
  await isFull();
  expect(await ask(1)).toEqual({ id: 1, ok: false, error: later });
  answer();
  for (const before of await Promise.all(early)) before.close();
  expect(await ask(2)).toEqual({ id: 2, ok: true });
  socket.close();
});

it("does nothing for a client whose token was not accepted yet, and accepts the token when it is sent again", async () => {
  const { address, answer, isFull } = await crowded();
  const socket = await openPlain({ address }, {});
  const send = (id: number, type: string, data: object = {}) => socket.send(JSON.stringify({ id, type, data }));
  const answers: { id: number }[] = [];
  socket.on("message", (raw) => answers.push(JSON.parse(raw.toString())));
  const early = [openPlain({ address }, { token: "first" }), openPlain({ address }, { token: "second" })];
  await isFull();
  send(1, "authenticate", { token: "third" });
  // In the same moment, so the server reads them behind the token.
  send(2, "auctions:watch");
  send(3, "no:such");
  await expect.poll(() => answers.length).toBe(3);
  // The client may have sent this one before it read the refusal.
  send(4, "auctions:watch");
  await expect.poll(() => answers.length).toBe(4);
  expect(answers).toEqual([1, 2, 3, 4].map((id) => ({ id, ok: false, error: later })));
  socket.send("{");
  answer();
  for (const before of await Promise.all(early)) before.close();
  send(5, "authenticate", { token: "third" });
  send(6, "auctions:watch");
  send(7, "authenticate", { token: "third" });
  await expect.poll(() => answers.length).toBe(8);
  expect(answers.slice(4)).toMatchObject([
    { id: null, error: { code: "INVALID" } },
    { id: 5, ok: true },
    { id: 6, ok: true },
    { id: 7, error: { code: "INVALID", issues: [{ path: "type" }] } },
  ]);
  socket.close();
});

it("refuses auction:watch when too many wait, and keeps the connection", async () => {
  const { address } = await crowded();
  const socket = await openSocketIo({ address }, {});
  const refused = await socket.emitWithAck("auction:watch", { auctionId: crypto.randomUUID() });
  expect(refused).toEqual({ ok: false, error: later });
  expect(socket.connected).toBe(true);
  socket.disconnect();
});

it("reads no further frame while the first frame waits, because none of them is counted yet", async () => {
  const { address, answer } = await crowded();
  const [socket, other] = [await openPlain({ address }, {}), await openPlain({ address }, {})];
  let answers = 0;
  socket.on("message", () => {
    answers += 1;
  });
  socket.send(JSON.stringify({ id: 1, type: "authenticate", data: { token: "first" } }));
  const frame = JSON.stringify({ id: 2, type: "no:such", data: "x".repeat(15_000) });
  for (let n = 0; n < 4_000; n++) socket.send(frame);
  // Sixty megabytes, of which the system takes a few on the way. The server answers another connection many times and
  // takes nothing more of this one.
  let waiting = -1;
  for (let unchanged = 0; unchanged < 50; unchanged += 1) {
    if (waiting !== socket.bufferedAmount) unchanged = 0;
    waiting = socket.bufferedAmount;
    const answered = once(other, "message");
    other.send(JSON.stringify({ id: 1, type: "no:such", data: {} }));
    await answered;
  }
  other.close();
  expect(waiting).toBeGreaterThan(30_000_000);
  expect(answers).toBe(0);
  answer();
  await expect.poll(() => answers).toBe(4_001);
  socket.close();
});
