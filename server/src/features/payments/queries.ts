// Top-ups in the database. Only `creditTopUp` credits money, and only once a reference, however many callers report the
// payment at once.
import { asMinor, type Minor, toMajor } from "@jara/shared/money";
import type { TopUpStatus } from "@jara/shared/rest/top-ups";
import { and, desc, eq, exists, gte, isNotNull, isNull, like, ne, or, sql } from "drizzle-orm";
import { PROMISED_MINUTES, type Quote } from "../../engine/reads/promised-rates.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockPeople } from "../../platform/database/lock-people.ts";
import { postToLedger } from "../../platform/database/post-to-ledger.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries, topUps } from "../../platform/database/schema/money.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { clockNow, hasValue } from "../../platform/database/statement-text.ts";
import { takesOf } from "../../platform/jobs/guard-rows.ts";

/**
 * A user who started this many payments within an hour without paying may not start another, because they are probably
 * not going to pay.
 */
const UNPAID_ALLOWED_AN_HOUR = 20;
/** A payer's page polls every few seconds. The payment service is asked no more often than this about one payment. */
const CHECK_AT_MOST_EVERY = sql`interval '3 seconds'`;
/** The sweep waits this long, because the payer's own page and the webhook usually come first. */
const SWEEP_AFTER = sql`interval '2 minutes'`;
/** A payment that is still not made after this time counts as failed. */
const GIVEN_UP_AFTER = sql`interval '24 hours'`;

const PROMISED_FOR = sql`interval '1 minute' * ${PROMISED_MINUTES}::int`;

/** With the owner's current balance. Add the condition. */
const selectTopUps = (db: Db) =>
  db
    .select({
      reference: topUps.reference,
      userId: topUps.userId,
      amountMinor: topUps.amountMinor,
      status: topUps.status,
      isSandbox: topUps.isSandbox,
      authorizationUrl: topUps.authorizationUrl,
      createdAt: topUps.createdAt,
      invoicePaymentId: topUps.invoicePaymentId,
      balanceMinor: users.balanceMinor,
      ofSettlement: {
        settlementId: topUps.settlementId,
        auctionId: topUps.auctionId,
        worthMinor: topUps.worthMinor,
        worthUntil: sql<number>`(extract(epoch from coalesce(${topUps.worthUntil},
          ${topUps.createdAt} + ${PROMISED_FOR})) * 1000)::float8`.as("worth_until_ms"),
        quotedUsdToNgn: topUps.quotedUsdToNgn,
      },
    })
    .from(topUps)
    .innerJoin(users, eq(users.id, topUps.userId));

type Row = Awaited<ReturnType<typeof selectTopUps>>[number];

/** `ofSettlement`: null for a payment into the balance. */
export interface TopUp extends Readonly<Omit<Row, "ofSettlement">> {
  readonly ofSettlement: OfSettlement | null;
}

interface OfSettlement {
  readonly settlementId: string;
  readonly auctionId: string;
  /** The payment is worth this much in the auction's currency, if it arrives by `worthUntil` (epoch ms). */
  readonly worthMinor: Minor;
  readonly worthUntil: number;
  readonly quotedUsdToNgn: number | null;
}

const toTopUp = ({ ofSettlement, ...row }: Row): TopUp => ({
  ...row,
  // A check of the table guarantees that a row has all three fields or none.
  ofSettlement: ofSettlement.settlementId === null ? null : (ofSettlement as OfSettlement),
});

export const findTopUp = async ({ db }: Pick<Database, "db">, reference: string): Promise<TopUp | null> => {
  const [row] = await selectTopUps(db).where(eq(topUps.reference, reference));
  return row ? toTopUp(row) : null;
};

/** The newest top-ups, at most `limit`. */
export const topUpsOfUser = async ({ db }: Database, userId: string, limit: number): Promise<TopUp[]> => {
  const rows = await selectTopUps(db)
    .where(and(eq(topUps.userId, userId), isNull(topUps.settlementId), isNull(topUps.invoicePaymentId)))
    .orderBy(desc(topUps.createdAt), topUps.reference)
    .limit(limit);
  return rows.map(toTopUp);
};

/**
 * What of a payment for lots went to the payer's balance, and why; null if all of it counted. The parts of a payment of an
 * invoice have its reference before a slash.
 */
export const surplusOf = async (
  { db }: Pick<Database, "db">,
  { reference, userId, createdAt, amountMinor, ...of }: TopUp,
): Promise<TopUpStatus["surplus"]> => {
  if (of.status !== "paid" || (!of.ofSettlement && !of.invoicePaymentId)) return null;
  const isPaid = (debts: typeof settlements | typeof purchases) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(debts)
        .where(and(eq(debts.id, ledgerEntries.settlementId), eq(debts.status, "paid"))),
    );
  const [row] = await db
    .select({
      minor: sql<Minor>`coalesce(sum(${ledgerEntries.amountMinor}), 0)::float8`,
      isPaid: sql<boolean>`coalesce(bool_and(${or(isPaid(settlements), isPaid(purchases))}), false)`,
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.userId, userId),
        gte(ledgerEntries.createdAt, createdAt),
        eq(ledgerEntries.cause, "payment-surplus"),
        or(eq(ledgerEntries.reference, reference), like(ledgerEntries.reference, `${reference}/%`)),
      ),
    );
  if (!row || row.minor === 0) return null;
  const ofAll = row.isPaid ? "already-paid" : "no-longer-due";
  return { amount: toMajor(row.minor), reason: row.minor < amountMinor ? "more-than-due" : ofAll };
};

export interface NewTopUp {
  readonly reference: string;
  readonly userId: string;
  readonly amountMinor: Minor;
  readonly isSandbox: boolean;
  readonly hasLimit: boolean;
  readonly ofSettlement: NewOfSettlement | null;
  readonly invoicePaymentId?: string | null;
}

/** `quote`: a promise that is in force and that this payment shares. Null: it gets one of its own, at `quotedUsdToNgn`. */
interface NewOfSettlement extends Pick<OfSettlement, "settlementId" | "auctionId" | "worthMinor"> {
  readonly quotedUsdToNgn: number;
  readonly quote: Quote | null;
}

/** Returns the row, newly made or already present. Null where the owner is banned or has too many unpaid top-ups. */
export const makeTopUp = ({ transaction }: Database, topUp: NewTopUp): Promise<TopUp | null> => {
  const { hasLimit, ofSettlement, ...fields } = topUp;
  const { quote = null, ...debt } = ofSettlement ?? {};
  const promisedUntil = quote
    ? sql`${new Date(quote.until).toISOString()}::timestamptz`
    : sql`${clockNow} + ${PROMISED_FOR}`;
  const worthUntil = ofSettlement ? promisedUntil : null;
  return transaction(async (tx) => {
    const owner = (await lockPeople(tx, [topUp.userId])).get(topUp.userId);
    const before = await findTopUp({ db: tx }, topUp.reference);
    if (before) return before;
    if (!owner || owner.bannedAt !== null) return null;
    if (hasLimit && (await unpaidOf(tx, topUp.userId)) >= UNPAID_ALLOWED_AN_HOUR) return null;
    const row = { ...fields, ...debt, worthUntil, createdAt: clockNow };
    await tx.insert(topUps).values(row).onConflictDoNothing();
    return await findTopUp({ db: tx }, topUp.reference);
  });
};

/** Payments that the person started within the last hour and has not paid. */
const unpaidOf = (tx: Db, userId: string): Promise<number> =>
  tx.$count(
    topUps,
    and(
      eq(topUps.userId, userId),
      ne(topUps.status, "paid"),
      sql`${topUps.createdAt} > ${clockNow} - interval '1 hour'`,
    ),
  );

/** Records that the payment service accepted the payment. A top-up that had failed at this step is open again. */
export const openTopUp = async ({ db }: Database, reference: string, authorizationUrl: string): Promise<void> => {
  await db
    .update(topUps)
    .set({ authorizationUrl, status: "pending", closedAt: null })
    .where(and(eq(topUps.reference, reference), ne(topUps.status, "paid"), isNull(topUps.authorizationUrl)));
};

const isPending = eq(topUps.status, "pending");

/** Records that the payment service did not accept the payment, so that it cannot be paid anywhere. */
export const failUnopenedTopUp = async ({ db }: Database, reference: string): Promise<void> => {
  await db
    .update(topUps)
    .set({ status: "failed", closedAt: clockNow })
    .where(and(eq(topUps.reference, reference), isPending, isNull(topUps.authorizationUrl)));
};

/** Null: it was not pending. */
export const failTopUp = async ({ db }: Database, reference: string): Promise<{ userId: string } | null> => {
  const [row] = await db
    .update(topUps)
    .set({ status: "failed", closedAt: clockNow })
    .where(and(eq(topUps.reference, reference), isPending))
    .returning({ userId: topUps.userId });
  return row ?? null;
};

/**
 * Changes row, ledger and balance together or not at all. Null where the reference is unknown, was credited before, or
 * has another amount. A failed top-up is credited too, because the money was paid.
 */
export const creditTopUp = (
  { transaction }: Pick<Database, "transaction">,
  { reference, ...payment }: { readonly reference: string; readonly amountMinor: number; readonly isSandbox: boolean },
): Promise<{ userId: string; balanceMinor: number } | null> =>
  transaction(async (tx) => {
    const amountMinor = asMinor(payment.amountMinor);
    const [paid] = await tx
      .update(topUps)
      .set({ status: "paid", closedAt: clockNow })
      .where(
        and(
          eq(topUps.reference, reference),
          ne(topUps.status, "paid"),
          eq(topUps.amountMinor, amountMinor),
          eq(topUps.isSandbox, payment.isSandbox),
          // The engine books the payments of settlements and invoices.
          isNull(topUps.settlementId),
          isNull(topUps.invoicePaymentId),
        ),
      )
      .returning({ userId: topUps.userId });
    if (!paid) return null;
    const { userId } = paid;
    const entry = { userId, amountMinor, leastMinor: null, cause: "top-up", reference, actorId: userId };
    return { userId, balanceMinor: await postToLedger(tx, entry) };
  });

/**
 * Returns whether the payment service may be asked about this payment now. If so, no other caller may ask for a while.
 */
export const claimCheck = async (
  { db }: Database,
  reference: string,
  userId: string,
  isSandbox: boolean,
): Promise<boolean> => {
  const rows = await db
    .update(topUps)
    .set({ checkedAt: clockNow })
    .where(
      and(
        eq(topUps.reference, reference),
        eq(topUps.userId, userId),
        eq(topUps.isSandbox, isSandbox),
        isPending,
        isNotNull(topUps.authorizationUrl),
        or(isNull(topUps.checkedAt), sql`${topUps.checkedAt} < ${clockNow} - ${CHECK_AT_MOST_EVERY}`),
      ),
    )
    .returning({ reference: topUps.reference });
  return rows.length > 0;
};

/**
 * Claims up to `limit` payments that were not checked for an eighth of their age (at least 2 minutes). An unpaid one is
 * thereby checked about thirty times instead of seven hundred. `isOld`: this is the last check.
 */
export const claimDueChecks = ({ db }: Database, isSandbox: boolean, limit: number) => {
  const { createdAt, checkedAt } = topUps;
  const isOld = sql<boolean>`${createdAt} < ${clockNow} - ${GIVEN_UP_AFTER}`;
  const due = db.$with("due").as(
    db
      .select({ reference: topUps.reference })
      .from(topUps)
      .where(
        and(
          // The status is in the statement's text, so that the planner finds the index of pending payments.
          hasValue(topUps.status, "pending"),
          sql`${createdAt} < ${clockNow} - ${SWEEP_AFTER}`,
          takesOf("online-payments")(topUps.reference),
          // A payment of the other kind (from before the setting changed) is only given up.
          or(eq(topUps.isSandbox, isSandbox), isOld),
          or(
            isNull(checkedAt),
            sql`${checkedAt} < ${clockNow} - greatest(${SWEEP_AFTER}, (${clockNow} - ${createdAt}) / 8)`,
            and(sql`${checkedAt} < ${createdAt} + ${GIVEN_UP_AFTER}`, isOld),
          ),
        ),
      )
      .orderBy(createdAt)
      .limit(limit)
      .for("update", { skipLocked: true }),
  );
  return db
    .with(due)
    .update(topUps)
    .set({ checkedAt: clockNow })
    .from(due)
    .where(eq(topUps.reference, due.reference))
    .returning({ reference: topUps.reference, isOld });
};
