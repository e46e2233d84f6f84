// Reads the sales of sellers' lots: wins and Buy It Now purchases, with the terms that were agreed before the sale, and
// what the seller was paid for it.
import type { BasisPoints } from "@jara/shared/basis-points";
import type { ExchangeRates, Minor } from "@jara/shared/money";
import { netOf, type ProceedsEntry, proceedsOf, type SellerTerms } from "@jara/shared/proceeds";
import { and, desc, eq, lte, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleProceeds } from "../../platform/database/schema/proceeds.ts";
import { agreements, consignments } from "../../platform/database/schema/sellers.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { isAnyOf } from "../../platform/database/statements.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The wins and the purchases of all lots. */
const debts = (db: Db) =>
  unionAll(
    db
      .select({
        id: settlements.id,
        auctionId: settlements.auctionId,
        hammerMinor: settlements.amountMinor,
        isOpen: sql<boolean>`${settlements.status} = 'open'`.as("is_open"),
        isPaid: sql<boolean>`${settlements.status} = 'paid'`.as("is_paid"),
        soldAt: settlements.createdAt,
        paidAt: settlements.closedAt,
        handedOverAt: settlements.handedOverAt,
      })
      .from(settlements),
    db
      .select({
        id: purchases.id,
        auctionId: purchases.auctionId,
        hammerMinor: purchases.priceMinor,
        isOpen: sql<boolean>`${purchases.status} = 'pending'`.as("is_open"),
        isPaid: sql<boolean>`${purchases.status} = 'paid'`.as("is_paid"),
        soldAt: purchases.createdAt,
        paidAt: purchases.closedAt,
        handedOverAt: purchases.handedOverAt,
      })
      .from(purchases),
  ).as("debt");

/** The statement of the sales, to which a condition is added. */
export const selectSales = (db: Db) => {
  const debt = debts(db);
  // The agreement that was in force when the lot was sold, so that later terms change nothing.
  const agreement = db
    .select({
      commissionPoints: agreements.commissionPoints,
      leastCommissionMinor: agreements.leastCommissionMinor,
      vatPoints: agreements.vatPoints,
      charges: agreements.charges,
    })
    .from(agreements)
    .where(and(eq(agreements.offerId, consignments.offerId), lte(agreements.acceptedAt, debt.soldAt)))
    .orderBy(desc(agreements.version))
    .limit(1)
    .as("agreement");
  const { hammerMinor, usdToNgn, entries, revision, paidAt } = saleProceeds;
  const isSold = sql<boolean>`(${debt.isPaid} and ${auctions.status} = 'sold' and ${auctions.removedAt} is null)`;
  const isGiven = sql<boolean>`coalesce(${hammerMinor}, 0) > 0`;
  const select = () =>
    db
      .select({
        debtId: debt.id,
        auctionId: debt.auctionId,
        sellerId: consignments.sellerId,
        title: auctions.title,
        currency: auctions.currency,
        hammerMinor: debt.hammerMinor,
        isOpen: debt.isOpen,
        isSold,
        soldAt: debt.soldAt,
        paidAt: debt.paidAt,
        handedOverAt: debt.handedOverAt,
        agreement: {
          commissionPoints: agreement.commissionPoints,
          leastCommissionMinor: agreement.leastCommissionMinor,
          vatPoints: agreement.vatPoints,
          charges: agreement.charges,
        },
        given: { hammerMinor, usdToNgn, entries, revision, paidAt },
      })
      .from(consignments)
      .innerJoin(debt, eq(debt.auctionId, consignments.auctionId))
      .innerJoin(auctions, eq(auctions.id, consignments.auctionId))
      .innerJoinLateral(agreement, sql`true`)
      .leftJoin(saleProceeds, eq(saleProceeds.debtId, debt.id));
  return { select, debt, isSold, isGiven };
};
type Selected = Awaited<ReturnType<ReturnType<typeof selectSales>["select"]>>[number];

/** The terms of a sale, and what the seller has for it now. */
export interface Sale extends Omit<Selected, "agreement" | "given"> {
  readonly terms: SellerTerms;
  readonly given: NonNullable<Selected["given"]> | null;
}

const toSale = ({ agreement, given, ...row }: Selected): Sale => ({
  ...row,
  terms: {
    commissionBasisPoints: agreement.commissionPoints as BasisPoints,
    leastCommissionMinor: agreement.leastCommissionMinor,
    vatBasisPoints: agreement.vatPoints as BasisPoints,
    charges: agreement.charges.map(({ text, amountMinor }) => ({ text, amountMinor: amountMinor as Minor })),
  },
  given,
});

/** The present sales of lots: open, paid, or paid for to the seller. `which`: a condition on the sales. */
export const readSales = async (
  db: Db,
  which: (of: Omit<ReturnType<typeof selectSales>, "select">) => SQL | undefined,
): Promise<Sale[]> => {
  const { select, ...of } = selectSales(db);
  return (await select().where(which(of))).map(toSale);
};

/** When the seller of a paid lot is paid, epoch ms; null while the buyer has not paid. */
export const dueAtOf = ({ isSold, paidAt, handedOverAt }: Sale, days: number): number | null =>
  isSold && paidAt !== null ? Math.min(handedOverAt ?? Number.POSITIVE_INFINITY, paidAt + days * DAY_MS) : null;

/** The entries that the seller has, or will have at these rates. */
export const entriesOf = ({ hammerMinor, currency, terms, given }: Sale, rates: ExchangeRates): ProceedsEntry[] => {
  const usdToNgn = given?.usdToNgn ?? rates.USD_TO_NGN;
  return proceedsOf(hammerMinor, currency, { ...rates, USD_TO_NGN: usdToNgn }, terms);
};

/** Reads what sellers get for sales at the present rates, by the id of the settlement or the purchase. */
export const netsOfSales =
  (rates: () => ExchangeRates) =>
  async (db: Db, debtIds: readonly string[]): Promise<ReadonlyMap<string, Minor>> => {
    const sold = await readSales(db, ({ debt }) => isAnyOf(debt.id, debtIds));
    return new Map(sold.map((sale) => [sale.debtId, netOf(entriesOf(sale, rates()))]));
  };

export const isGivenIn = ({ given }: Sale): boolean => given !== null && given.hammerMinor > 0;
