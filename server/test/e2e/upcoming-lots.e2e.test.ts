// Tests upcoming lots from outside: a published sale shows its lots before bidding opens. Everybody reads, watches and
// asks, nobody bids, and nothing of the drafts leaks. They open with the sale, and are hidden when it is withdrawn.
import { randomUUID } from "node:crypto";
import { auctionSchema } from "@jara/shared/auction";
import { afterAll, beforeAll, expect, it } from "vitest";
import { replay } from "../../../load/src/history/checks/log.ts";
import { evidenceOf } from "../../../load/src/history/evidence.ts";
import { readStored } from "../../../load/src/history/stored.ts";
import { sitemapPage } from "../../src/features/site-pages/crawlers.ts";
import { connect, type LiveClient, transports } from "../support/e2e-live.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { at, inHours, SECOND, salesOn } from "../support/e2e-sales.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const SECRET_RESERVE = 7_654_321.09;

describeEndToEnd("upcoming lots", () => {
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  const clients: LiveClient[] = [];
  beforeAll(async () => {
    server = await startTestServer({ because: "it shifts the clock", config: { stepUpMinutes: 600 } });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "ada");
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await server?.close();
  });

  const { act, makeLots, makeSale, setLots, publishedSale, clockPassed } = salesOn(() => ({ server, admin }));
  const inAnHour = () => ({ opensAt: inHours(1), closesAt: inHours(3) });
  const upcomingSale = (lots = 1, lot: object = {}) =>
    publishedSale(lots, inAnHour(), { startingPrice: 1000, reservePrice: SECRET_RESERVE, ...lot });
  const get = (path: string, token?: string) => server.api("GET", path, { ...(token && { token }) });
  const listed = async (query: string): Promise<string[]> =>
    (await get(`/api/auctions?limit=100&${query}`)).body.auctions.map(({ _id }: { _id: string }) => _id);
  const watching = async (transport: (typeof transports)[number], auctionId: string) => {
    const client = await connect(server, transport, {});
    clients.push(client);
    return { client, ...(await client.ask("auction:watch", { auctionId })) };
  };

  it("are shown to everybody once their sale is published, and before that to staff alone", async () => {
    const ids = await makeLots(2, { reservePrice: SECRET_RESERVE });
    const [id = ""] = ids;
    const sale = await makeSale(inAnHour());
    await setLots(sale, ids);
    expect((await get(`/api/auctions/${id}`)).status).toBe(404);
    await act(sale, "publish");
    const { status, body, text } = await get(`/api/auctions/${id}`);
    expect(status).toBe(200);
    expectShape(auctionSchema, body.auction);
    expect(body.auction).toMatchObject({ status: "draft", isUpcoming: true, hasReserve: true, bidCount: 0 });
    expect(Math.abs(Date.parse(body.auction.startTime) - Date.now())).toBeLessThan(2 * 3_600_000);
    expect(text).not.toContain(String(SECRET_RESERVE));
    const lots = await get(`/api/sales/${sale._id}/lots`);
    expect(lots.body.lots.map(({ auction }: { auction: { _id: string } }) => auction._id)).toEqual(ids);
    expect((await get(`/api/sales/${sale._id}`)).body.sale.lotCount).toBe(2);
    expect((await get(`/api/auctions/${id}/sale`)).body.sale).toMatchObject({ lotNumber: 1, next: { lotNumber: 2 } });
    expect((await get(`/auction/${id}`)).text).toContain("Bidding opens ");
    expect(await sitemapPage(server.server.database, "https://jara.test", { page: 1, paths: [] })).toContain(id);
  });

  it("are listed only with upcoming=true, with the filters and orders of the listing", async () => {
    const word = `z${randomUUID().slice(0, 8)}`;
    const lots = { title: `Stool ${word}`, categories: ["furniture"], startingPrice: 1000 };
    const { ids } = await upcomingSale(2, lots);
    expect(await listed(`search=${word}`)).toEqual([]);
    expect((await listed(`upcoming=true&search=stools+${word}&sortBy=endTime&sortOrder=asc`)).length).toBe(2);
    expect((await listed(`upcoming=true&search=${word}&sortBy=currentPrice`)).toSorted()).toEqual(ids.toSorted());
    expect(await listed(`upcoming=true&search=${word}&category=electronics`)).toEqual([]);
    expect(await listed(`upcoming=true&search=${word}&minPrice=1001`)).toEqual([]);
    const page = (await get(`/api/auctions?upcoming=true&search=${word}&limit=1&page=2`)).body;
    expect([page.auctions.length, page.total]).toEqual([1, 2]);
    expect((await get(`/api/auctions?upcoming=true&search=${word}&limit=1&page=9`)).body.total).toBe(2);
  });

  it("can be watched and asked about, and refuse bids, maxima and a purchase", async () => {
    const { ids } = await upcomingSale(1, { reservePrice: null, buyItNowPrice: 50_000 });
    const [id = ""] = ids;
    const by = { token: ada.token };
    expect((await server.api("PUT", `/api/watchlist/${id}`, { ...by, body: {} })).body.isWatching).toBe(true);
    expect((await get("/api/watchlist", ada.token)).body.auctions.map((lot: { _id: string }) => lot._id)).toContain(id);
    const asked = await server.api("POST", `/api/auctions/${id}/questions`, {
      ...by,
      body: { text: "Is it whole?" },
    });
    expect(asked.status, asked.text).toBe(201);
    const refused = [
      await server.api("POST", "/api/bids", { ...by, body: { auctionId: id, amount: 2000 } }),
      await server.api("POST", "/api/maxbids", { ...by, body: { auctionId: id, maxAmount: 2000, currency: "NGN" } }),
      await server.api("POST", `/api/auctions/${id}/buy-it-now`, by),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [409, "AUCTION_NOT_ACTIVE"],
      [409, "AUCTION_NOT_ACTIVE"],
      [409, "BUY_IT_NOW_UNAVAILABLE"],
    ]);
  });

  it.each(transports)("are announced to their watchers when they open, and listed then (%s)", async (transport) => {
    const now = await server.databaseNow();
    const opensAt = now + 60 * SECOND;
    const { ids } = await publishedSale(1, { opensAt: at(opensAt), closesAt: at(opensAt + 600 * SECOND) });
    const [id = ""] = ids;
    const { client, auction } = await watching(transport, id);
    expect(auction).toMatchObject({ status: "draft", isUpcoming: true });
    const word = `z${randomUUID().slice(0, 8)}`;
    const edited = { title: `Mended ${word}` };
    expect((await server.api("PUT", `/api/auctions/${id}`, { token: admin.token, body: edited })).status).toBe(200);
    const changed = await client.next("auction:updated", ({ auctionId }) => auctionId === id);
    expect(changed.auction).toMatchObject({ ...edited, isUpcoming: true });
    client.forget();
    await clockPassed(opensAt);
    const opened = await client.next("auction:updated", ({ auction: { status } }) => status === "active");
    expect(opened.auction).not.toHaveProperty("isUpcoming");
    expect(await listed(`search=${word}`)).toEqual([id]);
    expect(await listed(`upcoming=true&search=${word}`)).toEqual([]);
  });

  it.each(["the end of its sale", "its removal"])("are hidden by %s, and watchers are notified", async (way) => {
    const { sale, ids } = await upcomingSale();
    const [id = ""] = ids;
    const { client } = await watching("/ws", id);
    if (way === "its removal") {
      expect((await server.api("DELETE", `/api/auctions/${id}`, { token: admin.token })).status).toBe(200);
      await client.next("auction:ended", ({ auctionId }) => auctionId === id);
    } else {
      await act(sale, "end");
      const hidden = await client.next("auction:updated", ({ auctionId }) => auctionId === id);
      expect(hidden.auction.status).toBe("draft");
      expect(hidden.auction).not.toHaveProperty("isUpcoming");
      const mended = { title: `Secret ${randomUUID()}` };
      expect((await server.api("PUT", `/api/auctions/${id}`, { token: admin.token, body: mended })).status).toBe(200);
      expect(JSON.stringify(client.of("auction:updated"))).not.toContain(mended.title);
    }
    for (const path of [`/api/auctions/${id}`, `/api/auctions/${id}/questions`, `/api/auctions/${id}/sale`])
      expect((await get(path)).status).toBe(404);
    expect(await listed("upcoming=true")).not.toContain(id);
    expect((await get(`/api/sales/${sale._id}/lots`)).body.lots).toEqual([]);
    expect(await client.send("auction:watch", { auctionId: id })).toMatchObject({ error: { code: "NOT_FOUND" } });
  });

  it("show nothing of the draft's earlier texts, and are upcoming again with another start", async () => {
    const ids = await makeLots(1, { title: `Hidden ${randomUUID()}` });
    const [id = ""] = ids;
    const before = (await get(`/api/auctions/${id}`, admin.token)).body.auction.title;
    const by = { token: admin.token };
    await server.api("PUT", `/api/auctions/${id}`, { ...by, body: { title: "What everybody reads" } });
    const sale = await makeSale(inAnHour());
    await setLots(sale, ids);
    await act(sale, "publish");
    const seen = [await get(`/api/auctions/${id}`), await get(`/api/auctions/${id}/changes`)];
    expect(seen.map(({ status }) => status)).toEqual([200, 200]);
    for (const { text } of seen) expect(text).not.toContain(before);
    await act(sale, "end");
    const startTime = at((await server.databaseNow()) + 3_600_000);
    const again = await server.api("PUT", `/api/auctions/${id}`, { ...by, body: { startTime } });
    expect(again.status, again.text).toBe(200);
    expect((await get(`/api/auctions/${id}`)).body.auction).toMatchObject({ status: "draft", isUpcoming: true });
    const history = { calls: [], watching: [], held: [], clock: null, since: null };
    const { violations, tried } = replay.run(evidenceOf(history, await readStored(server.query, ids, [])));
    expect([violations, tried > 0]).toEqual([[], true]);
  });
});
