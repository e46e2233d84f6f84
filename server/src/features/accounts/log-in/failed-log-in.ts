// Records a failed log-in of staff in the audit log, without anything that was typed.
import { randomUUID } from "node:crypto";
import { eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { adminActions, users } from "../../../platform/database/schema/accounts.ts";
import { clockNow, insertSelect } from "../../../platform/database/statement-text.ts";

/**
 * Call it for every failed log-in, beside the statement that counts the failure, so that the time of the answer does not
 * say whose address belongs to staff.
 */
export const recordFailedLogIn = async ({ db }: Database, email: string): Promise<void> => {
  await db.execute(sql`
    ${insertSelect(adminActions, {
      ...{ id: randomUUID(), userId: users.id, action: "log-in failed", details: {}, at: clockNow },
    })} from ${users} where ${eq(sql`lower(${users.email})`, sql`lower(${email}::text)`)} and ${ne(users.role, "user")}`);
};
