// Tests two nodes over one PostgreSQL and one Redis: a command at either node, its events at both, with Redis and
// without.
import { randomUUID } from "node:crypto";
import { createClient } from "@redis/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { rooms } from "../../src/live/rooms.ts";
import { expectLedgerHolds } from "../support/check-history.ts";
import { startTwoNodes, type TwoNodes } from "../support/e2e-in-process-nodes.ts";
import { connect, type LiveClient, settled } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import type { TestServer } from "../support/e2e-server.ts";
import { deadlineIn } from "../support/seed.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

describe.skipIf(!canHaveNodes())("two nodes", () => {
  let nodes: TwoNodes;
  let here: TestServer;
  let there: TestServer;
  let admin: Person;
  let ada: Person;
  let bola: Person;
  const clients: LiveClient[] = [];

  const join = async (server: TestServer, person?: Person): Promise<LiveClient> => {
    const client = await connect(server, "socket.io", { token: person?.token });
    clients.push(client);
    return client;
  };
  const bid = (client: LiveClient, auctionId: string, amount: number) =>
    client.ask("bid:place", { auctionId, amount, commandId: randomUUID() });

  beforeAll(async () => {
    nodes = await startTwoNodes();
    ({ here, there } = nodes);
    admin = await makePerson(here, "admin", { role: "admin" });
    ada = await makePerson(here, "ada");
    bola = await makePerson(here, "bola");
  });

  afterAll(async () => {
    for (const client of clients) client.close();
    await nodes?.close();
  });

  it("shows a bid at one node to watchers, the listing and the outbid leader at the other", async () => {
    const { _id: auctionId } = await openAuction(here, admin);
    const adaThere = await join(there, ada);
    const visitorThere = await join(there);
    await adaThere.ask("auction:watch", { auctionId });
    await visitorThere.ask("auctions:watch", {});
    await bid(adaThere, auctionId, 1100);

    const bolaHere = await join(here, bola);
    await bid(bolaHere, auctionId, 1200);
    const price = await adaThere.next("auction:price", ({ currentPrice }) => currentPrice === 1200);
    expect(price).toMatchObject({ version: 3, leader: { username: "b***a" }, bidCount: 2 });
    expect(await adaThere.next("bid:outbid")).toMatchObject({ auctionId, currentPrice: 1200 });
    await visitorThere.next("auction:price", ({ currentPrice }) => currentPrice === 1200);

    await setStatus(here, admin, auctionId, "paused");
    await adaThere.next("auction:paused");
    await visitorThere.next("auction:status", ({ status }) => status === "paused");
  });

  it("sends the listing at the other node the events of a change before it points to the change", async () => {
    const { _id: auctionId } = await openAuction(here, admin);
    const followerThere = await join(there);
    await followerThere.ask("auctions:watch", {});
    await bid(await join(here, ada), auctionId, 1100);
    await followerThere.next("auction:price", (event) => event.auctionId === auctionId && event.currentPrice === 1100);
    // The price before the bid is the one after the cancellation too.
    followerThere.forget();
    const said: { moved?: string[]; relayed?: { room: string; frame: { type: string; data: object } }[] }[] = [];
    const ear = createClient({ url: nodes.redis.url });
    ear.on("error", () => {});
    await ear.connect();
    await ear.subscribe("jara:fanout", (message) => said.push(JSON.parse(message)));
    await setStatus(here, admin, auctionId, "cancelled");
    const updated = await followerThere.next("auction:updated", (event) => event.auctionId === auctionId);
    expect(updated.auction).toMatchObject({ status: "cancelled", currentPrice: 1000, bidCount: 0 });
    await followerThere.next("auction:price", (event) => event.auctionId === auctionId && event.currentPrice === 1000);
    const ofAuction = followerThere.frames.filter(({ data }) => "auctionId" in data && data.auctionId === auctionId);
    expect(ofAuction.slice(-3).map(({ type }) => type)).toEqual(["auction:updated", "auction:status", "auction:price"]);
    // The bidder's own event comes later, once the log is read.
    const order = () =>
      said.flatMap(({ moved, relayed }) => [
        ...(relayed ?? []).flatMap(({ room, frame }) =>
          room === rooms.listing && frame.type === "auction:status" ? ["status"] : [],
        ),
        ...(moved?.includes(auctionId) ? ["pointer"] : []),
      ]);
    // The node may read Redis before this test does.
    await expect.poll(() => [order().includes("status"), order().at(-1)]).toEqual([true, "pointer"]);
    ear.destroy();
  });

  it("shows nobody at the other node, with data saver, the price of a lot that was withdrawn", async () => {
    const { _id: auctionId } = await openAuction(here, admin);
    const [saver, adminThere] = [await join(there), await join(there, admin)];
    await saver.ask("auction:watch", { auctionId, compact: true });
    await adminThere.ask("auction:watch", { auctionId });
    await setStatus(here, admin, auctionId, "draft");
    await saver.next("auction:updated", ({ auction }) => auction.status === "draft");
    saver.forget();
    const body = { startingPrice: 7_777 };
    expect((await here.api("PUT", `/api/auctions/admin/${auctionId}`, { token: admin.token, body })).status).toBe(200);
    await adminThere.next("auction:updated", ({ auction }) => auction.startingPrice === 7_777);
    await settled(saver);
    expect(saver.frames.filter(({ type }) => type !== "auction:viewers")).toEqual([]);
  });

  it("counts the viewers of both nodes, and of one node only once nobody is left at the other", async () => {
    const { _id: auctionId } = await openAuction(here, admin);
    const visitors = [await join(here), await join(there, ada), await join(there, bola)];
    await Promise.all(visitors.map((visitor) => visitor.ask("auction:watch", { auctionId })));
    for (const visitor of visitors) await visitor.next("auction:viewers", ({ count }) => count === 3);
    const late = await join(here, admin);
    expect((await late.ask("auction:watch", { auctionId })).viewers).toBe(4);
    for (const visitor of visitors.slice(1)) visitor.close();
    await late.next("auction:viewers", ({ count }) => count === 2);
  });

  it("counts a person who watches at both nodes once, and puts no address and no user id into Redis", async () => {
    const { _id: auctionId } = await openAuction(here, admin);
    const said: string[] = [];
    const ear = createClient({ url: nodes.redis.url });
    ear.on("error", () => {});
    await ear.connect();
    await ear.subscribe("jara:fanout", (message) => said.push(message));
    const watching = [await join(here, ada), await join(there, ada), await join(here), await join(there)];
    for (const client of watching) await client.ask("auction:watch", { auctionId });
    const bolaThere = await join(there, bola);
    await bolaThere.ask("auction:watch", { auctionId });
    // Ada, the visitors of one address, Bola.
    for (const client of [...watching, bolaThere]) {
      await client.next("auction:viewers", ({ count }) => count === 3);
      // Neither node counts on: each has heard of everybody.
      await expect.poll(async () => (await client.ask("auction:watch", { auctionId })).viewers).toBe(3);
    }
    for (const client of watching) client.forget();
    bolaThere.close();
    for (const client of watching) await client.next("auction:viewers", ({ count }) => count === 2);
    const aboutIt = said.filter((message) => message.includes('"viewers"') && message.includes(auctionId));
    expect(aboutIt.length).toBeGreaterThan(1);
    for (const message of aboutIt) expect(message).not.toMatch(new RegExp(`127\\.0\\.0\\.1|${ada.id}|${bola.id}`));
    ear.destroy();
  });

  it("pauses the auction at both nodes after a purchase, and notifies the buyer at the other", async () => {
    const buyer = await makePerson(here, "buyer", { balance: 1000 });
    const { _id: auctionId } = await openAuction(here, admin, { buyItNowPrice: 5000 });
    const [atHome, visitorThere] = [await join(there, buyer), await join(there)];
    await visitorThere.ask("auction:watch", { auctionId });
    const bought = await (await join(here, buyer)).ask("buy-it-now", { auctionId, commandId: randomUUID() });
    const { deadline } = bought.paymentInstructions;
    expect(await visitorThere.next("auction:paused")).toMatchObject({ reason: "buy-it-now", pausedUntil: deadline });
    expect(await atHome.next("purchase:changed")).toEqual({ auctionId, status: "pending", deadline });

    // Either node's clock may find it.
    await deadlineIn(there.server.database, auctionId, 0);
    await visitorThere.next("auction:resumed");
    await atHome.next("purchase:changed", ({ status }) => status === "forfeited");
    // The deposit took everything. It went back, and the penalty was kept.
    await atHome.next("balance:changed", ({ balance }) => balance === 500);
    await settled(atHome);
    expect(atHome.of("balance:changed")).toEqual([
      { balance: 0, available: 0 },
      { balance: 500, available: 500 },
    ]);
    const { entries } = await expectLedgerHolds(here.server.database, buyer.id);
    expect(entries.slice(1).map(({ cause }) => cause)).toEqual([
      "purchase-deposit",
      "deposit-return",
      "buy-it-now-forfeit",
    ]);
    expect(visitorThere.of("purchase:changed")).toEqual([]);
  });

  it("publishes a settlement of one node to administrators at the other", async () => {
    const { _id: auctionId } = await openAuction(here, admin);
    await bid(await join(here, ada), auctionId, 1100);
    const adminThere = await join(there, admin);
    await adminThere.ask("admin:watch", {});
    await setStatus(here, admin, auctionId, "ended");
    const isOurs = (status: string) => (data: { settlement: { status: string; auction: { _id: string } } }) =>
      data.settlement.auction._id === auctionId && data.settlement.status === status;
    const opened = await adminThere.next("settlement:changed", isOurs("open"));
    const { _id: id } = opened.settlement;
    const paid = await here.api("POST", `/api/settlements/${id}/payment-received`, { token: admin.token });
    expect(paid.status).toBe(200);
    const closed = await adminThere.next("settlement:changed", isOurs("paid"));
    expect(closed.settlement).toEqual(paid.body.settlement);
  });

  it("keeps one order of versions when both nodes take bids on one auction", async () => {
    const { _id: auctionId } = await openAuction(here, admin);
    const watchers = [await join(here), await join(there)];
    for (const watcher of watchers) await watcher.ask("auction:watch", { auctionId });
    const bidders = [await join(here, ada), await join(there, bola)];
    let accepted = 0;
    for (let amount = 1100; amount < 5000; amount += 100) {
      const client = bidders[(amount / 100) % 2] as LiveClient;
      await bid(client, auctionId, amount);
      accepted += 1;
    }
    for (const watcher of watchers) {
      const last = await watcher.next("auction:price", ({ bidCount }) => bidCount === accepted);
      expect(last.version).toBe(accepted + 1);
      const versions = watcher.of("auction:price").map(({ version }) => version);
      expect(versions).toEqual([...versions].sort((a, b) => a - b));
    }
  });

  it("notifies the owner at the other node when money came in at this one", async () => {
    const payer = await makePerson(here, "payer", { balance: 0 });
    const payerThere = await join(there, payer);
    const bolaThere = await join(there, bola);
    const { body } = await here.api("POST", "/api/payments/top-ups", { token: payer.token, body: { amount: 500 } });
    await fetch(`${here.address}${new URL(body.authorizationUrl).pathname}`, {
      method: "POST",
      body: new URLSearchParams({ outcome: "pay" }),
      redirect: "manual",
    });
    const { balance } = (await there.api("GET", "/api/users/profile", { token: payer.token })).body.user;
    expect(balance).toBe(500);
    expect(await payerThere.next("balance:changed")).toEqual({ balance, available: balance });
    await settled(bolaThere);
    expect(bolaThere.of("balance:changed")).toEqual([]);
  });

  it("tells a person's page at the other node which lots the person watches", async () => {
    const { _id: auctionId } = await openAuction(here, admin);
    const adaThere = await join(there, ada);
    for (const [method, isWatching] of [
      ["PUT", true],
      ["DELETE", false],
    ] as const) {
      const { status } = await here.api(method, `/api/watchlist/${auctionId}`, { token: ada.token });
      expect(status).toBe(200);
      const event = await adaThere.next("watchlist:changed", (event) => event.isWatching === isWatching);
      expect(event).toEqual({ auctionId, isWatching });
    }
  });

  it("commits and shows bids at both nodes while Redis is away, and uses Redis again when it is back", async () => {
    const { _id: auctionId } = await openAuction(here, admin);
    const visitorThere = await join(there);
    const bolaHere = await join(here, bola);
    const adaThere = await join(there, ada);
    await visitorThere.ask("auction:watch", { auctionId });

    const adminThere = await join(there, admin);
    await adminThere.ask("admin:watch", {});
    const { _id: endedId } = await openAuction(here, admin);
    await bid(bolaHere, endedId, 1100);

    const followerThere = await join(there);
    await followerThere.ask("auctions:watch", {});
    onTestFinished(() => nodes.redis.start());
    await nodes.redis.stop();
    await bid(bolaHere, auctionId, 1100);
    await visitorThere.next("auction:price", ({ currentPrice }) => currentPrice === 1100);
    await setStatus(here, admin, endedId, "ended");
    const ofEnded = (status: string) => (data: { settlement: { status: string; auction: { _id: string } } }) =>
      data.settlement.auction._id === endedId && data.settlement.status === status;
    const { settlement: opened } = await adminThere.next("settlement:changed", ofEnded("open"));
    const booked = await here.api("POST", `/api/settlements/${opened._id}/payments`, {
      token: admin.token,
      body: { method: "cash", amount: 500 },
    });
    expect(booked.status).toBe(200);
    await adminThere.next(
      "settlement:changed",
      ({ settlement }) => settlement._id === opened._id && settlement.paid === 500,
    );
    await setStatus(here, admin, endedId, "sold");
    await adminThere.next("settlement:changed", ofEnded("paid"));

    const { _id: newId } = await openAuction(here, admin);
    const updated = await followerThere.next(
      "auction:updated",
      ({ auction }) => auction._id === auctionId && auction.currentPrice === 1100,
    );
    expect(updated.auction).toMatchObject({ currentPrice: 1100, leader: { username: "b***a" } });
    await followerThere.next("auction:status", (event) => event.auctionId === endedId && event.status === "sold");
    await followerThere.next("auction:created", ({ auction }) => auction._id === newId);

    await nodes.redis.start();
    await bid(adaThere, auctionId, 1200);
    await bid(bolaHere, auctionId, 1300);
    const last = await visitorThere.next("auction:price", ({ currentPrice }) => currentPrice === 1300);
    expect(last.version).toBe(4);
    // Nothing of the outage comes again.
    const versions = visitorThere.of("auction:price").map(({ version }) => version);
    expect(new Set(versions).size).toBe(versions.length);
  });
});
