// Tests the graceful shutdown of a server process while people bid: every command is answered, nothing is half done,
// sockets are sent to another server, and the process ends by itself.
import http from "node:http";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { migrationsFolder } from "../../src/app/open-database.ts";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import { expectHistoryHolds } from "../support/check-history.ts";
import {
  type EagerBidder,
  overPlainWebSocket,
  overPolling,
  overRest,
  overSocketIo,
} from "../support/e2e-eager-bidder.ts";
import { connect } from "../support/e2e-live.ts";
import { makePerson, openAuction } from "../support/e2e-people.ts";
import { type ServerProcess, startProcess } from "../support/e2e-process.ts";
import { startTestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";

const WAIT_OPTIONS = { timeout: 45_000, interval: 10 };
const transports = [overSocketIo, overPolling, overPlainWebSocket, overPlainWebSocket, overRest];

describeEndToEnd("a server that drains", () => {
  let at: FreshDatabase;
  let server: ServerProcess | undefined;
  const bidders: EagerBidder[] = [];
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(async () => {
    at = await makeDatabase();
  });
  afterAll(async () => {
    for (const bidder of bidders) bidder.stop();
    agent.destroy();
    await server?.discard();
    await at?.drop();
  });

  const makeLots = async () => {
    const preparing = await startTestServer({ at });
    const admin = await makePerson(preparing, "admin", { role: "admin" });
    const lots = [];
    for (const [i] of transports.entries()) {
      const person = await makePerson(preparing, `bidder${i}`, { balance: 9_000_000_000 });
      lots.push({ person, auctionId: (await openAuction(preparing, admin))._id, startAt: 1000 });
    }
    await preparing.close();
    return lots;
  };
  /** By one connection that is kept, as a proxy asks. */
  const health = (path: "live" | "ready", address: string): Promise<number> =>
    new Promise((resolve) => {
      const request = http.get(`${address}/health/${path}`, { agent }, (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      });
      request.on("error", () => resolve(0));
    });

  it("answers commands in flight, sends sockets elsewhere, and stops with everything in the database", async () => {
    const lots = await makeLots();
    const running = await startProcess(at, { DRAIN_WAIT_MS: "800", DRAIN_SPREAD_MS: "600", LOG_LEVEL: "info" });
    server = running;
    const { address } = running;
    for (const [i, transport] of transports.entries()) {
      const lot = lots[i];
      if (lot) bidders.push(await transport({ address, ...lot }));
    }
    await vi.waitFor(() => {
      for (const { tried } of bidders)
        expect(tried.filter(({ outcome }) => outcome === "ok").length).toBeGreaterThan(3);
    }, WAIT_OPTIONS);
    expect(await health("ready", address)).toBe(200);

    running.signal("SIGTERM");
    await vi.waitFor(async () => expect(await health("ready", address)).toBe(503), WAIT_OPTIONS);
    // The server accepts no new client, still serves those that are connected, and reports that it is alive.
    const noticedAt = Date.now();
    expect(await health("live", address)).toBe(200);
    expect(bidders.map((bidder) => bidder.isConnected())).toEqual(bidders.map(() => true));
    const refused = (transport: "socket.io" | "/ws") =>
      connect({ address }, transport).then(
        () => "let in",
        ({ details }) => details.code,
      );
    expect(await Promise.all([refused("socket.io"), refused("/ws")])).toEqual(["UNAVAILABLE", "UNAVAILABLE"]);

    const ends = await Promise.all(bidders.map(({ ended }) => ended));
    expect(ends.slice(0, 4)).toEqual([
      "transport close, connects again",
      "transport close, connects again",
      "1012",
      "1012",
    ]);
    expect(await running.ended).toBe(0);
    expect(running.said()).not.toMatch(/"level":(50|60)/);
    for (const { tried } of bidders) {
      expect(tried.some(({ outcome, sentAt }) => outcome === "ok" && sentAt >= noticedAt)).toBe(true);
    }
    await expectAllOrNothing();
  }, 120_000);

  it("does not wait for an upload that goes on", async () => {
    await server?.discard();
    const preparing = await startTestServer({ at });
    const { token } = await makePerson(preparing, "uploader", { role: "admin" });
    await preparing.close();
    server = await startProcess(at);
    const head = '--x\r\ncontent-disposition: form-data; name="table"; filename="lots.csv"\r\n\r\n';
    const upload = http.request(`${server.address}/api/admin/imports`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "multipart/form-data; boundary=x",
        "content-length": 4_000_000,
        expect: "100-continue",
      },
    });
    upload.on("error", () => {});
    const isTaken = new Promise((resolve) => upload.once("continue", resolve));
    upload.write(head);
    await isTaken;
    const goesOn = setInterval(() => upload.write("x".repeat(100)), 50);
    try {
      server.signal("SIGTERM");
      // Otherwise the process ends with 1, because its time is over.
      expect(await server.ended).toBe(0);
    } finally {
      clearInterval(goesOn);
      upload.destroy();
    }
  });

  it("ends at once when it is told a second time", async () => {
    await server?.discard();
    server = await startProcess(at, { DRAIN_WAIT_MS: "90000" });
    const { address } = server;
    server.signal("SIGTERM");
    await vi.waitFor(async () => expect(await health("ready", address)).toBe(503), WAIT_OPTIONS);
    server.signal("SIGTERM");
    expect(await server.ended).toBe(1);
  });

  const expectAllOrNothing = async (): Promise<void> => {
    const place = { url: at.databaseUrl };
    const database: Database = await openDatabase(place, migrationsFolder);
    try {
      for (const { auctionId, tried } of bidders) {
        const rows = await database.query<{ id: string; isOk: boolean }>(
          `select command_id as id, coalesce(outcome, '') not like '%"ok":false%' as "isOk" from stored_outcomes
           where user_id = (select leader_id from auctions where id = $1::text::uuid)`,
          [auctionId],
        );
        const stored = new Map(rows.map((row) => [row.id, row.isOk]));
        for (const { commandId, outcome } of tried) {
          if (outcome === "ok") expect(stored.get(commandId)).toBe(true);
          if (outcome === "UNAVAILABLE") expect(stored.has(commandId)).toBe(false);
        }
        const { bidCount } = await expectHistoryHolds(database, auctionId);
        expect(bidCount).toBe([...stored.values()].filter(Boolean).length);
        // Sockets' commands are answered, every one that was taken: what has no answer never was.
        const unanswered = tried.filter(({ outcome }) => outcome === null);
        expect(unanswered.filter(({ commandId }) => stored.has(commandId))).toEqual([]);
      }
    } finally {
      await database.close();
    }
  };
});
