// Active auctions ordered by current price. The price itself must not be indexed, because then every bid would write
// all indexes of its auction. Instead there is an index of price steps. The query first counts the auctions on each
// step from the index alone, then reads and sorts only the steps that the page covers.
import type { Currency, Minor } from "@jara/shared/money";
import type { SortField } from "@jara/shared/rest/auctions";
import { and, between, count, eq, gt, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Database } from "../../../platform/database/database.ts";
import { type Found, type Order, offsetOf, type Page, sortedBy } from "../../../platform/database/pages.ts";
import { priceStepOf } from "../../../platform/database/price-step.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { constant, hasValue } from "../../../platform/database/statement-text.ts";
import { preparedFor } from "../../../platform/database/statements.ts";

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

/** The text of the statements depends on these values. The limits and the currency are placeholders. */
interface Shape extends Pick<PriceFilter, "hasReserve" | "hasBuyItNow"> {
  readonly isLimited: boolean;
  readonly isOfCurrency: boolean;
}

const shapeOf = ({ minMinor, maxMinor, currency, hasReserve, hasBuyItNow }: PriceFilter): Shape => ({
  isLimited: minMinor !== null || maxMinor !== null,
  isOfCurrency: currency !== undefined,
  hasReserve,
  hasBuyItNow,
});

const valuesOf = ({ minMinor, maxMinor, currency }: PriceFilter) => ({
  least: minMinor ?? 0,
  most: maxMinor ?? Number.MAX_SAFE_INTEGER,
  currency,
});

/** All conditions but the price limits. */
const conditionOf = ({ isOfCurrency, hasReserve, hasBuyItNow }: Shape): SQL | undefined =>
  and(
    isOnStep(),
    isOfCurrency ? eq(auctions.currency, sql.placeholder("currency")) : undefined,
    isThere(auctions.reserveMinor, hasReserve),
    isThere(auctions.buyItNowMinor, hasBuyItNow),
  );

const least = sql`${sql.placeholder("least")}::bigint`;
const most = sql`${sql.placeholder("most")}::bigint`;
/** The steps that the price limits are on. */
const [first, last] = [priceStepOf(least), priceStepOf(most)];
const isWithin = between(auctions.priceMinor, least, most);

/** The condition that uses the index of price steps. */
const isWithinLimits = and(between(auctions.priceStep, first, last), isWithin);

/**
 * Counts the matching auctions on each step. Between the steps of the two price limits every auction counts. On the
 * steps of the limits each price is compared.
 */
const countSteps = preparedFor((db, shape: Shape) => {
  const counted = (condition?: SQL) =>
    db
      .select({ step: sql<number>`${auctions.priceStep}`.as("step"), count: count().as("count") })
      .from(auctions)
      .where(and(conditionOf(shape), condition))
      .groupBy(auctions.priceStep);
  const both = unionAll(
    counted(and(gt(auctions.priceStep, first), lt(auctions.priceStep, last))),
    counted(and(sql`${auctions.priceStep} in (${first}, ${last})`, isWithin)),
  ).as("both");
  const steps = shape.isLimited
    ? db
        .select({ step: both.step, count: sql<number>`sum(${both.count})::int` })
        .from(both)
        .groupBy(both.step)
        .orderBy(both.step)
    : counted().orderBy(auctions.priceStep);
  return steps.prepare("auctions on each price step");
});

const stepsOf = async (database: Database, filter: PriceFilter): Promise<Steps> =>
  await countSteps(database, shapeOf(filter)).execute(valuesOf(filter));

const sumOf = (steps: Steps): number => steps.reduce((sum, { count }) => sum + count, 0);

export const countWithin = async (database: Database, filter: PriceFilter): Promise<number> =>
  sumOf(await stepsOf(database, filter));

type Part = { readonly shape: Shape; readonly order: Order; readonly limit: number; readonly before: number };

const onSteps = preparedFor((db, { shape, order, limit, before }: Part) =>
  db
    .select({ id: auctions.id })
    .from(auctions)
    .where(
      and(
        conditionOf(shape),
        isWithinLimits,
        between(auctions.priceStep, sql.placeholder("lowest"), sql.placeholder("highest")),
      ),
    )
    .orderBy(...sortedBy([auctions.priceMinor, auctions.id], order))
    .limit(constant(limit))
    .offset(constant(before))
    .prepare("page by price"),
);

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
  const part = { shape: shapeOf(filter), order, limit, before };
  const rows = await onSteps(database, part).execute({ ...valuesOf(filter), lowest, highest });
  return { ids: rows.map(({ id }) => id), total };
};

const sortKeys = {
  createdAt: auctions.createdAt,
  startingPrice: auctions.startingPriceMinor,
  endTime: auctions.endsAt,
  title: sql`lower(${auctions.title})`,
};
type OtherSort = Exclude<SortField, "currentPrice">;

const withinLimits = preparedFor(
  (db, { shape, sortBy, order, ...page }: Omit<Part, "before"> & { page: number; sortBy: OtherSort }) =>
    db
      .select({ id: auctions.id })
      .from(auctions)
      .where(and(conditionOf(shape), isWithinLimits))
      .orderBy(...sortedBy([sortKeys[sortBy], auctions.id], order))
      .limit(constant(page.limit))
      .offset(offsetOf(page))
      .prepare("page within price limits"),
);

/** Reads all auctions within the limits and sorts them in another order. For the case that they are few. */
export const pageWithin = async (
  database: Database,
  filter: PriceFilter,
  sortBy: OtherSort,
  order: Order,
  page: Page,
): Promise<string[]> => {
  const statement = withinLimits(database, { shape: shapeOf(filter), sortBy, order, ...page });
  const rows = await statement.execute(valuesOf(filter));
  return rows.map(({ id }) => id);
};
