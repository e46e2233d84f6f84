// Records a failed log-in of staff in the audit log, without anything that was typed.
import { and, ne, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { adminActions, users } from "../../../platform/database/schema/accounts.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { currentOrigin } from "../../../platform/lib/origin.ts";
import { hasEmail } from "../account.ts";

/**
 * Call it for every failed log-in, beside the statement that counts the failure. It is one statement, whoever has the
 * address, so that the time of the answer does not say whose address belongs to staff.
 */
export const recordFailedLogIn = async ({ db }: Database, email: string): Promise<void> => {
  const { via = null, device = null, network = null } = currentOrigin() ?? {};
  // In the order of the table's columns, as the builder demands.
  const entry = {
    id: sql`gen_random_uuid()`.as("id"),
    actorId: sql`null::uuid`.as("actor_id"),
    action: sql`'log-in failed'`.as("action"),
    userId: users.id,
    auctionId: sql`null::uuid`.as("auction_id"),
    details: sql`'{}'::json`.as("details"),
    at: clockNow.as("at"),
    via: sql`${via}::text`.as("via"),
    device: sql`${device}::text`.as("device"),
    network: sql`${network}::text`.as("network"),
  };
  await db.insert(adminActions).select(
    db
      .select(entry)
      .from(users)
      .where(and(hasEmail(email), ne(users.role, "user"))),
  );
};
