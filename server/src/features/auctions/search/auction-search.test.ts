// Searches for auctions, and checks that the queries use the indexes.
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { auctionSearchContract } from "../../../../test/contracts/auction-search-contract.ts";
import { withDatabase } from "../../../../test/support/with-database.ts";
import { dropTextIndexes } from "../../../platform/database/text-indexes.ts";
import { makeLargeMarket } from "../../../tools/large/make-large-market.ts";
import { searchUsers } from "../../users-admin/queries.ts";
import { listAllAuctions } from "../admin-auctions.ts";
import { listAuctions } from "./auction-listing.ts";

describe("auctions that are found", () => {
  auctionSearchContract();

  describe("in a market of some size", () => {
    const test = withDatabase();
    const page = { page: 1, limit: 20 };

    it("finds texts by their indexes and never by a full scan, and finds the same texts without the indexes", {
      timeout: 120_000,
    }, async () => {
      await makeLargeMarket(test.url, { auctions: 5000, users: 2000, bids: 10_000 }, () => {});
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
          .poll(uses, { timeout: 20_000 })
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
});
