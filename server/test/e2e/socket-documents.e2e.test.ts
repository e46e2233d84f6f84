// What strangers are given to write a client by: the document and its page as they are served, and the example clients,
// run as they are printed, against a real server, over a connection that breaks.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { refusalCodes } from "@jara/shared/live-answers";
import { eventSchemas } from "@jara/shared/live-events";
import { commandSchemas } from "@jara/shared/socket";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAsyncApi } from "../../src/api-docs/async-api.ts";
import { projectRoot } from "../../src/config.ts";
import { within } from "../support/e2e-live.ts";
import { layCable } from "../support/e2e-loose-cable.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";

const clients = ["socket-io.mjs", "websocket.mjs"] as const;
const docs = path.join(projectRoot, "docs");
const sourceOf = (client: string): string => readFileSync(path.join(docs, "clients", client), "utf8");
const socketApi = readFileSync(path.join(docs, "socket-api.md"), "utf8");

describe("docs/socket-api.md", () => {
  it.each(clients)("prints %s as it is", (client) => {
    expect(socketApi).toContain(`\`\`\`js\n${sourceOf(client)}\`\`\``);
  });

  it("names every command, event and code", () => {
    const names = [...Object.keys(commandSchemas), ...Object.keys(eventSchemas)];
    const codes = Object.values(refusalCodes).flat();
    expect([...names, ...codes].filter((name) => !socketApi.includes(`\`${name}\``))).toEqual([]);
    const named = [...socketApi.matchAll(/`((?:auctions?|bid|maxbid|admin|user|win|purchase):\w+)`/g)].map((m) => m[1]);
    expect(named.filter((name) => !names.includes(name ?? ""))).toEqual([]);
  });
});

describe("the live API's documents", () => {
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  let bola: Person;
  const running = new Set<ChildProcess>();
  // Where the packages are that a stranger would install.
  const folder = path.join(projectRoot, "server/node_modules/.cache", `clients-${randomUUID()}`);

  beforeAll(async () => {
    server = await startTestServer({ database: "pglite" });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "ada");
    bola = await makePerson(server, "bola");
    mkdirSync(folder, { recursive: true });
    for (const client of clients) cpSync(path.join(docs, "clients", client), path.join(folder, client));
  });
  afterAll(async () => {
    for (const child of running) child.kill();
    rmSync(folder, { recursive: true, force: true });
    await server?.close();
  });

  it("are served: the document that the tests validate, and its page, linked from the REST API's", async () => {
    const { brandName, publicUrl } = server.config;
    const served = await server.api("GET", "/docs/socket.json");
    expect(served.body).toEqual(JSON.parse(JSON.stringify(makeAsyncApi(brandName, publicUrl))));
    const page = await server.api("GET", "/docs/socket");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.text).toContain('id="bid-place"');
    const rest = await server.api("GET", "/docs/json");
    expect(rest.body.info.description).toContain("(/docs/socket)");
    expect(rest.body.externalDocs.url).toBe("/docs/socket");
    expect(Object.keys(rest.body.paths).filter((route) => route.startsWith("/docs"))).toEqual([]);
  });

  const start = (client: string, ...args: readonly string[]) => {
    const child = spawn(process.execPath, [path.join(folder, client), ...args], { stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
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

  it.each(clients)(
    "%s watches, bids once though the answer was lost, and after a broken connection prints what it missed",
    async (client) => {
      const { _id: auctionId } = await openAuction(server, admin);
      // The first answer to the bid is lost with the connection: the bid is sent again, and counts once.
      const cable = await layCable(server.address, '"bid":{');
      const run = start(client, cable.address, auctionId, ada.token, "1100");
      await run.prints("bid accepted, leading: true");
      expect(cable.hasBroken()).toBe(true);
      await run.prints("price 1100 at version 2");
      await bid(bola, auctionId, 1200);
      await run.prints("price 1200 at version 3");
      await cable.cut();
      for (const amount of [1300, 1400]) await bid(bola, auctionId, amount);
      await cable.mend();
      await run.prints("price 1400 at version 5");
      await bid(bola, auctionId, 1500);
      await run.prints("price 1500 at version 6");
      expect(run.lines().filter((line) => line.startsWith("price") && line !== "price 1000 at version 1")).toEqual(
        [1100, 1200, 1300, 1400, 1500].map((price, n) => `price ${price} at version ${n + 2}`),
      );
      const { body } = await server.api("GET", `/api/bids/auction/${auctionId}`);
      expect(body.total).toBe(5);
      await cable.cut();
    },
  );

  it.each(clients)("%s says why it may not watch or bid", async (client) => {
    const { _id: auctionId } = await openAuction(server, admin);
    const poor = start(client, server.address, auctionId, ada.token, "1050");
    const lost = start(client, server.address, randomUUID());
    await poor.prints("bid:place refused: BID_TOO_LOW");
    await lost.prints("auction:watch refused: NOT_FOUND");
  });
});
