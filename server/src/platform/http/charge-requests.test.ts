import { connect } from "node:net";
import { Readable } from "node:stream";
import cors from "@fastify/cors";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Admission, createAdmission } from "../limits/admission.ts";
import { createLimiter } from "../limits/limiter.ts";
import { Refusals } from "../limits/refusals.ts";
import { createTimeBudget, TIME_OF_ADDRESS, TIME_OF_USER, type TimeBudget } from "../limits/time-budget.ts";
import { chargeRequests } from "./charge-requests.ts";
import { serveErrors } from "./errors.ts";
import { declareCosts } from "./route-cost.ts";

let app: FastifyInstance;
let time: TimeBudget;
let admission: Admission;
let tokensRead: number;
let served: string[];

beforeEach(async () => {
  // Nothing comes back, so that each test sees exactly what was charged.
  const limiter = createLimiter(undefined, () => 0);
  time = createTimeBudget(limiter);
  admission = createAdmission();
  tokensRead = 0;
  served = [];
  app = Fastify({ bodyLimit: 100 * 1024 });
  serveErrors(app);
  const refuseCharged = chargeRequests(app, {
    time,
    refusals: new Refusals(limiter),
    admission,
    clientAddress: ({ headers }) => String(headers["x-from"] ?? "198.51.100.7"),
    userOf: ({ headers }) => {
      tokensRead += 1;
      return headers.authorization ?? null;
    },
  });
  await app.register(cors, { origin: "https://partner.test", credentials: true });
  refuseCharged();
  declareCosts(app, ({ url, method }) => ({
    ms: url === "/dear" ? 150 : 2,
    bulkhead: method === "POST" ? "commands" : "others",
  }));
  app.addHook("preHandler", async ({ url }) => void served.push(url));
  app.get("/cheap", async () => "x");
  app.get("/dear", async () => "x");
  app.get("/large", async () => "x".repeat(1024 * 1024));
  app.route({
    method: ["GET", "HEAD"],
    url: "/video",
    handler: async ({ method }, reply) => {
      void reply.header("content-length", 100 * 1024 * 1024);
      return reply.send(method === "HEAD" ? undefined : Readable.from([]));
    },
  });
  app.post("/bid", async () => "x");
});
afterEach(() => app.close());

const visitor = { address: "198.51.100.7", userId: null };
const leftMs = () => time.leftOf(visitor).leftMs;
const whole = TIME_OF_ADDRESS.burst;
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: "GET", url, headers });
const useUp = (who = visitor) => time.add(who, whole);

it("charges a dear call more than a cheap one, and a path without a route too", async () => {
  await get("/cheap");
  expect(leftMs()).toBe(whole - 2);
  await get("/dear");
  expect(leftMs()).toBe(whole - 152);
  const { headers } = await get("/nothing");
  expect(leftMs()).toBe(whole - 153);
  expect([headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]]).toEqual([`${whole}`, `${whole - 153}`]);
});

it("charges what a large answer takes beyond the declared cost", async () => {
  await get("/large");
  expect(whole - leftMs()).toBe(52);
});

it("charges a streamed file to its address alone, so that nobody waits for all of a video at its beginning", async () => {
  await get("/video");
  expect(whole - leftMs()).toBe(308);
  expect(admission.others.share.waitMs()).toBe(0);
});

it("charges no length that an answer only names", async () => {
  await app.inject({ method: "HEAD", url: "/video" });
  expect(whole - leftMs()).toBe(2);
  expect(admission.others.share.waitMs()).toBe(0);
});

it("charges a body by the size that its client declares, up to what the server reads", async () => {
  const left = () => time.leftOf({ ...visitor, isUrgent: true }).leftMs;
  await app.inject({
    method: "POST",
    url: "/bid",
    headers: { "content-type": "text/plain" },
    payload: "x".repeat(100 * 1024),
  });
  expect(whole - left()).toBe(3);
  await app.inject({ method: "POST", url: "/bid", headers: { "content-length": "999999999999" } });
  expect(whole - left()).toBe(6);
});

it("charges a body without a length by what was read, also if its request is refused or broken off", async () => {
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const left = () => time.leftOf({ ...visitor, isUrgent: true }).leftMs;
  const head = "POST /bid HTTP/1.1\r\nHost: any\r\nContent-Type: text/plain\r\n";
  const chunks = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const socket = connect(Number(port), "127.0.0.1");
  const answered = () => new Promise((resolve) => socket.once("data", resolve));
  const chargedInAll = (ms: number) => vi.waitFor(() => expect(whole - left()).toBe(ms), 15_000);
  // Each costs 2 ms and 0.64 for its body. Those of the first are charged once, by their length.
  socket.write(`${head}Content-Length: 65536\r\n\r\n${"x".repeat(65_536)}`);
  await answered();
  await chargedInAll(3);
  for (const ms of [6, 8]) {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
    await Promise.all([answered(), chargedInAll(ms)]);
  }
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`);
  await vi.waitFor(() => expect(whole - left()).toBe(10), 15_000);
  socket.destroy();
  await chargedInAll(11);
});

it("refuses every path of an address whose budget is used up, before the token and the route, and no other address", async () => {
  useUp();
  for (const url of ["/cheap", "/dear", "/large", "/nothing"]) {
    const answer = await get(url, { authorization: "ada" });
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 429, "RATE_LIMITED"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect([tokensRead, served]).toEqual([0, []]);
  expect((await get("/dear", { "x-from": "198.51.100.8" })).statusCode).toBe(200);
});

it("refuses a user whose budget is used up, from whichever address", async () => {
  time.add({ ...visitor, userId: "ada" }, TIME_OF_USER.burst);
  expect((await get("/cheap", { authorization: "ada", "x-from": "198.51.100.8" })).statusCode).toBe(429);
  expect((await get("/cheap", { authorization: "bola", "x-from": "198.51.100.8" })).statusCode).toBe(200);
});

it("answers bids of an address whose reads used up their budget", async () => {
  useUp();
  expect((await app.inject({ method: "POST", url: "/bid" })).statusCode).toBe(200);
});

it("lets a page of an allowed origin read the refusal, and refuses its preflight requests too", async () => {
  useUp();
  const origin = "https://partner.test";
  expect((await get("/cheap", { origin })).headers["access-control-allow-origin"]).toBe(origin);
  const headers = { origin, "access-control-request-method": "GET" };
  expect((await app.inject({ method: "OPTIONS", url: "/cheap", headers })).statusCode).toBe(429);
});

it("closes the connection of a client that goes on after many refusals", async () => {
  useUp();
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
  socket.write("GET /cheap HTTP/1.1\r\nHost: any\r\n\r\n".repeat(200));
  socket.resume();
  await new Promise((resolve) => socket.once("close", resolve));
  expect(served).toEqual([]);
});
