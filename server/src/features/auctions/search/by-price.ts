// Active auctions ordered by current price. The price itself must not be indexed, because then every bid would write
// all indexes of its auction. Instead there is an index of price steps. The query first counts the auctions on each
// step from the index alone, then reads and sorts only the steps that the page covers.
import type { Minor } from "@jara/shared/money";
import type { Database, Param } from "../../../platform/database/database.ts";
import type { Found, Order, Page } from "../../../platform/database/pages.ts";
import { priceStepOf } from "../../../platform/database/price-step.ts";

export interface PriceFilter {
  readonly minMinor: Minor | null;
  readonly maxMinor: Minor | null;
  readonly currency: string | undefined;
  readonly hasReserve: boolean | undefined;
  readonly hasBuyItNow: boolean | undefined;
}

/** The number of auctions on each step, ascending. */
type Steps = readonly { readonly step: number; readonly count: number }[];

/** Conditions on `auctions a`. The first two parameters are the price limits, or null. */
const conditionsOf = (filter: PriceFilter): { where: string; params: Param[] } => {
  const params: Param[] = [filter.minMinor, filter.maxMinor];
  const conditions = ["a.status = 'active' and a.removed_at is null"];
  if (filter.currency) conditions.push(`a.currency = $${params.push(filter.currency)}::text`);
  if (filter.hasReserve !== undefined) conditions.push(`(a.reserve_minor is not null) = ${filter.hasReserve}`);
  if (filter.hasBuyItNow !== undefined) conditions.push(`(a.buy_it_now_minor is not null) = ${filter.hasBuyItNow}`);
  return { where: conditions.join(" and "), params };
};

const LEAST = "coalesce($1::text::bigint, 0)";
const MOST = `coalesce($2::text::bigint, ${Number.MAX_SAFE_INTEGER})`;
/** Condition on `auctions a` that uses the index of price steps. */
const withinLimits = `a.price_step between ${priceStepOf(LEAST)} and ${priceStepOf(MOST)}
  and a.price_minor between ${LEAST} and ${MOST}`;

/**
 * Counts the matching auctions on each step. Between the steps of the two price limits every auction counts. On the
 * steps of the limits each price is compared.
 */
const stepsOf = async (database: Database, filter: PriceFilter): Promise<Steps> => {
  const { where, params } = conditionsOf(filter);
  const count = `select a.price_step as step, count(*)::int as count from auctions a where ${where}`;
  const isUnlimited = filter.minMinor === null && filter.maxMinor === null;
  const rows = await database.query<{ step: number; count: number }>(
    isUnlimited
      ? `${count} and coalesce($1::text, $2::text) is null group by 1 order by 1`
      : `select step, sum(count)::int as count from (
           ${count} and a.price_step > ${priceStepOf(LEAST)} and a.price_step < ${priceStepOf(MOST)} group by 1
           union all
           ${count} and a.price_step in (${priceStepOf(LEAST)}, ${priceStepOf(MOST)})
             and a.price_minor between ${LEAST} and ${MOST} group by 1
         ) counted group by 1 order by 1`,
    params,
  );
  return rows;
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
  const { where, params } = conditionsOf(filter);
  const bounds = [from.step, to.step].toSorted((a, b) => a - b).map((step) => `$${params.push(step)}::text::smallint`);
  const rows = await database.query<{ id: string }>(
    `select a.id from auctions a where ${where} and ${withinLimits} and a.price_step between ${bounds.join(" and ")}
     order by a.price_minor ${order}, a.id ${order} limit ${limit} offset ${before}`,
    params,
  );
  return { ids: rows.map(({ id }) => id), total };
};

/** Reads all auctions within the limits and sorts them in another order. For the case that they are few. */
export const pageWithin = async (
  database: Database,
  filter: PriceFilter,
  key: string,
  order: Order,
  { page, limit }: Page,
): Promise<string[]> => {
  const { where, params } = conditionsOf(filter);
  const rows = await database.query<{ id: string }>(
    `select a.id from auctions a where ${where} and ${withinLimits}
     order by ${key} ${order}, a.id ${order} limit ${limit} offset ${(page - 1) * limit}`,
    params,
  );
  return rows.map(({ id }) => id);
};
