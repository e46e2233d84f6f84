// Reads the takings: what is due now, and what came and went in a period. Everything is one statement, so that the sums
// and the payments are of one moment and can be reconciled.

import { currencies, type ExchangeRates, toMajor } from "@jara/shared/money";
import { inNairaMinor } from "@jara/shared/naira";
import { type PaymentMethod, paymentMethods } from "@jara/shared/rest/settlements";
import {
  type BalanceMoney,
  type OtherMoney,
  type OtherMoneyKind,
  TAKINGS_OTHERS_MAX,
  type Takings,
  type TakingsSums,
} from "@jara/shared/rest/takings";
import type { EditMethod } from "@jara/shared/rest/users";
import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { alias } from "drizzle-orm/pg-core";
import type { postingCauses } from "../../auction/settlement/postings.ts";
import { interestsOf, notAbout, notAmong } from "../../engine/reads/interests.ts";
import type { Database } from "../../platform/database/database.ts";
import { purchaseTotal, winTotal } from "../../platform/database/debt-totals.ts";
import { literal, type Page, paginationOf } from "../../platform/database/pages.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { ledgerEntries, withdrawals } from "../../platform/database/schema/money.ts";
import { saleLots } from "../../platform/database/schema/sales.ts";
import { payments, purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { clockOf, oneRow } from "../../platform/database/statements.ts";
import { endOfLagosDay, startOfLagosDay } from "../../platform/lib/lagos-time.ts";
import { creditNotesOf, type OtherMoneyRow, type OtherMoneyScope, otherMoney } from "./other-money.ts";
import { iso } from "./owed-view.ts";
import { invoiceOf, type PaymentRow, selectPayments, toTaking, wholePaymentId } from "./payment-rows.ts";

/** Days in Lagos, both inclusive: `2026-11-21`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * Limits the takings of a period to those that the reader may see. It omits lots in which they have an interest.
 */
export interface TakingsScope extends Period {
  readonly interests: readonly string[];
  /** A part of these days, in epoch ms; the end is left out. */
  readonly part?: { readonly from: number; readonly until: number };
}

export const takingsScope = async (database: Database, period: Period, adminId: string): Promise<TakingsScope> => ({
  ...period,
  interests: [...(await interestsOf(database, adminId))],
});

type Cause = (typeof postingCauses)[number];

interface Read {
  readonly at: number;
  readonly owed: readonly { currency: string; isOverdue: boolean; count: number; minor: number }[];
  readonly received: readonly (Paid & { method: PaymentMethod; currency: string; count: number; minor: number })[];
  readonly reversed: readonly (Paid & { method: PaymentMethod; currency: string; count: number; minor: number })[];
  readonly other: readonly OtherSums[];
  readonly otherCount: number;
  readonly others: readonly OtherMoneyRow[];
  readonly edits: readonly EditRow[];
  readonly moved: readonly { cause: Cause; minor: number }[];
  readonly payments: readonly PaymentRow[];
}

interface Paid {
  /** NGN kobo that counted for lots, and that came beyond. */
  readonly ngn: number;
  readonly surplus: number;
}

/** The sums of the money that is no payment for a lot, by its method and kind, in NGN kobo. */
interface OtherSums {
  readonly method: PaymentMethod;
  readonly kind: OtherMoneyKind;
  readonly isSurplus: boolean;
  readonly isRefund: boolean;
  readonly came: number;
  readonly went: number;
}

/** An entry that a member of the staff made. */
type EditRow = OtherMoneyRow & { readonly method: EditMethod };

export const readTakings = async (
  database: Pick<Database, "db">,
  scope: TakingsScope,
  { page, limit }: Page,
  rates: ExchangeRates,
): Promise<Takings> => {
  const { from, to } = scope;
  const read = await readAtOnce(database, scope, { page, limit });
  const count = read.received.reduce((sum, row) => sum + row.count, 0);
  const moved = (...causes: Cause[]) =>
    toMajor(Math.abs(read.moved.reduce((sum, { cause, minor }) => (causes.includes(cause) ? sum + minor : sum), 0)));
  const isOverdue = read.owed.filter((one) => one.isOverdue);
  return {
    from,
    to,
    at: iso(read.at),
    isPartial: scope.interests.length > 0,
    due: owedSums(read.owed, rates),
    overdue: owedSums(isOverdue, rates),
    received: paymentMethods.map((method) => receivedBy(method, read)),
    reversed: sumsOf(read.reversed),
    outgoing: paymentMethods.filter((method) => method !== "balance").map((method) => outgoingBy(method, read)),
    edits: read.edits.map(toEdit),
    others: read.others.map(toOther),
    otherCount: read.otherCount,
    balances: {
      depositsTaken: moved("win-deposit", "purchase-deposit"),
      depositsReturned: moved("deposit-return"),
      penaltiesKept: moved("win-forfeit", "buy-it-now-forfeit"),
      penaltiesReturned: moved("forfeit-return"),
      refunds: moved("payment-return"),
      surpluses: moved("payment-surplus"),
      takenBack: moved("payment-reversal"),
      withdrawalsPaid: toMajor(total(read.other.filter(isOf("withdrawal")), "online", ({ went }) => went)),
    },
    payments: read.payments.map(toTaking),
    pagination: paginationOf(page, limit, count),
  };
};

const total = <Row extends { method: PaymentMethod }>(
  rows: readonly Row[],
  method: PaymentMethod,
  of: (row: Row) => number,
): number => rows.reduce((sum, row) => (row.method === method ? sum + of(row) : sum), 0);

const isOf =
  (...kinds: OtherMoneyKind[]) =>
  ({ kind }: OtherSums): boolean =>
    kinds.includes(kind);

/** A late online payment is paid too much, as in the ledger. */
const receivedBy = (method: PaymentMethod, { received, reversed, other }: Read) => {
  const sums = sumsOf(received.filter((one) => one.method === method));
  const late = other.filter(({ isSurplus }) => isSurplus);
  const surplus = total(received, method, (row) => row.surplus) + total(late, method, (row) => row.came);
  const came = total(
    other.filter(({ isSurplus }) => !isSurplus),
    method,
    (row) => row.came,
  );
  const forLots = total(received, method, (row) => row.ngn);
  const totalNgn = method === "balance" ? 0 : toMajor(forLots + surplus + came);
  const takenBack = sumsOf(reversed.filter((one) => one.method === method));
  const more = { surplusNgn: toMajor(surplus), addedNgn: toMajor(came), totalNgn };
  return { method, ...sums, reversed: takenBack, ...more };
};

const outgoingBy = (method: PaymentMethod, { other }: Read) => {
  const struck = total(other.filter(isOf("reversal")), method, ({ went }) => went);
  const paidOut = total(other.filter(isOf("balance", "refund", "withdrawal")), method, ({ went }) => went);
  const refunded = total(
    other.filter(({ isRefund }) => isRefund),
    method,
    ({ went }) => went,
  );
  return {
    method,
    reversedNgn: toMajor(struck),
    paidOutNgn: toMajor(paidOut),
    refundedNgn: toMajor(refunded),
    totalNgn: toMajor(struck + paidOut),
  };
};

const toEdit = ({ id, at, userId, username, method, ngnMinor, reference, note, ...by }: EditRow): BalanceMoney => ({
  _id: id,
  at: iso(at),
  user: { _id: userId, username },
  method,
  amountNgn: toMajor(ngnMinor),
  reference,
  note,
  bookedBy: by.actorId === null ? null : { _id: by.actorId, username: by.actorName ?? "" },
});

const toOther = ({ id, at, kind, userId, username, method, reference, note, ...row }: OtherMoneyRow): OtherMoney => ({
  _id: id,
  at: iso(at),
  kind,
  user: { _id: userId, username },
  method,
  amountNgn: toMajor(row.ngnMinor),
  surplusNgn: toMajor(row.surplusNgnMinor),
  inNgn: toMajor(row.cameMinor),
  outNgn: toMajor(row.wentMinor),
  isSurplus: row.isSurplus,
  reference,
  note,
  lot:
    row.settlementId === null
      ? null
      : {
          settlementId: row.settlementId,
          title: row.title ?? "",
          lot: row.lot,
          sale: row.saleId === null ? null : { _id: row.saleId, title: row.saleTitle ?? "" },
          invoice: invoiceOf(row),
          creditNote: creditNotesOf(row),
        },
  bookedBy: row.actorId === null ? null : { _id: row.actorId, username: row.actorName ?? "" },
});

interface Summed {
  readonly currency: string;
  readonly count: number;
  readonly minor: number;
}

const sumsOf = (rows: readonly (Summed & { readonly ngn: number })[]): TakingsSums => ({
  count: rows.reduce((sum, { count }) => sum + count, 0),
  ngn: toMajor(rows.reduce((sum, { ngn }) => sum + ngn, 0)),
  inCurrency: { NGN: toMajor(minorIn(rows, "NGN")), USD: toMajor(minorIn(rows, "USD")) },
});

const minorIn = (rows: readonly Summed[], of: string): number =>
  rows.reduce((sum, { currency, minor }) => (currency === of ? sum + minor : sum), 0);

/** Sums the amounts that are due. They have no stored rate, so the present rate converts them to naira. */
const owedSums = (rows: readonly Summed[], rates: ExchangeRates): TakingsSums => {
  const ngn = currencies.reduce((sum, currency) => sum + inNairaMinor(minorIn(rows, currency), currency, rates), 0);
  return { ...sumsOf(rows.map((row) => ({ ...row, ngn: 0 }))), ngn: toMajor(ngn) };
};

const inPeriod = (column: PgColumn, { from, to, part }: TakingsScope): SQL | undefined =>
  and(gte(column, part?.from ?? startOfLagosDay(from)), lt(column, part?.until ?? endOfLagosDay(to)));

const elsewhere = (auctionId: PgColumn, { interests }: TakingsScope): SQL | undefined => notAmong(auctionId, interests);

export const paymentsIn = (scope: TakingsScope): SQL | undefined =>
  and(inPeriod(payments.createdAt, scope), elsewhere(payments.auctionId, scope));

const causes: readonly Cause[] = [
  "win-deposit",
  "purchase-deposit",
  "deposit-return",
  "payment-return",
  "payment-surplus",
  "payment-reversal",
  "win-forfeit",
  "buy-it-now-forfeit",
  "forfeit-return",
];

const readAtOnce = async ({ db }: Pick<Database, "db">, scope: TakingsScope, { page, limit }: Page): Promise<Read> => {
  const { amountMinor, ngnMinor, surplusNgnMinor, method } = payments;
  const clock = clockOf(db);
  const owed = db.$with("owed", {}).as(owedNow(scope));
  const other = db.$with("other_money").as(otherMoney(db, otherMoneyIn(scope)));
  const listed = listedPayments(db, scope, { page, limit });
  const list = <Rows>(rows: SQL) => sql<Rows>`(select coalesce(json_agg(r), '[]') from (${rows}) r)`;
  const money = sql`count(distinct ${wholePaymentId})::int as count, sum(${amountMinor})::float8 as minor, sum(${ngnMinor})::float8 as ngn,
    sum(${surplusNgnMinor})::float8 as surplus`;
  const ofLots = sql`from ${payments} join ${auctions} on ${auctions.id} = ${payments.auctionId}`;
  const isReversed = and(inPeriod(payments.reversedAt, scope), elsewhere(payments.auctionId, scope));
  const isMoved = and(
    inPeriod(ledgerEntries.createdAt, scope),
    inArray(ledgerEntries.cause, [...causes]),
    elsewhere(ledgerEntries.auctionId, scope),
  );
  const [read] = await db
    .with(clock, owed, other)
    .select({
      at: sql<number>`(select (extract(epoch from at) * 1000)::float8 from clock)`,
      owed: list<Read["owed"]>(sql`select currency, due_at <= clock.at as "isOverdue", count(*)::int as count,
        sum(remaining)::float8 as minor from owed, clock group by 1, 2`),
      received: list<
        Read["received"]
      >(sql`select ${method} as method, ${auctions.currency} as currency, ${money} ${ofLots}
        where ${paymentsIn(scope)} group by 1, 2`),
      reversed: list<
        Read["reversed"]
      >(sql`select ${method} as method, ${auctions.currency} as currency, ${money} ${ofLots}
        where ${isReversed} group by 1, 2`),
      other: list<Read["other"]>(sql`select method, kind, "isSurplus", "isRefund", sum("cameMinor")::float8 as came,
        sum("wentMinor")::float8 as went from other_money group by 1, 2, 3, 4`),
      otherCount: sql<number>`(select count(*)::int from other_money)`,
      others: list<Read["others"]>(
        sql`select * from other_money order by time desc, id desc limit ${literal(TAKINGS_OTHERS_MAX)}`,
      ),
      edits: list<Read["edits"]>(sql`select * from other_money where "isEdit" order by time desc, id desc limit 100`),
      moved: list<
        Read["moved"]
      >(sql`select ${ledgerEntries.cause} as cause, sum(${ledgerEntries.amountMinor})::float8 as minor
        from ${ledgerEntries} where ${isMoved} group by 1`),
      payments: list<Read["payments"]>(sql`${listed}`),
    })
    .from(oneRow);
  if (!read) throw new Error("the takings have no row");
  return read;
};

/** The payments of a page, newest first, each with all of its parts. */
const listedPayments = (db: Database["db"], scope: TakingsScope, { page, limit }: Page) => {
  const newest = sql<string>`max(${payments.createdAt})`;
  const whole = db
    .select({ id: wholePaymentId.as("whole_id"), at: newest.as("whole_at") })
    .from(payments)
    .where(paymentsIn(scope))
    .groupBy(wholePaymentId)
    .orderBy(desc(newest), desc(wholePaymentId))
    .limit(limit)
    .offset((page - 1) * limit)
    .as("whole");
  return selectPayments(db)
    .innerJoin(whole, eq(whole.id, wholePaymentId))
    .where(paymentsIn(scope))
    .orderBy(desc(whole.at), desc(whole.id), asc(saleLots.lotNumber), asc(saleLots.suffix), asc(payments.id));
};

export const otherMoneyIn = (scope: TakingsScope): OtherMoneyScope => ({
  entries: and(inPeriod(ledgerEntries.createdAt, scope), notAbout(ledgerEntries.auctionId, scope.interests)),
  paidOut: and(inPeriod(withdrawals.closedAt, scope), notAbout(ledgerEntries.auctionId, scope.interests)),
  reversed: and(inPeriod(payments.reversedAt, scope), elsewhere(payments.auctionId, scope)),
});

const owedNow = (scope: TakingsScope): SQL => {
  const of = (table: typeof settlements | typeof purchases, total: SQL, dueAt: PgColumn, isOpen: SQL) => sql`
    select ${auctions.currency} as currency, ${dueAt} as due_at,
      greatest(0, ${total} - ${table.depositWorthMinor} - ${table.paidMinor}) as remaining
    from ${table} join ${auctions} on ${auctions.id} = ${table.auctionId}
    where ${and(isOpen, elsewhere(table.auctionId, scope))}`;
  return sql`${of(settlements, winTotal(), settlements.dueAt, hasValue(settlements.status, "open"))}
    union all ${of(purchases, purchaseTotal(), purchases.deadlineAt, hasValue(purchases.status, "pending"))}`;
};

/** The payments of a period, oldest first, a part at a time. */
export async function* paymentsOfPeriod(
  { db }: Database,
  scope: TakingsScope,
  atOnce: number,
): AsyncGenerator<readonly PaymentRow[]> {
  for (let last: string | null = null; ; ) {
    const { createdAt, id } = payments;
    const rows: PaymentRow[] = await selectPayments(db)
      .where(and(paymentsIn(scope), last === null ? undefined : isAfter(last)))
      .orderBy(asc(createdAt), asc(id))
      .limit(atOnce);
    yield rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1)?.id ?? null;
  }
}

const one = alias(payments, "p");

/** True for payments after the payment with this id, in the order of the file. */
const isAfter = (last: string): SQL | undefined => {
  const { createdAt, id } = payments;
  const lastAt = sql`(select ${one.createdAt} from ${payments} ${one} where ${one.id} = ${last}::uuid)`;
  return or(sql`${createdAt} > ${lastAt}`, and(sql`${createdAt} = ${lastAt}`, sql`${id} > ${last}::uuid`));
};

export const paymentsOfSettlement = async ({ db }: Database, settlementId: string): Promise<PaymentRow[]> =>
  await selectPayments(db)
    .where(eq(payments.settlementId, settlementId))
    .orderBy(desc(payments.createdAt), desc(payments.id));
