// Reads the money of a period that is no payment for a lot: what came or went for balances (edits by staff that say how it
// came or was paid out, top-ups, and online payments of which nothing was due any more), refunds in cash, withdrawals that
// were paid, and payments that were taken back. With the payments for lots these rows are all money that moved: the sums of the takings,
// their list, their file and the close of the day use the same rows.
import type { Currency } from "@jara/shared/money";
import type { PaymentMethod } from "@jara/shared/rest/settlements";
import type { OtherMoneyKind } from "@jara/shared/rest/takings";
import { and, eq, isNotNull, notExists, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import type { Database, Db } from "../../platform/database/database.ts";
import { writtenNumber } from "../../platform/database/document-numbers.ts";
import { literal } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { invoiceLots, invoices } from "../../platform/database/schema/invoices.ts";
import { ledgerEntries, receipts, withdrawals } from "../../platform/database/schema/money.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { payments, purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { lotText, wholePaymentId } from "./payment-rows.ts";

/** Which rows of each table count. */
export interface OtherMoneyScope {
  readonly entries: SQL | undefined;
  readonly paidOut: SQL | undefined;
  readonly reversed: SQL | undefined;
}

const e = ledgerEntries;
const actor = alias(users, "actor");

const named = <T>(value: SQLWrapper, name: string) => sql<T>`${value}`.as(name);
const nothing = sql`null::uuid`;

/** Names what a row says, under the same names in each part of the union. Amounts are in kobo or cents; `at` is epoch ms. */
interface Parts {
  readonly id: SQLWrapper;
  readonly kind: OtherMoneyKind | SQL;
  readonly time: SQLWrapper;
  readonly method: SQLWrapper;
  /** In the currency, below zero: it went. */
  readonly amount: SQLWrapper;
  readonly currency: SQLWrapper;
  readonly ngn: SQLWrapper;
  readonly surplus: SQLWrapper;
  /** NGN that came to, and left, the till or the bank. */
  readonly came: SQLWrapper;
  readonly went: SQLWrapper;
  readonly isEdit: SQLWrapper;
  readonly isSurplus: SQLWrapper;
  /** Money that was paid for a lot, and left the till or the bank again. */
  readonly isRefund: SQLWrapper;
  readonly reference: SQLWrapper;
  readonly note: SQLWrapper;
  /** The settlement or purchase that the money is about. */
  readonly settlementId: SQLWrapper;
  /** The moment of the credit note of a reversal or a refund. */
  readonly creditedAt: SQLWrapper;
  /** The whole payment that was taken back, or a part of it. */
  readonly paymentId: SQLWrapper;
}

type DocumentNumber = Readonly<Record<"year" | "number", number>>;

/** The settlement's credit notes of that moment. */
const creditNotes = (settlementId: SQLWrapper, at: SQLWrapper): SQL => sql`(
  select jsonb_agg(jsonb_build_object('year', ${receipts.year}, 'number', ${receipts.number}) order by ${receipts.number})
  from ${receipts} where ${receipts.settlementId} = ${settlementId} and ${hasValue(receipts.kind, "credit-note")}
    and ${receipts.createdAt} = ${at} and ${receipts.number} is not null)`;

/** "C-2026-000001, C-2026-000002"; null: there is none, or it has no number yet. */
export const creditNotesOf = ({ creditNotes }: Pick<OtherMoneyRow, "creditNotes">): string | null =>
  creditNotes?.map(({ year, number }) => writtenNumber("C", year, number)).join(", ") ?? null;

const columnsOf = (of: Parts) => ({
  id: named<string>(sql`${of.id}`, "id"),
  kind: named<OtherMoneyKind>(typeof of.kind === "string" ? sql`${sql.raw(`'${of.kind}'`)}::text` : of.kind, "kind"),
  at: named<number>(sql`(extract(epoch from ${of.time}) * 1000)::float8`, "at"),
  userId: named<string>(users.id, "userId"),
  username: named<string>(users.username, "username"),
  email: named<string>(users.email, "email"),
  method: named<PaymentMethod>(of.method, "method"),
  amountMinor: named<number>(sql`(${of.amount})::float8`, "amountMinor"),
  currency: named<Currency>(of.currency, "currency"),
  ngnMinor: named<number>(sql`(${of.ngn})::float8`, "ngnMinor"),
  surplusNgnMinor: named<number>(sql`(${of.surplus})::float8`, "surplusNgnMinor"),
  cameMinor: named<number>(sql`(${of.came})::float8`, "cameMinor"),
  wentMinor: named<number>(sql`(${of.went})::float8`, "wentMinor"),
  /** True if a member of the staff entered it. */
  isEdit: named<boolean>(of.isEdit, "isEdit"),
  /** True for money that came online and of which nothing was due. */
  isSurplus: named<boolean>(of.isSurplus, "isSurplus"),
  reference: named<string | null>(of.reference, "reference"),
  note: named<string | null>(of.note, "note"),
  isRefund: named<boolean>(of.isRefund, "isRefund"),
  auctionId: named<string | null>(auctions.id, "auctionId"),
  title: named<string | null>(auctions.title, "title"),
  settlementId: named<string | null>(of.settlementId, "settlementId"),
  lot: named<string | null>(lotText, "lot"),
  saleId: named<string | null>(sales.id, "saleId"),
  saleTitle: named<string | null>(sales.title, "saleTitle"),
  invoiceYear: named<number | null>(invoices.year, "invoiceYear"),
  invoiceNumber: named<number | null>(invoices.number, "invoiceNumber"),
  creditNotes: named<readonly DocumentNumber[] | null>(creditNotes(of.settlementId, of.creditedAt), "creditNotes"),
  paymentId: named<string | null>(of.paymentId, "paymentId"),
  actorId: named<string | null>(actor.id, "actorId"),
  actorName: named<string | null>(actor.username, "actorName"),
  time: named<string>(of.time, "time"),
});

/** The money of balances: edits, top-ups, and late online payments. */
const ofBalances = (db: Db, entries: SQL | undefined) => {
  const isOfPayment = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.reference, e.reference), hasValue(payments.method, "online")));
  const isLate = and(eq(e.cause, "payment-surplus"), isNotNull(e.reference), notExists(isOfPayment));
  const amount = e.amountMinor;
  const isInCash = hasValue(e.cause, "refund-in-cash");
  return db
    .select(
      columnsOf({
        id: e.id,
        kind: sql`case when ${isInCash} then 'refund' else 'balance' end`,
        time: e.createdAt,
        method: sql`coalesce(${e.method}, 'online')`,
        amount,
        currency: sql`'NGN'::text`,
        ngn: amount,
        surplus: sql`0`,
        came: sql`greatest(${amount}, 0)`,
        went: sql`greatest(-${amount}, 0)`,
        isEdit: sql`${e.method} is not null`,
        isSurplus: sql`${e.cause} = 'payment-surplus'`,
        isRefund: isInCash,
        reference: sql`coalesce(${e.bankReference}, ${e.reference})`,
        note: sql`coalesce(${e.note}, case when ${isInCash} then ${reasonOfRefund(e.settlementId)} end)`,
        settlementId: e.settlementId,
        creditedAt: sql`case when ${isInCash} then ${refundedAt(e.settlementId, e.createdAt)} end`,
        paymentId: nothing,
      }),
    )
    .from(e)
    .innerJoin(users, eq(users.id, e.userId))
    .leftJoin(actor, eq(actor.id, e.actorId))
    .leftJoin(auctions, eq(auctions.id, e.auctionId))
    .leftJoin(saleLots, eq(saleLots.auctionId, e.auctionId))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .leftJoin(invoiceLots, eq(invoiceLots.settlementId, e.settlementId))
    .leftJoin(invoices, eq(invoices.id, invoiceLots.invoiceId))
    .where(and(entries, or(isNotNull(e.method), eq(e.cause, "top-up"), isLate)));
};

/** The moment of the newest credit note of the settlement, which is that of its refund, and at most `until`. */
const refundedAt = (settlementId: SQLWrapper, until: SQLWrapper): SQL => sql`(
  select max(${receipts.createdAt}) from ${receipts} where ${receipts.settlementId} = ${settlementId}
    and ${hasValue(receipts.kind, "credit-note")} and ${receipts.createdAt} <= ${until})`;

/** The reason that staff gave for the refund of a sale. */
const reasonOfRefund = (settlementId: SQLWrapper): SQL => sql`coalesce(
  (select ${settlements.note} from ${settlements} where ${settlements.id} = ${settlementId}),
  (select ${purchases.note} from ${purchases} where ${purchases.id} = ${settlementId}))`;

/** A withdrawal that sends a refund names its settlement. */
const ofWithdrawals = (db: Db, paidOut: SQL | undefined) => {
  const { amountMinor } = withdrawals;
  const isAsked = and(
    eq(e.reference, withdrawals.reference),
    hasValue(e.cause, "withdrawal"),
    isNotNull(e.settlementId),
  );
  return db
    .select(
      columnsOf({
        id: withdrawals.id,
        kind: "withdrawal",
        time: sql`${withdrawals.closedAt}`,
        method: sql`'online'::text`,
        amount: sql`-${amountMinor}`,
        currency: sql`'NGN'::text`,
        ngn: sql`-${amountMinor}`,
        surplus: sql`0`,
        came: sql`0`,
        went: amountMinor,
        isEdit: sql`false`,
        isSurplus: sql`false`,
        isRefund: sql`${e.settlementId} is not null`,
        reference: withdrawals.reference,
        note: reasonOfRefund(e.settlementId),
        settlementId: e.settlementId,
        creditedAt: refundedAt(e.settlementId, e.createdAt),
        paymentId: nothing,
      }),
    )
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .leftJoin(actor, eq(actor.id, withdrawals.decidedBy))
    .leftJoin(e, isAsked)
    .leftJoin(auctions, eq(auctions.id, e.auctionId))
    .leftJoin(saleLots, eq(saleLots.auctionId, e.auctionId))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .leftJoin(invoiceLots, eq(invoiceLots.settlementId, e.settlementId))
    .leftJoin(invoices, eq(invoices.id, invoiceLots.invoiceId))
    .where(and(hasValue(withdrawals.status, "paid"), paidOut));
};

/** An online payment, and one from the balance, goes back to the payer's balance, so that no money leaves. */
const ofReversals = (db: Db, reversed: SQL | undefined) => {
  const { amountMinor, ngnMinor, surplusNgnMinor, method } = payments;
  return db
    .select(
      columnsOf({
        id: payments.id,
        kind: "reversal",
        time: sql`${payments.reversedAt}`,
        method,
        amount: sql`-${amountMinor}`,
        currency: auctions.currency,
        ngn: sql`-${ngnMinor}`,
        surplus: sql`-${surplusNgnMinor}`,
        came: sql`0`,
        went: sql`case when ${method} in ('online', 'balance') then 0 else ${ngnMinor} + ${surplusNgnMinor} end`,
        isEdit: sql`false`,
        isSurplus: sql`false`,
        isRefund: sql`false`,
        reference: payments.reference,
        note: payments.reverseReason,
        settlementId: payments.settlementId,
        creditedAt: payments.reversedAt,
        paymentId: wholePaymentId,
      }),
    )
    .from(payments)
    .innerJoin(auctions, eq(auctions.id, payments.auctionId))
    .innerJoin(users, eq(users.id, payments.payerId))
    .leftJoin(saleLots, eq(saleLots.auctionId, payments.auctionId))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .leftJoin(invoiceLots, eq(invoiceLots.settlementId, payments.settlementId))
    .leftJoin(invoices, eq(invoices.id, invoiceLots.invoiceId))
    .leftJoin(actor, eq(actor.id, payments.reversedBy))
    .where(and(isNotNull(payments.reversedAt), reversed));
};

export const otherMoney = (db: Db, { entries, paidOut, reversed }: OtherMoneyScope) =>
  unionAll(ofBalances(db, entries), ofWithdrawals(db, paidOut), ofReversals(db, reversed));

export type OtherMoneyRow = Readonly<Omit<Awaited<ReturnType<typeof otherMoney>>[number], "time">>;

/** The rows oldest first, a part at a time. */
export async function* otherMoneyInParts(
  { db }: Database,
  scope: OtherMoneyScope,
  atOnce: number,
): AsyncGenerator<readonly OtherMoneyRow[]> {
  const rows = db.$with("rows").as(otherMoney(db, scope));
  for (let last: string | null = null; ; ) {
    const isAfter = last === null ? undefined : sql`(time, id) > (select time, id from rows where id = ${last}::uuid)`;
    const part: OtherMoneyRow[] = await db
      .with(rows)
      .select()
      .from(rows)
      .where(isAfter)
      .orderBy(sql`time, id`)
      .limit(literal(atOnce));
    yield part;
    if (part.length < atOnce) return;
    last = part.at(-1)?.id ?? null;
  }
}
