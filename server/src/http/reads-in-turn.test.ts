import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Admission, CROWDED, createAdmission } from "../socket/admission.ts";
import { serveErrors } from "./errors.ts";
import { takeReadsInTurn } from "./reads-in-turn.ts";

let app: FastifyInstance;
let admission: Admission;
let address: string;
let began: string[];
let open: () => void;

beforeEach(async () => {
  app = Fastify();
  admission = createAdmission({ reads: { underWay: 1, waiting: 1 } });
  began = [];
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  serveErrors(app);
  takeReadsInTurn(app, admission.reads);
  app.get<{ Params: { name: string } }>("/api/slow/:name", async ({ params }) => {
    began.push(params.name);
    await opened;
    return { name: params.name };
  });
  // More than the system takes over for somebody who does not read.
  app.get("/api/large", async () => {
    began.push("large");
    return "x".repeat(32 * 1024 * 1024);
  });
  app.post("/api/bids", async () => ({ ok: true }));
  app.get("/health/live", async () => ({ ok: true }));
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => app.close());

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await sleep(2);
};

it("carries out so many reads at a time, in order, and never lets a write or a check of health wait", async () => {
  const first = fetch(`${address}/api/slow/first`);
  await until(() => began.length === 1);
  const second = fetch(`${address}/api/slow/second`);
  await until(() => admission.reads.waiting === 1);
  expect((await fetch(`${address}/api/bids`, { method: "POST" })).status).toBe(200);
  expect((await fetch(`${address}/health/live`)).status).toBe(200);

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

it("gives the turn of one who did not wait for the answer to the next", async () => {
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

it("does not wait for one who does not read the answer", async () => {
  open();
  const stalled = connect(Number(new URL(address).port), "127.0.0.1").pause();
  stalled.write("GET /api/large HTTP/1.1\r\nHost: any\r\n\r\n");
  await until(() => began.length === 1);
  const next = await fetch(`${address}/api/slow/next`);
  expect(await next.json()).toEqual({ name: "next" });
  stalled.destroy();
});
