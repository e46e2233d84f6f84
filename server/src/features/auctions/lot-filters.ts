// The filters of the staff's list of all lots, but for the search: each has its condition, which the list, its total and
// the counts of the tabs use.
import type { LotsFileQuery } from "@jara/shared/rest/admin-auctions";
import { and, count, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.ts";
import { auctionSearch, auctions } from "../../platform/database/schema/auctions.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { preparedFor } from "../../platform/database/statements.ts";
import { countAuctions, countUpcoming } from "./auction-counts.ts";

/** The filters that a request names. The text of a statement depends on them. */
export type LotFilters = Readonly<Omit<LotsFileQuery, "search" | "sortBy" | "sortOrder">>;
type Name = keyof LotFilters;

const later = alias(auctions, "later");
export const startsLater = sql`exists (
  select from ${auctions} ${later} where ${later.id} = ${auctionSearch.auctionId} and ${later.startsAt} is not null)`;

/**
 * Each is a condition on a row of `auction_search`. The status is a constant in the text. With a parameter the planner
 * would not know it, and would search all rows for a few rare ones.
 */
const conditions: { readonly [N in Name]-?: (value: NonNullable<LotFilters[N]>) => SQL | undefined } = {
  status: (status) => hasValue(auctionSearch.status, status),
  upcoming: (isUpcoming) => (isUpcoming ? startsLater : undefined),
};
const names = Object.keys(conditions) as Name[];

export const lotFiltersOf = (query: LotFilters): LotFilters => {
  const given = Object.fromEntries(names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
  const { upcoming, ...filters }: LotFilters = given;
  return upcoming ? { ...given, status: "draft" } : filters;
};

export const fitsFilters = (filters: LotFilters): SQL | undefined =>
  and(
    ...names.map((name) => {
      const [fits, value] = [conditions[name] as (value: unknown) => SQL | undefined, filters[name]];
      return value === undefined ? undefined : fits(value);
    }),
  );

/** Returns true if no other filter is given. */
export const hasOnly = (filters: LotFilters, ...allowed: Name[]): boolean =>
  names.every((name) => filters[name] === undefined || allowed.includes(name));

const counted = preparedFor((db, filters: LotFilters) =>
  db.select({ total: count() }).from(auctionSearch).where(fitsFilters(filters)).prepare("number of filtered lots"),
);

export const countFiltered = async (database: Database, filters: LotFilters): Promise<number> => {
  if (hasOnly(filters, "status")) return await countAuctions(database, { status: filters.status });
  if (hasOnly(filters, "status", "upcoming")) return await countUpcoming(database);
  const [row] = await counted(database, filters).execute();
  return row?.total ?? 0;
};
