import { beforeEach, describe, expect, it } from "vitest";
import { givenDesk } from "../../../test/contracts/desk-contract.ts";
import { consign } from "../../../test/support/given-consignment.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { findPairs } from "./queries.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const page = { page: 1, limit: 20 };
const usual = { days: 90, lots: 3 };

interface Person {
  readonly id: string;
}

describe("the report on bidders of sellers", () => {
  const test = withDatabase();
  const given = givenDesk(test);
  beforeEach(async () => {
    for (const table of ["sale_proceeds", "consignments", "agreements"]) await given.sql(`delete from ${table}`);
    await given.clean();
  });

  const people = async () => ({
    staff: await given.person("admin"),
    seller: await given.person(),
    shill: await given.person(),
    buyer: await given.person(),
  });
  /** A lot of the seller, with these bids in naira, the first ones first. */
  const lotOf = async (
    { staff, seller }: { staff: Person; seller: Person },
    bids: readonly (readonly [Person, number, at?: number])[],
    { status = "sold", endsAt = Date.now() - DAY, winner }: { status?: string; endsAt?: number; winner?: Person } = {},
  ): Promise<string> => {
    const leader = bids.at(-1)?.[0].id;
    const id = await given.lot(seller.id, { status, endsAt, ...(leader && { bidCount: bids.length, leader }) });
    if (winner)
      await given.sql("update auctions set winner_id = $2::text::uuid where id = $1::text::uuid", [id, winner.id]);
    await consign(test.database, { auctionId: id, sellerId: seller.id, staffId: staff.id });
    for (const [n, [bidder, amount, at = endsAt - 2 * 60 * MINUTE]] of bids.entries()) {
      await given.bid(id, bidder.id, n + 1, at);
      await given.sql(
        "update bids set amount_minor = $3::text::bigint where auction_id = $1::text::uuid and number = $2::text::int",
        [id, String(n + 1), String(amount * 100)],
      );
    }
    return id;
  };
  /** A lot on which the buyer outbid the shill. */
  const outbidOn = (all: Awaited<ReturnType<typeof people>>, endsAt?: number): Promise<string> => {
    const { shill, buyer } = all;
    const bids = [
      [shill, 900],
      [buyer, 1_000],
    ] as const;
    return lotOf(all, bids, { winner: buyer, ...(endsAt !== undefined && { endsAt }) });
  };
  const read = (reader: Person, scope = usual, of = page) => findPairs(test.database, reader.id, scope, of);
  const named = ({ pairs }: Awaited<ReturnType<typeof read>>) =>
    pairs.map(({ seller, bidder, lots, over, won, second, late }) => [
      seller._id,
      bidder._id,
      { lots, over, won, second, late },
    ]);

  it("lists who bids on many lots of one seller and seldom wins, with the lots and the bids", async () => {
    const all = await people();
    const { staff, seller, shill, buyer } = all;
    for (let n = 0; n < 4; n += 1) {
      const endsAt = Date.now() - (n + 1) * DAY;
      await lotOf(
        all,
        [
          [shill, 900, endsAt - MINUTE],
          [buyer, 1_000],
        ],
        { winner: buyer, endsAt },
      );
    }
    const other = await given.person();
    const elsewhere = await lotOf({ staff, seller: other }, [[shill, 500]]);
    expect(elsewhere).not.toBe("");
    const found = await read(staff);
    expect(named(found)).toEqual([[seller.id, shill.id, { lots: 4, over: 4, won: 0, second: 4, late: 4 }]]);
    expect(found).toMatchObject({ total: 1, isPartial: false });
    expect(found.pairs[0]).toMatchObject({ elsewhere: 1, bidder: { isBanned: false } });
    expect(found.pairs[0]?.evidence).toHaveLength(4);
    expect(found.pairs[0]?.evidence[0]).toMatchObject({ bids: 1, highestMinor: 90_000, place: "second", isLate: true });
  });

  it("counts no bids that were voided, no lots of before, and lists nobody below the number of lots", async () => {
    const all = await people();
    const { staff, shill } = all;
    for (let n = 0; n < 2; n += 1) await outbidOn(all);
    const voided = await outbidOn(all);
    await given.sql(
      "update bids set voided_at = now() where auction_id = $1::text::uuid and bidder_id = $2::text::uuid",
      [voided, shill.id],
    );
    await outbidOn(all, Date.now() - 100 * DAY);
    expect((await read(staff)).pairs).toEqual([]);
    expect((await read(staff, { days: 90, lots: 2 })).pairs).toMatchObject([{ lots: 2, bidder: { _id: shill.id } }]);
    expect((await read(staff, { days: 120, lots: 3 })).pairs).toMatchObject([{ lots: 3, bidder: { _id: shill.id } }]);
  });

  const haveAccount = ({ id }: Person, number: string) =>
    given.sql(
      `insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name, is_sandbox,
         created_at, usable_at)
       values (gen_random_uuid(), $1::text::uuid, '057', 'Zenith Bank', $2, 'Holder ' || $1, false, now(), now())`,
      [id, number],
    );

  it("lists, from the first and open lot on, who has the seller's bank account, before the others", async () => {
    const all = await people();
    const { staff, seller, shill } = all;
    const cousin = await given.person();
    for (let n = 0; n < 3; n += 1) await outbidOn(all);
    await lotOf(all, [[cousin, 900]], { status: "active", endsAt: Date.now() + DAY });
    for (const person of [seller, cousin]) await haveAccount(person, "0123456789");
    expect(named(await read(staff))).toEqual([
      [seller.id, cousin.id, { lots: 1, over: 0, won: 0, second: 0, late: 0 }],
      [seller.id, shill.id, { lots: 3, over: 3, won: 0, second: 3, late: 0 }],
    ]);
    const second = await read(staff, usual, { page: 2, limit: 1 });
    expect([second.total, named(second).map(([, bidder]) => bidder)]).toEqual([2, [shill.id]]);
  });

  it("lists who has the seller's phone, once, and nobody by a number that a deletion hid", async () => {
    const all = await people();
    const { staff, seller, shill, buyer } = all;
    await lotOf(all, [
      [shill, 900],
      [buyer, 1_000],
    ]);
    for (const { id } of [seller, shill]) {
      await given.sql(
        "insert into verified_phones (user_id, number, verified_at) values ($1::text::uuid, '+2348030000001', now())",
        [id],
      );
    }
    for (const person of [seller, shill]) await haveAccount(person, "0123456789");
    for (const person of [seller, buyer]) await haveAccount(person, "******6789");
    await given.sql("update users set deleted_at = now() where id = $1::text::uuid", [buyer.id]);
    expect(named(await read(staff)).map(([, bidder]) => bidder)).toEqual([shill.id]);
  });

  it("leaves out lots in which the reader has an interest, and says so", async () => {
    const all = await people();
    const { staff, shill } = all;
    for (let n = 0; n < 3; n += 1) await outbidOn(all);
    await lotOf(
      all,
      [
        [shill, 900],
        [staff, 1_000],
      ],
      { winner: staff },
    );
    expect(await read(staff)).toMatchObject({ isPartial: true, pairs: [{ lots: 3, bidder: { _id: shill.id } }] });
  });
});
