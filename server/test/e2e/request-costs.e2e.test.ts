// Tests that every path costs the address that asks for it: once its budget of the server's time is used up, all paths
// refuse it, while other addresses are answered and its neighbours can still bid.
import { connect as connectTcp } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TIME_OF_ADDRESS } from "../../src/platform/limits/time-budget.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { type ApiAnswer, startTestServer, type TestServer } from "../support/e2e-server.ts";

let server: TestServer;
let admin: Person;
let lot: string;
beforeAll(async () => {
  server = await startTestServer({
    config: { hasRateLimits: true, trustedProxies: ["127.0.0.1"] },
  });
  admin = await makePerson(server, "seller", { role: "admin" });
  lot = (await openAuction(server, admin))._id;
});
afterAll(() => server?.close());

const from = (address: string) => ({ "x-forwarded-for": address });
const get = (path: string, address: string) => server.api("GET", path, { headers: from(address) });
/** Of every kind: calls, pages, documents, pictures, files, health and paths that do not exist. */
const paths = (): readonly string[] => [
  "/",
  `/auction/${lot}`,
  `/auction/${lot}/bid`,
  "/terms",
  "/feeds/auctions.atom",
  "/sitemap.xml",
  "/sitemap/1.xml",
  "/docs",
  "/docs/json",
  "/docs/yaml",
  "/docs/socket",
  "/docs/socket.json",
  "/docs/static/index.html",
  "/docs/guide/api-limits.md",
  "/og/site.jpg",
  `/og/auction/${lot}.jpg`,
  "/robots.txt",
  "/favicon.ico",
  "/assets/nothing.js",
  "/manifest.webmanifest",
  "/service-worker.js",
  "/media/nothing.webp",
  "/log",
  "/health/live",
  "/health/ready",
  "/metrics",
  "/nothing",
  "/api/nothing",
  "/api/auctions",
  `/api/auctions/${lot}`,
  "/api/auctions/facets",
  "/api/site",
  "/api/currency/rates",
  `/api/auctions/${lot}/proof`,
  "/%61pi/auctions",
];

/**
 * Asks, often at once, until the budget of the address is used up, however fast the machine is. Returns the refusal. The
 * server closes the connection of a client that goes on after many.
 */
const untilRefused = async (path: string, address: string, more: Record<string, string> = {}): Promise<ApiAnswer> => {
  const refusals: ApiAnswer[] = [];
  const ask = async () => {
    while (refusals.length === 0) {
      const answer = await server.api("GET", path, { headers: { ...from(address), ...more } }).catch(() => null);
      if (answer?.status === 429) refusals.push(answer);
    }
  };
  await Promise.all(Array.from({ length: 50 }, ask));
  return refusals[0] as ApiAnswer;
};

describe("the budget of an address", () => {
  it("is charged on every path", async () => {
    const free: string[] = [];
    for (const [n, path] of paths().entries()) {
      // On a busy machine half a millisecond may be back before the header is written.
      let isCharged = false;
      for (let tries = 0; tries < 10 && !isCharged; tries++) {
        const { headers } = await get(path, `192.0.2.${n}`);
        isCharged = Number(headers.get("x-ratelimit-remaining") ?? TIME_OF_ADDRESS.burst) < TIME_OF_ADDRESS.burst;
      }
      if (!isCharged) free.push(path);
    }
    expect(free).toEqual([]);
  });

  it("refuses calls and pictures once it is used up, and no other address", async () => {
    const dear = [`/api/auctions/${lot}/proof`, `/og/auction/${lot}.jpg`];
    for (const path of dear) await untilRefused(path, "198.51.100.3");
    for (const path of dear) expect((await get(path, "198.51.100.4")).status).toBe(200);
  });

  it("names the time to return, with the headers of every answer, also to a page of an allowed origin", async () => {
    const origin = "https://partner.test";
    const refused = await untilRefused(`/api/auctions/${lot}/proof`, "198.51.100.5", { origin });
    expect(refused.body.code).toBe("RATE_LIMITED");
    expect(refused.body.retryAfterMs).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBe(Math.ceil(refused.body.retryAfterMs / 1000));
    expect(refused.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
    expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
    expect(refused.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("of reads leaves bids and log-ins of the same address alone", async () => {
    await untilRefused(`/api/auctions/${lot}/proof`, "198.51.100.6");
    const headers = from("198.51.100.6");
    const ada = await makePerson(server, "adaeze");
    const body = { auctionId: lot, amount: 1100 };
    expect((await server.api("POST", "/api/bids", { token: ada.token, headers, body })).status).toBe(201);
    const wrong = { email: "nobody@people.test", password: "a wrong one" };
    expect((await server.api("POST", "/api/auth/login", { headers, body: wrong })).status).toBe(404);
  });
});

it("charges a request with an expectation that the server does not know, and answers it as any other", async () => {
  const socket = connectTcp(Number(new URL(server.address).port), "127.0.0.1");
  const head = "GET /health/live HTTP/1.1\r\nHost: any\r\nX-Forwarded-For: 198.51.100.8\r\n";
  socket.write(`${head}Expect: nothing\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const answer = Buffer.concat(chunks).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/^x-ratelimit-remaining: 5999/im);
});

it("answers an unreadable address once for each connection", async () => {
  const socket = connectTcp(Number(new URL(server.address).port), "127.0.0.1");
  socket.write("GET /%ff%zz HTTP/1.1\r\nHost: any\r\n\r\n".repeat(3));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  expect(
    Buffer.concat(chunks)
      .toString()
      .match(/HTTP\/1\.1 400/g),
  ).toHaveLength(1);
});

/** Much more than the system keeps on the way. */
const POURED_BYTES = 200 * 1024 * 1024;

it.each([
  "GET /health/live",
  "GET /api/auctions",
  "POST /api/no/such",
  "POST /api/users/withdrawals",
  "POST /api/upload/single",
  "GET /socket.io/?EIO=4&transport=polling",
  "POST /socket.io/?EIO=4&transport=polling&sid=nobody",
])("closes the connection of a body that goes on after the answer to %s", async (line) => {
  const socket = connectTcp(Number(new URL(server.address).port), "127.0.0.1").on("error", () => {});
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const head = `${line} HTTP/1.1\r\nHost: any\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n`;
  let poured = 0;
  const pour = (): void => {
    while (!socket.destroyed && socket.write(chunk)) poured += chunk.length;
    if (poured > POURED_BYTES) socket.destroy();
  };
  socket.on("drain", pour).resume();
  socket.write(`${head}X-Forwarded-For: 198.51.100.9\r\n\r\n`, pour);
  await new Promise((resolve) => socket.once("close", resolve));
  expect(poured).toBeLessThan(POURED_BYTES);
});
