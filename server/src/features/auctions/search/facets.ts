// The number of lots for each category, condition and location, under the other filters. One grouped statement counts
// the kinds of lots; the program adds them up for each filter. A node keeps the groups for a few seconds, so that the
// number of readers does not matter to the database.
import type { AuctionFacets, AuctionFacetsQuery } from "@jara/shared/rest/auctions";
import { and, count, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database } from "../../../platform/database/database.ts";
import { literal, textOf } from "../../../platform/database/pages.ts";
import { auctionSearch } from "../../../platform/database/schema/auctions.ts";
import { saleLots } from "../../../platform/database/schema/sales.ts";
import { preparedFor } from "../../../platform/database/statements.ts";
import { hasWords, kindsOf, type TextKind, wordValues } from "../../../platform/database/text-indexes.ts";
import { type CollectRegions, collectRegions, type SiteNow, usualSite } from "./collect-regions.ts";
import { type FilterShape, filterShapeOf, filterValues, isFound } from "./list-filter.ts";
import { listedBy } from "./listed.ts";
import { searchInstead } from "./similar-search.ts";
import { ratioOf } from "./worth.ts";

/** The number of lots with the same categories and condition that are collected in the same regions. */
export interface Group {
  readonly categories: readonly string[];
  readonly condition: string;
  readonly regions: readonly string[];
  readonly count: number;
}

/** More hits of a search than this are not read, because nobody would wait for the numbers so long. */
const HITS_MAX = 10_000;
const KEPT_MS = 5_000;

interface Shape {
  readonly filter: FilterShape;
  readonly kinds: readonly TextKind[];
  /** Some sales have places of their own. */
  readonly hasSales: boolean;
}

const groupsOf = preparedFor((db, { filter, kinds, hasSales }: Shape) => {
  const found = kinds.length === 0 ? listedBy(db, filter) : foundBy(db, filter, kinds);
  const { id, categories, condition, region } = found;
  /** The lots of those sales, with the place of the sale's regions among `regionLists`. */
  const inSales = db
    .select({ lotId: saleLots.auctionId, list: sql<number>`s.list`.as("list") })
    .from(saleLots)
    .innerJoin(
      sql`unnest(${sql.placeholder("saleIds")}::uuid[], ${sql.placeholder("saleLists")}::int[]) as s(id, list)`,
      sql`s.id = ${saleLots.saleId}`,
    )
    .as("in_sales");
  const list = hasSales ? sql<number | null>`${inSales.list}` : sql<null>`null::int`;
  const groups = db.select({ categories, condition, region, list, count: count() }).from(found).$dynamic();
  return (hasSales ? groups.leftJoin(inSales, eq(inSales.lotId, id)) : groups)
    .groupBy(categories, condition, region, ...(hasSales ? [list] : []))
    .prepare("groups of auctions");
});

/** The hits of a search. */
const foundBy = (db: Database["db"], filter: FilterShape, kinds: readonly TextKind[]) =>
  db
    .select({
      id: auctionSearch.auctionId,
      categories: auctionSearch.categories,
      condition: auctionSearch.condition,
      region: auctionSearch.region,
    })
    .from(auctionSearch)
    .where(and(hasWords(auctionSearch.text, kinds), isFound(filter)))
    .limit(literal(HITS_MAX))
    .as("hits");

const groupsWith = async (
  database: Database,
  query: AuctionFacetsQuery,
  site: SiteNow,
  { sales, house }: CollectRegions,
): Promise<readonly Group[]> => {
  const text = textOf(query);
  const lists = [...new Set(sales.map(({ regions }) => regions.join()))];
  const rows = await groupsOf(database, {
    filter: filterShapeOf(query),
    kinds: text ? kindsOf(text) : [],
    hasSales: sales.length > 0,
  }).execute({
    ...filterValues(query, ratioOf(site)),
    ...wordValues(text),
    saleIds: arrayLiteral(sales.map(({ id }) => id)),
    saleLists: arrayLiteral(sales.map(({ regions }) => String(lists.indexOf(regions.join())))),
  });
  const others = (region: string | null) => house ?? region;
  return rows.map(({ region, list, ...group }) => ({
    ...group,
    regions: (list === null ? others(region) : lists[list])?.split(",") ?? [],
  }));
};

/** Counts the groups of lots. If no lot has the searched words, it counts those of the similar search, as the list does. */
const readGroups = async (database: Database, query: AuctionFacetsQuery, site: SiteNow): Promise<readonly Group[]> => {
  const places = await collectRegions(database, site);
  const read = (asked: AuctionFacetsQuery) => groupsWith(database, asked, site, places);
  return (await searchInstead(database, "listed", query, read, ({ length }) => length === 0)).result;
};

const cacheOf = new WeakMap<Database, LRUCache<string, Promise<readonly Group[]>>>();

const keptGroups = (...[database, query, site]: Parameters<typeof readGroups>): Promise<readonly Group[]> => {
  const cache = cacheOf.get(database) ?? new LRUCache<string, Promise<readonly Group[]>>({ max: 200, ttl: KEPT_MS });
  cacheOf.set(database, cache);
  const key = JSON.stringify([query, site.hours.place]);
  const known = cache.get(key);
  if (known) return known;
  const groups = readGroups(database, query, site);
  cache.set(key, groups);
  groups.catch(() => cache.delete(key));
  return groups;
};

/** Adds up the groups. A filter's own choice does not count for its numbers, so that another value can be chosen. */
export const facetsOf = (
  groups: readonly Group[],
  { category, condition, location }: Pick<AuctionFacetsQuery, "category" | "condition" | "location">,
): AuctionFacets => {
  const facets = { category: new Map(), condition: new Map(), location: new Map() } as const;
  const add = (numbers: Map<string, number>, value: string, more: number) =>
    void numbers.set(value, (numbers.get(value) ?? 0) + more);
  for (const group of groups) {
    const isOfCategory = !category || category.some((one) => group.categories.includes(one));
    const isOfCondition = !condition || condition.some((one) => one === group.condition);
    const isOfRegion = !location || location.some((one) => group.regions.includes(one));
    if (isOfCondition && isOfRegion) for (const one of group.categories) add(facets.category, one, group.count);
    if (isOfCategory && isOfRegion) add(facets.condition, group.condition, group.count);
    if (isOfCategory && isOfCondition) for (const one of group.regions) add(facets.location, one, group.count);
  }
  return {
    category: Object.fromEntries(facets.category),
    condition: Object.fromEntries(facets.condition),
    location: Object.fromEntries(facets.location),
  };
};

export const countFacets = async (
  database: Database,
  query: AuctionFacetsQuery,
  site: SiteNow = usualSite,
): Promise<AuctionFacets> => {
  const { category, condition, location, ...others } = query;
  return facetsOf(await keptGroups(database, others, site), { category, condition, location });
};
