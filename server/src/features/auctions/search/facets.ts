// The number of lots for each category, condition and location, under the other filters. One grouped statement counts
// the kinds of lots; the program adds them up for each filter. A node keeps the groups for a few seconds, so that the
// number of readers does not matter to the database.
import { type ExchangeRates, fallbackRates } from "@jara/shared/money";
import type { AuctionFacets, AuctionFacetsQuery } from "@jara/shared/rest/auctions";
import { and, count } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "../../../platform/database/database.ts";
import { literal, textOf } from "../../../platform/database/pages.ts";
import { auctionSearch } from "../../../platform/database/schema/auctions.ts";
import { preparedFor } from "../../../platform/database/statements.ts";
import { hasWords, kindsOf, type TextKind, wordValues } from "../../../platform/database/text-indexes.ts";
import { type FilterShape, filterShapeOf, filterValues, isFound } from "./list-filter.ts";
import { listedBy } from "./listed.ts";
import { searchInstead } from "./similar-search.ts";
import { ratioOf } from "./worth.ts";

/** The number of lots with the same categories, condition and region. */
export interface Group {
  readonly categories: readonly string[];
  readonly condition: string;
  readonly region: string | null;
  readonly count: number;
}

/** More hits of a search than this are not read, because nobody would wait for the numbers so long. */
const HITS_MAX = 10_000;
const KEPT_MS = 5_000;

const groupsOf = preparedFor((db, { filter, kinds }: { filter: FilterShape; kinds: readonly TextKind[] }) => {
  if (kinds.length === 0) {
    const listed = listedBy(db, filter);
    const { categories, condition, region } = listed;
    return db
      .select({ categories, condition, region, count: count() })
      .from(listed)
      .groupBy(categories, condition, region)
      .prepare("groups of listed auctions");
  }
  const hits = db
    .select({
      categories: auctionSearch.categories,
      condition: auctionSearch.condition,
      region: auctionSearch.region,
    })
    .from(auctionSearch)
    .where(and(hasWords(auctionSearch.text, kinds), isFound(filter)))
    .limit(literal(HITS_MAX))
    .as("hits");
  return db
    .select({ categories: hits.categories, condition: hits.condition, region: hits.region, count: count() })
    .from(hits)
    .groupBy(hits.categories, hits.condition, hits.region)
    .prepare("groups of found auctions");
});

type Rates = Pick<ExchangeRates, "USD_TO_NGN">;

const groupsWith = (database: Database, query: AuctionFacetsQuery, rates: Rates): Promise<readonly Group[]> => {
  const text = textOf(query);
  const shape = { filter: filterShapeOf(query), kinds: text ? kindsOf(text) : [] };
  return groupsOf(database, shape).execute({ ...filterValues(query, ratioOf(rates)), ...wordValues(text) });
};

/** Counts the groups of lots. If no lot has the searched words, it counts those of the similar search, as the list does. */
const readGroups = async (database: Database, query: AuctionFacetsQuery, rates: Rates): Promise<readonly Group[]> => {
  const read = (asked: AuctionFacetsQuery) => groupsWith(database, asked, rates);
  return (await searchInstead(database, "listed", query, read, ({ length }) => length === 0)).result;
};

const cacheOf = new WeakMap<Database, LRUCache<string, Promise<readonly Group[]>>>();

const keptGroups = (...[database, query, rates]: Parameters<typeof readGroups>): Promise<readonly Group[]> => {
  const cache = cacheOf.get(database) ?? new LRUCache<string, Promise<readonly Group[]>>({ max: 200, ttl: KEPT_MS });
  cacheOf.set(database, cache);
  const key = JSON.stringify(query);
  const known = cache.get(key);
  if (known) return known;
  const groups = readGroups(database, query, rates);
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
    const isOfRegion = !location || location.some((one) => one === group.region);
    if (isOfCondition && isOfRegion) for (const one of group.categories) add(facets.category, one, group.count);
    if (isOfCategory && isOfRegion) add(facets.condition, group.condition, group.count);
    if (isOfCategory && isOfCondition && group.region !== null) add(facets.location, group.region, group.count);
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
  rates: Pick<ExchangeRates, "USD_TO_NGN"> = fallbackRates,
): Promise<AuctionFacets> => {
  const { category, condition, location, ...others } = query;
  return facetsOf(await keptGroups(database, others, rates), { category, condition, location });
};
