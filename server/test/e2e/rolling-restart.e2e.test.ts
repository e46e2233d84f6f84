// Tests the replacement of one of two servers while people bid and watch through a proxy: their clients find the other
// server by themselves, every bid is placed once, and every screen has the last state.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, PriceEvent } from "@jara/shared/live-commands";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { migrationsFolder } from "../../src/app/open-database.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { expectHistoryHolds } from "../support/check-history.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { type ServerProcess, startProcess } from "../support/e2e-process.ts";
import { startProxy, type TestProxy } from "../support/e2e-proxy.ts";
import { startTestServer } from "../support/e2e-server.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { canHaveNodes, startThrowawayRedis, type ThrowawayRedis } from "../support/throwaway-redis.ts";

const WAIT_OPTIONS = { timeout: 45_000, interval: 20 };
const BIDDERS = 6;

/** As the site's page does: connects again by itself or by `connect`, asks again for what it watches, resends its bid. */
const openClient = (address: string, person: Person, auctionId: string, startAt: number) => {
  const socket: Socket = io(address, {
    transports: ["websocket"],
    forceNew: true,
    auth: { token: person.token },
    reconnectionDelay: 50,
    reconnectionDelayMax: 300,
  });
  const state = { version: 0, connects: 0, refusals: new Set<string>(), placed: 0, isOver: false };
  socket.on("connect", async () => {
    state.connects += 1;
    const answer: Answer<"auction:watch"> = await socket.emitWithAck("auction:watch", { auctionId });
    if (answer.ok) state.version = Math.max(state.version, answer.auction.version);
  });
  // A handshake that was refused is not tried again by the client itself.
  socket.on("connect_error", () => void sleep(50).then(() => socket.connect()));
  socket.on("auction:price", ({ version }: PriceEvent) => {
    state.version = Math.max(state.version, version);
  });
  const bidding = (async () => {
    for (let amount = startAt; !state.isOver; amount += 100) {
      const bid = { auctionId, amount, commandId: randomUUID() };
      for (let isDone = false; !isDone; ) {
        const answer: Answer<"bid:place"> | null = await socket
          .timeout(2_000)
          .emitWithAck("bid:place", bid)
          .catch(() => null);
        isDone = answer?.ok === true;
        if (answer && !answer.ok) state.refusals.add(answer.error.code);
        if (!isDone) await sleep(20);
      }
      state.placed += 1;
    }
  })();
  return { socket, state, bidding };
};

describe.skipIf(!canHaveNodes())("a server that is replaced", () => {
  let at: FreshDatabase;
  let redis: ThrowawayRedis;
  const servers: ServerProcess[] = [];
  let proxy: TestProxy | undefined;
  const clients: ReturnType<typeof openClient>[] = [];
  beforeAll(async () => {
    at = await makeDatabase();
    redis = await startThrowawayRedis();
  });
  afterAll(async () => {
    for (const { socket } of clients) socket.disconnect();
    proxy?.close();
    for (const server of servers) await server.discard();
    await redis?.stop();
    await at?.drop();
  });

  it("hands its clients over: each bid is placed once, and every watcher has the database's state", async () => {
    const preparing = await startTestServer({ at });
    const admin = await makePerson(preparing, "admin", { role: "admin" });
    const people = await Promise.all(Array.from({ length: BIDDERS }, (_, i) => makePerson(preparing, `bidder${i}`)));
    const lots = await Promise.all(people.map(() => openAuction(preparing, admin)));
    await preparing.close();
    const env = { REDIS_URL: redis.url, DRAIN_WAIT_MS: "300", DRAIN_SPREAD_MS: "500", LOG_LEVEL: "error" };
    servers.push(...(await Promise.all([startProcess(at, env), startProcess(at, env)])));
    const [old, other] = servers as [ServerProcess, ServerProcess];
    proxy = await startProxy([old.address, other.address]);
    for (const [i, person] of people.entries()) {
      clients.push(openClient(proxy.address, person, lots[i]?._id ?? "", 1100));
    }
    const everybodyPlaced = (more: number) => {
      const before = clients.map(({ state }) => state.placed);
      return vi.waitFor(() => {
        for (const [i, { state }] of clients.entries()) {
          expect(state.placed).toBeGreaterThanOrEqual((before[i] ?? 0) + more);
        }
      }, WAIT_OPTIONS);
    };
    await everybodyPlaced(5);

    old.signal("SIGTERM");
    expect(await old.ended).toBe(0);
    await everybodyPlaced(5);
    for (const { state, socket } of clients) {
      expect([state.connects, socket.connected]).toEqual([2, true]);
      expect([...state.refusals].filter((code) => code !== "UNAVAILABLE")).toEqual([]);
      state.isOver = true;
    }
    await Promise.all(clients.map(({ bidding }) => bidding));

    const database = await openDatabase({ url: at.databaseUrl }, migrationsFolder);
    try {
      for (const [i, { state }] of clients.entries()) {
        const { bidCount, version } = await expectHistoryHolds(database, lots[i]?._id ?? "");
        expect(bidCount).toBe(state.placed);
        await vi.waitFor(() => expect(state.version).toBe(version), WAIT_OPTIONS);
      }
    } finally {
      await database.close();
    }
    expect(servers.map((server) => server.said()).join("")).not.toMatch(/"level":(50|60)/);
  }, 120_000);
});
