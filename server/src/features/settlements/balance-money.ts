// Reads the money that came or went for balances, without a payment for a lot: edits by staff that say how it came or was
// paid out, top-ups, and online payments of which nothing was due any more. The sums of the takings, their list and their
// file use the same rows.
import type { PaymentMethod } from "@jara/shared/rest/settlements";
import { and, eq, isNotNull, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Db } from "../../platform/database/database.ts";
import { literal } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { payments } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";

const e = ledgerEntries;
const editor = alias(users, "editor");

/** `ofScope`: which entries of the ledger count. Amounts are in NGN kobo, below zero: paid out; `at` is epoch ms. */
export const balanceMoney = (db: Db, ofScope: SQL | undefined) => {
  const isOfPayment = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.reference, e.reference), hasValue(payments.method, "online")));
  const isSurplus = and(eq(e.cause, "payment-surplus"), isNotNull(e.reference), notExists(isOfPayment));
  return db
    .select({
      id: e.id,
      at: sql<number>`(extract(epoch from ${e.createdAt}) * 1000)::float8`.as("at"),
      userId: sql<string>`${e.userId}`.as("userId"),
      username: users.username,
      email: users.email,
      method: sql<PaymentMethod>`coalesce(${e.method}, 'online')`.as("method"),
      /** True if a member of the staff entered it. */
      isEdit: sql<boolean>`${e.method} is not null`.as("isEdit"),
      minor: sql<number>`${e.amountMinor}::float8`.as("minor"),
      reference: sql<string | null>`coalesce(${e.bankReference}, ${e.reference})`.as("reference"),
      note: e.note,
      actorId: sql<string | null>`${e.actorId}`.as("actorId"),
      actorName: sql<string | null>`${editor.username}`.as("actorName"),
      createdAt: e.createdAt,
    })
    .from(e)
    .innerJoin(users, eq(users.id, e.userId))
    .leftJoin(editor, eq(editor.id, e.actorId))
    .where(and(ofScope, or(isNotNull(e.method), eq(e.cause, "top-up"), isSurplus)));
};

export type BalanceMoneyRow = Readonly<Omit<Awaited<ReturnType<typeof balanceMoney>>[number], "createdAt">>;

/** The rows oldest first, a part at a time. */
export async function* balanceMoneyInParts(
  { db }: Database,
  ofScope: SQL | undefined,
  atOnce: number,
): AsyncGenerator<readonly BalanceMoneyRow[]> {
  for (let last: string | null = null; ; ) {
    const isAfter: SQL | undefined =
      last === null
        ? undefined
        : sql`(${e.createdAt}, ${e.id}) > (select ${l.createdAt}, ${l.id} from ${ledgerEntries} ${l} where ${l.id} = ${last}::uuid)`;
    const rows: BalanceMoneyRow[] = await balanceMoney(db, and(ofScope, isAfter))
      .orderBy(e.createdAt, e.id)
      .limit(literal(atOnce));
    yield rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1)?.id ?? null;
  }
}
const l = alias(ledgerEntries, "last_entry");
