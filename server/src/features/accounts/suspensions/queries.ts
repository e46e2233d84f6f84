// Reads suspensions with the lots whose bids they void.
import type { Suspension } from "@jara/shared/rest/suspensions";
import type { VoidEffect } from "@jara/shared/rest/voids";
import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { toIso, toIsoOrNull } from "../../../auction/view/to-public.ts";
import { notAmong } from "../../../engine/reads/interests.ts";
import { showsMaxima } from "../../../engine/reads/shows-maxima.ts";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { bids } from "../../../platform/database/schema/bids.ts";
import { suspensions, suspensionVoids } from "../../../platform/database/schema/suspensions.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";

const s = alias(suspensions, "s");
const b = alias(bids, "b");

/** The most lots that an answer shows of each suspension. */
const LOTS_SHOWN = 100;

const find = async (
  { db }: Database,
  where: SQL | undefined,
  exceptIds: readonly string[],
  limit: number,
): Promise<Suspension[]> => {
  const lifter = alias(users, "lifter");
  const rows = await db
    .select({ suspension: suspensions, byName: users.username, lifterName: lifter.username })
    .from(suspensions)
    .innerJoin(users, eq(users.id, suspensions.by))
    .leftJoin(lifter, eq(lifter.id, suspensions.liftedBy))
    .where(where)
    .orderBy(desc(suspensions.at), desc(suspensions.id))
    .limit(limit);
  const lotsOf = await findLots(
    { db },
    rows.map(({ suspension }) => suspension.id),
    exceptIds,
  );
  return rows.map(({ suspension: one, byName, lifterName }) => ({
    _id: one.id,
    reason: one.reason,
    until: toIsoOrNull(one.until),
    at: toIso(one.at),
    by: { _id: one.by, username: byName },
    liftedAt: toIsoOrNull(one.liftedAt),
    liftedBy: one.liftedBy === null ? null : { _id: one.liftedBy, username: lifterName ?? "" },
    liftReason: one.liftReason,
    voidBids: one.voidBids,
    lots: lotsOf.get(one.id) ?? [],
  }));
};

/**
 * True if the lot is over, or if the person had bids on it that counted until the suspension. Otherwise the row would
 * reveal that the person had a maximum there. SQL, because a sub-select of two tables compares their columns.
 */
const isNoVoidOfMaximum = sql`(${showsMaxima(sql`${suspensionVoids.auctionId}`)} or exists (
  select from ${suspensions} ${s} join ${bids} ${b} on ${b.auctionId} = ${suspensionVoids.auctionId} and ${b.bidderId} = ${s.userId}
  where ${s.id} = ${suspensionVoids.suspensionId} and (${b.voidedAt} is null or ${b.voidedAt} >= ${s.at})))`;

const findLots = async (
  { db }: Pick<Database, "db">,
  ids: readonly string[],
  exceptIds: readonly string[],
): Promise<Map<string, Suspension["lots"]>> => {
  const { suspensionId, auctionId, title, doneAt, effect, message } = suspensionVoids;
  const numbered = db
    .select({
      suspensionId,
      auctionId,
      title,
      doneAt,
      effect,
      message,
      number: sql<number>`row_number() over (partition by ${suspensionId} order by ${title}, ${auctionId})`.as(
        "number",
      ),
    })
    .from(suspensionVoids)
    .where(and(isAnyOf(suspensionId, ids), isNoVoidOfMaximum, notAmong(auctionId, exceptIds)))
    .as("numbered");
  const rows = await db
    .select()
    .from(numbered)
    .where(sql`${numbered.number} <= ${LOTS_SHOWN}`)
    .orderBy(asc(numbered.number));
  const lots = new Map<string, Suspension["lots"]>();
  for (const row of rows) {
    const shown = {
      auctionId: row.auctionId,
      title: row.title,
      isDone: row.doneAt !== null,
      message: row.message,
      effect: row.effect as VoidEffect | null,
    };
    lots.set(row.suspensionId, [...(lots.get(row.suspensionId) ?? []), shown]);
  }
  return lots;
};

/** Returns the newest suspensions first, without the lots of `exceptIds`: those in which the reader has an interest. */
export const suspensionsOf = (
  database: Database,
  userId: string,
  exceptIds: readonly string[],
  limit: number,
): Promise<Suspension[]> => find(database, eq(suspensions.userId, userId), exceptIds, limit);

/**
 * Returns the suspension in force, without the lots of `exceptIds`. Null if there is none, or if the command line
 * suspended the account.
 */
export const standingSuspension = async (
  database: Database,
  userId: string,
  exceptIds: readonly string[],
): Promise<Suspension | null> =>
  (await find(database, and(eq(suspensions.userId, userId), isNull(suspensions.liftedAt)), exceptIds, 1))[0] ?? null;

/** Reason and end of the suspension in force. */
export const findCurrentSuspension = async (
  { db }: Database,
  userId: string,
): Promise<{ reason: string; until: number | null } | null> => {
  const [row] = await db
    .select({ reason: suspensions.reason, until: suspensions.until })
    .from(suspensions)
    .where(and(eq(suspensions.userId, userId), isNull(suspensions.liftedAt)));
  return row ?? null;
};
