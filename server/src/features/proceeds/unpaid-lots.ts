// Reads the lots that were sold and for which their seller was not paid yet, as the seller's statement lists them.
import { toPercent } from "@jara/shared/basis-points";
import { causeWords } from "@jara/shared/ledger-causes";
import { type ExchangeRates, toMajor } from "@jara/shared/money";
import { netOf } from "@jara/shared/proceeds";
import type { UnpaidLot } from "@jara/shared/rest/seller-sales";
import { lotNumberText } from "@jara/shared/sale-order";
import { eq, type SQL } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Db } from "../../platform/database/database.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { consignments } from "../../platform/database/schema/sellers.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { lagosDay } from "../../platform/lib/lagos-time.ts";
import { dueAtOf, entriesOf, isGivenIn, readSales, type Sale } from "./sales.ts";

type SaleOfLot = Pick<UnpaidLot, "lot" | "sale">;
const NO_SALE: SaleOfLot = { lot: null, sale: null };

export interface Unpaid {
  readonly sale: Sale;
  readonly of: SaleOfLot;
}

/** The lots that the buyers have not paid come last. */
export const readUnpaid = async (db: Db, sellerId: string): Promise<readonly Unpaid[]> => {
  const isOwn = eq(consignments.sellerId, sellerId);
  const own = await readSales(db, () => isOwn);
  const unpaid = own.filter((one) => !isGivenIn(one) && (one.isSold || one.isOpen));
  const ofLots = await salesOf(
    db,
    isAnyOf(
      saleLots.auctionId,
      unpaid.map(({ auctionId }) => auctionId),
    ),
  );
  const paidAt = (one: Sale): number => (one.isSold ? (one.paidAt ?? 0) : Number.POSITIVE_INFINITY);
  return unpaid
    .toSorted((a, b) => paidAt(a) - paidAt(b) || a.soldAt - b.soldAt)
    .map((sale) => ({ sale, of: ofLots.get(sale.auctionId) ?? NO_SALE }));
};

const salesOf = async (db: Db, which: SQL): Promise<ReadonlyMap<string, SaleOfLot>> => {
  const { auctionId, lotNumber, suffix } = saleLots;
  const { title, closesAt } = sales;
  const rows = await db
    .select({ auctionId, lotNumber, suffix, title, closesAt })
    .from(saleLots)
    .innerJoin(sales, eq(sales.id, saleLots.saleId))
    .where(which);
  return new Map(
    rows.map((row) => [
      row.auctionId,
      {
        lot: row.lotNumber === null ? null : lotNumberText({ lotNumber: row.lotNumber, suffix: row.suffix ?? "" }),
        sale: row.closesAt === null ? null : { title: row.title, day: lagosDay(row.closesAt) },
      },
    ]),
  );
};

export const toUnpaidLot = (
  { sale, of }: Unpaid,
  { days, rates }: { days: number; rates: ExchangeRates },
): UnpaidLot => {
  const entries = entriesOf(sale, rates);
  const dueAt = dueAtOf(sale, days);
  return {
    auction: { _id: sale.auctionId, title: sale.title },
    ...of,
    commissionPercent: toPercent(sale.terms.commissionBasisPoints),
    lines: entries.map(({ cause, amountMinor, note }) => ({
      cause,
      text: note ?? causeWords(cause),
      amount: toMajor(amountMinor),
    })),
    net: toMajor(netOf(entries)),
    dueAt: dueAt === null ? null : toIso(dueAt),
  };
};
