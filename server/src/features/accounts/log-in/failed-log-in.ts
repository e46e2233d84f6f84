// Records a failed log-in of staff in the audit log, without anything that was typed.
import { isStaff } from "@jara/shared/permissions";
import type { Database } from "../../../platform/database/database.ts";
import { recordAction } from "../../../platform/database/record-action.ts";
import type { Account } from "../account.ts";

/**
 * Call it beside the statement that counts the failure, which takes longer, so that the time of the answer does not say
 * whose address belongs to staff.
 */
export const recordFailedLogIn = async ({ db }: Database, account: Account | null): Promise<void> => {
  if (!account || !isStaff(account.role)) return;
  await recordAction(db, { actorId: null, userId: account.id, action: "log-in failed", details: {} });
};
