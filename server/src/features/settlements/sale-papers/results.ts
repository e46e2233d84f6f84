// Reads the results of a sale for the staff: each lot with its outcome, its price, who sells it and who got it, and
// what was refunded.

import { type LotOutcome, outcomeNames } from "@jara/shared/lot-outcome";
import { type Currency, type ExchangeRates, toMajor } from "@jara/shared/money";
import type { PickupSlot } from "@jara/shared/rest/pickups";
import type { Settlement } from "@jara/shared/rest/settlements";
import { lotNumberText } from "@jara/shared/sale-order";
import { and, asc, eq, sql } from "drizzle-orm";
import type { ReceiptFacts } from "../../../auction/settlement/receipt-facts.ts";
import { interestsOf } from "../../../engine/reads/interests.ts";
import { outcome } from "../../../engine/reads/outcomes.ts";
import type { Database } from "../../../platform/database/database.ts";
import { writtenNumber } from "../../../platform/database/document-numbers.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { invoiceLots, invoices } from "../../../platform/database/schema/invoices.ts";
import { receipts } from "../../../platform/database/schema/money.ts";
import { saleLots, sales } from "../../../platform/database/schema/sales.ts";
import { consignments, sellerCodes } from "../../../platform/database/schema/sellers.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { lagosDay } from "../../../platform/lib/lagos-time.ts";
import { personName } from "../../../platform/lib/made-out-to.ts";
import { numbersOfBidders } from "../bidder-numbers.ts";
import { slotsOfSale } from "../pickups/queries.ts";
import { settlementsInParts } from "../queries.ts";

/** A sale of which everything that was paid went back. Amounts are in the lot's currency. */
export interface RefundedSale {
  readonly settlement: Settlement;
  /** The deposit and all payments, as they were before the refund. */
  readonly paid: number;
  readonly deposit: number;
  /** "C-2026-000001"; null in the moment before it is numbered. */
  readonly creditNote: string | null;
}

export interface ResultLot {
  /** The lot's id. */
  readonly id: string;
  /** "12A". */
  readonly lot: string;
  readonly title: string;
  /** "Sold", "Unsold, no bids", "Refunded", "Not closed". */
  readonly outcome: string;
  /**
   * The newest settlement of somebody who has the lot or is to pay for it; null: nobody, or the reader has an interest in
   * the lot.
   */
  readonly sold: Settlement | null;
  /** The newest refunded sale of a lot that nobody has now; null like `sold`. */
  readonly refunded: RefundedSale | null;
  /** The highest bid of a lot that ended without a buyer; null for any other. */
  readonly highBid: { readonly amount: number; readonly currency: Currency } | null;
  /** The short number in the sale of who has or had the lot; null if `sold` and `refunded` are. */
  readonly buyerNumber: number | null;
  /** The code is empty for a lot of the house. Null: the reader has an interest in the lot. */
  readonly seller: { readonly code: string; readonly name: string } | null;
}

export interface SaleResults {
  readonly title: string;
  /** In Lagos, when the first lot closes. */
  readonly day: string;
  readonly updatedAt: number;
  /** The short number of each bidder of the sale, by the id of the person. */
  readonly buyerNumbers: ReadonlyMap<string, number>;
  /** The number of the invoice that has a settlement, by the settlement's id. */
  readonly invoices: ReadonlyMap<string, string>;
  readonly lots: readonly ResultLot[];
  /** The slots that buyers chose, by the buyer's id. */
  readonly slots: ReadonlyMap<string, PickupSlot>;
}

interface Asked {
  readonly saleId: string;
  readonly readerId: string;
  readonly rates: ExchangeRates;
}

const READ_AT_ONCE = 500;
/** The seller of the house's own lots. */
const OF_THE_HOUSE = "House";

/** The lots in the order of the catalogue; null if there is no such sale. */
export const resultsOf = async (database: Database, asked: Asked): Promise<SaleResults | null> => {
  const { saleId, readerId } = asked;
  if (!isUuid(saleId)) return null;
  const [sale] = await database.db
    .select({ title: sales.title, closesAt: sales.closesAt, updatedAt: sales.updatedAt })
    .from(sales)
    .where(eq(sales.id, saleId));
  if (!sale) return null;
  const rows = await lotsOf(database, saleId);
  const interests = await interestsOf(database, readerId);
  const { sold, refunded } = await boughtIn(database, asked);
  const buyerNumbers = await numbersOfBidders(database, saleId);
  const lots = rows.map((row): ResultLot => {
    const has = row.outcome === "sold" ? (sold.get(row.id) ?? null) : null;
    const had = row.outcome === "refunded" ? (refunded.get(row.id) ?? null) : null;
    return {
      id: row.id,
      lot: lotNumberText(row),
      title: row.title,
      outcome: wordsOf(row.outcome),
      sold: has,
      refunded: had,
      buyerNumber: buyerNumbers.get((has ?? had?.settlement)?.buyer._id ?? "") ?? null,
      highBid: endedWithBids(row.outcome) ? { amount: toMajor(row.priceMinor), currency: row.currency } : null,
      seller: interests.has(row.id)
        ? null
        : { code: row.code ?? "", name: row.seller ? personName(row.seller) : OF_THE_HOUSE },
    };
  });
  const { title, closesAt, updatedAt } = sale;
  return {
    title,
    day: lagosDay(closesAt),
    updatedAt,
    lots,
    buyerNumbers,
    invoices: await invoicesOfSale(database, saleId),
    slots: await slotsOfSale(database, saleId),
  };
};

const invoicesOfSale = async ({ db }: Database, saleId: string): Promise<Map<string, string>> => {
  const { year, number } = invoices;
  const rows = await db
    .select({ settlementId: invoiceLots.settlementId, year, number })
    .from(invoiceLots)
    .innerJoin(invoices, eq(invoices.id, invoiceLots.invoiceId))
    .innerJoin(saleLots, eq(saleLots.auctionId, invoiceLots.auctionId))
    .where(eq(saleLots.saleId, saleId));
  return new Map(rows.map((row) => [row.settlementId, writtenNumber("I", row.year, row.number)]));
};

const lotsOf = ({ db }: Database, saleId: string) => {
  const { lotNumber, suffix } = saleLots;
  const { username, firstName, lastName } = users;
  return db
    .select({
      id: auctions.id,
      title: auctions.title,
      outcome: outcome(),
      currency: auctions.currency,
      priceMinor: auctions.priceMinor,
      lotNumber,
      suffix,
      seller: { username, firstName, lastName },
      code: sellerCodes.code,
    })
    .from(saleLots)
    .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .leftJoin(consignments, eq(consignments.auctionId, auctions.id))
    .leftJoin(users, eq(users.id, consignments.sellerId))
    .leftJoin(sellerCodes, eq(sellerCodes.userId, consignments.sellerId))
    .where(eq(saleLots.saleId, saleId))
    .orderBy(asc(lotNumber), asc(suffix));
};

interface Bought {
  /** The settlements that are paid or due, by the lot's id. */
  readonly sold: ReadonlyMap<string, Settlement>;
  readonly refunded: ReadonlyMap<string, RefundedSale>;
}

const boughtIn = async (database: Database, { saleId, readerId, rates }: Asked): Promise<Bought> => {
  const sold = new Map<string, Settlement>();
  const refunded = new Map<string, Settlement>();
  const filter = { sale: saleId, adminId: readerId };
  for await (const part of settlementsInParts(database, filter, READ_AT_ONCE, rates)) {
    for (const one of part) {
      const { _id } = one.auction;
      if (one.status === "open" || one.status === "paid") sold.set(_id, one);
      if (one.status === "refunded" && one.createdAt > (refunded.get(_id)?.createdAt ?? "")) refunded.set(_id, one);
    }
  }
  const notes = await creditNotesOf(
    database,
    [...refunded.values()].map((one) => one._id),
  );
  const withNote = (settlement: Settlement): RefundedSale => {
    const note = notes.get(settlement._id);
    return {
      settlement,
      paid: note ? toMajor(note.amountMinor) : settlement.total,
      deposit: note ? toMajor(note.depositWorthMinor) : 0,
      creditNote: settlement.refund?.creditNote ?? null,
    };
  };
  return { sold, refunded: new Map([...refunded].map(([lot, settlement]) => [lot, withNote(settlement)])) };
};

/** The facts of the newest credit note of each settlement: that of its refund. */
const creditNotesOf = async ({ db }: Database, settlementIds: readonly string[]) => {
  const { settlementId, kind, createdAt } = receipts;
  const rows = await db
    .select({ settlementId, facts: sql<ReceiptFacts>`${receipts.facts}::jsonb` })
    .from(receipts)
    .where(and(isAnyOf(settlementId, settlementIds), eq(kind, "credit-note")))
    .orderBy(asc(createdAt));
  return new Map(rows.map((row) => [row.settlementId, row.facts]));
};

const endedWithBids = (one: LotOutcome | null): boolean => one === "reserve-not-met" || one === "no-winner";
const wordsOf = (one: LotOutcome | null): string => (one === null ? "Not closed" : outcomeNames[one]);
