// Takes up a row again that a background job put aside. One statement also records who asked.
import { randomUUID } from "node:crypto";
import type { Loop } from "@jara/shared/loops";
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { adminActions } from "../../platform/database/schema/accounts.ts";
import { clockAt, clockPart, insertSelect } from "../../platform/database/statement-text.ts";
import { actorPart } from "../../platform/database/who-may.ts";
import { takenUpAgain } from "../../platform/jobs/guard-rows.ts";

/** The loop tries the row again within its interval, at most a minute. `not-found`: it is not put aside. */
export const retryRow = async (
  { db }: Database,
  actorId: string,
  row: { readonly loop: Loop; readonly key: string },
): Promise<"done" | "not-found" | "not-allowed"> => {
  const [found] = await db.execute<{ isAllowed: boolean; isDone: boolean }>(sql`
    with ${clockPart},
    ${actorPart(actorId, "house:settings")},
    freed as (${takenUpAgain(row, sql`exists (select from actor)`)}),
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: randomUUID(), actorId, action: "row tried again", at: clockAt },
        details: sql`json_build_object('loop', freed.loop, 'key', freed.key, 'reason', freed.reason)`,
      })} from freed, clock
    )
    select exists (select from actor) as "isAllowed", exists (select from freed) as "isDone"`);
  if (!found?.isAllowed) return "not-allowed";
  return found.isDone ? "done" : "not-found";
};
