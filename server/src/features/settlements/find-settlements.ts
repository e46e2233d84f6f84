// Finds which settlements the staff's list shows: wins and Buy It Now purchases, open ones first, by status, kind, text
// or reference. Each shape of the list has its statements, which are built once.
import { type SettlementKind, type SettlementStatus, settlementReference } from "@jara/shared/rest/settlements";
import { and, count, eq, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { interestsOf } from "../../engine/reads/interests.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Found, literal, offsetOf, type Page, toFound, type Values } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctionSearch } from "../../platform/database/schema/auctions.ts";
import { saleLots } from "../../platform/database/schema/sales.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isAnyOfPlaceholder, preparedFor } from "../../platform/database/statements.ts";
import {
  auctionHasWords,
  hasWords,
  hasWordsAlongTheWay,
  kindsOf,
  type TextKind,
  userText,
  wordValues,
} from "../../platform/database/text-indexes.ts";
import { isUuid } from "../../platform/database/uuid.ts";

export interface SettlementFilter {
  readonly status?: SettlementStatus | undefined;
  readonly kind?: SettlementKind | undefined;
  /**
   * A settlement's reference, or words in any order: all in the title, or all in the username, e-mail address, full name
   * and phone number.
   */
  readonly q?: string | undefined;
  /** The lots of this sale, grouped by their buyers. */
  readonly sale?: string | undefined;
  readonly buyer?: string | undefined;
  /** The member of the staff who asks. The list leaves out auctions in which they have an interest. */
  readonly adminId: string;
}

type Table = typeof settlements | typeof purchases;

/** The condition on purchases for each status. Written as constants, so that the planner sees which index fits. */
const ofPurchases: Record<SettlementStatus, SQL | undefined> = {
  open: and(hasValue(purchases.status, "pending"), not(purchases.isWaived)),
  paid: and(hasValue(purchases.status, "paid"), not(purchases.isWaived)),
  forfeited: and(hasValue(purchases.status, "forfeited"), not(purchases.isWaived)),
  waived: and(hasValue(purchases.status, "void"), purchases.isWaived),
  void: and(hasValue(purchases.status, "void"), not(purchases.isWaived), isNull(purchases.refundedTo)),
  refunded: and(hasValue(purchases.status, "void"), not(purchases.isWaived), isNotNull(purchases.refundedTo)),
};

/** The text of the list's statements depends on these. What differs beside them is a placeholder (`valuesOf`). */
interface Shape {
  readonly status: SettlementStatus | undefined;
  readonly kind: SettlementKind | undefined;
  readonly hasReference: boolean;
  readonly hasInterests: boolean;
  readonly hasSale: boolean;
  readonly hasBuyer: boolean;
}

/** The payments that are due in one of the two tables. Both tables have the same names here. */
interface Source {
  readonly table: Table;
  readonly buyerId: PgColumn;
  readonly dueAt: PgColumn;
  readonly where: SQL | undefined;
}

const sourcesOf = ({ status, kind, hasReference, hasInterests, hasSale, hasBuyer }: Shape): Source[] => {
  const whereOf = ({ id, auctionId }: Table, buyerId: PgColumn, ofStatus: SQL | undefined) =>
    and(
      ofStatus,
      hasSale ? isInSale(auctionId) : undefined,
      hasBuyer ? eq(buyerId, sql.placeholder("buyer")) : undefined,
      hasInterests ? not(isAnyOfPlaceholder(auctionId, "interests")) : undefined,
      hasReference ? eq(digitsOf(id), sql.placeholder("digits")) : undefined,
    );
  const sources: Source[] = [];
  if (kind !== "buy-it-now") {
    const { winnerId: buyerId, dueAt } = settlements;
    const where = whereOf(settlements, buyerId, status && hasValue(settlements.status, status));
    sources.push({ table: settlements, buyerId, dueAt, where });
  }
  if (kind !== "win") {
    const { buyerId, deadlineAt: dueAt } = purchases;
    sources.push({
      table: purchases,
      buyerId,
      dueAt,
      where: whereOf(purchases, buyerId, status && ofPurchases[status]),
    });
  }
  return sources;
};

const isInSale = (auctionId: PgColumn): SQL =>
  sql`exists (select from ${saleLots} where ${saleLots.auctionId} = ${auctionId} and ${saleLots.saleId} = ${sql.placeholder("sale")})`;

/** The same digits as `referenceOf` computes. A search for them reads every id, which is quick enough for a rare search. */
const digitsOf = (id: PgColumn): SQL => sql`left(encode(sha256(convert_to(${id}::text, 'UTF8')), 'hex'), 12)`;

/** The ids of one page in the list's order, and the number of all. */
export const idsOfSettlements = async (database: Database, filter: SettlementFilter, page: Page): Promise<Found> => {
  const interests = [...(await interestsOf(database, filter.adminId))];
  const text = filter.q?.trim() ?? "";
  const reference = text.toUpperCase();
  const hasReference = settlementReference.test(reference);
  const shape: Shape = {
    status: filter.status,
    kind: filter.kind,
    hasReference,
    hasInterests: interests.length > 0,
    hasSale: filter.sale !== undefined,
    hasBuyer: filter.buyer !== undefined,
  };
  if (![filter.sale, filter.buyer].every((id) => id === undefined || isUuid(id))) return { ids: [], total: 0 };
  const of = { ...(filter.sale && { sale: filter.sale }), ...(filter.buyer && { buyer: filter.buyer }) };
  const values = { ...of, interests: arrayLiteral(interests), digits: reference.replace(/^JARA|-/g, "").toLowerCase() };
  if (text === "" || hasReference) return await listed(database, shape, values, page);
  const searched = { ...values, ...wordValues(text) };
  const [row] = await found(database, { shape, kinds: kindsOf(text), page }).execute(searched);
  return toFound(row);
};

/** Open ones first, by due time; then the newest closed ones. Both tables have an index in this order. */
const order = sql`closed_at desc nulls first, due_at, id`;
/** The lots of a sale are few, so that no index is needed. A buyer's are in the order of the catalogue. */
const orderOf = ({ hasSale }: Shape): SQL => (hasSale ? sql`buyer, lot, suffix, ${order}` : order);

const selectFrom = (
  { table, buyerId, dueAt, where = sql`true` }: Source,
  { hasSale }: Shape,
  condition = sql`true`,
): SQL => {
  const buyer = hasSale
    ? sql`, (select lower(${users.username}) from ${users} where ${users.id} = ${buyerId}) as buyer,
      ${saleLots.lotNumber} as lot, ${saleLots.suffix} as suffix`
    : sql``;
  const numbered = hasSale ? sql`join ${saleLots} on ${saleLots.auctionId} = ${table.auctionId}` : sql``;
  return sql`select ${table.id} as id, ${table.closedAt} as closed_at, ${dueAt} as due_at${buyer} from ${table} ${numbered}
    where ${where} and ${condition}`;
};

const unionOf = (selects: readonly SQL[]): SQL => sql.join([...selects], sql` union all `);

/**
 * Takes from each table only as many rows as the page can need, so that each table is read along its index. The union is
 * SQL, because Drizzle's builder has no union of a list of selects whose number is not known.
 */
const idsOfPage = preparedFor((db, { shape, page }: { shape: Shape; page: Page }) => {
  const upTo = literal(page.page * page.limit);
  const heads = sourcesOf(shape).map(
    (source) => sql`(${selectFrom(source, shape)} order by ${orderOf(shape)} limit ${upTo})`,
  );
  return db
    .select({ id: sql<string>`id` })
    .from(sql`(${unionOf(heads)}) o`)
    .orderBy(orderOf(shape))
    .limit(literal(page.limit))
    .offset(offsetOf(page))
    .prepare("ids of settlements");
});

const counts = preparedFor((db, shape: Shape) =>
  sourcesOf(shape).map(({ table, where }) =>
    db.select({ total: count() }).from(table).where(where).prepare("number of settlements"),
  ),
);

const listed = async (database: Database, shape: Shape, values: Values, page: Page): Promise<Found> => {
  const [rows, ...counted] = await Promise.all([
    idsOfPage(database, { shape, page }).execute(values),
    ...counts(database, shape).map((one) => one.execute(values)),
  ]);
  return {
    ids: rows.map(({ id }) => id),
    total: counted.reduce((sum, [row]) => sum + (row?.total ?? 0), 0),
  };
};

/**
 * Searches once for both the total and the page: which auctions and people match the text, and what is owed for or by
 * them. The parts are SQL, because Drizzle's builder has no `materialized`.
 */
const found = preparedFor((db, { shape, kinds, page }: { shape: Shape; kinds: readonly TextKind[]; page: Page }) => {
  const hits = sourcesOf(shape).map((source) =>
    selectFrom(
      source,
      shape,
      sql`(${source.table.auctionId} in (select id from titled) or ${source.buyerId} in (select id from named))`,
    ),
  );
  // The text indexes cover more than the title, so compare the title as well, which is the first part of the text.
  const title = sql`split_part(${auctionSearch.text}, chr(31), 1)`;
  const isTitled = and(auctionHasWords(kinds), hasWordsAlongTheWay(title, kinds));
  const parts = sql`(
      with titled as materialized (
        select ${auctionSearch.auctionId} as id from ${auctionSearch} where ${isTitled}
      ),
      named as materialized (select ${users.id} as id from ${users} where ${hasWords(userText, kinds)}),
      hits as materialized (${unionOf(hits)})
      select (select count(*)::int from hits) as total, (
        select string_agg(id::text, ',' order by ${orderOf(shape)})
        from (select * from hits order by ${orderOf(shape)} limit ${literal(page.limit)} offset ${offsetOf(page)}) p
      ) as ids
    ) found`;
  return db
    .select({ total: sql<number>`total`, ids: sql<string | null>`ids` })
    .from(parts)
    .prepare("settlements with a text");
});
