// The active auctions that a filter leaves, read from the index of price steps alone wherever possible. The price itself
// must not be indexed, because then every bid would write all indexes of its auction. So a price limit is compared with
// the auction's row only on the step where the limit lies; between these steps every auction counts.

import type { Currency } from "@jara/shared/money";
import { and, between, count, eq, gt, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database, Db } from "../../../platform/database/database.ts";
import { literal, type Order, offsetOf, type Page, sortedBy, type Values } from "../../../platform/database/pages.ts";
import { priceStepOf } from "../../../platform/database/price-step.ts";
import { auctionSearch, auctions, publishedOf } from "../../../platform/database/schema/auctions.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { preparedFor } from "../../../platform/database/statements.ts";
import { type FilterShape, isListed } from "./list-filter.ts";
import { currenciesOf, leastOf, mostOf, worthOf } from "./worth.ts";

/** The auctions of one currency on the steps between those of the price limits, and those on the steps of the limits. */
export const limitedTo = (currency: Currency) => {
  const [least, most] = [leastOf(currency), mostOf(currency)];
  const [first, last] = [priceStepOf(least), priceStepOf(most)];
  const isOfCurrency = hasValue(auctions.currency, currency);
  return {
    between: and(isOfCurrency, gt(auctions.priceStep, first), lt(auctions.priceStep, last)),
    onLimits: and(
      isOfCurrency,
      sql`${auctions.priceStep} in (${first}, ${last})`,
      between(auctions.priceMinor, least, most),
    ),
    all: and(isOfCurrency, between(auctions.priceStep, first, last), between(auctions.priceMinor, least, most)),
  };
};

/** All auctions that the filter leaves, with the columns of the index. */
export const listedBy = (db: Db, shape: FilterShape) => {
  const { id, currency, priceStep, categories, condition, region } = auctions;
  const columns = { id, currency, priceStep, categories, condition, region };
  const those = (where?: Parameters<typeof and>[0]) =>
    db
      .select(columns)
      .from(auctions)
      .where(and(isListed(shape), where));
  if (!shape.isLimited) return those().as("listed");
  const [first, second, ...rest] = currenciesOf(shape.currency).flatMap((one) => {
    const { between, onLimits } = limitedTo(one);
    return [those(between), those(onLimits)];
  });
  if (!first || !second) throw new Error("a filter leaves one currency or both");
  return unionAll(first, second, ...rest).as("listed");
};

const counted = preparedFor((db, shape: FilterShape) =>
  db.select({ total: count() }).from(listedBy(db, shape)).prepare("number of listed auctions"),
);

export const countListed = async (database: Database, shape: FilterShape, values: Values): Promise<number> => {
  const [row] = await counted(database, shape).execute(values);
  return row?.total ?? 0;
};

export const sortKeys = {
  createdAt: auctions.createdAt,
  publishedAt: sql`(select ${publishedOf(auctionSearch)} from ${auctionSearch} where ${auctionSearch.auctionId} = ${auctions.id})`,
  startingPrice: worthOf(auctions.startingPriceMinor, auctions.currency),
  endTime: auctions.endsAt,
  title: sql`lower(${auctions.title})`,
  bidCount: auctions.bidCount,
  currentPrice: worthOf(auctions.priceMinor, auctions.currency),
};
export type ListedSort = keyof typeof sortKeys;
export type OtherSort = Exclude<ListedSort, "currentPrice">;

const sorted = preparedFor(
  (db, { shape, sortBy, order, page }: { shape: FilterShape; sortBy: OtherSort; order: Order; page: Page }) => {
    const listed = listedBy(db, shape);
    return db
      .select({ id: auctions.id })
      .from(listed)
      .innerJoin(auctions, eq(auctions.id, listed.id))
      .orderBy(...sortedBy([sortKeys[sortBy], auctions.id], order))
      .limit(literal(page.limit))
      .offset(offsetOf(page))
      .prepare("page of all listed auctions");
  },
);

/** Reads all auctions that the filter leaves and sorts them. Call it only if they are few. */
export const pageOfFew = async (
  database: Database,
  shape: FilterShape,
  values: Values,
  sortBy: OtherSort,
  order: Order,
  page: Page,
): Promise<string[]> => {
  const rows = await sorted(database, { shape, sortBy, order, page }).execute(values);
  return rows.map(({ id }) => id);
};
