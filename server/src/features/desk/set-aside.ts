// Takes up a row again that a background job put aside, and records who asked.
import type { Loop } from "@jara/shared/loops";
import type { Database } from "../../platform/database/database.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { takeUpAgain } from "../../platform/jobs/guard-rows.ts";

/** The loop tries the row again within its interval, at most a minute. `not-found`: it is not put aside. */
export const retryRow = (
  { transaction }: Database,
  actorId: string,
  row: { readonly loop: Loop; readonly key: string },
): Promise<"done" | "not-found" | "not-allowed"> =>
  transaction(async (tx) => {
    if (!(await lockActor(tx, actorId, "house:settings"))) return "not-allowed";
    const [freed] = await takeUpAgain({ db: tx }, row);
    if (!freed) return "not-found";
    await recordAction(tx, { actorId, action: "row tried again", details: freed });
    tx.wake("list:set-aside-rows");
    return "done";
  });
