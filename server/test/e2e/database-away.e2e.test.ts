// Tests the built server while PostgreSQL cannot be reached: at the start, and later while people look at pages.
import { createServer, type Server as NetServer, connect as open, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { freePort } from "../../src/platform/lib/free-port.ts";
import { type ServerProcess, startProcess } from "../support/e2e-process.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { quickProgram } from "../support/quick-programs.ts";
import { joinEnds } from "../support/tcp-relay.ts";

/** Stands before PostgreSQL, and can be away. */
const startRelay = async (port: number, to: URL) => {
  const ends = new Set<Socket>();
  const relay: NetServer = createServer((near) => joinEnds(near, open(Number(to.port || 5432), to.hostname), ends));
  await new Promise<void>((resolve) => relay.listen(port, "127.0.0.1", resolve));
  return async () => {
    const closed = new Promise((resolve) => relay.close(resolve));
    for (const end of ends) end.destroy();
    await closed;
  };
};

/** Stands at PostgreSQL's port, ends each connection at once, and counts them. */
const countTries = async (port: number) => {
  let tries = 0;
  const listener = createServer((socket) => {
    tries += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(port, "127.0.0.1", resolve));
  return { tries: () => tries, stop: () => new Promise((resolve) => listener.close(resolve)) };
};

describe("PostgreSQL away", () => {
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  const place = async (): Promise<{ at: FreshDatabase; port: number; real: URL }> => {
    const database = await makeDatabase();
    undo.push(() => database.drop());
    const real = new URL(database.databaseUrl);
    const port = await freePort();
    const relayed = new URL(real);
    relayed.host = `127.0.0.1:${port}`;
    return { at: { ...database, databaseUrl: relayed.href }, port, real };
  };
  const start = (at: FreshDatabase, env: Record<string, string> = {}): Promise<ServerProcess> =>
    startProcess(at, { LOG_LEVEL: "info", ...env }, quickProgram("main"));
  const linesOf = (server: ServerProcess, message: string): number =>
    server.said().split(`"msg":"${message}`).length - 1;

  it("delays the start until it answers, with one line when it is away and one when it is back", async () => {
    const { at, port, real } = await place();
    const refusing = await countTries(port);
    const starting = start(at);
    // The driver may try several times before the server's first try has failed, but not so often.
    await vi.waitFor(() => expect(refusing.tries()).toBeGreaterThanOrEqual(8), { timeout: 60_000 });
    await refusing.stop();
    undo.push(await startRelay(port, real));
    const server = await starting;
    undo.push(() => server.discard());
    expect(linesOf(server, "PostgreSQL is away")).toBe(1);
    expect(linesOf(server, "PostgreSQL is back")).toBe(1);
    expect(server.said()).toMatch(/"tries":\d+,"waitedMs":\d+/);
  });

  it("stops the start at once, with a sentence and no stack, where waiting cannot help", async () => {
    const { at, real } = await place();
    real.pathname = "/no_such_database";
    const failed = await start({ ...at, databaseUrl: real.href }).catch((error: Error) => error.message);
    expect(failed).toMatch(/has no database no_such_database/);
    expect(failed).not.toMatch(/\n +at .*:\d+/);
  });

  it("shows people a page and programs an error while it is away, and everything again afterwards", async () => {
    const { at, port, real } = await place();
    const goAway = await startRelay(port, real);
    const server = await start(at);
    undo.push(() => server.discard());
    const get = async (path: string, accept: string) => {
      const response = await fetch(`${server.address}${path}`, { headers: { accept } });
      return { response, text: await response.text() };
    };
    const HTML = "text/html,application/xhtml+xml";
    expect((await get("/", HTML)).response.status).toBe(200);
    await goAway();
    // Home is kept for a second.
    await vi.waitFor(async () => expect((await get("/", HTML)).response.status).toBe(503), { timeout: 45_000 });
    // The database comes back only after these answers, so a page that waits for it would never come.
    for (const path of ["/", "/?search=drum", "/auction/00000000-0000-4000-8000-000000000001"]) {
      const { response, text } = await get(path, HTML);
      expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "10"]);
      expect(text).toContain("<h1>Back in a moment</h1>");
      expect(response.headers.get("content-security-policy")).toMatch(/style-src 'sha256-/);
    }
    const api = await get("/api/auctions", "application/json");
    expect([api.response.status, JSON.parse(api.text).code]).toEqual([503, "UNAVAILABLE"]);
    undo.push(await startRelay(port, real));
    await vi.waitFor(async () => expect((await get("/", HTML)).response.status).toBe(200), {
      timeout: 45_000,
      interval: 200,
    });
  });

  it("logs JSON lines only in production, with version and migrations", async () => {
    const { at, port, real } = await place();
    undo.push(await startRelay(port, real));
    const server = await start(at, {
      NODE_ENV: "production",
      JWT_SECRET: "6f1d3c9a0be84725d6a1e0f94c7b28355a90de1c",
      PUSH: "off",
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "no-reply@jara.example",
      CONTACT_EMAIL: "help@jara.example",
      CONTACT_WHATSAPP: "+2348012345678",
      RATE_LIMITS: "on",
      DRAIN_WAIT_MS: "0",
      DRAIN_SPREAD_MS: "0",
    });
    await vi.waitFor(() => expect(linesOf(server, "the server is open")).toBe(1), { timeout: 45_000 });
    server.signal("SIGTERM");
    await server.ended;
    const lines = server
      .said()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
    expect(lines.find(({ msg }) => msg === "the server is open")).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(lines.find(({ msg }) => msg === "the database is open")).toMatchObject({ migrations: expect.any(Number) });
  });
});
