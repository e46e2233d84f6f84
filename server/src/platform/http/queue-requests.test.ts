import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Admission, CROWDED, createAdmission } from "../limits/admission.ts";
import { serveErrors } from "./errors.ts";
import { queueRequests } from "./queue-requests.ts";
import { declareCosts } from "./route-cost.ts";

let app: FastifyInstance;
let admission: Admission;
let address: string;
let began: string[];
let open: () => void;
let underWay: number;
let arrived: number;
let brokenOff: number;
/** Ends the reads of /api/mine that are under way. */
let ends: (() => void)[];
let isHeld: boolean;

const start = async (): Promise<void> => {
  app = Fastify();
  underWay = 0;
  arrived = 0;
  brokenOff = 0;
  began = [];
  ends = [];
  isHeld = false;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  app.addHook("onRequest", async (_request, reply) => {
    arrived += 1;
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) brokenOff += 1;
    });
  });
  serveErrors(app);
  declareCosts(app, ({ method, url }) => ({
    ms: 2,
    bulkhead: method === "POST" || url === "/api/banks" ? "others" : url === "/api/drawing" ? "drawings" : "reads",
  }));
  queueRequests(app, {
    admission,
    clientAddress: () => "198.51.100.7",
    userOf: ({ headers }) => headers.authorization ?? null,
    waitingOfUser: 3,
  });
  app.get<{ Params: { name: string } }>("/api/slow/:name", async ({ params }) => {
    began.push(params.name);
    await opened;
    return { name: params.name };
  });
  app.get("/api/banks", async () => {
    began.push("banks");
    await opened;
    return { ok: true };
  });
  app.get("/api/drawing", async () => {
    began.push("drawing");
    await opened;
    return { ok: true };
  });
  // Larger than the system buffers for a client that does not read.
  app.get("/api/large", async () => {
    began.push("large");
    return "x".repeat(32 * 1024 * 1024);
  });
  app.get("/api/mine", async () => {
    underWay += 1;
    began.push("mine");
    if (isHeld) await new Promise<void>((resolve) => ends.push(resolve));
    underWay -= 1;
    return { ok: true };
  });
  app.post("/api/bids", async () => ({ ok: true }));
  address = await app.listen({ port: 0, host: "127.0.0.1" });
};
beforeEach(async () => {
  admission = createAdmission({ bounds: { reads: { underWay: 1, waiting: 1 } }, isLimited: false });
  await start();
});
afterEach(async () => {
  for (const end of ends) end();
  // Else closing waits until fetch lets go of its idle connections, after 4 s.
  app.server.closeAllConnections();
  await app.close();
});

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await sleep(2);
};

it("runs reads while others wait for Paystack, but not those of the same user", async () => {
  const asks = (headers: Record<string, string>, path: string) => fetch(`${address}${path}`, { headers });
  const banks = asks({ authorization: "ada" }, "/api/banks");
  await until(() => began.length === 1);
  const own = asks({ authorization: "ada" }, "/api/mine");
  const again = asks({ authorization: "ada" }, "/api/banks");
  expect((await asks({ authorization: "bola" }, "/api/mine")).status).toBe(200);
  expect(began).toEqual(["banks", "mine"]);
  open();
  for (const answer of [banks, own, again]) expect((await answer).status).toBe(200);
});

it("runs a bounded number of reads at a time in order, and never delays writes or other requests", async () => {
  const first = fetch(`${address}/api/slow/first`);
  await until(() => began.length === 1);
  const second = fetch(`${address}/api/slow/second`);
  await until(() => admission.reads.waiting === 1);
  expect((await fetch(`${address}/api/bids`, { method: "POST" })).status).toBe(200);
  expect((await fetch(`${address}/nothing`)).status).toBe(404);

  expect((await fetch(`${address}/api/slow/third`, { method: "HEAD" })).status).toBe(503);
  const third = await fetch(`${address}/api/slow/third`);
  expect(third.status).toBe(503);
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await third.json()).toEqual({ code: "UNAVAILABLE", message: CROWDED, retryAfterMs: expect.any(Number) });
  expect(began).toEqual(["first"]);

  open();
  expect(await (await first).json()).toEqual({ name: "first" });
  expect(await (await second).json()).toEqual({ name: "second" });
  expect(began).toEqual(["first", "second"]);
});

it("runs reads while drawings wait for their thread, also those of the same user", async () => {
  const headers = { authorization: "ada" };
  const drawings = ["ada", "bola", "chidi"].map((authorization) =>
    fetch(`${address}/api/drawing`, { headers: { authorization } }),
  );
  await until(() => began.length === 2 && admission.drawings.waiting === 1);
  expect((await fetch(`${address}/api/mine`)).status).toBe(200);
  expect((await fetch(`${address}/api/mine`, { headers })).status).toBe(200);
  open();
  for (const drawing of drawings) expect((await drawing).status).toBe(200);
});

it("keeps the place of a drawing whose client went away, because it goes on", async () => {
  const gone = new AbortController();
  const ask = (signal: AbortSignal | null = null) => fetch(`${address}/api/drawing`, { signal });
  const aborted = [ask(gone.signal), ask(gone.signal)].map((one) => one.catch(() => "gone"));
  await until(() => began.length === 2);
  gone.abort();
  expect(await Promise.all(aborted)).toEqual(["gone", "gone"]);
  await until(() => brokenOff === 2);
  const next = ask();
  await until(() => admission.drawings.waiting === 1);
  expect((await fetch(`${address}/api/mine`)).status).toBe(200);
  expect(began.filter((one) => one === "drawing")).toHaveLength(2);
  open();
  expect((await next).status).toBe(200);
});

it("gives the turn of a client that went away to the next one", async () => {
  const gone = new AbortController();
  const first = fetch(`${address}/api/slow/first`, { signal: gone.signal }).catch(() => "gone");
  await until(() => began.length === 1);
  const second = fetch(`${address}/api/slow/second`);
  await until(() => admission.reads.waiting === 1);
  gone.abort();
  expect(await first).toBe("gone");
  await until(() => began.length === 2);
  open();
  expect((await second).status).toBe(200);
});

it("does not wait until a client reads its answer", async () => {
  open();
  const stalled = connect(Number(new URL(address).port), "127.0.0.1").pause();
  stalled.write("GET /api/large HTTP/1.1\r\nHost: any\r\n\r\n");
  await until(() => began.length === 1);
  const next = await fetch(`${address}/api/slow/next`);
  expect(await next.json()).toEqual({ name: "next" });
  stalled.destroy();
});

describe("the reads of one user", () => {
  beforeEach(async () => {
    await app.close();
    admission = createAdmission({ bounds: { reads: { underWay: 6, waiting: 100 } }, isLimited: false });
    await start();
  });
  const mine = (user: string, signal: AbortSignal | null = null) =>
    fetch(`${address}/api/mine`, { headers: { authorization: user }, signal });

  it("run one after the other, and those beyond the bound are refused with 429", async () => {
    const first = fetch(`${address}/api/slow/first`, { headers: { authorization: "ada" } });
    await until(() => began.length === 1);
    const answered: Response[] = [];
    const asked = Array.from({ length: 8 }, () => mine("ada").then((answer) => answered.push(answer)));
    await until(() => answered.length === 5);
    const [refused] = answered as [Response];
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 1_000 });
    isHeld = true;
    open();
    expect((await first).status).toBe(200);
    for (const count of [1, 2, 3]) {
      await until(() => ends.length >= count);
      // Somebody else's read begins and ends meanwhile, but no other one of this user.
      expect((await fetch(`${address}/api/slow/other`, { headers: { authorization: "bola" } })).status).toBe(200);
      expect(underWay).toBe(1);
      ends[count - 1]?.();
    }
    await Promise.all(asked);
    expect(answered.map(({ status }) => status)).toEqual([...Array(5).fill(429), ...Array(3).fill(200)]);
    isHeld = false;
    // The queue is empty again.
    expect((await mine("ada")).status).toBe(200);
  });

  it("delay nobody else's reads, however many wait", async () => {
    const slow = fetch(`${address}/api/slow/first`, { headers: { authorization: "ada" } });
    await until(() => began.length === 1);
    const waiting = Array.from({ length: 3 }, () => mine("ada"));
    expect((await mine("bola")).status).toBe(200);
    expect((await fetch(`${address}/api/mine`)).status).toBe(200);
    expect(began).toEqual(["first", "mine", "mine"]);
    open();
    expect((await slow).status).toBe(200);
    for (const one of waiting) expect((await one).status).toBe(200);
  });

  it("never run side by side for a user who aborts requests, and not at all if aborted while they wait", async () => {
    const slow = new AbortController();
    const first = fetch(`${address}/api/slow/first`, { headers: { authorization: "ada" }, signal: slow.signal });
    await until(() => began.length === 1);
    const gone = new AbortController();
    const waiting = [mine("ada", gone.signal), mine("ada", gone.signal)].map((one) => one.catch(() => "gone"));
    const last = mine("ada");
    await until(() => arrived === 4);
    slow.abort();
    gone.abort();
    expect(await Promise.all([first.catch(() => "gone"), ...waiting])).toEqual(["gone", "gone", "gone"]);
    await until(() => brokenOff === 3);
    // Somebody else's read comes behind: none of theirs has begun until it is answered.
    expect((await mine("bola")).status).toBe(200);
    expect(began).toEqual(["first", "mine"]);
    open();
    expect((await last).status).toBe(200);
    expect(began).toEqual(["first", "mine", "mine"]);
  });
});
