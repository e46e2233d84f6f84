// Removes notifications 90 days after their newest event.
import { inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { notifications } from "../../platform/database/schema/notifications.ts";

const KEPT = sql`interval '90 days'`;

/** Leaves out rows that a commit changes at this moment, so that this statement and a bid never wait for each other. */
export const evictNotifications = async ({ db }: Pick<Database, "db">, atMost: number): Promise<void> => {
  const old = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(lt(notifications.at, sql`clock_now() - ${KEPT}`))
    .orderBy(notifications.at)
    .limit(atMost)
    .for("update", { skipLocked: true });
  await db.delete(notifications).where(inArray(notifications.id, old));
};
