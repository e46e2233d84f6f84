// Tests the sample clients of docs/clients: they run unchanged against a real server, over a connection that breaks, with
// each kind of refusal.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../src/config.ts";
import { startBreakableRelay } from "../support/e2e-breakable-relay.ts";
import { within } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, signToken } from "../support/e2e-people.ts";
import { startRefusingRelay } from "../support/e2e-refusing-relay.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { hasPython } from "../support/python.ts";

/** The clients that watch one auction and bid once: they print the same lines. */
const watching = ["socket-io.mjs", "websocket.mjs", ...(hasPython() ? ["client.py"] : [])];

const programs: Readonly<Record<string, readonly string[]>> = {
  ".mjs": [process.execPath],
  ".mts": [process.execPath, "--import", "tsx"],
  ".py": ["python3"],
};

describe("the sample clients", () => {
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  let bola: Person;
  const running = new Set<ChildProcess>();
  // This folder is inside `node_modules`, so that the clients find the packages that a user would install.
  const folder = path.join(projectRoot, "server/node_modules/.cache", `clients-${randomUUID()}`);

  beforeAll(async () => {
    server = await startTestServer({ because: "the sample clients read every lot of the site" });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "ada");
    bola = await makePerson(server, "bola");
    mkdirSync(folder, { recursive: true });
    cpSync(path.join(projectRoot, "docs/clients"), folder, { recursive: true });
  });
  afterAll(async () => {
    for (const child of running) child.kill();
    rmSync(folder, { recursive: true, force: true });
    await server?.close();
  });

  const start = (client: string, ...args: readonly string[]) => {
    const [program, ...flags] = programs[path.extname(client)] ?? [];
    const child = spawn(program ?? "", [...flags, path.join(folder, client), ...args], {
      cwd: path.join(projectRoot, "server"),
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    const ended = new Promise<number | null>((resolve) => void child.once("exit", resolve));
    let printed = "";
    const waiting = new Set<() => void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (part) => {
        printed += part;
        for (const look of waiting) look();
      });
    }
    return {
      lines: () => printed.trimEnd().split("\n"),
      stop: () => void child.kill(),
      ends: () => within(() => `the end of ${client} (so far: ${printed})`, ended),
      prints: (line: string) =>
        within(
          () => `"${line}" of ${client} (so far: ${printed})`,
          new Promise<void>((resolve) => {
            const look = () => printed.split("\n").includes(line) && resolve();
            waiting.add(look);
            look();
          }),
        ),
    };
  };
  const bid = async (person: Person, auctionId: string, amount: number): Promise<void> => {
    const { status, text } = await server.api("POST", "/api/bids", {
      token: person.token,
      body: { auctionId, amount },
    });
    if (status !== 201) throw new Error(text);
  };

  it.each(watching)(
    "%s watches, bids once though the answer was lost, and prints the missed versions after a lost connection",
    async (client) => {
      const { _id: auctionId } = await openAuction(server, admin);
      // The first answer to the bid is lost with the connection: the bid is sent again, and counts once.
      const relay = await startBreakableRelay(server.address, '"bid":{');
      // An address may end with a slash.
      const run = start(client, `${relay.address}/`, auctionId, ada.token, "1100");
      await run.prints("bid accepted, leading: true at version 2");
      expect(relay.hasBroken()).toBe(true);
      await run.prints("price 1100 at version 2");
      await bid(bola, auctionId, 1200);
      await run.prints("price 1200 at version 3");
      await relay.cut();
      for (const amount of [1300, 1400]) await bid(bola, auctionId, amount);
      await relay.mend();
      await run.prints("price 1400 at version 5");
      await bid(bola, auctionId, 1500);
      await run.prints("price 1500 at version 6");
      expect(run.lines().filter((line) => line.startsWith("price") && line !== "price 1000 at version 1")).toEqual(
        [1100, 1200, 1300, 1400, 1500].map((price, n) => `price ${price} at version ${n + 2}`),
      );
      const { body } = await server.api("GET", `/api/bids/auction/${auctionId}`);
      expect(body.total).toBe(5);
      await relay.cut();
    },
  );

  it.each(watching)("%s says why it is not allowed to watch or bid", async (client) => {
    const { _id: auctionId } = await openAuction(server, admin);
    const poor = start(client, server.address, auctionId, ada.token, "1050");
    const lost = start(client, server.address, randomUUID());
    await poor.prints("bid:place refused: BID_TOO_LOW");
    await lost.prints("auction:watch refused: NOT_FOUND");
  });

  it.each([...watching, "bot.mjs"])("%s ends with a sentence if its token has expired", async (client) => {
    const token = await signToken({ sub: ada.id, sid: ada.sessionId }, { expiresIn: "-1s" });
    const args = client === "bot.mjs" ? [token, "NGN", "5000"] : [randomUUID(), token, "1100"];
    const run = start(client, server.address, ...args);
    await run.prints("the token was refused: UNAUTHENTICATED");
    expect(await run.ends()).toBe(1);
  });

  it.each(watching)("%s ends with a sentence when its token expires while it is connected", async (client) => {
    const { _id: auctionId } = await openAuction(server, admin);
    const token = await signToken({ sub: ada.id, sid: ada.sessionId }, { expiresIn: "8s" });
    const run = start(client, server.address, auctionId, token);
    await run.prints("session ended: expired");
    expect(await run.ends()).toBe(1);
  });

  it.each(watching)("%s sends a refused bid again after RATE_LIMITED, as the same command", async (client) => {
    const relay = await startRefusingRelay(server.address);
    const { _id: auctionId } = await openAuction(server, admin);
    const run = start(client, relay.address, auctionId, ada.token, "1100");
    await run.prints("bid:place refused: RATE_LIMITED");
    await run.prints("bid accepted, leading: true at version 2");
    expect(new Set(relay.commandIds).size).toBe(1);
    expect(relay.commandIds.length).toBeGreaterThan(1);
    await relay.close();
  });

  it.each(watching)("%s sends no frame that is larger than the server reads", async (client) => {
    const run = start(client, server.address, "a".repeat(20_000));
    await run.ends();
    expect(run.lines().join("\n")).toContain("auction:watch is too large");
  });

  it("bot.mjs bids on every lot up to its limit, and again when it is outbid", async () => {
    const [first, second] = [await openAuction(server, admin), await openAuction(server, admin)];
    const dear = await openAuction(server, admin, { startingPrice: 9000 });
    const run = start("bot.mjs", server.address, ada.token, "NGN", "1300");
    await run.prints(`${first._id}: bid 1100, leading: true at version 2`);
    await run.prints(`${second._id}: bid 1100, leading: true at version 2`);
    await bid(bola, first._id, 1200);
    await run.prints(`${first._id}: bid 1300, leading: true at version 4`);
    const later = await openAuction(server, admin);
    await run.prints(`${later._id}: bid 1100, leading: true at version 2`);
    await bid(bola, first._id, 1400);
    await bid(bola, second._id, 1200);
    await run.prints(`${second._id}: bid 1300, leading: true at version 4`);
    const { body } = await server.api("GET", `/api/auctions/${first._id}`);
    expect([body.auction.currentPrice, run.lines().join(" ").includes(dear._id)]).toEqual([1400, false]);
    // It would bid in the other tests too.
    run.stop();
    await run.ends();
  });

  it("bot.mjs reads the listing again if its connection breaks before the answer", async () => {
    const { _id } = await openAuction(server, admin);
    // The upgrade of the WebSocket gets 101, so the listing is the first answer with 200.
    const relay = await startBreakableRelay(server.address, "HTTP/1.1 200 ");
    const run = start("bot.mjs", relay.address, ada.token, "NGN", "1300");
    await run.prints(`${_id}: bid 1100, leading: true at version 2`);
    expect(relay.hasBroken()).toBe(true);
    run.stop();
    await run.ends();
    await relay.cut();
  });

  it("rest.mts logs in and bids once, and prints the code of a refusal", async () => {
    const password = "correct horse battery";
    const email = `rest-${randomUUID()}@people.test`;
    await server.api("POST", "/api/auth/register", { body: { username: `r${Date.now()}`, email, password } });
    await server.query("update users set email_verified_at = now(), balance_minor = 1000000 where email = $1", [email]);
    const { _id: auctionId } = await openAuction(server, admin);
    const run = start("rest.mts", server.address, email, password, auctionId, "1100");
    await run.prints("price 1000 NGN at version 1");
    await run.prints("bid accepted, leading: true at version 2");
    const low = start("rest.mts", server.address, email, password, auctionId, "1");
    expect(await low.ends()).toBe(1);
    expect(low.lines().join("\n")).toMatch(/\/api\/bids refused: BID_TOO_LOW \([0-9a-f-]{36}\)/);
    const unknown = start("rest.mts", server.address, "nobody@people.test", password, auctionId, "1");
    expect(await unknown.ends()).toBe(1);
    expect(unknown.lines().join("\n")).toContain("/api/auth/login refused: NOT_FOUND");
  });
});
