// Finds the commands that the clock causes: lots that start and close, purchases and second chances that expire. It
// says which lots of a sale must not start or close yet, although their time has come.
import { and, lte, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type PgColumn, type PgTable, unionAll } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleActionLots, saleActions, saleLots, sales } from "../../platform/database/schema/sales.ts";
import { purchases, secondChances } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { databaseNow, prepared } from "../../platform/database/statements.ts";
import { hasFailed, takesAfterPause } from "../../platform/jobs/guard-rows.ts";
import { RING_FOR_S } from "../close-clock.ts";
import type { Due } from "../ports.ts";
import { isLeftOut } from "./left-out.ts";

const s = alias(sales, "s");
const l = alias(saleLots, "l");
const a = alias(auctions, "a");
const p = alias(saleActions, "p");
const o = alias(saleActionLots, "o");
const b = alias(purchases, "b");

const within = sql`${sql.placeholder("withinMs")}::int * interval '1 millisecond'`;
const horizon = sql`(select clock_now() + ${within})`;

/** The sale of the auction, if it is of this kind. */
const inSale = (kind: SQL): SQL => sql`exists (
  select from ${saleLots} join ${sales} on ${sales.id} = ${saleLots.saleId}
  where ${saleLots.auctionId} = ${auctions.id} and ${kind})`;

/** True for a lot whose sale closes its lots in order, or all together. */
const isInOrder = sql<boolean>`${inSale(sql`${sales.closing} <> 'alone'`)}`;
const isOfSale = sql<boolean>`${inSale(sql`true`)}`;

/**
 * Somebody moved a lot by hand if it ends later than this, in seconds from now. The other lots of its sale do not wait
 * for it.
 */
export const WAITED_FOR_S = 3600;

/**
 * False for a lot that somebody used Buy It Now on and did not pay, because that moved its end, usually by an hour. No
 * other lot of its sale waits for it. `auctionId`: the column of an active lot, so that its purchases have ended
 * without a sale.
 */
export const isWaitedFor = (auctionId: SQLWrapper): SQL =>
  sql`not exists (select from ${purchases} ${b} where ${b.auctionId} = ${auctionId})`;

/** The number of a lot's group in its sale, from 0. If the sale has no group size, all lots are one group. */
export const groupOf = (lotNumber: SQLWrapper, groupSize: SQLWrapper): SQL =>
  sql`coalesce((${lotNumber} - 1) / ${groupSize}, 0)`;

const endWaitedFor = sql`max(${a.endsAt}) filter (where ${isWaitedFor(a.id)})`;

/**
 * Lots that stay open because an earlier lot of their sale is open and ends later. Where lots close together, any lot
 * of their group counts. A lot that was left out of the sale's publication neither waits nor holds others.
 *
 * The job that keeps the order then moves their ends.
 */
const heldOpen = sql`(
  select id from (
    select ${a.id} as id, ${a.endsAt}, case ${s.closing}
      when 'together' then ${endWaitedFor} over (partition by ${s.id}, ${groupOf(l.lotNumber, s.groupSize)})
      else ${endWaitedFor} over (
        partition by ${s.id} order by ${l.lotNumber}, ${l.suffix} rows between unbounded preceding and 1 preceding)
      end as until
    from ${sales} ${s} join ${saleLots} ${l} on ${l.saleId} = ${s.id} join ${auctions} ${a} on ${a.id} = ${l.auctionId}
    where ${s.closing} <> 'alone' and ${s.status} = 'published' and ${a.status} = 'active'
      and ${a.endsAt} < ${databaseNow} + ${WAITED_FOR_S}::int * interval '1 second'
      and not ${isLeftOut(s.id, a.id, a.startsAt)}
  ) lots where until > ends_at)`;

/** True if an action on the sale has not reached the lot yet. It may move or remove the lot's start. */
const isToBeMoved = sql`exists (
  select from ${saleActions} ${p} where ${p.saleId} = ${sales.id} and ${p.doneAt} is null and not exists (
    select from ${saleActionLots} ${o} where ${o.actionId} = ${p.id} and ${o.auctionId} = ${auctions.id}))`;

/** A lot does not start while its sale is paused or a draft, nor before an action on the sale has reached the lot. */
const isHeldBack = inSale(sql`(${sales.pausedAt} is not null or ${sales.status} = 'draft' or ${isToBeMoved})`);

const statement = prepared((db) => {
  const due = (
    command: Due["command"],
    table: PgTable,
    auctionId: PgColumn,
    at: PgColumn,
    condition: SQL | undefined,
    mayBeHeld = sql<boolean>`false`,
  ) =>
    db
      .select({
        auctionId: sql<string>`${auctionId}`,
        command: sql<Due["command"]>`${sql.raw(`'${command}'`)}`,
        at: sql<number>`(extract(epoch from ${at}) * 1000)::float8`,
        mayBeHeld,
        hasFailed: sql<boolean>`${hasFailed("lot-times")(auctionId)}`,
      })
      .from(table)
      .where(and(condition, lte(at, horizon), takesAfterPause("lot-times")(auctionId)));
  return unionAll(
    due(
      "CloseAuction",
      auctions,
      auctions.id,
      auctions.endsAt,
      and(hasValue(auctions.status, "active"), sql`${auctions.id} not in ${heldOpen}`),
      isInOrder,
    ),
    due(
      "StartAuction",
      auctions,
      auctions.id,
      auctions.startsAt,
      and(hasValue(auctions.status, "draft"), not(isHeldBack)),
      isOfSale,
    ),
    due(
      "ExpirePurchase",
      purchases,
      purchases.auctionId,
      purchases.deadlineAt,
      and(
        hasValue(purchases.status, "pending"),
        // After this time the forfeiting job expires the purchase.
        sql`${purchases.deadlineAt} > ${databaseNow} - ${RING_FOR_S}::int * interval '1 second'`,
      ),
    ),
    due(
      "ExpireSecondChance",
      secondChances,
      secondChances.auctionId,
      secondChances.expiresAt,
      hasValue(secondChances.status, "open"),
    ),
  ).prepare("due commands");
});

/** Returns what is due by now or within this time. */
export const dueCommands = async (database: Database, withinMs: number): Promise<Due[]> =>
  await statement(database).execute({ withinMs });
