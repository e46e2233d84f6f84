// Tests that a change of a role or a balance by an administrator reaches the account's open connections, on both
// transports and at every node. A demoted administrator gets no more of the administrators' events.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startTwoNodes, type TwoNodes } from "../support/e2e-in-process-nodes.ts";
import { bid, connect, type LiveClient, settled, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { sharedServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const clients: LiveClient[] = [];
const join = async (
  server: TestServer,
  transport: (typeof transports)[number],
  person: Person,
): Promise<LiveClient> => {
  const client = await connect(server, transport, { token: person.token });
  clients.push(client);
  return client;
};
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const setRole = async (server: TestServer, by: Person, of: Person, role: "user" | "admin") => {
  const { status } = await server.api("PUT", `/api/users/admin/role/${of.id}`, { token: by.token, body: { role } });
  expect(status).toBe(200);
};
const edit = async (server: TestServer, by: Person, of: Person, action: string, balance: number) => {
  const url = `/api/users/admin/balance/${of.id}`;
  const { status } = await server.api("PUT", url, { token: by.token, body: { action, balance } });
  expect(status).toBe(200);
};

const server = await sharedServer();

describeEndToEnd("the events of a changed account", () => {
  let admin: Person;
  let bola: Person;
  let people = 0;
  beforeAll(async () => {
    admin = await makePerson(server, "root", { role: "admin" });
    bola = await makePerson(server, "bola");
  });

  describe.each(transports)("over %s", (transport) => {
    let chief: Person;
    beforeEach(async () => {
      chief = await makePerson(server, `chief-${++people}`, { role: "admin" });
    });

    // S140
    it("removes an administrator's feed, drafts and full names at once, and leaves them a watcher", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      const startTime = new Date((await server.databaseNow()) + 3_600_000).toISOString();
      const { _id: draftId } = await openAuction(server, admin, { startTime });
      const former = await join(server, transport, chief);
      await former.ask("admin:watch", {});
      await former.ask("auction:watch", { auctionId });
      await former.ask("auction:watch", { auctionId: draftId });
      const bidder = await join(server, transport, bola);
      expect(await bid(bidder, auctionId, 1100)).toMatchObject({ ok: true });
      const seen = await former.next("auction:price", (price) => "bids" in price);
      expect(seen.leader).toEqual({ username: bola.username });

      await setRole(server, admin, chief, "user");
      expect(await former.next("user:changed")).toEqual({ role: "user", isEmailVerified: true });
      const asked = former.of("auction:resync").map((event) => event.auctionId);
      expect(asked.sort()).toEqual([auctionId, draftId].sort());
      await former.next("notification:created");
      former.forget();
      await openAuction(server, admin, { startTime, title: "Not for everybody" });
      expect(await bid(bidder, auctionId, 1200)).toMatchObject({ ok: true });
      await settled(former);
      expect(former.frames).toEqual([]);

      expect(await former.send("admin:watch", {})).toMatchObject({ ok: false, error: { code: "FORBIDDEN" } });
      expect(await former.send("auction:watch", { auctionId: draftId })).toMatchObject({
        error: { code: "NOT_FOUND" },
      });
      const { auction } = await former.ask("auction:watch", { auctionId });
      expect(auction.leader).toEqual({ username: "b***a" });
      expect(await bid(bidder, auctionId, 1300)).toMatchObject({ ok: true });
      const price = await former.next("auction:price", ({ currentPrice }) => currentPrice === 1300);
      expect(price.leader).toEqual({ username: "b***a" });
    });

    it("shows a new administrator on the open connection each event of the administrators once", async () => {
      const { _id: auctionId } = await openAuction(server, admin);
      await setRole(server, admin, chief, "user");
      const person = await join(server, transport, chief);
      await person.ask("auction:watch", { auctionId });
      expect(await person.send("admin:watch", {})).toMatchObject({ error: { code: "FORBIDDEN" } });
      await setRole(server, admin, chief, "admin");
      expect(await person.next("user:changed")).toEqual({ role: "admin", isEmailVerified: true });
      expect(await person.next("auction:resync")).toEqual({ auctionId });
      await person.ask("admin:watch", {});
      await person.ask("auction:watch", { auctionId });
      const bidder = await join(server, transport, bola);
      expect(await bid(bidder, auctionId, 1100)).toMatchObject({ ok: true });
      await person.next("auction:price", (event) => "bids" in event);
      await settled(person);
      const prices = person.of("auction:price").filter((event) => "bids" in event);
      expect(prices.map(({ leader }) => leader)).toEqual([{ username: bola.username }]);
    });

    it("sends a balance only to its owner's connections, and a role to nobody else", async () => {
      const own = [await join(server, transport, chief), await join(server, transport, chief)];
      const stranger = await join(server, transport, await makePerson(server, `stranger-${people}`));
      await edit(server, admin, chief, "set", 1234.56);
      for (const client of own)
        expect(await client.next("balance:changed")).toEqual({ balance: 1234.56, available: 1234.56 });
      await setRole(server, admin, chief, "user");
      for (const client of own) await client.next("user:changed");
      for (const client of own) await client.next("notification:created");
      await settled(stranger);
      expect(stranger.frames).toEqual([]);
      for (const client of own) expect(client.frames).toHaveLength(3);
    });

    it("sends nothing if nothing changed", async () => {
      const client = await join(server, transport, chief);
      await setRole(server, admin, chief, "admin");
      await edit(server, admin, chief, "add", 0);
      await edit(server, admin, chief, "add", 7);
      await client.next("balance:changed");
      expect(client.frames).toHaveLength(1);
    });
  });

  it("bids use the new balance from the moment when the edit is answered", async () => {
    const { _id: auctionId } = await openAuction(server, admin);
    const poor = await makePerson(server, "poor", { balance: 220 });
    const client = await join(server, "/ws", poor);
    expect(await bid(client, auctionId, 1100)).toMatchObject({ ok: true });
    await edit(server, admin, poor, "subtract", 100);
    expect(await bid(client, auctionId, 1200)).toMatchObject({ error: { code: "INSUFFICIENT_BALANCE", balance: 120 } });
    await edit(server, admin, poor, "set", 500);
    expect(await bid(client, auctionId, 1200)).toMatchObject({ ok: true });
  });
});

describe.skipIf(!canHaveNodes())("changed accounts at two nodes", () => {
  let nodes: TwoNodes;
  let here: TestServer;
  let there: TestServer;
  let admin: Person;
  let people = 0;

  beforeAll(async () => {
    nodes = await startTwoNodes();
    ({ here, there } = nodes);
    admin = await makePerson(here, "root", { role: "admin" });
  });
  afterAll(async () => {
    await nodes?.close();
  });

  const rounds = async (): Promise<void> => {
    for (const transport of transports) {
      const chief = await makePerson(here, `chief-${++people}`, { role: "admin", balance: 10 });
      const { _id: auctionId } = await openAuction(here, admin);
      const former = await join(there, transport, chief);
      await former.ask("admin:watch", {});
      await former.ask("auction:watch", { auctionId });
      await setRole(here, admin, chief, "user");
      expect(await former.next("user:changed")).toEqual({ role: "user", isEmailVerified: true });
      expect(await former.next("auction:resync")).toEqual({ auctionId });
      await former.next("notification:created");
      former.forget();
      await openAuction(there, admin);
      await settled(former);
      // A node names the lists of everybody when it has not heard Redis for a moment.
      expect(former.frames.filter(({ type }) => type !== "list:changed")).toEqual([]);
      expect(await former.send("admin:watch", {})).toMatchObject({ error: { code: "FORBIDDEN" } });
      await setRole(there, admin, chief, "admin");
      expect(await former.next("user:changed")).toEqual({ role: "admin", isEmailVerified: true });
      await edit(here, admin, chief, "add", 90.5);
      expect(await former.next("balance:changed")).toEqual({ balance: 100.5, available: 100.5 });
    }
  };

  it("reach the node where the person is connected", rounds);

  it("are all counted if both nodes edit at once, and every screen ends with the true values", async () => {
    const ada = await makePerson(here, "ada", { balance: 0 });
    const screens = [await join(here, "socket.io", ada), await join(there, "/ws", ada)];
    await Promise.all(Array.from({ length: 20 }, (_, i) => edit(i % 2 === 0 ? here : there, admin, ada, "add", 5)));
    for (const screen of screens) {
      await screen.next("balance:changed", ({ balance }) => balance === 100);
      const balances = screen.of("balance:changed").map(({ balance }) => balance);
      expect(balances).toEqual([...balances].sort((a, b) => a - b));
    }
    const { body } = await there.api("GET", `/api/users/admin/${ada.id}/ledger?limit=100`, { token: admin.token });
    expect(body.pagination.total).toBe(21);
  });

  // S151
  it("carries out one request once if it is sent to both nodes at once", async () => {
    const ada = await makePerson(here, "ada-twice", { balance: 0 });
    const key = randomUUID();
    const add = (server: TestServer) =>
      server.api("PUT", `/api/users/admin/balance/${ada.id}`, {
        token: admin.token,
        body: { action: "add", balance: 5 },
        headers: { "idempotency-key": key },
      });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => add(i % 2 === 0 ? here : there)));
    expect(answers.map(({ status, body }) => [status, body.user?.balance])).toEqual(Array(10).fill([200, 5]));
  });

  it("leave one administrator if two of them demote each other at two nodes at once", async () => {
    const pair = [
      await makePerson(here, "left", { role: "admin" }),
      await makePerson(here, "right", { role: "admin" }),
    ] as const;
    const unmake = (server: TestServer, by: Person, of: Person) =>
      server.api("PUT", `/api/users/admin/role/${of.id}`, { token: by.token, body: { role: "user" } });
    const answers = await Promise.all([unmake(here, pair[0], pair[1]), unmake(there, pair[1], pair[0])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it("reach a node without Redis too, because each node polls", async () => {
    onTestFinished(() => nodes.redis.start());
    await nodes.redis.stop();
    await rounds();
    await nodes.redis.start();
  });
});
