// Stores whether a member of the staff wants mails about deadlines.
import type { Database } from "../../platform/database/database.ts";
import { alertSettings } from "../../platform/database/schema/staff-alerts.ts";
import { excluded } from "../../platform/database/statements.ts";

export const setWantsMail = async ({ db }: Database, userId: string, wantsMail: boolean): Promise<void> => {
  await db
    .insert(alertSettings)
    .values({ userId, wantsMail })
    .onConflictDoUpdate({ target: alertSettings.userId, set: { wantsMail: excluded(alertSettings.wantsMail) } });
};
