// Reads one page of the lots that a person sells, each with its sale; and what the seller is paid for one sale.
import { type BasisPoints, toPercent } from "@jara/shared/basis-points";
import { type ExchangeRates, toMajor } from "@jara/shared/money";
import { netOf } from "@jara/shared/proceeds";
import type { Offer } from "@jara/shared/rest/offers";
import type { OwnSale } from "@jara/shared/rest/seller-sales";
import type { SettlementDetails } from "@jara/shared/rest/settlements";
import { and, asc, count, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database } from "../../platform/database/database.ts";
import { offsetOf, type Page } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { agreements, consignments } from "../../platform/database/schema/sellers.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { dueAtOf, entriesOf, isGivenIn, readSales, type Sale } from "./sales.ts";

const isPublic = and(isNull(auctions.removedAt), or(ne(auctions.status, "draft"), auctions.isUpcoming));

/** The lots of the seller that are public. */
const shownOf = (sellerId: string): SQL | undefined => and(eq(consignments.sellerId, sellerId), isPublic);

/** The ids of one page, and the number of all. */
export const ownLotIds = async (
  { db }: Database,
  sellerId: string,
  page: Page,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> => {
  const isOver = sql`${auctions.status} in ('ended', 'sold', 'cancelled')`;
  const lots = (columns: { readonly id: typeof auctions.id } | { readonly total: SQL<number> }) =>
    db.select(columns).from(consignments).innerJoin(auctions, eq(auctions.id, consignments.auctionId));
  const [rows, [all]] = await Promise.all([
    lots({ id: auctions.id })
      .where(shownOf(sellerId))
      .orderBy(
        isOver,
        sql`case when ${isOver} then -1 else 1 end * extract(epoch from ${auctions.endsAt})`,
        auctions.id,
      )
      .limit(page.limit)
      .offset(offsetOf(page)),
    lots({ total: count() }).where(shownOf(sellerId)),
  ]);
  return {
    ids: rows.map((row) => (row as { id: string }).id),
    total: (all as { total: number } | undefined)?.total ?? 0,
  };
};

/** The present sale of each of these lots that has one: the newest that is open, paid, or paid out. */
export const salesOfLots = async ({ db }: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Sale>> => {
  if (ids.length === 0) return new Map();
  const sales = await readSales(db, ({ debt, isSold }) =>
    and(isAnyOf(consignments.auctionId, ids), or(debt.isOpen as unknown as SQL, isSold)),
  );
  return new Map(sales.map((sale) => [sale.auctionId, sale]));
};

/** The reserves of these lots, and the newest terms that their sellers accepted. */
export const agreedFor = async (
  { db }: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<OwnSale, "reservePrice" | "terms">>> => {
  const rows = await db
    .selectDistinctOn([consignments.auctionId], {
      auctionId: consignments.auctionId,
      reserveMinor: auctions.reserveMinor,
      terms: {
        commissionPoints: agreements.commissionPoints,
        leastCommissionMinor: agreements.leastCommissionMinor,
        vatPoints: agreements.vatPoints,
        charges: agreements.charges,
      },
    })
    .from(consignments)
    .innerJoin(auctions, eq(auctions.id, consignments.auctionId))
    .leftJoin(agreements, and(eq(agreements.offerId, consignments.offerId), isNotNull(agreements.acceptedAt)))
    .where(isAnyOf(consignments.auctionId, ids))
    .orderBy(consignments.auctionId, sql`${agreements.version} desc nulls last`);
  return new Map(
    rows.map(({ auctionId, reserveMinor, terms }) => [
      auctionId,
      {
        reservePrice: reserveMinor === null ? null : toMajor(reserveMinor),
        terms: terms && {
          commissionPercent: toPercent(terms.commissionPoints as BasisPoints),
          leastCommission: toMajor(terms.leastCommissionMinor),
          vatPercent: toPercent(terms.vatPoints as BasisPoints),
          charges: terms.charges.map(({ text, amountMinor }) => ({ text, amount: toMajor(amountMinor) })),
        },
      },
    ]),
  );
};

/** The newest public lot of each offer, and where its sale stands. */
export const lotsOfOffers = async (
  database: Database,
  offerIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Offer["lot"]>>> => {
  const rows = await database.db
    .select({
      offerId: consignments.offerId,
      _id: auctions.id,
      status: auctions.status,
      isUpcoming: auctions.isUpcoming,
    })
    .from(consignments)
    .innerJoin(auctions, eq(auctions.id, consignments.auctionId))
    .where(and(isAnyOf(consignments.offerId, offerIds), isPublic))
    .orderBy(asc(auctions.createdAt));
  const newest = new Map(rows.map(({ offerId, ...lot }) => [offerId, lot]));
  const sales = await salesOfLots(
    database,
    [...newest.values()].map(({ _id }) => _id),
  );
  return new Map(
    [...newest].map(([offerId, lot]) => {
      const sale = sales.get(lot._id);
      return [offerId, { ...lot, sale: sale ? statusOf(sale) : null }];
    }),
  );
};

const statusOf = (sale: Sale): NonNullable<OwnSale["sale"]>["status"] =>
  isGivenIn(sale) ? "credited" : sale.isSold ? "due" : "unpaid";

export const toOwnSale = (sale: Sale, days: number, rates: ExchangeRates): NonNullable<OwnSale["sale"]> => {
  const entries = isGivenIn(sale) && sale.given ? sale.given.entries : entriesOf(sale, rates);
  const dueAt = dueAtOf(sale, days);
  return {
    status: statusOf(sale),
    lines: entries.map(({ note, amountMinor }) => ({
      text: note ?? "Price",
      amount: toMajor(amountMinor),
    })),
    net: toMajor(netOf(entries)),
    dueAt: dueAt === null ? null : toIso(dueAt),
    creditedAt: isGivenIn(sale) && sale.given ? toIso(sale.given.paidAt) : null,
    isHandedOver: sale.handedOverAt !== null,
  };
};

/** Null for a lot of the house, and for a sale that is over. */
export const sellerOfDebt = async (
  { db }: Database,
  debtId: string,
  rates: ExchangeRates,
): Promise<NonNullable<SettlementDetails["seller"]> | null> => {
  const [sale] = await readSales(db, ({ debt, isSold, isGiven }) =>
    and(eq(debt.id, debtId), or(debt.isOpen as unknown as SQL, isSold, isGiven)),
  );
  if (!sale) return null;
  const [seller] = await db.select({ username: users.username }).from(users).where(eq(users.id, sale.sellerId));
  const entries = isGivenIn(sale) && sale.given ? sale.given.entries : entriesOf(sale, rates);
  return {
    _id: sale.sellerId,
    username: seller?.username ?? "",
    net: toMajor(netOf(entries)),
    status: statusOf(sale),
  };
};
