// Reads the whole payment that a receipt is a part of: a payment of several lots has a receipt for each, and money above
// what was due has a document of its own. The receipts of one payment were written by one commit.
import { isSurplusWords } from "@jara/shared/surplus";
import { and, asc, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";
import type { Db } from "../../platform/database/database.ts";
import { writtenNumber } from "../../platform/database/document-numbers.ts";
import { receipts } from "../../platform/database/schema/money.ts";
import { payments } from "../../platform/database/schema/settlements.ts";
import type { WholePayment } from "./receipt.ts";

const asked = alias(receipts, "asked");
const own = alias(payments, "own");

/** Null: the receipt is the whole payment, or about no payment. */
export const wholePayment = async (db: Db, receiptId: string): Promise<WholePayment | null> => {
  const { id, series, year, number, kind, createdAt, settlementId, facts } = receipts;
  const rows = await db
    .selectDistinct({ id, series, year, number, kind, facts: sql<ReceiptFacts>`${facts}::jsonb` })
    .from(asked)
    .innerJoin(own, and(eq(own.settlementId, asked.settlementId), eq(own.createdAt, asked.createdAt)))
    .innerJoin(
      payments,
      and(
        eq(payments.createdAt, own.createdAt),
        or(eq(payments.id, own.id), eq(payments.invoicePaymentId, own.invoicePaymentId)),
      ),
    )
    .innerJoin(receipts, and(eq(settlementId, payments.settlementId), eq(createdAt, payments.createdAt)))
    .where(and(eq(asked.id, receiptId), ne(kind, "credit-note"), ne(kind, "penalty"), isNotNull(number)))
    .orderBy(asc(series), asc(year), asc(number));
  const surplus = rows.filter(({ kind, facts }) => kind === "refund" && isSurplusWords(facts.reason));
  const parts = rows.filter(({ kind, facts }) => kind === "payment" && facts.method !== "deposit");
  const [first] = parts;
  const isOfIt = [...parts, ...surplus].some((one) => one.id === receiptId);
  if (!first || !isOfIt || parts.length + surplus.length < 2) return null;
  const sum = (of: typeof rows, field: "amountMinor" | "ngnMinor"): number =>
    of.reduce((total, { facts }) => total + facts[field], 0);
  const numbersOf = (of: typeof rows): string[] =>
    of.flatMap(({ series, year, number }) => (year && number ? writtenNumber(series, year, number) : []));
  return {
    amountMinor: sum(parts, "amountMinor") + sum(surplus, "amountMinor"),
    method: first.facts.method,
    reference: first.facts.reference,
    numbers: numbersOf(parts),
    surplusNgnMinor: sum(surplus, "ngnMinor"),
    refunds: numbersOf(surplus),
  };
};
