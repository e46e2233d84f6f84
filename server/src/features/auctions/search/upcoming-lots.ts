// Lists upcoming lots: the lots of published sales that have not opened. They are few compared with the active ones, so
// one statement reads all of them, with the same filters.
import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { type Found, literal, type Order, offsetOf, type Page, type Values } from "../../../platform/database/pages.ts";
import { auctionSearch, auctions } from "../../../platform/database/schema/auctions.ts";
import { preparedFor } from "../../../platform/database/statements.ts";
import { hasWordsAlongTheWay, type TextKind } from "../../../platform/database/text-indexes.ts";
import { type FilterShape, fits } from "./list-filter.ts";
import { type ListedSort, sortKeys } from "./listed.ts";
import { isWithinLimits } from "./worth.ts";

interface Shape {
  readonly filter: FilterShape;
  readonly kinds: readonly TextKind[];
  readonly sortBy: ListedSort;
  readonly order: Order;
  readonly page: Page;
}

const pageOf = preparedFor((db, { filter, kinds, sortBy, order, page }: Shape) => {
  const way = order === "asc" ? asc : desc;
  return db
    .select({ id: auctions.id, total: sql<number>`(count(*) over ())::int` })
    .from(auctions)
    .innerJoin(auctionSearch, eq(auctionSearch.auctionId, auctions.id))
    .where(
      and(
        sql`${auctions.isUpcoming}`,
        isNull(auctions.removedAt),
        fits(filter),
        filter.isLimited ? isWithinLimits(auctions.priceMinor, auctions.currency) : undefined,
        hasWordsAlongTheWay(auctionSearch.text, kinds),
      ),
    )
    .orderBy(way(sortKeys[sortBy]), way(auctions.id))
    .limit(literal(page.limit))
    .offset(offsetOf(page))
    .prepare("page of upcoming lots");
});

export const pageOfUpcoming = async (database: Database, shape: Shape, values: Values): Promise<Found> => {
  const rows = await pageOf(database, shape).execute(values);
  const [row] = rows;
  if (row || shape.page.page === 1) return { ids: rows.map(({ id }) => id), total: row?.total ?? 0 };
  // A page after the last one has no rows, so it does not show the total.
  const [first] = await pageOf(database, { ...shape, page: { page: 1, limit: 1 } }).execute(values);
  return { ids: [], total: first?.total ?? 0 };
};
