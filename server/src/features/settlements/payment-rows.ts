// Reads payments with their lots, their payers and the staff who booked or reversed them: for one settlement, for a
// period, and for files.
import { type Currency, type Minor, toMajor } from "@jara/shared/money";
import type { PaymentMethod, SettlementKind, SettlementPayment } from "@jara/shared/rest/settlements";
import type { Taking } from "@jara/shared/rest/takings";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { NamedPayment } from "../../auction/events.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { writtenNumber } from "../../platform/database/document-numbers.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { invoiceLots, invoices } from "../../platform/database/schema/invoices.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { payments, purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { refuseField } from "../../platform/http/refused.ts";
import { iso, referenceOf } from "./owed-view.ts";

const payer = alias(users, "payer");
const booker = alias(users, "booker");
const reverser = alias(users, "reverser");

const named = <T>(column: PgColumn, name: string) => sql<T>`${column}`.as(name);
const ms = <T extends number | null>(column: PgColumn, name: string) =>
  sql<T>`(extract(epoch from ${column}) * 1000)::float8`.as(name);
const amount = (column: PgColumn, name: string) => sql<Minor>`${column}::float8`.as(name);

/** The payment that the row is a part of: that of a whole invoice, or the row itself. The parts are booked in one commit. */
export const wholePaymentId = sql<string>`coalesce(${payments.invoicePaymentId}, ${payments.id})`;

/** The lot's number in its sale ("12A"); null: it is in no sale. */
export const lotText = sql<string | null>`${saleLots.lotNumber} || ${saleLots.suffix}`;

/** Each column has a name of its own, so that the rows can also be read as JSON. */
const columns = {
  id: named<string>(payments.id, "id"),
  paymentId: wholePaymentId.as("paymentId"),
  settlementId: named<string>(payments.settlementId, "settlementId"),
  kind: sql<SettlementKind>`case when exists (select from ${settlements} where ${settlements.id} = ${payments.settlementId})
    then 'win' else 'buy-it-now' end`.as("kind"),
  method: named<PaymentMethod>(payments.method, "method"),
  amountMinor: amount(payments.amountMinor, "amountMinor"),
  ngnMinor: amount(payments.ngnMinor, "ngnMinor"),
  surplusNgnMinor: amount(payments.surplusNgnMinor, "surplusNgnMinor"),
  reference: named<string | null>(payments.reference, "reference"),
  note: named<string | null>(payments.note, "note"),
  createdAt: ms<number>(payments.createdAt, "createdAt"),
  reversedAt: ms<number | null>(payments.reversedAt, "reversedAt"),
  reverseReason: named<string | null>(payments.reverseReason, "reverseReason"),
  isRefunded: sql<boolean>`(exists (select from ${settlements} where ${settlements.id} = ${payments.settlementId}
      and ${hasValue(settlements.status, "refunded")})
    or exists (select from ${purchases} where ${purchases.id} = ${payments.settlementId}
      and ${purchases.refundedTo} is not null))`.as("isRefunded"),
  auctionId: named<string>(payments.auctionId, "auctionId"),
  title: named<string>(auctions.title, "title"),
  currency: named<Currency>(auctions.currency, "currency"),
  lot: lotText.as("lot"),
  saleId: named<string | null>(sales.id, "saleId"),
  saleTitle: named<string | null>(sales.title, "saleTitle"),
  invoiceYear: named<number | null>(invoices.year, "invoiceYear"),
  invoiceNumber: named<number | null>(invoices.number, "invoiceNumber"),
  payerId: named<string>(payments.payerId, "payerId"),
  payerName: named<string>(payer.username, "payerName"),
  payerEmail: named<string>(payer.email, "payerEmail"),
  bookerId: named<string | null>(payments.bookedBy, "bookerId"),
  bookerName: named<string | null>(booker.username, "bookerName"),
  reverserId: named<string | null>(payments.reversedBy, "reverserId"),
  reverserName: named<string | null>(reverser.username, "reverserName"),
};

export const selectPayments = (db: Db) =>
  db
    .select(columns)
    .from(payments)
    .innerJoin(auctions, eq(auctions.id, payments.auctionId))
    .innerJoin(payer, eq(payer.id, payments.payerId))
    .leftJoin(booker, eq(booker.id, payments.bookedBy))
    .leftJoin(reverser, eq(reverser.id, payments.reversedBy))
    .leftJoin(saleLots, eq(saleLots.auctionId, payments.auctionId))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .leftJoin(invoiceLots, eq(invoiceLots.settlementId, payments.settlementId))
    .leftJoin(invoices, eq(invoices.id, invoiceLots.invoiceId));
export type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number];

/** "I-2026-000001"; null: the debt is on no invoice. */
export const invoiceOf = ({ invoiceYear, invoiceNumber }: Pick<PaymentRow, "invoiceYear" | "invoiceNumber">) =>
  invoiceYear === null || invoiceNumber === null ? null : writtenNumber("I", invoiceYear, invoiceNumber);

const whole = alias(payments, "whole");

const isPartOfSame = and(
  eq(whole.invoicePaymentId, payments.invoicePaymentId),
  eq(whole.createdAt, payments.createdAt),
);
/** NGN kobo that came for the lot, and beyond. */
const cameMinor = sql<Minor>`(${whole.ngnMinor} + ${whole.surplusNgnMinor})::float8`;

/** The settlement's payments that are parts of one payment for several lots, by id. `interests`: lots of the reader's. */
export const paidTogether = async (
  { db }: Database,
  settlementId: string,
  interests: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Pick<SettlementPayment, "together">>> => {
  const rows = await db
    .select({
      id: payments.id,
      partId: named<string>(whole.id, "part_id"),
      auctionId: whole.auctionId,
      title: auctions.title,
      lot: lotText,
      ngnMinor: cameMinor,
      surplusMinor: sql<Minor>`${whole.surplusNgnMinor}::float8`,
      isReversed: sql<boolean>`${whole.reversedAt} is not null`,
    })
    .from(payments)
    .innerJoin(whole, isPartOfSame)
    .innerJoin(auctions, eq(auctions.id, whole.auctionId))
    .leftJoin(saleLots, eq(saleLots.auctionId, whole.auctionId))
    .where(eq(payments.settlementId, settlementId))
    .orderBy(asc(saleLots.lotNumber), asc(saleLots.suffix), asc(whole.id));
  return new Map(
    [...new Set(rows.map(({ id }) => id))].flatMap((id) => {
      const parts = rows.filter((row) => row.id === id);
      if (parts.length < 2) return [];
      const ngn = toMajor(parts.reduce((sum, { ngnMinor }) => sum + ngnMinor, 0));
      const others = parts.filter(({ partId, isReversed }) => partId !== id && !isReversed);
      const isAllowed = !others.some(({ auctionId }) => interests.has(auctionId));
      const shown = others.map(({ partId, title, lot, ngnMinor, surplusMinor }) => ({
        _id: partId,
        title,
        lot,
        amountNgn: toMajor(ngnMinor),
        ...(surplusMinor > 0 && { surplusNgn: toMajor(surplusMinor) }),
      }));
      return [[id, { together: { lots: parts.length, ngn, ...(isAllowed && { others: shown }) } }]];
    }),
  );
};

export interface OtherPart {
  readonly settlementId: string;
  readonly payment: NamedPayment;
  readonly ngnMinor: Minor;
}

/** The parts of the same payment with these ids, each of another lot. Refuses an id that is none of them. */
export const otherParts = async (
  { db }: Database,
  named: readonly NamedPayment[],
  ids: readonly string[],
): Promise<OtherPart[]> => {
  const [one, ...more] = named;
  if (!one?.id || more.length > 0) return refuseField("others", "Please name the one payment of which these are parts");
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const rows = await db
    .select({
      id: whole.id,
      settlementId: whole.settlementId,
      method: whole.method,
      amountMinor: whole.amountMinor,
      ngnMinor: whole.ngnMinor,
      reference: whole.reference,
      at: sql<number>`(extract(epoch from ${whole.createdAt}) * 1000)::float8`,
      came: cameMinor,
    })
    .from(payments)
    .innerJoin(whole, isPartOfSame)
    .where(and(eq(payments.id, one.id), ne(whole.id, payments.id)));
  const found = new Map(rows.map((row) => [row.id, row]));
  return wanted.map((wantedId) => {
    const row = found.get(wantedId);
    if (!row) return refuseField("others", "This is not a part of the same payment");
    const { settlementId, came, ...payment } = row;
    return { settlementId, payment, ngnMinor: came };
  });
};

/** The settlement's payments with these ids, each once. Refuses an id that is none of them. */
export const namedPayments = async (
  { db }: Database,
  settlementId: string,
  ids: readonly string[],
): Promise<NamedPayment[]> => {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const rows = await selectPayments(db).where(
    and(eq(payments.settlementId, settlementId), isAnyOf(payments.id, wanted.filter(isUuid))),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return wanted.map((wantedId) => {
    const row = found.get(wantedId);
    if (!row) return refuseField("payments", "This is not a payment for this lot");
    const { id, createdAt: at, method, amountMinor, ngnMinor, reference } = row;
    return { id, at, method, amountMinor, ngnMinor, reference };
  });
};

const person = (id: string | null, username: string | null) =>
  id === null ? null : { _id: id, username: username ?? "" };

export const toPayment = (row: PaymentRow): SettlementPayment => ({
  _id: row.id,
  amount: toMajor(row.amountMinor),
  amountNgn: toMajor(row.ngnMinor),
  ...(row.surplusNgnMinor > 0 && { surplusNgn: toMajor(row.surplusNgnMinor) }),
  method: row.method,
  reference: row.reference,
  note: row.note,
  bookedBy: person(row.bookerId, row.bookerName),
  at: iso(row.createdAt),
  reversed:
    row.reversedAt === null
      ? null
      : { at: iso(row.reversedAt), by: person(row.reverserId, row.reverserName), reason: row.reverseReason || null },
});

export const toTaking = (row: PaymentRow): Taking => ({
  ...toPayment(row),
  paymentId: row.paymentId,
  ...(row.isRefunded && { isRefunded: true }),
  settlement: { _id: row.settlementId, kind: row.kind, reference: referenceOf(row.settlementId) },
  auction: { _id: row.auctionId, title: row.title, currency: row.currency },
  lot: row.lot,
  sale: row.saleId === null ? null : { _id: row.saleId, title: row.saleTitle ?? "" },
  invoice: invoiceOf(row),
  payer: { _id: row.payerId, username: row.payerName },
});
