// Gives receipts their numbers: 1, 2, … in each series and year, without a gap and without a double, whatever crashes and
// however many nodes number at once. One statement does it, because a transaction that is rolled back must also give its
// numbers back.
import { and, asc, count, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { receiptNumbers, receipts } from "../../platform/database/schema/money.ts";
import { aliased, clockNow, constant, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { keysOf, type Takes, takesOf } from "../../platform/jobs/guard-rows.ts";
import { NUMBER_DIGITS } from "./receipt.ts";

const buyer = aliased(users, "buyer");
const seller = aliased(users, "seller");

export const NUMBERED_AT_ONCE = 100;

/** Times are the database's. A test may name another clock. */
const nameOfUser = (user: "buyer" | "seller"): SQL => {
  const of = (column: { name: string }) => sql`${sql.identifier(user)}.${sql.identifier(column.name)}`;
  return sql`coalesce(nullif(concat_ws(' ', nullif(trim(${of(users.firstName)}), ''), nullif(trim(${of(users.lastName)}), '')), ''),
    ${of(users.username)})`;
};

/**
 * Numbers up to `limit` rows, the oldest first, and returns how many. Each receipt gets its mail in the same statement.
 *
 * `taken` locks the rows. A node that waits for rows of another node sees, once it gets the lock, that these rows have
 * numbers, and takes the next ones. Only then does the counter's row, which is locked until the commit, grow by exactly
 * the number of rows that were taken. It is SQL, because Drizzle's builder cannot insert what another part returns into
 * some of a table's columns.
 */
export const numberReceipts = async (
  { db }: Database,
  limit = NUMBERED_AT_ONCE,
  clock: SQL = clockNow,
  takes = takesOf("receipts"),
): Promise<number> => {
  const [row] = await db.execute<{ numbered: number }>(numbering(db, limit, clock, takes));
  return row?.numbered ?? 0;
};

/** The oldest receipts without a number. */
export const unnumberedReceipts = (database: Database, takes: Takes): Promise<string[]> =>
  keysOf(
    database,
    sql`select ${receipts.id} as key from ${receipts} where ${receipts.number} is null and ${takes(receipts.id)}
      order by ${receipts.createdAt}, ${receipts.id} limit ${constant(NUMBERED_AT_ONCE)}`,
  );

const numbering = (db: Db, limit: number, clock: SQL, takes: Takes): SQL => {
  const taken = db
    .select({
      id: sql`${receipts.id}`.as("id"),
      series: sql`${receipts.series}`.as("series"),
      createdAt: sql`${receipts.createdAt}`.as("created_at"),
    })
    .from(receipts)
    .where(and(isNull(receipts.number), takes(receipts.id)))
    .orderBy(asc(receipts.createdAt), asc(receipts.id))
    .limit(constant(limit))
    .for("update");
  // The clock is read once all rows are locked, so that a node that waited past midnight uses the new year.
  return sql`
    with taken as (${taken}),
    at as materialized (select ${clock} as now from (${db.select({ rows: count() }).from(sql`taken`)}) locked),
    year as materialized (select now, extract(year from now at time zone 'Africa/Lagos')::int as year from at),
    counted as (
      insert into ${receiptNumbers} (${nameOf(receiptNumbers.series)}, ${nameOf(receiptNumbers.year)}, ${nameOf(receiptNumbers.last)})
      select taken.series, year.year, count(*)::int from taken cross join year
      group by taken.series, year.year order by taken.series
      on conflict (${nameOf(receiptNumbers.series)}, ${nameOf(receiptNumbers.year)})
        do update set ${nameOf(receiptNumbers.last)} = ${receiptNumbers.last} + excluded.${nameOf(receiptNumbers.last)}
      returning ${nameOf(receiptNumbers.series)} as series, ${nameOf(receiptNumbers.last)} as last
    ),
    ranked as (
      select id, series, row_number() over (partition by series order by created_at, id)::int as rank,
        count(*) over (partition by series)::int as size
      from taken
    ),
    written as (
      update ${receipts} set ${nameOf(receipts.year)} = year.year,
        ${nameOf(receipts.number)} = counted.last - ranked.size + ranked.rank,
        ${nameOf(receipts.numberedAt)} = year.now, ${nameOf(receipts.people)} = ${people}
      from ranked join counted on counted.series = ranked.series cross join year,
        ${buyer.table}
      where ${receipts.id} = ranked.id and ${buyer.id} = ${receipts.userId}
      returning ${receipts.id}, ${receipts.userId}, ${receipts.auctionId}, ${receipts.series}, ${receipts.year},
        ${receipts.number}, ${receipts.facts}, ${receipts.numberedAt}, ${buyer.email} as to_address
    ),
    queued as (${mails} from written)
    select (select count(*) from written)::int as numbered`;
};

/** ReceiptPeople. */
const people = sql`json_build_object(
  'buyer', json_build_object('name', ${nameOfUser("buyer")}, 'username', ${buyer.username}, 'email', ${buyer.email},
    'address', nullif(concat_ws(', ', nullif(trim(${buyer.street}), ''), nullif(trim(${buyer.city}), ''),
      nullif(trim(concat_ws(' ', ${buyer.state}, ${buyer.zipCode})), ''), nullif(trim(${buyer.country}), '')), '')),
  'seller', (select json_build_object('name', ${nameOfUser("seller")}) from ${auctions}
    join ${seller.table} on ${seller.id} = ${auctions.sellerId}
    where ${auctions.id} = ${receipts.auctionId}))`;

const written = (column: { name: string }): SQL => sql`written.${sql.identifier(column.name)}`;
const fact = (name: string): SQL => sql`(${written(receipts.facts)} ->> ${sql.raw(`'${name}'`)})`;
const digits = sql`${written(receipts.number)}::text`;
const numberText = sql`${written(receipts.series)} || '-' || ${written(receipts.year)} || '-' ||
  lpad(${digits}, greatest(${sql.raw(String(NUMBER_DIGITS))}, length(${digits})), '0')`;

const mails = insertSelect(outbox, {
  id: sql`gen_random_uuid()`,
  kind: sql`'receipt'`,
  data: sql`json_build_object('receiptId', ${written(receipts.id)}, 'number', ${numberText},
    'receiptKind', ${fact("kind")}, 'auctionId', ${written(receipts.auctionId)}, 'title', ${fact("title")},
    'currency', ${fact("currency")}, 'amount', (${fact("amountMinor")}::numeric / 100)::float8)`,
  toAddress: sql`written.to_address`,
  userId: written(receipts.userId),
  auctionId: written(receipts.auctionId),
  dueAt: written(receipts.numberedAt),
  createdAt: written(receipts.numberedAt),
});
