// Searches in a market of some size: they use the indexes, and never read the whole market.
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { listAllAuctions } from "../../src/features/auctions/admin-auctions.ts";
import { listAuctions } from "../../src/features/auctions/search/auction-listing.ts";
import { searchUsers } from "../../src/features/users-admin/queries.ts";
import { dropTextIndexes } from "../../src/platform/database/text-indexes.ts";
import { makeLargeMarket } from "../../src/tools/large/make-large-market.ts";
import { withDatabase } from "../support/with-database.ts";

const market = { auctions: 5000, users: 2000, bids: 10_000 };
const page = { page: 1, limit: 20 };

describe("filters on condition reports", () => {
  const test = withDatabase();

  it("use the indexes of reports, in every order", { timeout: 120_000 }, async () => {
    await makeLargeMarket(test.url, market, () => {});
    const sql = postgres(test.url, { max: 1, fetch_types: false });
    const scans = async (): Promise<Record<string, number>> => {
      await sql`select pg_stat_force_next_flush()`;
      const rows = await sql<{ name: string; uses: string }[]>`
        select indexrelname as name, idx_scan::text as uses from pg_stat_user_indexes
        union all select relname || ' read whole', seq_scan::text from pg_stat_user_tables
        where relname in ('auctions', 'auction_search')`;
      return Object.fromEntries(rows.map(({ name, uses }) => [name, Number(uses)]));
    };
    try {
      await sql`update auctions set condition_report = json_build_object('year', 2000 + n, 'mileageKm', n * 10000, 'storageGb', n)
        from (select id, row_number() over (order by id)::int as n from auctions where status = 'active' limit 20) chosen
        where chosen.id = auctions.id`;
      await sql`analyze auctions`;
      const before = await scans();
      const found = async (query: object): Promise<number> => (await listAuctions(test.database, query, page)).total;
      expect(await found({ yearFrom: 2011 })).toBe(10);
      expect(await found({ yearFrom: 2011, sortBy: "endTime" })).toBe(10);
      expect(await found({ yearFrom: 2011, yearTo: 2015, sortBy: "currentPrice" })).toBe(5);
      expect(await found({ mileageTo: 50_000 })).toBe(5);
      expect(await found({ storageFrom: 18 })).toBe(3);
      await expect
        .poll(async () => {
          const after = await scans();
          const more = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
          // The planner may use any of the three indexes, because each has only the lots with a report.
          const ofReports = ["year", "mileage", "storage"].map((name) => more(`auctions_report_${name}`));
          const whole = ["auctions", "auction_search"].map((name) => more(`${name} read whole`));
          return { uses: ofReports.reduce((sum, uses) => sum + uses, 0) >= 5, whole };
        })
        .toEqual({ uses: true, whole: [0, 0] });
    } finally {
      await sql.end();
    }
  });
});

describe("searches", () => {
  const test = withDatabase();

  it("finds texts by their indexes and never by a full scan, and finds the same texts without the indexes", {
    timeout: 120_000,
  }, async () => {
    await makeLargeMarket(test.url, market, () => {});
    const sql = postgres(test.url, { max: 1, fetch_types: false });
    const uses = async (): Promise<Record<string, number>> => {
      // PostgreSQL reports a connection's statistics only after a pause, so flush them now.
      await sql`select pg_stat_force_next_flush()`;
      const rows = await sql<{ name: string; uses: string }[]>`
          select indexrelname as name, idx_scan::text as uses from pg_stat_user_indexes
          union all select relname || ' read whole', seq_scan::text from pg_stat_user_tables
          where relname in ('auctions', 'auction_search')`;
      return Object.fromEntries(rows.map(({ name, uses: n }) => [name, Number(n)]));
    };
    try {
      const listed = await listAuctions(test.database, { search: "toyota" }, page);
      const everywhere = await listAllAuctions(test.database, { search: "toyota" }, page);
      const people = await searchUsers(test.database, { q: "adaeze" }, page);
      expect(listed.total).toBeGreaterThan(20);
      expect(everywhere.total).toBeGreaterThan(listed.total);
      expect(people.total).toBeGreaterThan(20);
      await expect
        .poll(uses)
        .toMatchObject({ auction_search_open_text: 2, auction_search_filed_text: 1, users_folded_text: 1 });

      await dropTextIndexes(sql);
      expect(await listAuctions(test.database, { search: "toyota" }, page)).toEqual(listed);
      expect(await listAllAuctions(test.database, { search: "toyota" }, page)).toEqual(everywhere);
      expect(await searchUsers(test.database, { q: "adaeze" }, page)).toEqual(people);
    } finally {
      await sql.end();
    }
  });
});
