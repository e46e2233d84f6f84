// The listing: active auctions by their filters, one page at a time. Each kind of query has its own plan, which reads
// little more than the page (docs/decisions/0014-reads-in-a-large-market.md).

import type { ListSortField } from "@jara/shared/list-orders";
import type { AuctionListQuery } from "@jara/shared/rest/auctions";
import { and, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { AuctionState } from "../../../auction/state.ts";
import { inOrder } from "../../../engine/reads/find-auctions.ts";
import type { Database } from "../../../platform/database/database.ts";
import {
  type Found,
  HITS_SORTED_MAX,
  type InOrder,
  type ListShape,
  literal,
  nearestEnd,
  type Order,
  type Page,
  pagesOf,
  type SortKey,
  searchesOf,
  sortedBy,
  textOf,
  type Values,
} from "../../../platform/database/pages.ts";
import { auctionSearch, auctions, publishedOf } from "../../../platform/database/schema/auctions.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { preparedFor } from "../../../platform/database/statements.ts";
import {
  anyText,
  hasTextAlongTheWay,
  hasWords,
  hasWordsAlongTheWay,
  kindsOf,
  type TextKind,
  wordValues,
} from "../../../platform/database/text-indexes.ts";
import { countAuctions } from "../auction-counts.ts";
import { pageByPrice } from "./by-price.ts";
import { collectRegions, type SiteNow, usualSite, whereLotsAre } from "./collect-regions.ts";
import {
  currentPrice,
  type FilterShape,
  filterShapeOf,
  filterValues,
  isCounted,
  isFound,
  isListed,
  isOnStep,
} from "./list-filter.ts";
import { countListed, pageOfFew } from "./listed.ts";
import { type SimilarSearch, searchInstead } from "./similar-search.ts";
import { pageOfUpcoming } from "./upcoming-lots.ts";
import { currenciesOf, isWithinLimits, ratioOf, worthIn, worthOf } from "./worth.ts";

export interface AuctionPage {
  readonly auctions: AuctionState[];
  readonly total: number;
}

/** With the search that was made instead, because no lot has all words of the query. */
export type ListedPage = AuctionPage & Partial<SimilarSearch>;

/** The orders that any list can have: those of the API, and the one in which lots became active, which feeds have. */
type Sort = ListSortField | "publishedAt";
export type ListingQuery = Omit<AuctionListQuery, "sortBy"> & { readonly sortBy?: Sort | "relevance" | undefined };

/** The orders by price compare worth. They and the number of bids have no column of their own in `auction_search`. */
type PlainSort = Exclude<Sort, "startingPrice" | "currentPrice" | "bidCount">;
const plainKeys: Record<PlainSort, SortKey> = {
  createdAt: auctionSearch.createdAt,
  publishedAt: publishedOf(auctionSearch),
  endTime: auctionSearch.endsAt,
  title: auctionSearch.title,
};

const bidCount = sql`(select ${auctions.bidCount} from ${auctions} where ${auctions.id} = ${auctionSearch.auctionId})`;
const keys: Record<Sort, SortKey> = {
  ...plainKeys,
  startingPrice: worthOf(auctionSearch.startingPriceMinor, auctionSearch.currency),
  currentPrice: worthOf(currentPrice, auctionSearch.currency),
  bidCount,
};

/** Sorting up to this many rows is faster than walking an index over all rows. */
const FEW = 2000;

/**
 * Resolves to one page of active auctions, or of upcoming ones, and the total number. Prices are compared by their
 * worth at the site's rate. If no listed lot has all searched words, the list is that of similar or fewer words.
 */
export const listAuctions = async (
  database: Database,
  query: ListingQuery,
  page: Page,
  site: SiteNow = usualSite,
  sortedMax = HITS_SORTED_MAX,
): Promise<ListedPage> => {
  const read = async (asked: ListingQuery): Promise<AuctionPage> => {
    const { ids, total } = await findPage(database, asked, page, site, sortedMax);
    const auctions = await inOrder(database, ids);
    // An auction may have opened or ended since the search found it.
    const isFound = ({ status, isUpcoming }: AuctionState) => (asked.upcoming ? isUpcoming : status === "active");
    return { auctions: auctions.filter(isFound), total };
  };
  // Similar words come from active lots, so a search of upcoming lots does not use them.
  if (query.upcoming) return await read(query);
  const { result, similar } = await searchInstead(database, "listed", query, read, ({ total }) => total === 0);
  return { ...result, ...similar };
};

const findPage = async (
  database: Database,
  query: ListingQuery,
  page: Page,
  site: SiteNow,
  sortedMax: number,
): Promise<Found> => {
  const { sortBy: asked = "createdAt", sortOrder: order = "desc" } = query;
  const sortBy = asked === "relevance" ? "createdAt" : asked;
  const ratio = ratioOf(site);
  const text = textOf(query);
  const places = query.location ? await collectRegions(database, site) : whereLotsAre;
  const filter = filterShapeOf(query, places);
  const shape: Shape = { ...filter, order, sortBy, isByMatch: asked === "relevance", kinds: text ? kindsOf(text) : [] };
  const values = { ...filterValues(query, ratio, places), ...wordValues(text) };
  if (query.upcoming) {
    return await pageOfUpcoming(database, { filter, kinds: shape.kinds, sortBy, order, page }, values);
  }
  const walk = (total?: number) => walked(database, shape, values, page, total);
  if (text) return await searched(database, shape, values, page, walk, sortedMax);
  if (sortBy === "currentPrice") return await pageByPrice(database, filter, values, ratio, order, page);
  if (isCounted(filter)) {
    const total = await countAuctions(database, { status: "active", ...countedBy(filter) });
    return { ids: await walk(total), total };
  }
  const total = await countListed(database, filter, values);
  const isFew = total <= FEW;
  return { ids: isFew ? await pageOfFew(database, filter, values, sortBy, order, page) : await walk(total), total };
};

const countedBy = ({ currency, hasReserve, hasBuyItNow }: FilterShape) => ({ currency, hasReserve, hasBuyItNow });

/** The text of the statements depends on these values. */
interface Shape extends ListShape, FilterShape {
  readonly sortBy: Sort;
  /** Searched lots that match better come first, as long as there are few enough to sort. */
  readonly isByMatch: boolean;
  /** The kind of each searched word; none without a search. */
  readonly kinds: readonly TextKind[];
}

const folded = sql`split_part(${auctionSearch.text}, chr(31), 1)`;

/**
 * How well a lot matches: two for each word with which a word of its title begins, one for each that is elsewhere in its
 * title. Equal matches are in the order of their creation.
 */
const matchOf = (kinds: readonly TextKind[]): SQL => {
  const words = kinds.map((kind, n) => {
    const word = anyText(kind, n);
    if (kind === "nowhere") return sql`0`;
    const begins = sql`strpos(' ' || ${folded}, ' ' || ${word.text}::text) > 0`;
    return sql`case when ${begins} then 2 when ${hasTextAlongTheWay(folded, word)} then 1 else 0 end`;
  });
  return sql`((${sql.join(words, sql` + `)}) * 1e10 + extract(epoch from ${auctionSearch.createdAt}))::float8`;
};

/** Hits from the text index. */
const searched = searchesOf((shape: Shape) => ({
  from: auctionSearch,
  id: auctionSearch.auctionId,
  key: shape.isByMatch ? matchOf(shape.kinds) : keys[shape.sortBy],
  isKeyCostly: shape.sortBy === "currentPrice" || shape.sortBy === "bidCount",
  where: and(hasWords(auctionSearch.text, shape.kinds), isFound(shape)),
}));

const isFoundAlongTheWay = (shape: Shape, price?: SQL): SQL | undefined =>
  and(isFound(shape, price), hasWordsAlongTheWay(auctionSearch.text, shape.kinds));

const both = sql`${auctions} join ${auctionSearch} on ${auctionSearch.auctionId} = ${auctions.id}`;
const pricedNow = sql`${auctions.priceMinor}`;

/** All active auctions in the requested order, for walking along an index. */
const pageOf = pagesOf((shape: Shape & { readonly sortBy: PlainSort | "bidCount" }): InOrder => {
  if (shape.sortBy === "bidCount") {
    // Order by bid step, which has an index, and within a step by the number. Only words need the other table.
    const keys = [auctions.bidStep, auctions.bidCount];
    const where = and(isOnStep(), isFoundAlongTheWay(shape, pricedNow));
    if (shape.kinds.length > 0) return { from: both, id: auctions.id, keys, where };
    const limits = shape.isLimited ? isWithinLimits(auctions.priceMinor, auctions.currency) : undefined;
    return { from: auctions, id: auctions.id, keys, where: and(isListed(shape), limits) };
  }
  return {
    from: auctionSearch,
    id: auctionSearch.auctionId,
    keys: [plainKeys[shape.sortBy]],
    where: isFoundAlongTheWay(shape),
  };
});

type WorthPart = { readonly shape: Shape; readonly way: Order; readonly size: number; readonly before: number };

/**
 * Walks along the order of each currency, as far as the page can reach, and merges the two by worth. An index cannot
 * have the worth itself, because the rate changes.
 */
const pageByWorth = preparedFor((db, { shape, way, size, before }: WorthPart) => {
  const isCurrent = shape.sortBy === "currentPrice";
  const price = isCurrent ? auctions.priceMinor : auctionSearch.startingPriceMinor;
  const id = isCurrent ? auctions.id : auctionSearch.auctionId;
  const inOrder = isCurrent ? [auctions.priceStep, price, id] : [price, id];
  const [first, second] = currenciesOf(shape.currency).map((currency) =>
    db
      .select({ id: sql<string>`${id}`.as("id"), worth: worthIn(currency, price).as("worth") })
      .from(isCurrent ? both : auctionSearch)
      .where(
        and(
          isCurrent ? and(isOnStep(), hasValue(auctions.currency, currency)) : undefined,
          hasValue(auctionSearch.currency, currency),
          isFoundAlongTheWay(shape, isCurrent ? pricedNow : undefined),
        ),
      )
      .orderBy(...sortedBy(inOrder, way))
      .limit(literal(before + size)),
  );
  if (!first) throw new Error("a filter leaves one currency or both");
  const found = (second ? unionAll(first, second) : first).as("found");
  return db
    .select({ id: found.id })
    .from(found)
    .orderBy(...sortedBy([found.worth, found.id], way))
    .limit(literal(size))
    .offset(literal(before))
    .prepare("page by worth");
});

const walked = async (
  database: Database,
  shape: Shape,
  values: Values,
  page: Page,
  total = Number.POSITIVE_INFINITY,
): Promise<readonly string[]> => {
  const { sortBy, order } = shape;
  if (sortBy !== "startingPrice" && sortBy !== "currentPrice") {
    return await pageOf(database, { ...shape, sortBy }, values, page, total);
  }
  const { isFromEnd, size, before } = nearestEnd(page, total);
  if (size <= 0) return [];
  const way = isFromEnd ? (order === "asc" ? "desc" : "asc") : order;
  const rows = await pageByWorth(database, { shape, way, size, before }).execute(values);
  const ids = rows.map(({ id }) => id);
  return isFromEnd ? ids.reverse() : ids;
};
