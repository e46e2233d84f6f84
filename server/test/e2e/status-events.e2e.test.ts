// Checks the table "What each change of status sends" of docs/socket-api.md: makes each change and compares the events
// that a watcher, a follower of the listing and the leader get with the row.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { PushFrame } from "@jara/shared/live-commands";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../src/config.ts";
import { connect, type LiveClient } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";

const page = readFileSync(path.join(projectRoot, "docs/socket-api.md"), "utf8");
const [, table = ""] = page.split("## What each change of status sends");
const rows = [...table.matchAll(/^\| (\w+) → (\w+) \|(.*)\|(.*)\|(.*)\|$/gm)].map(
  ([, from = "", to = "", ...cells]) =>
    [`${from} → ${to}`, cells.map((cell) => [...cell.matchAll(/`([\w:-]+)`/g)].map(([, name]) => name))] as const,
);

/** The page leaves them out. */
const leftOut = new Set(["auction:countdown", "auction:viewers", "notification:created"]);

const auctionOf = ({ data }: PushFrame): unknown =>
  "auctionId" in data ? data.auctionId : "auction" in data ? data.auction._id : undefined;

describe("the table of status changes in docs/socket-api.md", () => {
  let server: TestServer;
  let admin: Person;
  let bidder: Person;
  let rival: Person;
  /** The auctions that `settle` makes. */
  const others = new Set<unknown>();
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    server = await startTestServer({ database: "pglite" });
    admin = await makePerson(server, "admin", { role: "admin" });
    bidder = await makePerson(server, "bidder");
    rival = await makePerson(server, "rival");
    for (const token of [undefined, undefined, bidder.token]) {
      clients.push(await connect(server, "socket.io", { token }));
    }
    await clients[1]?.ask("auctions:watch", {});
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server?.close();
  });

  const { make, settle } = {
    /** An auction of that status, with a leader if it was ever open. */
    make: async (status: string): Promise<string> => {
      const { _id } = await openAuction(server, admin);
      if (status === "draft") {
        await setStatus(server, admin, _id, "draft");
        return _id;
      }
      const bid = { token: bidder.token, body: { auctionId: _id, amount: 1100 } };
      expect((await server.api("POST", "/api/bids", bid)).status).toBe(201);
      if (status !== "active") expect((await setStatus(server, admin, _id, status)).status).toBe(200);
      return _id;
    },
    /**
     * The listing's price of an auction waits the longest, up to 250 ms. One of another auction that waits since now is
     * sent after all that waits already; then each client has got all that was sent before its answer.
     */
    settle: async (): Promise<void> => {
      const { _id: auctionId } = await openAuction(server, admin);
      for (const amount of [1100, 1200]) {
        const { status } = await server.api("POST", "/api/bids", { token: rival.token, body: { auctionId, amount } });
        expect(status).toBe(201);
      }
      const isLast = (price: { auctionId: string; version: number }) =>
        price.auctionId === auctionId && price.version === 3;
      await clients[1]?.next("auction:price", isLast);
      await Promise.all(clients.map((client) => client.ask("clock:sync", { t0: 1 })));
      others.add(auctionId);
    },
  };

  it("has a row for each ordinary change", () => expect(rows).toHaveLength(9));

  it.each(rows)("names the events of %s", async (change, expected) => {
    const [from = "", to = ""] = change.split(" → ");
    const auctionId = await make(from);
    if (from !== "draft") await clients[0]?.ask("auction:watch", { auctionId });
    await settle();
    for (const client of clients) client.forget();
    expect((await setStatus(server, admin, auctionId, to)).status).toBe(200);
    await settle();
    const got = clients.map(({ frames }) =>
      [...new Set(frames.filter((frame) => !others.has(auctionOf(frame))).map(({ type }) => type))].filter(
        (type) => !leftOut.has(type),
      ),
    );
    expect(got.map((types) => types.sort())).toEqual(expected.map((names) => names.sort()));
  });
});
