// Tests what the job that pays sellers looks at.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { consign } from "../../../test/support/given-consignment.ts";
import { seedAuction, seedPeople } from "../../../test/support/seed.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { guardRows, silentLog } from "../../platform/jobs/guard-rows.ts";
import { selectDue, settleDue } from "./proceeds-job.ts";

const LOTS = 20;

describe("the look of the job that pays sellers", () => {
  const test = withDatabase();
  const query = <T extends Record<string, unknown>>(text: string) => test.database.query<T>(text);

  /** Lots of one seller, sold and paid so many days ago. Returns the condition on their settlements. */
  const sell = async (daysAgo: number) => {
    const { database } = test;
    const { ada, bola, admin } = await seedPeople(database);
    const ids: string[] = [];
    for (let n = 0; n < LOTS; n++) {
      const { id } = await seedAuction(database, admin);
      await consign(database, { auctionId: id, sellerId: ada.id, staffId: admin.id });
      ids.push(id);
    }
    const areOurs = `auction_id in (${ids.map((id) => `'${id}'`).join()})`;
    await query(`insert into settlements (id, auction_id, winner_id, amount_minor, status, due_at, created_at)
      select gen_random_uuid(), id, '${bola.id}', 500000, 'open', now(), clock_now() from auctions
      where ${areOurs.replace("auction_id", "id")}`);
    await query(`update auctions set status = 'sold' where ${areOurs.replace("auction_id", "id")}`);
    await query(
      `update settlements set status = 'paid', closed_at = now() - interval '${daysAgo} days' where ${areOurs}`,
    );
    return areOurs;
  };
  const deps = () => ({
    database: test.database,
    days: () => 5,
    rates: () => ({ NGN_TO_USD: 0.001, USD_TO_NGN: 1_000 }),
    paid: () => {},
    log: silentLog,
  });
  const run = () => settleDue(deps(), new AbortController().signal);
  const count = async (of: string) => (await query<{ n: number }>(`select count(*)::int as n from ${of}`))[0]?.n;
  const paidTo = (areOurs: string) => count(`sale_proceeds where hammer_minor > 0 and ${areOurs}`);
  const noted = (areOurs: string) => count(`proceeds_checks where ${areOurs}`);

  it("finds nothing of sales that are paid out, until one of them changes", async () => {
    const areOurs = await sell(9);
    await run();
    expect([await paidTo(areOurs), await noted(areOurs)]).toEqual([LOTS, 0]);
    // A status that says nothing new about the sale is no reason to look.
    await query(`update settlements set pickup_place = '12 Marina' where ${areOurs}`);
    expect(await noted(areOurs)).toBe(0);

    const one = `id = (select id from settlements where ${areOurs} order by id limit 1)`;
    await query(`update settlements set status = 'refunded' where ${one}`);
    expect(await noted(areOurs)).toBe(1);
    await run();
    expect([await paidTo(areOurs), await noted(areOurs)]).toEqual([LOTS - 1, 0]);
    await query(`update settlements set status = 'paid' where ${one}`);
    await run();
    expect([await paidTo(areOurs), await noted(areOurs)]).toEqual([LOTS, 0]);

    const lot = `id = (select auction_id from settlements where ${one})`;
    await query(`update auctions set status = 'ended' where ${lot}`);
    await run();
    expect([await paidTo(areOurs), await noted(areOurs)]).toEqual([LOTS - 1, 0]);
    await query(`update auctions set status = 'sold' where ${lot}`);
    await query(`update settlements set amount_minor = 400000 where ${one}`);
    await run();
    expect(await count(`sale_proceeds where hammer_minor = 400000 and ${areOurs}`)).toBe(1);
    expect(await noted(areOurs)).toBe(0);
  });

  it("finds a sale that waits for its days when they are over, when they become fewer, or at the handover", async () => {
    const areOurs = await sell(3);
    await run();
    expect([await paidTo(areOurs), await noted(areOurs)]).toEqual([0, LOTS]);
    const { db } = test.database;
    const { takes } = guardRows(test.database, "proceeds", silentLog);
    expect(await selectDue(db, 5, takes)).toEqual([]);
    expect(await selectDue(db, 3, takes)).toHaveLength(LOTS);

    const one = `id = (select id from settlements where ${areOurs} order by id limit 1)`;
    await query(`update settlements set handed_over_at = clock_now() where ${one}`);
    expect(await selectDue(db, 5, takes)).toHaveLength(1);
    await run();
    expect([await paidTo(areOurs), await noted(areOurs)]).toEqual([1, LOTS - 1]);
    await query(`update settlements set closed_at = now() - interval '6 days' where ${areOurs} and not ${one}`);
    await run();
    expect([await paidTo(areOurs), await noted(areOurs)]).toEqual([LOTS, 0]);
  });

  it("reads a few pages of an index, however many sales are paid out or wait", async () => {
    const areOurs = await sell(9);
    await run();
    await query(`insert into proceeds_checks (debt_id, auction_id, waits_from)
      select gen_random_uuid(), gen_random_uuid(), now() - interval '1 hour' from generate_series(1, 20000)`);
    await query("analyze proceeds_checks, sale_proceeds, settlements, set_aside_rows");
    const { db } = test.database;
    const due = selectDue(db, 5, guardRows(test.database, "proceeds", silentLog).takes);
    const [row] = await db.execute<{ "QUERY PLAN": unknown }>(sql`explain (analyze, buffers, format json) ${due}`);
    const plan = JSON.stringify(row);
    const [, pages] = /"Shared Hit Blocks":(\d+)/.exec(plan) ?? [];
    expect(plan).toContain("proceeds_checks_waiting");
    expect(plan).not.toMatch(/"Seq Scan"[^}]*"proceeds_checks"/);
    expect(Number(pages)).toBeLessThan(20);
    expect(await paidTo(areOurs)).toBe(LOTS);
  });
});
