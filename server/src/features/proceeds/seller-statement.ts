// Reads what sellers were paid for their lots, and what the house owes them.

import { toPercent } from "@jara/shared/basis-points";
import { causesOf, causeWords } from "@jara/shared/ledger-causes";
import { type ExchangeRates, toMajor } from "@jara/shared/money";
import { netOf } from "@jara/shared/proceeds";
import type {
  OwedSellers,
  SellerEntry,
  SellerPayout,
  SellerPeriod,
  SellerStatement,
} from "@jara/shared/rest/seller-sales";
import { lotNumberText } from "@jara/shared/sale-order";
import { and, asc, desc, eq, gte, isNotNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { toIso } from "../../auction/view/to-public.ts";
import { interestsOf, notAmong } from "../../engine/reads/interests.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bankAccounts, ledgerEntries, withdrawals } from "../../platform/database/schema/money.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { agreements, consignments } from "../../platform/database/schema/sellers.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { endOfLagosDay, lagosDay, startOfLagosDay } from "../../platform/lib/lagos-time.ts";
import { personName } from "../../platform/lib/made-out-to.ts";
import { signedSums } from "./entry-sums.ts";
import { issuedStatement } from "./issue-statement.ts";
import { dueAtOf, entriesOf, readSales, type Sale } from "./sales.ts";
import { readUnpaid, toUnpaidLot, type Unpaid } from "./unpaid-lots.ts";

const { id, userId, auctionId, createdAt, cause, amountMinor, note } = ledgerEntries;

const inDays = (column: PgColumn, { from, to }: SellerPeriod): SQL | undefined =>
  and(
    from === undefined ? undefined : gte(column, startOfLagosDay(from)),
    to === undefined ? undefined : lt(column, endOfLagosDay(to)),
  );

const within = (period: SellerPeriod): SQL | undefined =>
  and(isAnyOf(cause, causesOf("sales")), inDays(createdAt, period));

/** The withdrawals that the bank paid in the period, oldest first, each with the end of its account's number. */
const readPayouts = async ({ db }: Database, sellerId: string, period: SellerPeriod): Promise<SellerPayout[]> => {
  const { closedAt } = withdrawals;
  const rows = await db
    .select({
      _id: withdrawals.id,
      at: sql<number>`${closedAt}`.mapWith(closedAt),
      amount: withdrawals.amountMinor,
      bank: bankAccounts.bankName,
      account: bankAccounts.accountNumber,
      reference: withdrawals.reference,
    })
    .from(withdrawals)
    .innerJoin(bankAccounts, eq(bankAccounts.id, withdrawals.bankAccountId))
    .where(and(eq(withdrawals.userId, sellerId), hasValue(withdrawals.status, "paid"), inDays(closedAt, period)))
    .orderBy(asc(closedAt), asc(withdrawals.id));
  return rows.map(({ at, amount, bank, account, ...row }) => ({
    ...row,
    at: toIso(at),
    amount: toMajor(amount),
    account: `${bank}, account ending in ${account.slice(-4)}`,
  }));
};

export interface PaidEntry extends SellerEntry {
  readonly seller: string;
  /** The seller's name, or the username where no name is known. */
  readonly sellerName: string;
  readonly sellerId: string;
}

/** Oldest first. The lot's title is shown whatever its state, because the lot is the seller's own. */
const readEntries = async ({ db }: Database, where: SQL | undefined): Promise<PaidEntry[]> => {
  const rows = await db
    .select({
      id,
      at: createdAt,
      cause,
      amountMinor,
      note,
      auctionId: auctions.id,
      title: auctions.title,
      lotNumber: saleLots.lotNumber,
      suffix: saleLots.suffix,
      saleTitle: sales.title,
      closesAt: sales.closesAt,
      seller: { username: users.username, firstName: users.firstName, lastName: users.lastName },
      sellerId: users.id,
    })
    .from(ledgerEntries)
    .innerJoin(auctions, eq(auctions.id, auctionId))
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(saleLots, eq(saleLots.auctionId, auctions.id))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .where(where)
    .orderBy(asc(createdAt), asc(ledgerEntries.reference));
  return rows.map((row) => ({
    _id: row.id,
    at: toIso(row.at),
    cause: row.cause,
    text: row.note ?? causeWords(row.cause),
    amount: toMajor(row.amountMinor),
    auction: { _id: row.auctionId, title: row.title },
    lot: row.lotNumber === null ? null : lotNumberText({ lotNumber: row.lotNumber, suffix: row.suffix ?? "" }),
    sale:
      row.saleTitle === null || row.closesAt === null ? null : { title: row.saleTitle, day: lagosDay(row.closesAt) },
    seller: row.seller.username,
    sellerName: personName(row.seller),
    sellerId: row.sellerId,
  }));
};

/** Lots that are paid, and whose sellers are not. */
const readOwed = async ({ db }: Database, which?: SQL): Promise<Sale[]> =>
  await readSales(db, ({ isSold, isGiven }) => and(isSold, not(isGiven), which));

const owedMinor = (sales: readonly Sale[], rates: ExchangeRates): number =>
  sales.reduce((sum, sale) => sum + netOf(entriesOf(sale, rates)), 0);

const readParts = async (database: Database, sellerId: string, period: SellerPeriod): Promise<Parts> => {
  const [entries, payouts, unpaid] = await Promise.all([
    readEntries(database, and(eq(userId, sellerId), within(period))),
    readPayouts(database, sellerId, period),
    readUnpaid(database.db, sellerId),
  ]);
  return { sellerId, period, entries, payouts, unpaid };
};

const numberOf = async ({ db }: Database, { sellerId, ...content }: Parts): Promise<string | null> =>
  (await issuedStatement(db, sellerId, content))?.number ?? null;

export const sellerStatement = async (
  database: Database,
  sellerId: string,
  period: SellerPeriod,
  terms: Terms,
): Promise<SellerStatement> => {
  const parts = await readParts(database, sellerId, period);
  return toStatement(await numberOf(database, parts), parts, terms);
};

/** Returns the statement for staff. Without the lots in which the reader has an interest it is not whole, and has no number. */
export const statementForStaff = async (
  database: Database,
  sellerId: string,
  period: SellerPeriod,
  { readerId, ...terms }: Terms & { readonly readerId: string },
): Promise<{ readonly statement: SellerStatement; readonly isWhole: boolean }> => {
  const [all, interests] = await Promise.all([readParts(database, sellerId, period), interestsOf(database, readerId)]);
  const entries = all.entries.filter(({ auction }) => !interests.has(auction._id));
  const unpaid = all.unpaid.filter(({ sale }) => !interests.has(sale.auctionId));
  const isWhole = entries.length === all.entries.length && unpaid.length === all.unpaid.length;
  const number = isWhole ? await numberOf(database, all) : null;
  return { statement: toStatement(number, { ...all, entries, unpaid }, terms), isWhole };
};

/** The name with which the seller accepted an agreement last; null without one. */
export const signedNameOf = async ({ db }: Database, sellerId: string): Promise<string | null> => {
  const { acceptedName, acceptedAt } = agreements;
  const [row] = await db
    .select({ name: acceptedName })
    .from(agreements)
    .where(and(eq(agreements.sellerId, sellerId), isNotNull(acceptedAt)))
    .orderBy(desc(acceptedAt))
    .limit(1);
  return row?.name ?? null;
};

/** The percentage of the commission on each of these lots, by its id: that of the sale for which the seller was paid last. */
export const commissionsOf = async (
  { db }: Database,
  auctionIds: readonly string[],
): Promise<Record<string, number>> => {
  const lots = await readSales(db, ({ debt }) => isAnyOf(debt.auctionId, [...new Set(auctionIds)]));
  const paid = lots.filter(({ given }) => given !== null).sort((a, b) => a.soldAt - b.soldAt);
  return Object.fromEntries(paid.map(({ auctionId: of, terms }) => [of, toPercent(terms.commissionBasisPoints)]));
};

interface Parts {
  readonly sellerId: string;
  readonly period: SellerPeriod;
  readonly entries: readonly PaidEntry[];
  readonly payouts: SellerPayout[];
  readonly unpaid: readonly Unpaid[];
}

/** `days`: a seller is paid this many days after the buyer's payment. */
interface Terms {
  readonly days: number;
  readonly rates: ExchangeRates;
}

/** `number`: that of the issued paper; null if none was issued. */
const toStatement = (number: string | null, parts: Parts, terms: Terms): SellerStatement => {
  const { sellerId, period, entries, payouts, unpaid } = parts;
  const { prices, net } = sumsOf(entries);
  return {
    number: number ?? nameOf(sellerId, period),
    isIssued: number !== null,
    entries: entries.map(({ seller: _, sellerName: __, sellerId: ___, ...entry }) => entry),
    prices,
    taken: Math.round((net - prices) * 100) / 100,
    net,
    owed: toMajor(
      owedMinor(
        unpaid.flatMap(({ sale }) => (sale.isSold ? [sale] : [])),
        terms.rates,
      ),
    ),
    payouts,
    unpaidLots: unpaid.map((one) => toUnpaidLot(one, terms)),
  };
};

const sumsOf = (entries: readonly PaidEntry[]) => {
  const { prices, commission, vat, charges, net } = signedSums(entries);
  return { prices, commission: 0 - commission, vat: 0 - vat, charges: 0 - charges, net };
};

/** An entry is seen after its commit, which is later than its time. */
const WRITTEN_WITHIN_MS = 60 * 60 * 1000;

/** Returns null unless the period is one whole month that is over. */
export const monthThatIsOver = (period: SellerPeriod, nowMs: number): string | null =>
  (period.to ?? "9") < lagosDay(nowMs - WRITTEN_WITHIN_MS) ? monthOf(period) : null;

/** Null if the period is not one whole month. */
const monthOf = ({ from, to }: SellerPeriod): string | null =>
  from?.endsWith("-01") && to?.slice(0, 7) === from.slice(0, 7) && isLastDay(to) ? from.slice(0, 7) : null;

/** Names a statement that was not issued: the days or the month, and the seller. */
const nameOf = (sellerId: string, period: SellerPeriod): string => {
  const days = monthOf(period) ?? `${period.from ?? "start"}-${period.to ?? "now"}`;
  return `${days}-${sellerId.slice(0, 8).toUpperCase()}`;
};

const isLastDay = (day: string): boolean => {
  const next = new Date(Date.parse(`${day}T00:00:00.000Z`) + 24 * 60 * 60 * 1000);
  return next.getUTCDate() === 1;
};

/** Leaves out the lots in which the reader has an interest. */
const besides = async (
  database: Database,
  readerId: string,
  column: typeof auctionId | typeof consignments.auctionId,
) => notAmong(column, [...(await interestsOf(database, readerId))]);

interface Asked extends Terms {
  readonly readerId: string;
  readonly period: SellerPeriod;
}

/** Reads what the house owes now, the soonest due first. */
export const owedNow = async (
  database: Database,
  { readerId, days, rates }: Omit<Asked, "period">,
): Promise<Omit<OwedSellers, "paid">> => {
  const sales = await readOwed(database, await besides(database, readerId, consignments.auctionId));
  const bySeller = new Map<string, Sale[]>();
  for (const sale of sales) bySeller.set(sale.sellerId, [...(bySeller.get(sale.sellerId) ?? []), sale]);
  const names = await database.db
    .select({ id: users.id, username: users.username, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(isAnyOf(users.id, [...bySeller.keys()]));
  const sellers = names.map(({ id: _id, ...person }) => {
    const user = { _id, username: person.username, name: personName(person) };
    const own = bySeller.get(_id) ?? [];
    const due = Math.min(...own.flatMap((sale) => dueAtOf(sale, days) ?? []));
    return { user, owed: toMajor(owedMinor(own, rates)), lots: own.length, dueAt: toIso(due) };
  });
  sellers.sort((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : a.user.username < b.user.username ? -1 : 1));
  return { sellers, owed: toMajor(owedMinor(sales, rates)) };
};

export const owedSellers = async (database: Database, { period, ...asked }: Asked): Promise<OwedSellers> => {
  const owed = await owedNow(database, asked);
  return { ...owed, paid: paidBySeller(await paidToSellers(database, asked.readerId, period)) };
};

const paidBySeller = (entries: readonly PaidEntry[]): OwedSellers["paid"] => {
  const bySeller = new Map<string, PaidEntry[]>();
  for (const entry of entries) bySeller.set(entry.sellerId, [...(bySeller.get(entry.sellerId) ?? []), entry]);
  const sellers = [...bySeller].map(([_id, own]) => ({
    user: { _id, username: own[0]?.seller ?? "", name: own[0]?.sellerName ?? "" },
    ...sumsOf(own),
  }));
  sellers.sort((a, b) => (a.user.username < b.user.username ? -1 : 1));
  return { sellers, ...sumsOf(entries) };
};

/** Reads what all sellers were paid in a period. */
export const paidToSellers = async (database: Database, readerId: string, period: SellerPeriod): Promise<PaidEntry[]> =>
  await readEntries(database, and(within(period), await besides(database, readerId, auctionId)));
