// Reads what is printed on an invoice beside its amounts: names, the sale's date, percentages, the bank account, and each
// payment and refund with the number of its receipt.
import { toPercent } from "@jara/shared/basis-points";
import { type Minor, toMajor } from "@jara/shared/money";
import { rulesOf, toLotRules } from "@jara/shared/payment-rules";
import type { Invoice } from "@jara/shared/rest/invoices";
import type { House, SiteBankAccount } from "@jara/shared/site-settings";
import { isSurplusWords } from "@jara/shared/surplus";
import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ReceiptFacts } from "../../../auction/settlement/receipt-facts.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { writtenNumber } from "../../../platform/database/document-numbers.ts";
import { invoices } from "../../../platform/database/schema/invoices.ts";
import { receipts } from "../../../platform/database/schema/money.ts";
import { sales } from "../../../platform/database/schema/sales.ts";
import { payments } from "../../../platform/database/schema/settlements.ts";
import { settingVersions } from "../../../platform/database/schema/site-settings.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import { lagosDay } from "../../../platform/lib/lagos-time.ts";
import type { MadeOutTo } from "../../../platform/lib/made-out-to.ts";
import { owedIn } from "../owed.ts";
import { iso } from "../owed-view.ts";
import { wholePaymentId } from "../payment-rows.ts";
import { isNamedBy } from "../purchase-queries.ts";

/** Money that came for a lot, or went back. */
export interface Posted {
  readonly settlementId: string;
  readonly kind: ReceiptFacts["kind"];
  readonly method: ReceiptFacts["method"];
  /** In the invoice's currency. Below zero: it went back. */
  readonly amount: number;
  /** The bank's or the payment service's reference. */
  readonly reference: string | null;
  /** The payment that it was, or a part of. Null: a deposit, or money that went back. */
  readonly whole: WholePayment | null;
  /** The number of its receipt or credit note; null for the second before it has one. */
  readonly number: string | null;
  readonly at: string;
}

interface WholePayment {
  readonly id: string;
  /** All that came, in NGN: for lots on any invoice, and the part that went to the balance. */
  readonly ngn: number;
  readonly surplusNgn: number;
}

export interface PrintedInvoice {
  readonly invoice: Invoice;
  readonly madeOutTo: MadeOutTo;
  /** The house when the invoice got its number; null: nothing was set. */
  readonly house: House | null;
  /** The day in Lagos on which the sale's first lot closed; null without a sale. */
  readonly saleDay: string | null;
  /** The percentages of the lots that have a premium, each once. */
  readonly premiumPercents: readonly number[];
  readonly vatPercents: readonly number[];
  /** Where what is due can be transferred to: the account of the time at which it became due. */
  readonly bankAccounts: readonly SiteBankAccount[];
  /** The oldest first. */
  readonly posted: readonly Posted[];
}

export const printedInvoice = async ({ db }: Database, invoice: Invoice): Promise<PrintedInvoice> => {
  const ids = invoice.lots.map(({ _id }) => _id);
  const [names, terms, posted] = await Promise.all([namesOn(db, invoice._id), termsOf(db, ids), postedFor(db, ids)]);
  const withPremium = new Set(invoice.lots.flatMap(({ _id, premium }) => (premium > 0 ? _id : [])));
  const rules = terms.flatMap((one) =>
    withPremium.has(one.id) ? rulesOf({ rules: one.rules && toLotRules(one.rules) }) : [],
  );
  const due = new Set(invoice.lots.flatMap(({ _id, remaining }) => (remaining > 0 ? _id : [])));
  const accounts = terms.flatMap(({ id, account }) => (due.has(id) && account ? account : []));
  return {
    invoice,
    ...names,
    premiumPercents: [...new Set(rules.map(({ premiumBasisPoints }) => toPercent(premiumBasisPoints)))],
    vatPercents: [...new Set(rules.map(({ vatBasisPoints }) => toPercent(vatBasisPoints)))],
    bankAccounts: [...new Map(accounts.map((one) => [`${one.bank} ${one.number}`, one])).values()],
    posted,
  };
};

/** Invoices that were made before the first version of the setting have that version. */
const namesOn = async (db: Db, id: string): Promise<Pick<PrintedInvoice, "madeOutTo" | "house" | "saleDay">> => {
  const [row] = await db
    .select({
      madeOutTo: sql<MadeOutTo>`${invoices.buyer}`,
      house: sql<House | null>`${settingVersions.value}`,
      closesAt: sales.closesAt,
    })
    .from(invoices)
    .leftJoin(sales, eq(sales.id, invoices.saleId))
    .leftJoin(
      settingVersions,
      and(
        hasValue(settingVersions.section, "house"),
        sql`${settingVersions.version} = greatest(${invoices.houseVersion}, 1)`,
      ),
    )
    .where(eq(invoices.id, id));
  if (!row) throw new Error(`there is no invoice ${id}`);
  const { closesAt, ...names } = row;
  return { ...names, saleDay: closesAt === null ? null : lagosDay(closesAt) };
};

/** The rules and the account of each lot. */
const termsOf = (db: Db, ids: readonly string[]) => {
  const owed = owedIn(db);
  return db
    .select({ id: owed.id, rules: owed.rules, account: sql<SiteBankAccount | null>`${settingVersions.value}` })
    .from(owed)
    .leftJoin(settingVersions, and(hasValue(settingVersions.section, "bank-account"), isNamedBy(owed.bankVersion)))
    .where(isAnyOf(owed.id, ids))
    .orderBy(asc(owed.createdAt), asc(owed.id));
};

const postedFor = async (db: Db, ids: readonly string[]): Promise<Posted[]> => {
  const { id, settlementId, kind, series, year, number, correctsId, createdAt } = receipts;
  const rows = await db
    .select({
      id,
      settlementId: sql<string>`${settlementId}`,
      kind,
      series,
      year,
      number,
      correctsId,
      createdAt,
      facts: sql<ReceiptFacts>`${receipts.facts}`,
      wholeId: sql<string | null>`${wholePaymentId}`,
      cameMinor: ofAllParts(db, sql`${part.ngnMinor} + ${part.surplusNgnMinor}`),
      surplusMinor: ofAllParts(db, sql`${part.surplusNgnMinor}`),
    })
    .from(receipts)
    .leftJoin(payments, isPaymentOf)
    .where(isAnyOf(settlementId, ids))
    .orderBy(asc(createdAt), asc(id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Two equal payments of one moment have two receipts, and each receipt is listed once.
  return [...byId.values()].flatMap((row) => {
    const sign = signOf(row, byId.get(row.correctsId ?? ""));
    if (sign === 0) return [];
    const { facts, createdAt: at, year: y, number: n } = row;
    return {
      settlementId: row.settlementId,
      kind: row.kind,
      method: facts.method,
      reference: facts.reference,
      whole: wholeOf(row),
      amount: toMajor((sign * facts.amountMinor) as Minor),
      number: y === null || n === null ? null : writtenNumber(row.series, y, n),
      at: iso(at),
    };
  });
};

const wholeOf = ({ wholeId, cameMinor, surplusMinor }: WholeRow): WholePayment | null =>
  wholeId === null || cameMinor === null
    ? null
    : { id: wholeId, ngn: toMajor(cameMinor), surplusNgn: toMajor(surplusMinor ?? (0 as Minor)) };

interface WholeRow {
  readonly wholeId: string | null;
  readonly cameMinor: Minor | null;
  readonly surplusMinor: Minor | null;
}

/** A payment and its receipt are written in one statement, with one time. */
const isPaymentOf = and(
  hasValue(receipts.kind, "payment"),
  eq(payments.settlementId, receipts.settlementId),
  eq(payments.createdAt, receipts.createdAt),
  sql`${payments.method} = ${receipts.facts} ->> 'method'`,
  sql`${payments.amountMinor} = (${receipts.facts} ->> 'amountMinor')::bigint`,
);

const part = alias(payments, "part");

/** Adds up all parts of the joined payment, in NGN kobo. */
const ofAllParts = (db: Db, amount: SQL) => {
  const parts = db
    .select({ sum: sql`sum(${amount})` })
    .from(part)
    .where(
      and(
        eq(part.createdAt, payments.createdAt),
        or(eq(part.id, payments.id), eq(part.invoicePaymentId, payments.invoicePaymentId)),
      ),
    );
  return sql<Minor | null>`(${parts})::float8`;
};

interface Counted {
  readonly kind: ReceiptFacts["kind"];
  readonly facts: Pick<ReceiptFacts, "reason" | "isTakenBack">;
}

/**
 * 1: the money was paid for the lot; -1: it went back; 0: it is no part of what is paid for the lot, because it is a
 * penalty, or came above what was due.
 */
export const signOf = ({ kind, facts }: Counted, corrected?: Counted): -1 | 0 | 1 => {
  if (kind === "payment") return 1;
  if (kind === "refund") return isSurplusWords(facts.reason) ? 0 : -1;
  if (kind === "penalty" || corrected?.kind === "penalty") return 0;
  if (corrected?.kind === "refund" || facts.isTakenBack) return corrected ? ((-signOf(corrected) || 0) as 0 | 1) : 0;
  return -1;
};
