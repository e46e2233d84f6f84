// Reads numbered receipts. A receipt that has no number yet is shown to nobody.
import { toMajor } from "@jara/shared/money";
import type { Receipt } from "@jara/shared/rest/receipts";
import { and, desc, eq, isNotNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";
import { notAbout } from "../../engine/reads/interests.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { writtenNumber } from "../../platform/database/document-numbers.ts";
import type { Page } from "../../platform/database/pages.ts";
import { receipts } from "../../platform/database/schema/money.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { NumberedReceipt, ReceiptPeople } from "./receipt.ts";

const corrected = alias(receipts, "corrected");

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
      corrected: { series: corrected.series, year: corrected.year, number: corrected.number },
    })
    .from(receipts)
    .leftJoin(corrected, eq(corrected.id, receipts.correctsId));
type Row = Awaited<ReturnType<typeof selectReceipts>>[number];

export const findReceipt = async ({ db }: Database, id: string): Promise<NumberedReceipt | null> => {
  if (!isUuid(id)) return null;
  const [row] = await selectReceipts(db).where(and(eq(receipts.id, id), isNotNull(receipts.number)));
  return row ? toReceipt(row) : null;
};

/** Newest first. Receipts about the auctions of `exceptIds` are left out. */
export const receiptsOfUser = async (
  { db }: Database,
  userId: string,
  exceptIds: readonly string[],
  { page, limit }: Page,
): Promise<{ receipts: Receipt[]; total: number }> => {
  const isElsewhere = notAbout(receipts.auctionId, exceptIds);
  const ofUser = and(eq(receipts.userId, userId), isNotNull(receipts.number), isElsewhere);
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

const toReceipt = ({
  series,
  year,
  number,
  facts,
  people,
  numberedAt,
  corrected: other,
  ...row
}: Row): NumberedReceipt => {
  // A check of the table guarantees that a row has all of these or none.
  if (year === null || number === null || numberedAt === null) throw new Error(`receipt ${row.id} has no number`);
  return {
    ...row,
    number: writtenNumber(series, year, number),
    facts: facts as ReceiptFacts,
    people: people as ReceiptPeople,
    numberedAt,
    corrects: other?.year && other.number ? writtenNumber(other.series, other.year, other.number) : null,
  };
};

const toListed = ({ id, number, auctionId, facts, numberedAt }: NumberedReceipt): Receipt => ({
  _id: id,
  number,
  kind: facts.kind,
  auction: auctionId === null ? null : { _id: auctionId, title: facts.title },
  amount: toMajor(facts.amountMinor),
  currency: facts.currency,
  amountNgn: toMajor(facts.ngnMinor),
  at: new Date(numberedAt).toISOString(),
});
