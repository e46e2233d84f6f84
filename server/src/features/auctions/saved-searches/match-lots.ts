// Compares published lots with the saved searches: the conditions are those of the listing (list-filter.ts), for many
// searches at once. Searches that find the same lots are compared once. Each write is one statement, and doing all of it
// twice writes nothing twice, so that a node that dies or two nodes at once do no harm.
import { setTimeout as sleep } from "node:timers/promises";
import type { AuctionListQuery } from "@jara/shared/rest/auctions";
import { and, count, eq, exists, isNotNull, not, or, type SQL, sql } from "drizzle-orm";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database } from "../../../platform/database/database.ts";
import { evictAfter } from "../../../platform/database/evict.ts";
import { textOf } from "../../../platform/database/pages.ts";
import { auctionSearch, auctions } from "../../../platform/database/schema/auctions.ts";
import { publishedLots, savedSearches, savedSearchMatches } from "../../../platform/database/schema/saved-searches.ts";
import { clockNow, hasValue, type NamedValue } from "../../../platform/database/statement-text.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import { hasWordsAmong, kindsOf, type TextKind, wordsIn, wordValues } from "../../../platform/database/text-indexes.ts";
import { guardRows, type RowGuard, type RowLog, silentLog } from "../../../platform/jobs/guard-rows.ts";
import { createBoundedCache } from "../../../platform/lib/bounded-cache.ts";
import { collectRegions, type SiteNow } from "../search/collect-regions.ts";
import { type FilterShape, filterShapeOf, filterValues, isDescribed, isReported } from "../search/list-filter.ts";
import { queryOfKey } from "../search/query-text.ts";
import { ratioOf } from "../search/worth.ts";

/** The lots of one round. */
const LOTS = 200;
/** One statement compares this many pairs of a lot and a search, so that it is short even if each pair matches. */
const PAIRS = 10_000;
/**
 * The pause after a statement is this many times its duration, so that the matching takes at most an eighth of one
 * connection's time.
 */
const PAUSE_FACTOR = 7;
const QUERIES_KEPT = 20_000;

/** The text of the conditions depends on these. The values of each search are a row. */
interface Shape {
  readonly filter: FilterShape;
  readonly kinds: readonly TextKind[];
}
interface Group {
  readonly shape: Shape;
  readonly searches: Search[];
}
/** All saved searches with one filter key. */
interface Search {
  readonly count: number;
  /** The key, and the values that the conditions name. */
  readonly values: Readonly<Record<string, unknown>>;
}
export interface MatchOptions {
  readonly isStopped?: () => boolean;
  readonly log?: RowLog;
  /** Called after each statement, with its duration and the number of pairs that it compared. */
  readonly between?: (ms: number, pairs: number) => void | Promise<void>;
}

/**
 * Compares all published lots that wait. Returns the number of matches. A lot that is paused waits until it takes bids
 * again, because the listing does not show it.
 */
export const matchPublishedLots = async (
  database: Database,
  site: SiteNow,
  { isStopped = () => false, between = () => {}, log = silentLog }: MatchOptions = {},
): Promise<number> => {
  const guard = guardRows(database, "saved-searches", log);
  let matches = 0;
  for (let lots = await nextLots(database); lots.length > 0; lots = await nextLots(database)) {
    for (const { shape, searches } of await groupsOf(database, site, guard)) {
      for (const some of portionsOf(searches, PAIRS / lots.length)) {
        if (isStopped()) return matches;
        const startedAt = performance.now();
        for (const found of await guard.each(
          some,
          ({ values }) => String(values.key),
          (part) => writeMatches(database, shape, [...part], lots),
        ))
          matches += found;
        const tookMs = performance.now() - startedAt;
        await between(tookMs, some.length * lots.length);
        await sleep(PAUSE_FACTOR * tookMs);
      }
    }
    await dropLots(database, lots);
  }
  return matches;
};

/** Portions of at most so many saved searches, or of one filter key. */
function* portionsOf(searches: readonly Search[], most: number): Generator<Search[]> {
  let portion: Search[] = [];
  let size = 0;
  for (const search of searches) {
    if (portion.length > 0 && size + search.count > most) {
      yield portion;
      [portion, size] = [[], 0];
    }
    portion.push(search);
    size += search.count;
  }
  if (portion.length > 0) yield portion;
}

/** A lot with the time of its publication as text. A lot that was published again meanwhile has another time. */
interface WaitingLot extends Record<string, unknown> {
  readonly id: string;
  readonly at: string;
}

const itsLot = eq(auctions.id, publishedLots.auctionId);

/** Whether there is something to compare. Cheap, so that every node may ask every few seconds. */
export const hasPublishedLots = async ({ db }: Database): Promise<boolean> => {
  const [row] = await db
    .select({ id: publishedLots.auctionId })
    .from(publishedLots)
    .innerJoin(auctions, itsLot)
    .where(not(hasValue(auctions.status, "paused")))
    .limit(1);
  return row !== undefined;
};

const isListed = sql<boolean>`(${auctions.status} = 'active' and ${auctions.removedAt} is null)`;
/** The next lots to compare. Also drops those that are over or withdrawn. */
const nextLots = async ({ db }: Database): Promise<WaitingLot[]> => {
  const over = db
    .select({ one: sql`1` })
    .from(auctions)
    .where(and(itsLot, or(isNotNull(auctions.removedAt), sql`${auctions.status} not in ('active', 'paused')`)));
  const rows = await db
    .select({ id: publishedLots.auctionId, at: sql<string>`${publishedLots.publishedAt}::text`, isListed })
    .from(publishedLots)
    .innerJoin(auctions, itsLot)
    .where(not(hasValue(auctions.status, "paused")))
    .orderBy(publishedLots.publishedAt)
    .limit(LOTS);
  if (rows.some((row) => !row.isListed)) await db.delete(publishedLots).where(exists(over));
  return rows.filter((row) => row.isListed);
};

/** Drops compared lots, except one that was paused or published again during the comparison. */
const dropLots = async ({ db }: Database, lots: readonly WaitingLot[]): Promise<void> => {
  const paused = db
    .select({ one: sql`1` })
    .from(auctions)
    .where(and(itsLot, hasValue(auctions.status, "paused")));
  const isOne = sql`(${publishedLots.auctionId}, ${publishedLots.publishedAt}) in (
    select * from unnest(${arrayLiteral(lots.map(({ id }) => id))}::uuid[], ${arrayLiteral(lots.map(({ at }) => at))}::timestamptz[]))`;
  await db.delete(publishedLots).where(and(isOne, not(exists(paused))));
};

interface Parsed extends Pick<Shape, "kinds"> {
  readonly query: AuctionListQuery;
  readonly words: ReturnType<typeof wordValues>;
}
const queries = createBoundedCache<string, Parsed>(QUERIES_KEPT);

/** The parsed queries. They are kept, because reading a query back from its key costs more than anything else here. */
const readKey = (key: string): Parsed => {
  const known = queries.get(key);
  if (known) return known;
  const query = queryOfKey(key);
  const text = textOf(query);
  const read = { query, kinds: text ? kindsOf(text) : [], words: wordValues(text) };
  queries.set(key, read);
  return read;
};

/** All searches that differ, those with the same conditions together. */
const groupsOf = async (database: Database, site: SiteNow, guard: RowGuard): Promise<Group[]> => {
  const { db } = database;
  const places = await collectRegions(database, site);
  const key = savedSearches.filterKey;
  const rows = await db.select({ key, count: count() }).from(savedSearches).where(guard.takes(key)).groupBy(key);
  const groups = new Map<string, Group>();
  for (const { key, count } of rows) {
    await guard.tries(key, async () => {
      const { query, kinds, words } = readKey(key);
      const shape = { filter: filterShapeOf(query, places), kinds };
      const name = JSON.stringify(shape);
      const group = groups.get(name) ?? { shape, searches: [] };
      groups.set(name, group);
      group.searches.push({ count, values: { key, ...filterValues(query, ratioOf(site), places), ...words } });
    });
  }
  return [...groups.values()];
};

const value: NamedValue = (name) => sql`q.${sql.identifier(name)}`;

/** Writes a match for each search that finds one of the lots and was saved before the lot was published. */
const writeMatches = async (
  { db }: Database,
  { filter, kinds }: Shape,
  searches: Group["searches"],
  lots: readonly WaitingLot[],
): Promise<number> => {
  const columns = Object.keys(searches[0]?.values ?? {}).map((name) => sql`${sql.identifier(name)} text`);
  const isOneOfThem = isAnyOf(
    auctionSearch.auctionId,
    lots.map(({ id }) => id),
  );
  const finds: SQL | undefined = and(
    isDescribed(filter, sql`${auctions.priceMinor}`, value),
    isReported(filter, value),
    hasWordsAmong(auctionSearch.text, sql`l.words`, kinds, value),
  );
  const hasForms = kinds.includes("in forms");
  const found = sql`
    with lots as materialized (
      select ${auctionSearch.auctionId} as id, ${hasForms ? wordsIn(auctionSearch.text) : sql`null::text[]`} as words
      from ${auctionSearch} where ${isOneOfThem}
    )
    select ${savedSearches.id}, ${auctionSearch.auctionId}, ${clockNow}, false, ${hasValue(savedSearches.alert, "off")}
    from lots l
    join ${auctionSearch} on ${auctionSearch.auctionId} = l.id
    join ${auctions} on ${auctions.id} = ${auctionSearch.auctionId}
    join ${publishedLots} on ${publishedLots.auctionId} = ${auctionSearch.auctionId}
    cross join json_to_recordset(${JSON.stringify(searches.map(({ values }) => values))}::json) as q(${sql.join(columns, sql`, `)})
    join ${savedSearches} on ${savedSearches.filterKey} = q.key
      and ${savedSearches.createdAt} <= ${publishedLots.publishedAt}
    where ${finds}
    order by 1, 2`;
  const written = await db
    .insert(savedSearchMatches)
    .select(found)
    .onConflictDoNothing()
    .returning({ id: savedSearchMatches.searchId });
  return written.length;
};

/** Removes old matches. A lot that is published again after this time is new again. */
export const evictMatches = evictAfter(
  [savedSearchMatches.searchId, savedSearchMatches.auctionId],
  savedSearchMatches.matchedAt,
  sql`interval '60 days'`,
);
