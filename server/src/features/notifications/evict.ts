// Removes notifications 90 days after their newest event.
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { notifications } from "../../platform/database/schema/notifications.ts";

const KEPT = sql`interval '90 days'`;

/** Leaves out rows that a commit changes at this moment, so that no bid waits for it, nor it for a bid. */
export const evictNotifications = async ({ db }: Pick<Database, "db">, atMost: number): Promise<void> => {
  await db.execute(sql`
    delete from ${notifications} where ${notifications.id} in (
      select n.id from ${notifications} n where n.at < clock_timestamp() - ${KEPT}
      order by n.at limit ${atMost}::int for update skip locked)`);
};
