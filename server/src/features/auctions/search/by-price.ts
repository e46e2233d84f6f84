// Active auctions ordered by current price. The price itself must not be indexed, because then every bid would write
// all indexes of its auction. Instead there is an index of price steps. The query first counts the auctions on each
// step from the index alone, then reads and sorts only the steps that the page covers.
import type { Currency, Minor } from "@jara/shared/money";
import { and, between, count, eq, gt, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Database } from "../../../platform/database/database.ts";
import {
  type Found,
  type Order,
  offsetOf,
  type Page,
  type SortKey,
  sortedBy,
} from "../../../platform/database/pages.ts";
import { priceStepOf } from "../../../platform/database/price-step.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { constant, hasValue } from "../../../platform/database/statement-text.ts";

export interface PriceFilter {
  readonly minMinor: Minor | null;
  readonly maxMinor: Minor | null;
  readonly currency: Currency | undefined;
  readonly hasReserve: boolean | undefined;
  readonly hasBuyItNow: boolean | undefined;
}

/** The number of auctions on each step, ascending. */
type Steps = readonly { readonly step: number; readonly count: number }[];

/** Active auctions as the index of price steps has them. */
export const isOnStep = (): SQL | undefined => and(hasValue(auctions.status, "active"), isNull(auctions.removedAt));

const isThere = (column: PgColumn, isWanted: boolean | undefined): SQL | undefined =>
  isWanted === undefined ? undefined : isWanted ? isNotNull(column) : isNull(column);

/** All conditions but the price limits. */
const conditionOf = ({ currency, hasReserve, hasBuyItNow }: PriceFilter): SQL | undefined =>
  and(
    isOnStep(),
    currency ? eq(auctions.currency, currency) : undefined,
    isThere(auctions.reserveMinor, hasReserve),
    isThere(auctions.buyItNowMinor, hasBuyItNow),
  );

/** The price limits, and the steps that they are on. */
const limitsOf = ({ minMinor, maxMinor }: PriceFilter) => {
  const least = sql`${minMinor ?? 0}::bigint`;
  const most = sql`${maxMinor ?? Number.MAX_SAFE_INTEGER}::bigint`;
  return {
    isWithin: between(auctions.priceMinor, least, most),
    first: priceStepOf(least),
    last: priceStepOf(most),
  };
};

/** The condition that uses the index of price steps. */
const isWithinLimits = (filter: PriceFilter): SQL | undefined => {
  const { isWithin, first, last } = limitsOf(filter);
  return and(between(auctions.priceStep, first, last), isWithin);
};

/**
 * Counts the matching auctions on each step. Between the steps of the two price limits every auction counts. On the
 * steps of the limits each price is compared.
 */
const stepsOf = async ({ db }: Database, filter: PriceFilter): Promise<Steps> => {
  const counted = (condition?: SQL) =>
    db
      .select({ step: sql<number>`${auctions.priceStep}`.as("step"), count: count().as("count") })
      .from(auctions)
      .where(and(conditionOf(filter), condition))
      .groupBy(auctions.priceStep);
  if (filter.minMinor === null && filter.maxMinor === null) return await counted().orderBy(auctions.priceStep);
  const { isWithin, first, last } = limitsOf(filter);
  const both = unionAll(
    counted(and(gt(auctions.priceStep, first), lt(auctions.priceStep, last))),
    counted(and(sql`${auctions.priceStep} in (${first}, ${last})`, isWithin)),
  ).as("both");
  return await db
    .select({ step: both.step, count: sql<number>`sum(${both.count})::int` })
    .from(both)
    .groupBy(both.step)
    .orderBy(both.step);
};

const sumOf = (steps: Steps): number => steps.reduce((sum, { count }) => sum + count, 0);

export const countWithin = async (database: Database, filter: PriceFilter): Promise<number> =>
  sumOf(await stepsOf(database, filter));

export const pageByPrice = async (
  database: Database,
  filter: PriceFilter,
  order: Order,
  { page, limit }: Page,
): Promise<Found> => {
  const steps = await stepsOf(database, filter);
  const total = sumOf(steps);
  const inOrder = order === "asc" ? steps : steps.toReversed();
  let before = (page - 1) * limit;
  let first = 0;
  for (const { count } of inOrder) {
    if (before < count) break;
    before -= count;
    first += 1;
  }
  // Add as many further steps as the page reaches into.
  let last = first;
  for (let room = (inOrder[first]?.count ?? 0) - before; room < limit && last < inOrder.length - 1; ) {
    last += 1;
    room += inOrder[last]?.count ?? 0;
  }
  const [from, to] = [inOrder[first], inOrder[last]];
  if (!from || !to) return { ids: [], total };
  const [lowest = 0, highest = 0] = [from.step, to.step].toSorted((a, b) => a - b);
  const rows = await database.db
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(conditionOf(filter), isWithinLimits(filter), between(auctions.priceStep, lowest, highest)))
    .orderBy(...sortedBy([auctions.priceMinor, auctions.id], order))
    .limit(constant(limit))
    .offset(constant(before));
  return { ids: rows.map(({ id }) => id), total };
};

/** Reads all auctions within the limits and sorts them in another order. For the case that they are few. */
export const pageWithin = async (
  { db }: Database,
  filter: PriceFilter,
  key: SortKey,
  order: Order,
  page: Page,
): Promise<string[]> => {
  const rows = await db
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(conditionOf(filter), isWithinLimits(filter)))
    .orderBy(...sortedBy([key, auctions.id], order))
    .limit(constant(page.limit))
    .offset(offsetOf(page));
  return rows.map(({ id }) => id);
};
