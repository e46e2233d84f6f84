import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { consign, type TermsGiven } from "../../../test/support/given-consignment.ts";
import { seedAuction, seedPeople } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { settleProceeds } from "./settle-proceeds.ts";

const terms = { days: 5, rates: { NGN_TO_USD: 0.001, USD_TO_NGN: 1_000 } };

describe("the proceeds of a sale", () => {
  const test = withDatabase();

  /** A lot of Ada's that Bola paid nine days ago: ₦5,000 at 10%, VAT 7.5%, and a charge of ₦100. */
  const paidSale = async (edge: TermsGiven = {}) => {
    const { database } = test;
    const { ada, bola, admin } = await seedPeople(database);
    const { id: auctionId } = await seedAuction(database, admin);
    await consign(database, {
      auctionId,
      sellerId: ada.id,
      staffId: admin.id,
      charges: [{ text: "Transport", amountMinor: 10_000 }],
      ...edge,
    });
    const debtId = randomUUID();
    await database.query("update auctions set status = 'sold' where id = $1::text::uuid", [auctionId]);
    await database.query(
      `insert into settlements (id, auction_id, winner_id, amount_minor, status, due_at, created_at, closed_at)
       values ($1::text::uuid, $2::text::uuid, $3::text::uuid, 500000, 'paid', now(), clock_now(), now() - interval '9 days')`,
      [debtId, auctionId, bola.id],
    );
    const entries = () =>
      database.query<{ amount: number }>(
        `select amount_minor::float8 as amount from ledger_entries where settlement_id = $1::text::uuid
         order by reference`,
        [debtId],
      );
    const status = (is: string) =>
      database.query("update settlements set status = $2 where id = $1::text::uuid", [debtId, is]);
    return { sale: { debtId, auctionId }, sellerId: ada.id, entries, status };
  };
  const paid = [500_000, -50_000, -3_750, -10_000];

  it("are posted once, however many nodes settle them at once and how often", async () => {
    const { sale, sellerId, entries } = await paidSale();
    const nodes = [test.database, await test.openAnother()];
    const settled = await Promise.all(
      Array.from({ length: 10 }, (_, n) => settleProceeds(nodes[n % 2] ?? test.database, sale, terms)),
    );
    expect(settled.filter((one) => one !== null)).toEqual([sellerId]);
    expect((await entries()).map(({ amount }) => amount)).toEqual(paid);
    const mails = await test.database.query(
      "select data from outbox where kind = 'own-lot' and auction_id = $1::text::uuid",
      [sale.auctionId],
    );
    expect(mails).toMatchObject([{ data: { what: "credited", amount: 4_362.5 } }]);
  });

  it("leave nothing behind if the transaction ends in the middle, and are posted whole afterwards", async () => {
    const { sale, entries } = await paidSale();
    const { database } = test;
    await database.query(`create function ends_here() returns trigger language plpgsql as
      $$ begin raise exception 'ends here'; end $$`);
    await database.query(`create trigger ends before insert on ledger_entries for each row
      when (new.cause = 'seller-charge') execute function ends_here()`);
    await expect(settleProceeds(database, sale, terms)).rejects.toThrow();
    expect(await entries()).toEqual([]);
    expect(await database.query("select from sale_proceeds where debt_id = $1::text::uuid", [sale.debtId])).toEqual([]);
    await database.query("drop trigger ends on ledger_entries");
    await database.query("drop function ends_here");
    await settleProceeds(database, sale, terms);
    expect((await entries()).map(({ amount }) => amount)).toEqual(paid);
  });

  it.each<[string, TermsGiven, number[]]>([
    ["no commission and no charges", { commissionPoints: 0, charges: [] }, [500_000]],
    ["a commission of 100%", { commissionPoints: 10_000 }, [500_000, -500_000]],
    ["a least commission above the price", { leastCommissionMinor: 9_000_000 }, [500_000, -500_000]],
    [
      "charges above the price",
      { charges: [{ text: "Crane", amountMinor: 9_000_000 }] },
      [500_000, -50_000, -3_750, -446_250],
    ],
  ])("with %s never leave the seller owing money for the sale", async (_, edge, amounts) => {
    const { sale, entries } = await paidSale(edge);
    await settleProceeds(test.database, sale, terms);
    expect((await entries()).map(({ amount }) => amount)).toEqual(amounts);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ["was suspended", "update users set banned_at = clock_now() where id = $1::text::uuid"],
    ["belongs to the staff now", "update users set role = 'admin' where id = $1::text::uuid"],
    ["is the winner of the lot", "update settlements set winner_id = $1::text::uuid where status = 'paid'"],
  ])("go, once, to a seller who %s", async (_, change) => {
    const { sale, sellerId, entries } = await paidSale();
    await test.database.query(change, [sellerId]);
    await settleProceeds(test.database, sale, terms);
    await settleProceeds(test.database, sale, terms);
    expect((await entries()).map(({ amount }) => amount)).toEqual(paid);
  });

  it("are taken back and given again as the sale is undone and paid, each time once", async () => {
    const { sale, entries, status } = await paidSale();
    const { database } = test;
    for (const is of ["paid", "refunded", "paid", "paid"]) {
      await status(is);
      await Promise.all([settleProceeds(database, sale, terms), settleProceeds(database, sale, terms)]);
    }
    const amounts = (await entries()).map(({ amount }) => amount);
    expect(amounts).toHaveLength(12);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(436_250);
  });

  it("are not posted before the days have passed, and not for a lot of the house", async () => {
    const { sale, entries } = await paidSale();
    expect(await settleProceeds(test.database, sale, { ...terms, days: 10 })).toBeNull();
    await test.database.query("delete from consignments where auction_id = $1::text::uuid", [sale.auctionId]);
    expect(await settleProceeds(test.database, sale, terms)).toBeNull();
    expect(await entries()).toEqual([]);
  });
});
