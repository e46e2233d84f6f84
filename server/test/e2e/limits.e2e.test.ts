// Tests the limits from outside: all nodes share one allowance, each node has its own while Redis is away, a client
// gains nothing by what it says of its address, and a flood costs only the flooder. It is long, because one set of
// nodes serves all of it.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServersTogether, startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { bid, connect, type LiveClient, openPlain, openSocketIo, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { connectRaw } from "../support/e2e-raw-frames.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

/** As docs/api-limits.md says them. */
const COMMANDS = { burst: 100, perSecond: 20 };
const VERIFICATIONS = { burst: 200, perSecond: 200 / 900 };
const SOCKETS_OF_USER = 1_000;
const AT_ONCE = 20;
/** Each further node may let this share of a burst through before it hears of the others' spending. */
const UNHEARD = 1 / 4;

const nobody = "00000000-0000-4000-8000-000000000000";
let people = 0;
const somebody = (server: TestServer) => makePerson(server, `limited-${++people}`);
const isLimited = (answer: { ok: boolean; error?: unknown }): boolean =>
  !answer.ok && (answer.error as { code: string }).code === "RATE_LIMITED";
/** Refused for another reason, once it was let through. */
const tryBid = async (client: LiveClient): Promise<{ passed: boolean; retryAfterMs: number }> => {
  const answer = await bid(client, nobody, 5);
  const retryAfterMs = answer.ok ? 0 : (answer.error.retryAfterMs ?? 0);
  return { passed: !isLimited(answer), retryAfterMs };
};
const verify = (server: TestServer, forwarded: string, path = "/api/auth/verify-email") =>
  server.api("POST", path, { body: {}, headers: { "x-forwarded-for": forwarded } });
const seconds = (since: number): number => (performance.now() - since) / 1000;

describe.skipIf(!canHaveNodes())("limits of three nodes", () => {
  let nodes: ServersTogether;
  beforeAll(async () => {
    nodes = await startServersTogether(3, { hasRateLimits: true, trustedProxies: ["127.0.0.1"] });
  });
  afterAll(() => nodes?.close());

  const atAll = async (person: Person): Promise<LiveClient[]> =>
    Promise.all(nodes.servers.map((server, n) => connect(server, transports[n % 2] ?? "/ws", { token: person.token })));
  const hearEachOther = () =>
    expect
      .poll(async () => {
        const counts = await Promise.all(nodes.servers.map(({ address }) => fetch(`${address}/metrics`)));
        const texts = await Promise.all(counts.map((answer) => answer.text()));
        return texts.every((text) => /^jara_redis_heard 1$/m.test(text));
      })
      .toBe(true);

  it("let a client that rotates between nodes pass hardly more often than one node would", async () => {
    await hearEachOther();
    const clients = await atAll(await somebody(nodes.servers[0]));
    const startedAt = performance.now();
    let passed = 0;
    for (let n = 0; n < 300; n++) {
      const client = clients[n % 3];
      if (client && (await tryBid(client)).passed) passed += 1;
    }
    const allowed = COMMANDS.burst * (1 + 2 * UNHEARD) + COMMANDS.perSecond * seconds(startedAt);
    const bad = Math.max(0, Math.ceil(passed - allowed));
    process.stdout.write(
      `  one user's commands at three nodes in turn: 300 tried, ${bad} bad (${passed} let through)\n`,
    );
    expect(passed).toBeGreaterThanOrEqual(COMMANDS.burst);
    expect(passed).toBeLessThanOrEqual(allowed);
    for (const client of clients) client.close();
  });

  it("subtract what a client took from all nodes at once from what comes next", async () => {
    await hearEachOther();
    const clients = await atAll(await somebody(nodes.servers[0]));
    const startedAt = performance.now();
    let tried = 0;
    let passed = 0;
    // A slow machine executes so few bids in a second that the nodes may let all of the first ones through.
    while (passed === tried) {
      const answers = await Promise.all(clients.flatMap((client) => Array.from({ length: 150 }, () => tryBid(client))));
      tried += answers.length;
      passed += answers.filter((answer) => answer.passed).length;
    }
    const owed = passed - COMMANDS.burst;
    // Each of them comes to know of the whole debt, but for what is paid off meanwhile.
    for (const client of clients) {
      const knows = async (): Promise<boolean> => {
        const { retryAfterMs } = await tryBid(client);
        return retryAfterMs >= (owed / COMMANDS.perSecond - seconds(startedAt) - 1) * 1000;
      };
      // Later the debt would be paid off, and everybody know nothing of nothing.
      await expect.poll(knows).toBe(true);
    }
    for (const client of clients) client.close();
  });

  it("count an address once over all nodes, also over REST, and name the time to return", async () => {
    await hearEachOther();
    const startedAt = performance.now();
    const statuses: number[] = [];
    let refused: Headers | undefined;
    for (let n = 0; n < 300; n++) {
      const answer = await verify(nodes.servers[n % 3] ?? nodes.servers[0], "198.51.100.1");
      statuses.push(answer.status);
      if (answer.status === 429) {
        refused = answer.headers;
        expect(answer.body).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: expect.any(Number) });
      }
    }
    const passed = statuses.filter((status) => status === 400).length;
    expect(passed + statuses.filter((status) => status === 429).length).toBe(300);
    expect(passed).toBeGreaterThanOrEqual(VERIFICATIONS.burst);
    expect(passed).toBeLessThanOrEqual(VERIFICATIONS.burst * (1 + 2 * UNHEARD) + seconds(startedAt));
    expect(Number(refused?.get("retry-after"))).toBeGreaterThan(0);
    // Somebody else's allowance is whole.
    expect((await verify(nodes.servers[1] ?? nodes.servers[0], "198.51.100.2")).status).toBe(400);
  });

  it.each(["stopped", "frozen"])(
    "are kept by each node alone while Redis is %s, and no client waits for Redis",
    async (how) => {
      if (how === "stopped") await nodes.redis.stop();
      else nodes.redis.freeze();
      try {
        for (const server of nodes.servers.slice(0, 2)) {
          const client = await connect(server, "/ws", { token: (await somebody(server)).token });
          const startedAt = performance.now();
          const answers = await Promise.all(Array.from({ length: 280 }, () => tryBid(client)));
          const passed = answers.filter((answer) => answer.passed).length;
          expect(passed).toBeGreaterThanOrEqual(COMMANDS.burst);
          expect(passed).toBeLessThanOrEqual(COMMANDS.burst + COMMANDS.perSecond * seconds(startedAt));
          client.close();
        }
      } finally {
        if (how === "stopped") await nodes.redis.start();
        else nodes.redis.thaw();
      }
    },
  );
});

let direct: TestServer;
let proxied: TestServer;
beforeAll(async () => {
  direct = await startTestServer({ config: { hasRateLimits: true } });
  const config = { hasRateLimits: true, trustedProxies: ["127.0.0.0/8"] };
  proxied = await startTestServer({ config });
});
afterAll(async () => {
  await direct?.close();
  await proxied?.close();
});

describe("one user", () => {
  it(`can open ${SOCKETS_OF_USER} sockets on both transports together, and another one once one is closed`, async () => {
    const ada = await somebody(direct);
    const sockets: Awaited<ReturnType<typeof openPlain>>[] = [];
    while (sockets.length < SOCKETS_OF_USER) {
      sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => openPlain(direct, ada)))));
    }
    const refused = { details: { code: "RATE_LIMITED", retryAfterMs: expect.any(Number) } };
    await expect(openPlain(direct, ada)).rejects.toMatchObject(refused);
    await expect(openSocketIo(direct, ada)).rejects.toMatchObject(refused);
    const late = await connectRaw(direct, "/ws");
    expect(await late.ask('"authenticate"', JSON.stringify({ token: ada.token }))).toMatchObject({
      error: { code: "RATE_LIMITED" },
    });
    const other = await openSocketIo(direct, await somebody(direct));
    other.disconnect();
    sockets.pop()?.terminate();
    await expect.poll(() => openSocketIo(direct, ada).then((socket) => socket.disconnect().connected)).toBe(false);
    // The connection that was refused may send its token again.
    await expect.poll(() => late.ask('"authenticate"', JSON.stringify({ token: ada.token }))).toEqual({ ok: true });
    late.close();
    for (const socket of sockets) socket.terminate();
  });

  it.each(
    transports.flatMap((transport) => [
      [transport, "commands", transport === "/ws" ? '{"id":1,"type":"x"}' : '421["x",1]'],
      [transport, "what is no command", transport === "/ws" ? "{" : '42["x",1]'],
    ]),
  )("is told to wait and then disconnected after thousands of frames over %s, %s", async (transport, _what, frame) => {
    const connection = await connectRaw(
      direct,
      transport === "/ws" ? "/ws" : "socket.io",
      (await somebody(direct)).token,
      // The thousand sockets of the test before may have been so short that their address waits.
      "127.5.0.1",
    );
    for (let n = 0; n < 20_000; n++) connection.write(frame);
    for (let code = ""; code !== "RATE_LIMITED"; ) {
      code = /"code":"([A-Z_]+)"/.exec(await connection.next())?.[1] ?? "none";
      expect(["INVALID", "RATE_LIMITED"]).toContain(code);
    }
    expect(await connection.closed).toBe(1006);
  });

  it("is refused for a while after several disconnections for flooding, and other users are not", async () => {
    const flooder = await somebody(direct);
    const sockets = await Promise.all(
      Array.from({ length: 4 }, () => connectRaw(direct, "/ws", flooder.token, "127.5.0.2")),
    );
    for (const socket of sockets) for (let n = 0; n < 10_000; n++) socket.write("{");
    await Promise.all(sockets.map(({ closed }) => closed));
    const refused = { details: { code: "RATE_LIMITED", retryAfterMs: expect.any(Number) } };
    await expect(openPlain(direct, flooder)).rejects.toMatchObject(refused);
    await expect(openSocketIo(direct, flooder)).rejects.toMatchObject(refused);
    (await openPlain(direct, await somebody(direct))).terminate();
  });

  it("gets a refusal when flooding on 50 connections, while every bid of another user is taken in order", async () => {
    const [flooder, bidder] = [await somebody(direct), await somebody(direct)];
    const admin = await makePerson(direct, `seller-${++people}`, { role: "admin" });
    const { _id: auctionId } = await openAuction(direct, admin);
    const flood = await Promise.all(
      Array.from({ length: 50 }, (_, n) => connectRaw(direct, transports[n % 2] ?? "/ws", flooder.token, "127.5.0.3")),
    );
    let limited = 0;
    let isOver = false;
    const floods = flood.map(async (connection) => {
      const frame = () => `{"auctionId":"${auctionId}","amount":5,"commandId":"${randomUUID()}"}`;
      for (let wave = 0; !isOver && wave < 12; wave++) {
        const asked = Array.from({ length: 100 }, () => connection.ask('"bid:place"', frame()).catch(() => null));
        await Promise.race([Promise.all(asked), new Promise((resolve) => setTimeout(resolve, 20))]);
        for (const one of asked) {
          void one.then((answer) => {
            if (answer && isLimited(answer as { ok: boolean })) limited += 1;
          });
        }
      }
    });
    const client = await connect(direct, "/ws", { token: bidder.token });
    const versions: number[] = [];
    for (let n = 0; n < 80; n++) {
      const { auction } = await client.ask("bid:place", {
        auctionId,
        amount: 1100 + 100 * n,
        commandId: randomUUID(),
      });
      versions.push(auction.version);
    }
    isOver = true;
    await Promise.all(floods);
    expect(versions).toEqual(Array.from({ length: 80 }, (_, n) => (versions[0] ?? 0) + n));
    await expect.poll(() => limited).toBeGreaterThan(100);
    process.stdout.write(
      `  bids beside a flood on 50 connections: 80 tried, 0 bad (${limited} commands of the flood refused)\n`,
    );
    for (const connection of flood) connection.close();
    client.close();
  });
});

describe("an address", () => {
  const passedOf = async (server: TestServer, tries: number, forwarded: (n: number) => string, path?: string) => {
    let passed = 0;
    for (let n = 0; n < tries; n += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, tries - n) }, (_, i) =>
        verify(server, forwarded(n + i), path),
      );
      passed += (await Promise.all(some)).filter(({ status }) => status === 400).length;
    }
    return passed;
  };
  /** The allowance, and what came back of it meanwhile. */
  const most = VERIFICATIONS.burst + 30;

  it("is the one that the trusted proxy wrote, whatever the client put before it, and others are not delayed", async () => {
    expect(await passedOf(proxied, 260, (n) => `10.0.${n % 250}.1, 198.51.100.3`)).toBeLessThanOrEqual(most);
    expect(await passedOf(proxied, 5, (n) => `198.51.100.${10 + n}`)).toBe(5);
  });

  it("is the whole /64 of a customer for IPv6", async () => {
    expect(await passedOf(proxied, 260, (n) => `2001:db8:1:2:${n.toString(16)}::${n + 1}`)).toBeLessThanOrEqual(most);
    expect(await passedOf(proxied, 3, () => "2001:db8:1:3::1")).toBe(3);
  });

  it("is the peer's own when the peer is no trusted proxy, whatever its headers say", async () => {
    expect(await passedOf(direct, 260, (n) => `198.51.100.${n % 250}`)).toBeLessThanOrEqual(most);
  });

  it("is counted however the path is written", async () => {
    const other = () => "198.51.100.99";
    const passed = await passedOf(proxied, 130, other);
    const written = await passedOf(proxied, 130, other, "/%61pi/auth/verify-email");
    expect(passed + written).toBeLessThanOrEqual(most);
  });

  it("is what viewers are counted by: the client's behind a trusted proxy, whatever the client put before it", async () => {
    const admin = await makePerson(proxied, `seller-${++people}`, { role: "admin" });
    const { _id: auctionId } = await openAuction(proxied, admin);
    const sockets: Awaited<ReturnType<typeof openPlain>>[] = [];
    const viewersAfter = async (forwarded: string): Promise<number> => {
      const socket = await openPlain(proxied, {}, { headers: { "x-forwarded-for": forwarded } });
      sockets.push(socket);
      const answered = new Promise<number>((resolve) => {
        socket.on("message", (raw) => {
          const { id, viewers } = JSON.parse(raw.toString());
          if (id === 1) resolve(viewers);
        });
      });
      socket.send(JSON.stringify({ id: 1, type: "auction:watch", data: { auctionId } }));
      return await answered;
    };
    expect(await viewersAfter("198.51.100.31")).toBe(1);
    for (let n = 0; n < 5; n++) expect(await viewersAfter(`203.0.113.${n}, 198.51.100.31`)).toBe(1);
    expect(await viewersAfter("198.51.100.32")).toBe(2);
    expect(await viewersAfter("2001:db8:7:7::1")).toBe(3);
    expect(await viewersAfter("2001:db8:7:7::2")).toBe(3);
    for (const socket of sockets) socket.terminate();
  });

  it("gets no more log-in attempts when the client changes its headers", async () => {
    const logIn = (server: TestServer, forwarded: string, n: number) =>
      server.api("POST", "/api/auth/login", {
        body: { email: `guess${n}@people.test`, password: "guess" },
        headers: { "x-forwarded-for": forwarded },
      });
    for (const [server, claim] of [
      [direct, (n: number) => `203.0.113.${n}`],
      [proxied, (n: number) => `203.0.113.${n}, 192.0.2.1`],
      [proxied, (n: number) => `2001:db8:9:9:${n}::1`],
    ] as const) {
      const guesses = Array.from({ length: 104 }, async (_, n) => (await logIn(server, claim(n), n)).status);
      expect((await Promise.all(guesses)).sort()).toEqual([...Array(100).fill(404), ...Array(4).fill(429)]);
    }
  });
});
