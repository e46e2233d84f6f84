// Tests reports on one database: hand-computed figures, the borders of weeks and periods, sums that agree with the
// takings, and lots that are left out.
import type { ExchangeRates } from "@jara/shared/money";
import type { Report, ReportGroup } from "@jara/shared/rest/reports";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { readReport } from "../../src/features/reports/queries.ts";
import { readTakings } from "../../src/features/settlements/takings.ts";
import { addDays } from "../../src/platform/lib/lagos-time.ts";
import type { TestDatabase } from "../support/with-database.ts";
import { givenDesk } from "./desk-contract.ts";

const rates: ExchangeRates = { NGN_TO_USD: 1 / 800, USD_TO_NGN: 800 };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday. Its week begins in Lagos an hour before it begins in UTC. */
const MONDAY = "2026-11-02";
const start = Date.parse(`${MONDAY}T00:00:00.000Z`) - HOUR;
const NEXT = addDays(MONDAY, 7);

export const reportsContract = (test: TestDatabase): void => {
  const given = givenDesk(test);
  const period = { from: MONDAY, to: addDays(MONDAY, 13) };
  let reader = "";
  const read = (by: ReportGroup = "week", days = period): Promise<Report> =>
    readReport(test.database, { ...days, by }, reader, rates);
  const pay = (auctionId: string, payer: string, ngn: number, at: number, reversedAt: number | null = null) =>
    given.sql(
      `insert into payments (id, settlement_id, auction_id, payer_id, method, amount_minor, ngn_minor, created_at,
         reversed_at)
       values (gen_random_uuid(), gen_random_uuid(), $1::text::uuid, $2::text::uuid, 'cash', $3::text::bigint,
         $3::text::bigint, $4::text::timestamptz, $5::text::timestamptz)`,
      [auctionId, payer, String(ngn), iso(at), reversedAt === null ? null : iso(reversedAt)],
    );
  const entry = (auctionId: string, person: string, amount: number, cause: string, at: number) =>
    given.sql(
      `insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, auction_id, created_at)
       values (gen_random_uuid(), $1::text::uuid, $2::text::bigint, 0, $3, $4::text::uuid, $5::text::timestamptz)`,
      [person, String(amount), cause, auctionId, iso(at)],
    );
  const iso = (ms: number) => new Date(ms).toISOString();
  const lot = (endsAt: number, more: Parameters<typeof given.lot>[1] = {}) => given.lot(reader, { endsAt, ...more });

  beforeEach(async () => {
    await given.clean();
    reader = (await given.person("admin")).id;
  });

  /**
   * Two weeks. In the first, five lots: won and paid for ₦1,000; won for $50, not paid yet; bought for ₦2,000 and a fee
   * of ₦100; forfeited, ₦40 kept; without a bid. In the second, one lot that the runner-up of a forfeit took for ₦300.
   */
  const market = async () => {
    const [ada, bola, chidi] = [await given.person(), await given.person(), await given.person()];
    const paid = await lot(start + HOUR, { status: "sold", bidCount: 3, leader: ada.id });
    await given.settlement(paid, ada.id, { status: "paid", amount: 100_000, createdAt: start + HOUR });
    await given.bid(paid, ada.id, 1, start - 2 * DAY);
    await given.bid(paid, bola.id, 2, start - DAY);
    await given.bid(paid, ada.id, 3, start);
    const dollars = await lot(start + 2 * HOUR, { currency: "USD", bidCount: 1, leader: bola.id });
    await given.settlement(dollars, bola.id, { amount: 5_000, createdAt: start + 2 * HOUR });
    await given.bid(dollars, bola.id, 1, start + HOUR);
    const bought = await lot(start + 30 * DAY, { status: "sold", updatedAt: start + 20 * DAY });
    await given.purchase(bought, ada.id, { status: "paid", price: 200_000, fee: 10_000, closedAt: start + 3 * HOUR });
    const forfeited = await lot(start + 4 * HOUR, { bidCount: 1, leader: chidi.id });
    const debt = await given.settlement(forfeited, chidi.id, {
      status: "forfeited",
      amount: 40_000,
      createdAt: start + 4 * HOUR,
      closedAt: start + 3 * DAY,
    });
    await given.bid(forfeited, chidi.id, 1, start - 60 * DAY);
    await lot(start + 5 * HOUR);
    const second = await lot(start + 8 * DAY, { bidCount: 2, leader: chidi.id });
    await given.settlement(second, chidi.id, {
      status: "forfeited",
      amount: 40_000,
      createdAt: start + 8 * DAY,
      closedAt: start + 11 * DAY,
    });
    await given.settlement(second, bola.id, { amount: 30_000, createdAt: start + 12 * DAY });
    await given.bid(second, chidi.id, 1, start + 7 * DAY);
    await given.bid(second, bola.id, 2, start + 7 * DAY + HOUR);
    await pay(paid, ada.id, 80_000, start + DAY);
    await pay(bought, ada.id, 170_000, start + 3 * HOUR, start + 9 * DAY);
    await entry(forfeited, chidi.id, -4_000, "win-forfeit", start + 3 * DAY);
    await entry(second, chidi.id, -4_000, "win-forfeit", start + 11 * DAY);
    await entry(forfeited, chidi.id, 4_000, "forfeit-return", start + 12 * DAY);
    await entry(forfeited, chidi.id, 9_999, "admin", start + 12 * DAY);
    return { ada, bola, chidi, paid, dollars, bought, forfeited, second, debt };
  };

  describe("a report", () => {
    it("has the figures of each week, computed by hand", async () => {
      await market();
      const { rows, total } = await read();
      expect(rows.map(({ key }) => key)).toEqual([MONDAY, NEXT]);
      expect(rows[0]).toMatchObject({
        lots: 5,
        sold: 3,
        sellThrough: 60,
        bids: 5,
        bidsPerLot: 1,
        bidders: 3,
        newBidders: 3,
        returningBidders: 0,
        hammer: { NGN: 3_000, USD: 50, ngn: 43_000 },
        fees: { NGN: 100, USD: 0, ngn: 100 },
        received: 2_500,
        reversed: 0,
        defaults: 1,
        penaltiesKept: 40,
        penaltiesReturned: 0,
      });
      expect(rows[1]).toMatchObject({
        lots: 1,
        sold: 1,
        sellThrough: 100,
        bids: 2,
        bidsPerLot: 2,
        bidders: 2,
        newBidders: 0,
        returningBidders: 2,
        hammer: { NGN: 300, USD: 0, ngn: 300 },
        fees: { NGN: 0, USD: 0, ngn: 0 },
        received: 0,
        reversed: 1_700,
        defaults: 1,
        penaltiesKept: 40,
        penaltiesReturned: 40,
      });
      expect(total).toMatchObject({
        lots: 6,
        sold: 4,
        sellThrough: 66.7,
        bids: 7,
        bidsPerLot: 1.17,
        bidders: 3,
        newBidders: 3,
        hammer: { NGN: 3_300, USD: 50, ngn: 43_300 },
        received: 2_500,
        reversed: 1_700,
        defaults: 2,
        penaltiesKept: 80,
        penaltiesReturned: 40,
      });
    });

    it("has the same sum by sale, with the lots of no sale in a row of their own", async () => {
      const { paid, forfeited, second } = await market();
      const sale = await given.sale(reader, "=November", [paid, forfeited, second]);
      const bySale = await read("sale");
      expect(bySale.total).toEqual((await read()).total);
      expect(bySale.rows.map(({ key, title, closesAt }) => [key, title, closesAt])).toEqual([
        [sale, "=November", expect.stringMatching(/^\d{4}-\d\d-\d\dT/)],
        ["", null, null],
      ]);
      expect(bySale.rows[0]).toMatchObject({
        lots: 3,
        sold: 2,
        bids: 6,
        bidders: 3,
        newBidders: 3,
        defaults: 2,
        hammer: { NGN: 1_300, USD: 0 },
        received: 800,
        reversed: 0,
        penaltiesKept: 80,
        penaltiesReturned: 40,
      });
      expect(bySale.rows[1]).toMatchObject({
        lots: 3,
        sold: 2,
        bidders: 1,
        newBidders: 0,
        received: 1_700,
        reversed: 1_700,
      });
    });

    it("lists weeks without anything, and has no ratio there", async () => {
      const { rows, total } = await read("week", { from: "2025-01-01", to: "2025-01-20" });
      expect(rows.map(({ key }) => key)).toEqual(["2024-12-30", "2025-01-06", "2025-01-13", "2025-01-20"]);
      for (const row of [...rows, total]) expect(row).toMatchObject({ lots: 0, sellThrough: null, bidsPerLot: null });
    });

    it("begins and ends its weeks and days at midnight in Lagos", async () => {
      for (const at of [start - 1, start, start + 7 * DAY - 1, start + 7 * DAY]) await lot(at);
      expect((await read()).rows.map(({ lots }) => lots)).toEqual([2, 1]);
      const oneDay = await read("week", { from: MONDAY, to: MONDAY });
      expect([oneDay.rows.length, oneDay.total.lots]).toEqual([1, 1]);
    });

    it("counts a lot that is sold no longer as not sold", async () => {
      const ada = await given.person();
      for (const status of ["void", "waived", "forfeited"]) {
        await given.settlement(await lot(start + HOUR), ada.id, {
          status,
          createdAt: start + HOUR,
          closedAt: start + DAY,
        });
      }
      const { total } = await read();
      expect(total).toMatchObject({
        lots: 3,
        sold: 0,
        sellThrough: 0,
        defaults: 1,
        hammer: { NGN: 0, USD: 0, ngn: 0 },
      });
    });

    it("counts neither open nor cancelled nor removed lots, nor voided bids", async () => {
      const [ada, bola] = [await given.person(), await given.person()];
      for (const status of ["active", "draft", "cancelled"]) await lot(start + HOUR, { status });
      const removed = await lot(start + HOUR);
      await given.sql("update auctions set removed_at = now() where id = $1::text::uuid", [removed]);
      const counted = await lot(start + HOUR, { bidCount: 1, leader: ada.id });
      await given.bid(counted, bola.id, 1, start, true);
      await given.bid(counted, ada.id, 2, start);
      expect((await read()).total).toMatchObject({ lots: 1, bids: 1, bidders: 1 });
    });

    it("counts each person as new once, on the lot of their first bid", async () => {
      const ada = await given.person();
      const later = await lot(start + 9 * DAY);
      const sooner = await lot(start + DAY);
      await given.bid(later, ada.id, 1, start - DAY);
      await given.bid(sooner, ada.id, 1, start);
      const { rows, total } = await read();
      expect(rows.map(({ newBidders, returningBidders }) => [newBidders, returningBidders])).toEqual([
        [0, 1],
        [1, 0],
      ]);
      expect([total.bidders, total.newBidders]).toEqual([1, 1]);
    });

    it("leaves out lots in which the reader has an interest, and says so", async () => {
      const { second } = await market();
      await given.bid(second, reader, 3, start);
      const { isPartial, rows } = await read();
      expect([isPartial, rows[1]?.lots, rows[1]?.penaltiesKept, rows[1]?.defaults]).toEqual([true, 0, 0, 0]);
    });
  });

  describe("the money of a report", () => {
    const moves = fc.array(
      fc.record({
        hour: fc.integer({ min: -30, max: 14 * 24 + 30 }),
        amount: fc.integer({ min: 1, max: 9_000_000 }),
        what: fc.constantFrom(
          "payment",
          "reversed",
          "win-forfeit",
          "buy-it-now-forfeit",
          "forfeit-return",
          "win-deposit",
          "purchase-deposit",
          "deposit-return",
          "payment-return",
        ),
      }),
      { maxLength: 20 },
    );
    it("agrees with the takings of the same days, for any history, by week and by sale", async () => {
      await fc.assert(
        fc.asyncProperty(moves, async (history) => {
          await given.clean();
          const ada = await given.person();
          const [one, other] = [await lot(start), await lot(start)];
          await given.sale(ada.id, "A sale", [one]);
          for (const [n, { hour, amount, what }] of history.entries()) {
            const id = n % 2 ? one : other;
            const at = start + hour * HOUR;
            if (what === "payment") await pay(id, ada.id, amount, at);
            else if (what === "reversed") await pay(id, ada.id, amount, at - 3 * DAY, at);
            else await entry(id, ada.id, what.endsWith("-return") ? amount : -amount, what, at);
          }
          const takings = await readTakings(test.database, { ...period, interests: [] }, { page: 1, limit: 1 }, rates);
          const received = takings.received.reduce((sum, { ngn }) => sum + Math.round(ngn * 100), 0) / 100;
          const { penaltiesKept, penaltiesReturned, depositsTaken, depositsReturned, refunds } = takings.balances;
          const ofBalances = { penaltiesKept, penaltiesReturned, depositsTaken, depositsReturned, refunds };
          const expected = { received, reversed: takings.reversed.ngn, ...ofBalances };
          for (const by of ["week", "sale"] as const) {
            const { rows, total } = await read(by);
            expect(total).toMatchObject(expected);
            for (const key of Object.keys(expected) as (keyof typeof expected)[]) {
              expect(rows.reduce((sum, row) => sum + Math.round(row[key] * 100), 0)).toBe(Math.round(total[key] * 100));
            }
          }
        }),
        { numRuns: 12 },
      );
    }, 120_000);
  });
};
