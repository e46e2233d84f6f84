// Counts the lots of each status that the staff's search finds, for the tabs over the list.
import type { AuctionStatus } from "@jara/shared/auction";
import type { AdminAuctionsQuery, LotCounts } from "@jara/shared/rest/admin-auctions";
import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { textOf } from "../../platform/database/pages.ts";
import { auctionSearch, auctions } from "../../platform/database/schema/auctions.ts";
import { preparedFor } from "../../platform/database/statements.ts";
import { auctionHasWords, kindsOf, type TextKind, wordValues } from "../../platform/database/text-indexes.ts";
import { countEach } from "./auction-counts.ts";
import { NAMED_MAX, namedLots, orNamed } from "./search/named-lots.ts";

const later = alias(auctions, "later");

interface Shape {
  readonly kinds: readonly TextKind[];
  /**
   * Whether the search also finds lots by winner, number or id (`namedLots`). Their ids are a value of the statement.
   */
  readonly hasNamed: boolean;
  /** The most hits that are read. */
  readonly most: number;
}

/** SQL, because Drizzle's builder has no `materialized`, and the hits must be collected only once. */
const hitsOfEach = preparedFor((db, { most, ...shape }: Shape) => {
  const hits = sql`(
    with hits as materialized (
      select ${auctionSearch.auctionId} as id, ${auctionSearch.status} as status from ${auctionSearch}
      where ${orNamed(shape.hasNamed, auctionHasWords(shape.kinds))} limit ${sql.raw(String(most))}
    )
    select status, count(*)::int as total, (count(*) filter (where status = 'draft' and exists (
      select from ${auctions} ${later} where ${later.id} = hits.id and ${later.startsAt} is not null)))::int as upcoming
    from hits group by status
  ) found`;
  return db
    .select({ status: sql<string>`status`, total: sql<number>`total`, upcoming: sql<number>`upcoming` })
    .from(hits)
    .prepare("hits of each status");
});

/**
 * Hits that are counted by their status. More would take long to read. A word of two letters is looked up by its pairs, and
 * comparing them takes ten times as long for each hit.
 */
const mostHits = (kinds: readonly TextKind[]): number => (kinds.includes("by pairs") ? 1_000 : 10_000);

/**
 * The number of lots of each status that the search finds; null if there are too many to count. Without a search, of
 * all lots.
 */
export const countLots = async (
  database: Database,
  query: Pick<AdminAuctionsQuery, "search">,
  reader: Parameters<typeof namedLots>[2],
  most = mostHits(kindsOf(textOf(query) ?? "")),
): Promise<LotCounts | null> => {
  const text = textOf(query);
  if (!text) return await countEach(database);
  const named = await namedLots(database, text, reader);
  if (named.length >= NAMED_MAX) return null;
  const shape = { kinds: kindsOf(text), hasNamed: named.length > 0, most };
  const rows = await hitsOfEach(database, shape).execute({
    ...wordValues(text),
    ...(shape.hasNamed && { named: arrayLiteral(named) }),
  });
  const counts = { draft: 0, active: 0, paused: 0, ended: 0, cancelled: 0, sold: 0, upcoming: 0 };
  for (const { status, total, upcoming } of rows) {
    counts[status as AuctionStatus] = total;
    counts.upcoming += upcoming;
  }
  return rows.reduce((sum, { total }) => sum + total, 0) < most ? counts : null;
};
