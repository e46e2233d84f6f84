// Reads what winners and buyers owe, as one list for administrators: wins and Buy It Now purchases, open ones first.
import type { ExchangeRates } from "@jara/shared/money";
import {
  type Settlement,
  type SettlementKind,
  type SettlementStatus,
  settlementReference,
} from "@jara/shared/rest/settlements";
import { and, eq, gt, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn, unionAll } from "drizzle-orm/pg-core";
import { interestsOf } from "../../engine/reads/interests.ts";
import { isRelisted } from "../../engine/reads/relisted.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { type Found, type FoundRow, offsetOf, type Page, toFound } from "../../platform/database/pages.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctionSearch, auctions } from "../../platform/database/schema/auctions.ts";
import { payments, purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { constant, hasValue } from "../../platform/database/statement-text.ts";
import { isAnyOfPlaceholder, prepared } from "../../platform/database/statements.ts";
import { auctionHasText, hasText, hasTextAlongTheWay, searchText } from "../../platform/database/text-indexes.ts";
import { isUuid } from "../../platform/database/values.ts";
import { owedIn } from "./owed.ts";
import { iso, isoOrNull, owedView, pickupView, receivedOf } from "./owed-view.ts";

const buyer = alias(users, "buyer");
const closer = alias(users, "closer");

const selectOwed = (db: Db) => {
  const owed = owedIn(db);
  return db
    .select({
      kind: owed.kind,
      id: owed.id,
      status: owed.status,
      priceMinor: owed.priceMinor,
      feeMinor: owed.feeMinor,
      dueAt: owed.dueAt,
      createdAt: owed.createdAt,
      closedAt: owed.closedAt,
      note: owed.note,
      attempts: owed.attempts,
      lastError: owed.lastError,
      stuckAt: owed.stuckAt,
      pardonedAt: owed.pardonedAt,
      ...receivedOf(owed),
      auction: {
        ...{ _id: auctions.id, title: auctions.title, status: auctions.status, currency: auctions.currency },
        isRelisted: isRelisted(auctions.id),
      },
      buyer: {
        _id: buyer.id,
        username: buyer.username,
        email: buyer.email,
        firstName: buyer.firstName,
        lastName: buyer.lastName,
        phone: buyer.phone,
      },
      closedBy: { _id: closer.id, username: closer.username },
    })
    .from(owed)
    .innerJoin(auctions, eq(auctions.id, owed.auctionId))
    .innerJoin(buyer, eq(buyer.id, owed.buyerId))
    .leftJoin(closer, eq(closer.id, owed.closedBy))
    .where(isAnyOfPlaceholder(owed.id, "ids"));
};

const owedByIds = prepared((db) => selectOwed(db).prepare("settlements by ids"));

/** In no particular order. Unknown ids are left out. */
export const settlementsByIds = async (
  database: Database,
  ids: readonly string[],
  rates: ExchangeRates,
): Promise<Settlement[]> => {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  return (await owedByIds(database).execute({ ids: arrayLiteral(known) })).map((row) => toSettlement(row, rates));
};

export const findSettlement = async (
  database: Database,
  id: string,
  rates: ExchangeRates,
): Promise<Settlement | null> => (await settlementsByIds(database, [id], rates))[0] ?? null;

/**
 * Settlements and purchases that were opened, closed, stuck or scheduled for another try within the last `seconds`, those
 * that a payment came for or was taken back from, and those that an administrator changed.
 */
export const settlementsMovedWithin = async (
  database: Database,
  seconds: number,
  rates: ExchangeRates,
): Promise<Settlement[]> => {
  const since = sql`(select clock_timestamp() - ${seconds}::float8 * interval '1 second')`;
  const movedIn = (table: Table) =>
    database.db
      .select({ id: table.id })
      .from(table)
      .where(
        or(
          gt(table.closedAt, since),
          and(
            isNull(table.closedAt),
            sql`greatest(${table.createdAt}, ${table.stuckAt}, ${table.nextAttemptAt}) > ${since}`,
          ),
        ),
      );
  const paid = database.db.select({ id: payments.settlementId }).from(payments).where(gt(payments.createdAt, since));
  const { details, at } = adminActions;
  const named = sql<string>`coalesce(${details} ->> 'settlementId', ${details} ->> 'purchaseId')::uuid`;
  const acted = database.db
    .select({ id: named })
    .from(adminActions)
    .where(and(gt(at, since), sql`${named} is not null`));
  const rows = await unionAll(movedIn(settlements), movedIn(purchases), paid, acted);
  return settlementsByIds(database, [...new Set(rows.map(({ id }) => id))], rates);
};

export interface SettlementFilter {
  readonly status?: SettlementStatus | undefined;
  readonly kind?: SettlementKind | undefined;
  /** A settlement's reference, or a text that is searched in title, username, e-mail address and full name. */
  readonly q?: string | undefined;
  /** The administrator who asks. The list leaves out auctions in which they have an interest. */
  readonly adminId: string;
}

type Table = typeof settlements | typeof purchases;

/** The condition on purchases for each status. Written as constants, so that the planner sees which index fits. */
const ofPurchases: Record<SettlementStatus, SQL | undefined> = {
  open: and(hasValue(purchases.status, "pending"), not(purchases.isWaived)),
  paid: and(hasValue(purchases.status, "paid"), not(purchases.isWaived)),
  forfeited: and(hasValue(purchases.status, "forfeited"), not(purchases.isWaived)),
  waived: and(hasValue(purchases.status, "void"), purchases.isWaived),
  void: and(hasValue(purchases.status, "void"), not(purchases.isWaived)),
};

/** The payments that are due in one of the two tables. Both tables have the same names here. */
interface Source {
  readonly table: Table;
  readonly buyerId: PgColumn;
  readonly dueAt: PgColumn;
  readonly where: SQL | undefined;
}

const sourcesOf = ({ status, kind }: SettlementFilter): Source[] => {
  const sources: Source[] = [];
  if (kind !== "buy-it-now") {
    const { winnerId: buyerId, dueAt } = settlements;
    sources.push({ table: settlements, buyerId, dueAt, where: status && hasValue(settlements.status, status) });
  }
  if (kind !== "win") {
    const { buyerId, deadlineAt: dueAt } = purchases;
    sources.push({ table: purchases, buyerId, dueAt, where: status && ofPurchases[status] });
  }
  return sources;
};

export const listSettlements = async (
  database: Database,
  filter: SettlementFilter,
  page: Page,
  rates: ExchangeRates,
): Promise<{ settlements: Settlement[]; total: number }> => {
  const { ids, total } = await idsOfSettlements(database, filter, page);
  return { settlements: await settlementsInOrder(database, ids, rates), total };
};

const idsOfSettlements = async (database: Database, filter: SettlementFilter, page: Page): Promise<Found> => {
  const interests = [...(await interestsOf(database, filter.adminId))];
  const elsewhere = ({ auctionId }: Table) =>
    interests.length === 0 ? undefined : sql`${auctionId} <> all (${arrayLiteral(interests)}::uuid[])`;
  const text = filter.q?.trim();
  const reference = text?.toUpperCase() ?? "";
  const isReference = settlementReference.test(reference);
  const named = ({ id }: Table) => (isReference ? hasReference(id, reference) : undefined);
  const sources = sourcesOf(filter).map((one) => ({
    ...one,
    where: and(one.where, elsewhere(one.table), named(one.table)),
  }));
  return await (text && !isReference ? found(database, sources, text, page) : listed(database, sources, page));
};

/** The same digits as `referenceOf` computes. It reads every id, which is quick enough for a rare search. */
const hasReference = (id: PgColumn, reference: string): SQL => {
  const digits = reference.replace(/^JARA|-/g, "").toLowerCase();
  return sql`left(encode(sha256(convert_to(${id}::text, 'UTF8')), 'hex'), 12) = ${digits}`;
};

const settlementsInOrder = async (
  database: Database,
  ids: readonly string[],
  rates: ExchangeRates,
): Promise<Settlement[]> => {
  const byId = new Map((await settlementsByIds(database, ids, rates)).map((one) => [one._id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** More settlements than a house ever has. */
const ALL = { page: 1, limit: 10_000_000 };

/** All settlements of the filter in the list's order, a part at a time. Which ones they are is decided in one read. */
export async function* settlementsInParts(
  database: Database,
  filter: SettlementFilter,
  atOnce: number,
  rates: ExchangeRates,
): AsyncGenerator<Settlement[]> {
  const { ids } = await idsOfSettlements(database, filter, ALL);
  for (let start = 0; start < ids.length; start += atOnce) {
    yield await settlementsInOrder(database, ids.slice(start, start + atOnce), rates);
  }
}

/** Open ones first, by due time; then the newest closed ones. Both tables have an index in this order. */
const ordered = sql`order by closed_at desc nulls first, due_at, id`;

const selectFrom = ({ table, dueAt, where = sql`true` }: Source, condition = sql`true`): SQL =>
  sql`select ${table.id} as id, ${table.closedAt} as closed_at, ${dueAt} as due_at from ${table}
    where ${where} and ${condition}`;

const unionOf = (selects: readonly SQL[]): SQL => sql.join([...selects], sql` union all `);

/**
 * Takes from each table only as many rows as the page can need, so that each table is read along its index. It is SQL,
 * because Drizzle's builder has no union of a list of selects whose number is not known.
 */
const listed = async ({ db }: Database, sources: readonly Source[], page: Page): Promise<Found> => {
  const upTo = constant(page.page * page.limit);
  const heads = sources.map((source) => sql`(${selectFrom(source)} ${ordered} limit ${upTo})`);
  const [rows, ...counts] = await Promise.all([
    db.execute<{ id: string }>(
      sql`select id from (${unionOf(heads)}) o ${ordered} limit ${constant(page.limit)} offset ${offsetOf(page)}`,
    ),
    ...sources.map(({ table, where }) => db.$count(table, where)),
  ]);
  return { ids: rows.map(({ id }) => id), total: counts.reduce((sum, count) => sum + count, 0) };
};

/**
 * Searches once for both the total and the page: which auctions and people match the text, and what is owed for or by
 * them. It is SQL, because Drizzle's builder has no `materialized`.
 */
const found = async ({ db }: Database, sources: readonly Source[], text: string, page: Page): Promise<Found> => {
  const hits = sources.map((source) =>
    selectFrom(
      source,
      sql`(${source.table.auctionId} in (select id from titled) or ${source.buyerId} in (select id from named))`,
    ),
  );
  const searched = searchText(text);
  // The text indexes cover more than the title, so compare the title as well.
  const isTitled = and(auctionHasText(searched), hasTextAlongTheWay(auctionSearch.title, searched));
  const [row] = await db.execute<FoundRow>(sql`
    with titled as materialized (
      select ${auctionSearch.auctionId} as id from ${auctionSearch} where ${isTitled}
    ),
    named as materialized (select ${users.id} as id from ${users} where ${hasText(users.searchText, searched)}),
    hits as materialized (${unionOf(hits)})
    select (select count(*)::int from hits) as total, (
      select string_agg(id::text, ',' ${ordered})
      from (select * from hits ${ordered} limit ${constant(page.limit)} offset ${offsetOf(page)}) p
    ) as ids`);
  return toFound(row);
};

type OwedRow = Awaited<ReturnType<typeof selectOwed>>[number];

const toSettlement = (row: OwedRow, rates: ExchangeRates): Settlement => {
  const { id, kind, status, auction, buyer, closedBy, note, attempts, lastError, stuckAt } = row;
  return {
    _id: id,
    kind,
    status,
    auction,
    buyer,
    ...owedView(row, auction.currency, rates),
    dueAt: iso(row.dueAt),
    createdAt: iso(row.createdAt),
    pickup: pickupView(row, status),
    pardonedAt: isoOrNull(row.pardonedAt),
    closedAt: isoOrNull(row.closedAt),
    closedBy,
    note,
    stuck: stuckAt === null || status !== "open" ? null : { attempts, lastError: lastError ?? "", since: iso(stuckAt) },
  };
};
