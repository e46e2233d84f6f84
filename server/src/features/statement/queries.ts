// Reads one person's ledger as a statement: a page of it, all of it in order, and the balances at its ends.

import { causesOf, causeWords } from "@jara/shared/ledger-causes";
import { toMajor } from "@jara/shared/money";
import type { Statement, StatementEntry, StatementPeriod } from "@jara/shared/rest/statement";
import { and, asc, desc, eq, gte, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { nearestEnd, type Page } from "../../platform/database/pages.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { endOfLagosDay, startOfLagosDay } from "../../platform/lib/lagos-time.ts";
import { inChainOrder } from "./chain-order.ts";

const { id, userId: ofUser, createdAt, cause, amountMinor, balanceAfterMinor } = ledgerEntries;

/** Shows a lot's title only while the lot is public: afterwards the title may say what bidders must not see. */
const isPublic = and(
  eq(auctions.id, ledgerEntries.auctionId),
  isNull(auctions.removedAt),
  ne(auctions.status, "draft"),
);

const selectEntries = (db: Db) =>
  db
    .select({
      id,
      at: createdAt,
      cause,
      amountMinor,
      balanceMinor: balanceAfterMinor,
      auctionId: auctions.id,
      title: auctions.title,
      settlementId: ledgerEntries.settlementId,
      reference: ledgerEntries.reference,
      note: ledgerEntries.note,
    })
    .from(ledgerEntries)
    .leftJoin(auctions, isPublic);
type Row = Awaited<ReturnType<typeof selectEntries>>[number];

const within = (userId: string, { from, to, kind }: StatementPeriod): SQL | undefined =>
  and(
    eq(ofUser, userId),
    from === undefined ? undefined : gte(createdAt, startOfLagosDay(from)),
    to === undefined ? undefined : lt(createdAt, endOfLagosDay(to)),
    kind && isAnyOf(cause, causesOf(kind)),
  );

export type StatementSums = Omit<Statement, "entries">;

/** The sums and the balances at both ends. */
export const sumsOf = async (database: Database, userId: string, period: StatementPeriod): Promise<StatementSums> => {
  const { db } = database;
  const { from, to } = period;
  const [[sums], [first], opening, closing] = await Promise.all([
    db
      .select({
        total: sql<number>`count(*)::int`,
        in: sql<number>`coalesce(sum(${amountMinor}) filter (where ${amountMinor} > 0), 0)::bigint`,
        out: sql<number>`coalesce(-sum(${amountMinor}) filter (where ${amountMinor} < 0), 0)::bigint`,
      })
      .from(ledgerEntries)
      .where(within(userId, period)),
    db.select({ at: createdAt }).from(ledgerEntries).where(eq(ofUser, userId)).orderBy(asc(createdAt)).limit(1),
    from === undefined ? 0 : balanceBefore(database, userId, startOfLagosDay(from)),
    balanceBefore(database, userId, to === undefined ? null : endOfLagosDay(to)),
  ]);
  return {
    total: sums?.total ?? 0,
    in: toMajor(Number(sums?.in ?? 0)),
    out: toMajor(Number(sums?.out ?? 0)),
    opening: toMajor(opening),
    closing: toMajor(closing),
    firstAt: first ? new Date(first.at).toISOString() : null,
  };
};

/** The balance after the last entry before a time; `null`: after the last one of all. */
const balanceBefore = async ({ db }: Database, userId: string, before: number | null): Promise<number> => {
  const last = db
    .select({ at: createdAt })
    .from(ledgerEntries)
    .where(and(eq(ofUser, userId), before === null ? undefined : lt(createdAt, before)))
    .orderBy(desc(createdAt))
    .limit(1);
  const rows = await db
    .select({ id, at: createdAt, amountMinor, balanceMinor: balanceAfterMinor })
    .from(ledgerEntries)
    .where(and(eq(ofUser, userId), eq(createdAt, sql`(${last})`)))
    .orderBy(asc(id));
  return inChainOrder(rows).at(-1)?.balanceMinor ?? 0;
};

/** One page, newest first. `total` is the number of entries in the period. */
export const statementPage = async (
  database: Database,
  userId: string,
  period: StatementPeriod,
  page: Page,
  total: number,
): Promise<StatementEntry[]> => {
  const where = within(userId, period);
  const ids = await idsOfPage(database, where, page, total);
  if (ids.length === 0) return [];
  const rows = await selectEntries(database.db).where(isAnyOf(id, ids)).orderBy(asc(createdAt), asc(id));
  return inChainOrder(rows).reverse().map(toEntry);
};

/** Newest first. A page beyond the middle is read from the end. */
const idsOfPage = async ({ db }: Database, where: SQL | undefined, page: Page, total: number): Promise<string[]> => {
  const { isFromEnd, size, before } = nearestEnd(page, total);
  if (size <= 0) return [];
  const way = isFromEnd ? asc : desc;
  const rows = await db
    .select({ id })
    .from(ledgerEntries)
    .where(where)
    .orderBy(way(createdAt), way(id))
    .limit(size)
    .offset(before);
  const ids = rows.map((row) => row.id);
  return isFromEnd ? ids.reverse() : ids;
};

/** All entries of the period, oldest first, in parts of at most `size`. */
export async function* statementParts(
  { db }: Database,
  userId: string,
  period: StatementPeriod,
  size: number,
): AsyncGenerator<StatementEntry[]> {
  let last: Row | undefined;
  do {
    const after: SQL | undefined =
      last && sql`(${createdAt}, ${id}) > (${sql.param(last.at, createdAt)}, ${last.id}::uuid)`;
    const rows: Row[] = await selectEntries(db)
      .where(and(within(userId, period), last && gte(createdAt, last.at), after))
      .orderBy(asc(createdAt), asc(id))
      .limit(size);
    if (rows.length > 0) yield inChainOrder(rows).map(toEntry);
    last = rows.length === size ? rows.at(-1) : undefined;
  } while (last);
}

const toEntry = (row: Row): StatementEntry => ({
  _id: row.id,
  at: new Date(row.at).toISOString(),
  cause: row.cause,
  text: causeWords(row.cause),
  amount: toMajor(row.amountMinor),
  balance: toMajor(row.balanceMinor),
  auction: row.auctionId === null || row.title === null ? null : { _id: row.auctionId, title: row.title },
  settlementId: row.settlementId,
  reference: row.reference,
  note: row.note,
});
