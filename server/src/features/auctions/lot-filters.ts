// The filters of the staff's list of all lots, but for the search: each has its condition, which the list, its total and
// the counts of the tabs use.
import type { LotsFileQuery } from "@jara/shared/rest/admin-auctions";
import { and, count, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.ts";
import { auctionSearch, auctions } from "../../platform/database/schema/auctions.ts";
import { saleLots } from "../../platform/database/schema/sales.ts";
import { consignments } from "../../platform/database/schema/sellers.ts";
import { settlements } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { preparedFor } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { countAuctions, countUpcoming } from "./auction-counts.ts";

type Asked = Readonly<Omit<LotsFileQuery, "search" | "sortBy" | "sortOrder">>;
/** Ids that people choose. They are values of the statements, whose text only says that they are compared. */
const ids = ["sale", "seller"] as const;
type Id = (typeof ids)[number];

/** The filters that a request names. The text of a statement depends on them. */
export type LotFilters = Omit<Asked, Id> & { readonly [I in Id]?: true };
type Name = keyof LotFilters;

/** The values of the placeholders in `fitsFilters`. Nothing is equal to null, which stands for an id that nothing has. */
export const lotFilterValues = (query: Asked): Record<Id, string | null> => {
  const known = (id = "") => (isUuid(id) ? id : null);
  return { sale: known(query.sale), seller: known(query.seller) };
};

const later = alias(auctions, "later");
export const startsLater = sql`exists (
  select from ${auctions} ${later} where ${later.id} = ${auctionSearch.auctionId} and ${later.startsAt} is not null)`;

const owed = alias(settlements, "owed");
/** True for a lot that ended and whose winner has not paid. Its settlement is open until then. */
export const awaitsPayment = sql`(${hasValue(auctionSearch.status, "ended")} and exists (
  select from ${settlements} ${owed} where ${owed.auctionId} = ${auctionSearch.auctionId} and ${owed.status} = 'open'))`;

/**
 * Each is a condition on a row of `auction_search`. The status is a constant in the text. With a parameter the planner
 * would not know it, and would search all rows for a few rare ones.
 */
const conditions: { readonly [N in Name]-?: (value: NonNullable<LotFilters[N]>) => SQL | undefined } = {
  status: (status) => hasValue(auctionSearch.status, status),
  upcoming: (isUpcoming) => (isUpcoming ? startsLater : undefined),
  ended: (kind) => (kind === "unsold" ? sql`not ${awaitsPayment}` : awaitsPayment),
  sale: () => sql`exists (select from ${saleLots}
    where ${saleLots.auctionId} = ${auctionSearch.auctionId} and ${saleLots.saleId} = ${sql.placeholder("sale")}::uuid)`,
  seller: () => sql`exists (select from ${consignments}
    where ${consignments.auctionId} = ${auctionSearch.auctionId} and ${consignments.sellerId} = ${sql.placeholder("seller")}::uuid)`,
};
const names = Object.keys(conditions) as Name[];

export const lotFiltersOf = (query: Asked): LotFilters => {
  const isId = (name: Name): boolean => ids.some((id) => id === name);
  const given: LotFilters = Object.fromEntries(
    names.flatMap((name) => (query[name] === undefined ? [] : [[name, isId(name) || query[name]]])),
  );
  const { upcoming, ...filters } = given;
  if (upcoming) return { ...given, status: "draft" };
  return filters.ended ? { ...filters, status: "ended" } : filters;
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

export const countFiltered = async (
  database: Database,
  filters: LotFilters,
  values: ReturnType<typeof lotFilterValues>,
): Promise<number> => {
  if (hasOnly(filters, "status")) return await countAuctions(database, { status: filters.status });
  if (hasOnly(filters, "status", "upcoming")) return await countUpcoming(database);
  const [row] = await counted(database, filters).execute(values);
  return row?.total ?? 0;
};
