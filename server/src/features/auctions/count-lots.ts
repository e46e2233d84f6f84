// Counts the lots of each status that the staff's search finds, for the tabs over the list.
import type { AdminAuctionsQuery, LotCounts } from "@jara/shared/rest/admin-auctions";
import { and, sql } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { textOf } from "../../platform/database/pages.ts";
import { auctionSearch } from "../../platform/database/schema/auctions.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { preparedFor } from "../../platform/database/statements.ts";
import { auctionHasWords, kindsOf, type TextKind, wordValues } from "../../platform/database/text-indexes.ts";
import { countEach, lotCountsOf } from "./auction-counts.ts";
import {
  awaitsPayment,
  fitsFilters,
  hasOnly,
  type LotFilters,
  lotFiltersOf,
  lotFilterValues,
  startsLater,
} from "./lot-filters.ts";
import { NAMED_MAX, namedLots, orNamed } from "./search/named-lots.ts";

/** The other filters. The tabs stand for these three. */
const besidesTabs = ({ status: _status, upcoming: _upcoming, ended: _ended, ...others }: LotFilters): LotFilters =>
  others;

interface Shape {
  /** Without those of the tabs. */
  readonly filters: LotFilters;
  /** The kind of each searched word; none without a search. */
  readonly kinds: readonly TextKind[];
  /**
   * Whether the search also finds lots by winner, number or id (`namedLots`). Their ids are a value of the statement.
   */
  readonly hasNamed: boolean;
  /** The most hits that are read. */
  readonly most: number;
}

/** SQL, because Drizzle's builder has no `materialized`, and the hits must be collected only once. */
const hitsOfEach = preparedFor((db, { most, filters, kinds, hasNamed }: Shape) => {
  const words = kinds.length > 0 ? orNamed(hasNamed, auctionHasWords(kinds)) : undefined;
  const where = and(fitsFilters(filters), words) ?? sql`true`;
  const hits = sql`(
    with hits as materialized (
      select ${auctionSearch.status} as status, ${hasValue(auctionSearch.status, "draft")} and ${startsLater} as is_upcoming,
        ${awaitsPayment} as awaits_payment
      from ${auctionSearch} where ${where} limit ${sql.raw(String(most))}
    )
    select status, count(*)::int as total, (count(*) filter (where is_upcoming))::int as upcoming,
      (count(*) filter (where awaits_payment))::int as unpaid
    from hits group by status
  ) found`;
  return db
    .select({
      status: sql<string>`status`,
      total: sql<number>`total`,
      upcoming: sql<number>`upcoming`,
      unpaid: sql<number>`unpaid`,
    })
    .from(hits)
    .prepare("hits of each status");
});

/**
 * Hits that are counted by their status. More would take long to read. A word of two letters is looked up by its pairs, and
 * comparing them takes ten times as long for each hit.
 */
const mostHits = (kinds: readonly TextKind[]): number => (kinds.includes("by pairs") ? 1_000 : 10_000);

/**
 * Counts the lots of each status that the search and the filters find, whichever status is chosen; null if there are
 * too many to count. Without a search and a filter it counts all lots.
 */
export const countLots = async (
  database: Database,
  query: Omit<AdminAuctionsQuery, "page" | "limit" | "sortBy" | "sortOrder">,
  reader: Parameters<typeof namedLots>[2],
  most = mostHits(kindsOf(textOf(query) ?? "")),
): Promise<LotCounts | null> => {
  const text = textOf(query);
  const filters = besidesTabs(lotFiltersOf(query));
  if (!text && hasOnly(filters)) return await countEach(database);
  const named = text ? await namedLots(database, text, reader) : [];
  if (named.length >= NAMED_MAX) return null;
  const shape = { filters, kinds: text ? kindsOf(text) : [], hasNamed: named.length > 0, most };
  const rows = await hitsOfEach(database, shape).execute({
    ...lotFilterValues(query),
    ...wordValues(text),
    ...(shape.hasNamed && { named: arrayLiteral(named) }),
  });
  const each = Object.fromEntries(rows.map(({ status, total }) => [status, total]));
  const sum = (numbers: number[]) => numbers.reduce((so, number) => so + number, 0);
  const [upcoming, unpaid] = [sum(rows.map((row) => row.upcoming)), sum(rows.map((row) => row.unpaid))];
  return sum(rows.map(({ total }) => total)) < most ? lotCountsOf(each, upcoming, unpaid) : null;
};
