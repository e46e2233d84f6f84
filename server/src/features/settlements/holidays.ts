// The table of public holidays. Each write is one statement that also records who did it. An actor who no longer has
// the permission changes nothing. A change applies to auctions that end later; existing due dates stay. The writes are
// SQL, because Drizzle's builder cannot insert what another part returns into some of a table's columns.

import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@jara/shared/errors";
import type { Holiday } from "@jara/shared/rest/settlements";
import { whyChangedSince } from "@jara/shared/seen-value";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { adminActions } from "../../platform/database/schema/accounts.ts";
import { publicHolidays } from "../../platform/database/schema/settlements.ts";
import { clockNow, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { actorPart } from "../../platform/database/who-may.ts";

const { date, name } = publicHolidays;

/** Earliest first. */
export const allHolidays = ({ db }: Database): Promise<Holiday[]> => db.select().from(publicHolidays).orderBy(date);

const record = (actorId: string, action: string, details: SQL): SQL =>
  insertSelect(adminActions, { id: randomUUID(), actorId, action, details, at: clockNow });

/**
 * Adds or renames the holiday. Returns a refusal if the day has another name than `seen` (null: none). `seen` undefined:
 * any.
 */
export const setHoliday = async (
  { db }: Database,
  actorId: string,
  holiday: Holiday,
  seen: string | null | undefined,
): Promise<"set" | "not-allowed" | ErrorBody> => {
  const details = sql`json_build_object('date', ${holiday.date}::text, 'name', ${holiday.name}::text,
    'before', (select before.name from before))`;
  const isAsSeen =
    seen === undefined ? sql`true` : sql`(select before.name from before) is not distinct from ${seen}::text`;
  // Another name may be committed while this statement runs, so the row is compared too.
  const isRowAsSeen = seen === undefined ? sql`true` : sql`${name} = ${seen}::text`;
  const [row] = await db.execute<{ isAllowed: boolean; isChanged: boolean }>(sql`
    with ${actorPart(actorId, "site:settings")},
    before as (select ${name} as name from ${publicHolidays} where ${date} = ${holiday.date}),
    changed as (
      ${insertSelect(publicHolidays, holiday)} from actor where ${isAsSeen}
      on conflict (${nameOf(date)}) do update set ${nameOf(name)} = excluded.${nameOf(name)}
        where ${name} <> excluded.${nameOf(name)} and ${isRowAsSeen}
      returning ${date}
    ),
    recorded as (${record(actorId, "holiday set", details)} from changed)
    select exists (select from actor) as "isAllowed", exists (select from changed) as "isChanged"`);
  if (!row?.isAllowed) return "not-allowed";
  if (row.isChanged || seen === undefined) return "set";
  const [stored] = await db.select({ name }).from(publicHolidays).where(eq(date, holiday.date));
  return whyChangedSince({ name: seen }, stored ?? {}, { name: holiday.name }) ?? "set";
};

export const removeHoliday = async (
  { db }: Database,
  actorId: string,
  removedDate: string,
): Promise<"removed" | "not-found" | "not-allowed"> => {
  const details = sql`json_build_object('date', ${removedDate}::text, 'name', removed.name)`;
  const [row] = await db.execute<{ isAllowed: boolean; isRemoved: boolean }>(sql`
    with ${actorPart(actorId, "site:settings")},
    removed as (
      delete from ${publicHolidays} using actor where ${date} = ${removedDate} returning ${name} as name
    ),
    recorded as (${record(actorId, "holiday removed", details)} from removed)
    select exists (select from actor) as "isAllowed", exists (select from removed) as "isRemoved"`);
  if (!row?.isAllowed) return "not-allowed";
  return row.isRemoved ? "removed" : "not-found";
};
