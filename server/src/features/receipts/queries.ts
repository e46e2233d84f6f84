// Reads numbered receipts. A receipt that has no number yet is shown to nobody.
import { toMajor } from "@jara/shared/money";
import type { Receipt } from "@jara/shared/rest/receipts";
import { lotNumberText } from "@jara/shared/sale-order";
import { isReturnedPayment } from "@jara/shared/surplus";
import { and, asc, desc, eq, exists, isNotNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";
import { houseAt } from "../../engine/reads/house-of-papers.ts";
import { notAbout } from "../../engine/reads/interests.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { writtenNumber } from "../../platform/database/document-numbers.ts";
import type { Page } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { invoiceLots, invoices } from "../../platform/database/schema/invoices.ts";
import { receipts } from "../../platform/database/schema/money.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { consignments } from "../../platform/database/schema/sellers.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { lagosDay } from "../../platform/lib/lagos-time.ts";
import { correctedReceipts } from "./corrected-receipts.ts";
import type { NumberedReceipt, PrintedReceipt, ReceiptLot, ReceiptPeople } from "./receipt.ts";
import { wholePayment } from "./whole-payment.ts";

const note = alias(receipts, "note");

const selectReceipts = (db: Db) =>
  db
    .select({
      id: receipts.id,
      userId: receipts.userId,
      series: receipts.series,
      year: receipts.year,
      number: receipts.number,
      auctionId: receipts.auctionId,
      facts: receipts.facts,
      people: receipts.people,
      numberedAt: receipts.numberedAt,
    })
    .from(receipts);
type Row = Awaited<ReturnType<typeof selectReceipts>>[number];

export const findReceipt = async ({ db }: Database, id: string): Promise<PrintedReceipt | null> => {
  if (!isUuid(id)) return null;
  const [row] = await selectReceipts(db).where(and(eq(receipts.id, id), isNotNull(receipts.number)));
  if (!row) return null;
  const receipt = toReceipt(row);
  const [house, lot, corrects, whole] = await Promise.all([
    houseAt(db, receipt.numberedAt),
    lotOf(db, id),
    correctedNumbers(db, id),
    wholePayment(db, id),
  ]);
  return { ...receipt, house, lot, corrects, whole };
};

/** What the receipt is about; null if it is about no auction. */
const lotOf = async (db: Db, receiptId: string): Promise<ReceiptLot | null> => {
  const [row] = await db
    .select({
      lotNumber: saleLots.lotNumber,
      suffix: saleLots.suffix,
      saleTitle: sales.title,
      closesAt: sales.closesAt,
      seller: users.username,
      invoice: { year: invoices.year, number: invoices.number },
    })
    .from(receipts)
    .leftJoin(saleLots, eq(saleLots.auctionId, receipts.auctionId))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .leftJoin(consignments, eq(consignments.auctionId, receipts.auctionId))
    .leftJoin(users, eq(users.id, consignments.sellerId))
    .leftJoin(invoiceLots, eq(invoiceLots.settlementId, receipts.settlementId))
    .leftJoin(invoices, eq(invoices.id, invoiceLots.invoiceId))
    .where(and(eq(receipts.id, receiptId), isNotNull(receipts.auctionId)));
  if (!row) return null;
  const { lotNumber, suffix, saleTitle, closesAt, seller, invoice } = row;
  return {
    number: lotNumber === null ? null : lotNumberText({ lotNumber, suffix: suffix ?? "" }),
    sale: saleTitle === null || closesAt === null ? null : { title: saleTitle, day: lagosDay(closesAt) },
    seller,
    invoice: invoice && writtenNumber("I", invoice.year, invoice.number),
  };
};

/** The numbers of the receipts that a credit note corrects; none if it is no credit note. */
const correctedNumbers = async (db: Db, noteId: string): Promise<string[]> => {
  const { id, series, year, number, correctsId, facts, settlementId } = receipts;
  const isRefunded = (table: typeof settlements | typeof purchases) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.id, note.settlementId), isNotNull(table.refundedTo))),
    );
  const rows = await db
    .select({
      id,
      series,
      year,
      number,
      correctsId,
      facts: sql<ReceiptFacts>`${facts}`,
      isRefunded: sql<boolean>`${or(isRefunded(settlements), isRefunded(purchases))}`,
    })
    .from(receipts)
    .innerJoin(note, or(eq(settlementId, note.settlementId), eq(id, note.id), eq(id, note.correctsId)))
    .where(eq(note.id, noteId))
    .orderBy(asc(receipts.createdAt), asc(id));
  return correctedReceipts(rows, noteId, rows[0]?.isRefunded ?? false).flatMap((one) =>
    one.year && one.number ? writtenNumber(one.series, one.year, one.number) : [],
  );
};

/** Newest first. Receipts about the auctions of `exceptIds` are left out; with `aboutId` there are those about it alone. */
export const receiptsOfUser = async (
  { db }: Database,
  userId: string,
  exceptIds: readonly string[],
  { page, limit, aboutId }: Page & { readonly aboutId: string | undefined },
): Promise<{ receipts: Receipt[]; total: number }> => {
  const isElsewhere = notAbout(receipts.auctionId, exceptIds);
  const isAbout = aboutId === undefined ? undefined : eq(receipts.auctionId, aboutId);
  const ofUser = and(eq(receipts.userId, userId), isNotNull(receipts.number), isElsewhere, isAbout);
  const [total, rows] = await Promise.all([
    db.$count(receipts, ofUser),
    selectReceipts(db)
      .where(ofUser)
      .orderBy(desc(receipts.createdAt), desc(receipts.id))
      .limit(limit)
      .offset((page - 1) * limit),
  ]);
  return { receipts: rows.map((row) => toListed(toReceipt(row))), total };
};

const toReceipt = ({ series, year, number, facts, people, numberedAt, ...row }: Row): NumberedReceipt => {
  // A check of the table guarantees that a row has all of these or none.
  if (year === null || number === null || numberedAt === null) throw new Error(`receipt ${row.id} has no number`);
  return {
    ...row,
    number: writtenNumber(series, year, number),
    facts: facts as ReceiptFacts,
    people: people as ReceiptPeople,
    numberedAt,
  };
};

const toListed = ({ id, number, auctionId, facts, numberedAt }: NumberedReceipt): Receipt => ({
  _id: id,
  number,
  kind: facts.kind,
  method: facts.method,
  ...(isReturnedPayment(facts) && { isReturned: true }),
  auction: auctionId === null ? null : { _id: auctionId, title: facts.title },
  amount: toMajor(facts.amountMinor),
  currency: facts.currency,
  amountNgn: toMajor(facts.ngnMinor),
  at: new Date(numberedAt).toISOString(),
});
