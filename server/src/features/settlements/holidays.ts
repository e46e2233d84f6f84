// The table of public holidays. Each write also records who did it. An actor who no longer has the permission changes
// nothing. A change applies to auctions that end later; existing due dates stay.
import type { ErrorBody } from "@jara/shared/errors";
import type { Holiday } from "@jara/shared/rest/settlements";
import { whyChangedSince } from "@jara/shared/seen-value";
import { eq } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockPeople, mayStill } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { publicHolidays } from "../../platform/database/schema/settlements.ts";

const { date, name } = publicHolidays;

/** Earliest first. */
export const allHolidays = ({ db }: Database): Promise<Holiday[]> => db.select().from(publicHolidays).orderBy(date);

const mayActorStill = async (tx: Db, actorId: string): Promise<boolean> =>
  mayStill((await lockPeople(tx, [actorId])).get(actorId), "site:settings");

/**
 * Adds or renames the holiday. Returns a refusal if the day has another name than `seen` (null: none). `seen` undefined:
 * any.
 */
export const setHoliday = (
  { transaction }: Database,
  actorId: string,
  holiday: Holiday,
  seen: string | null | undefined,
): Promise<"set" | "not-allowed" | ErrorBody> =>
  transaction(async (tx) => {
    if (!(await mayActorStill(tx, actorId))) return "not-allowed";
    const isOfDay = eq(date, holiday.date);
    const added =
      seen == null ? await tx.insert(publicHolidays).values(holiday).onConflictDoNothing().returning({ date }) : [];
    const [stored] =
      added.length > 0 ? [] : await tx.select({ name }).from(publicHolidays).where(isOfDay).for("update");
    const changed = whyChangedSince(seen === undefined ? undefined : { name: seen }, stored ?? {}, holiday);
    if (changed) return changed;
    if (stored?.name === holiday.name) return "set";
    if (stored) await tx.update(publicHolidays).set({ name: holiday.name }).where(isOfDay);
    const details = { date: holiday.date, name: holiday.name, before: stored?.name ?? null };
    await recordAction(tx, { actorId, action: "holiday set", details });
    return "set";
  });

export const removeHoliday = (
  { transaction }: Database,
  actorId: string,
  removedDate: string,
): Promise<"removed" | "not-found" | "not-allowed"> =>
  transaction(async (tx) => {
    if (!(await mayActorStill(tx, actorId))) return "not-allowed";
    const [removed] = await tx.delete(publicHolidays).where(eq(date, removedDate)).returning({ name });
    if (!removed) return "not-found";
    const details = { date: removedDate, name: removed.name };
    await recordAction(tx, { actorId, action: "holiday removed", details });
    return "removed";
  });
