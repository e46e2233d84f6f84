// Tests the demo market: its history reads like days of bidding, and its rows agree with its log.
import { afterAll, beforeAll, expect, it } from "vitest";
import { demoAccounts } from "../../src/features/accounts/demo-accounts.ts";
import { OutcomeUnknown } from "../../src/platform/database/transaction-connections.ts";
import { demoLots } from "../../src/tools/demo/lots.ts";
import type { DemoMarket } from "../../src/tools/demo/market.ts";
import { timesOver } from "../../src/tools/demo/past.ts";
import { lotsOfSale } from "../../src/tools/demo/sale.ts";
import { seedDemo } from "../../src/tools/demo/seed.ts";
import { bidsOf, expectHistoryHolds } from "../support/check-history.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const HOUR = 3_600_000;

type SaleLot = { auction: { title: string; endTime: string } };

describeEndToEnd("the demo market", () => {
  let server: TestServer;
  let lots: { id: string; seller: string; startsAt: number }[];
  beforeAll(async () => {
    server = await startTestServer({ because: "its market must be the only one" });
    await seedDemo(server.server, () => {});
    lots = await server.query(
      `select a.id, u.username as seller, (extract(epoch from a.starts_at) * 1000)::float8 as "startsAt"
       from auctions a join users u on u.id = a.seller_id`,
    );
  });
  afterAll(() => server?.close());

  it("replays to the same rows, lot by lot", async () => {
    expect(lots).toHaveLength(demoLots.length);
    for (const { id } of lots) await expectHistoryHolds(server.server.database, id);
  });

  it("has bids over days, in their order, between the start and now", async () => {
    const now = await server.databaseNow();
    let longest = 0;
    for (const { id, startsAt } of lots) {
      const bids = await bidsOf(server.server.database, id);
      const times = bids.map(({ at }) => at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      for (const time of times) expect(startsAt < time && time < now).toBe(true);
      longest = Math.max(longest, (times.at(-1) ?? 0) - (times[0] ?? 0));
    }
    expect(longest).toBeGreaterThan(24 * HOUR);
  });

  it("has a published sale whose lots are open, in the order of the catalogue, two minutes apart", async () => {
    const { sales } = (await server.api("GET", "/api/sales")).body;
    expect(sales).toMatchObject([{ status: "published", lotCount: lotsOfSale.length, isOver: false }]);
    const { body } = await server.api("GET", `/api/sales/${sales[0]._id}/lots`);
    const first = Date.parse(sales[0].closesAt);
    const slugs = new Map(demoLots.map(({ title, slug }) => [title, slug]));
    expect(body.lots).toMatchObject(
      lotsOfSale.map((_, index) => ({ lotNumber: index + 1, auction: { status: "active" } })),
    );
    expect(body.lots.map(({ auction }: SaleLot) => slugs.get(auction.title))).toEqual(lotsOfSale);
    expect(body.lots.map(({ auction }: SaleLot) => Date.parse(auction.endTime) - first)).toEqual(
      lotsOfSale.map((_, index) => index * 120_000),
    );
  });

  it("has several sellers, and the engine accepts bids on the lots that were moved into the past", async () => {
    expect(new Set(lots.map(({ seller }) => seller)).size).toBeGreaterThan(2);
    const { body } = await server.api("GET", "/api/auctions?search=Corolla");
    const [corolla] = body.auctions;
    const account = { email: "dayo@auction.test", password: "bidder1234" };
    const { token } = (await server.api("POST", "/api/auth/login", { body: account })).body;
    const bid = await server.api("POST", "/api/bids", {
      token,
      body: { auctionId: corolla._id, amount: corolla.minimumBid },
    });
    expect(bid.status).toBe(201);
    const after = await server.api("GET", `/api/auctions/${corolla._id}`);
    expect(after.body.auction).toMatchObject({ createdAt: corolla.createdAt, startTime: corolla.startTime });
    for (const { id } of lots) await expectHistoryHolds(server.server.database, id);
  });
});

describeEndToEnd("a demo market whose filling is interrupted", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ because: "its market must be the only one" });
  });
  afterAll(() => server?.close());

  it("becomes whole after answers that were lost, and after a server that stopped", async () => {
    const { server: whole } = server;
    const { database, engine } = whole;
    let asked = 0;
    /** Carries all out. Loses the answer of some. */
    const unless = async <R>(at: readonly number[], answer: Promise<R>, lost: Error): Promise<R> => {
      asked += 1;
      const isLost = at.includes(asked);
      const answered = await answer;
      if (isLost) throw lost;
      return answered;
    };
    const fails = (at: readonly number[], lost: Error): DemoMarket => ({
      log: whole.log,
      database: {
        ...database,
        transaction: (work, limits) => unless(at, database.transaction(work, limits), lost),
      },
      engine: {
        submit: (command) => unless(at, engine.submit(command), lost),
        evictAuction: (id) => engine.evictAuction(id),
      },
    });
    const quiet = () => {};
    await expect(seedDemo(fails([20], new Error("stopped")), quiet)).rejects.toThrow("not whole");
    expect(await seedDemo(fails([22, 43, 90, 170], new OutcomeUnknown(null)), quiet)).toContain(demoAccounts[0]);
    expect(asked).toBeGreaterThan(170);
    const lots = await server.query<{ id: string; bids: number }>(
      "select a.id, (select count(*) from bids b where b.auction_id = a.id)::int as bids from auctions a",
    );
    expect(lots).toHaveLength(demoLots.length);
    for (const { id } of lots) await expectHistoryHolds(database, id);
    const before = asked;
    await seedDemo(fails([], new Error("never")), quiet);
    expect(asked).toBe(before);
    expect((await server.api("GET", "/api/sales")).body.sales).toMatchObject([{ lotCount: lotsOfSale.length }]);
  });
});

it("spreads times in order and within the age, with the last one before now", () => {
  for (const count of [1, 3, 9]) {
    for (let lot = 0; lot < 30; lot += 1) {
      const times = timesOver(count, 40 * HOUR, 1e12, lot);
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      expect(times[0]).toBeGreaterThan(1e12 - 40 * HOUR);
      expect(times.at(-1)).toBeLessThan(1e12 - 0.4 * HOUR);
    }
  }
});
