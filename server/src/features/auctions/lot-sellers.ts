// The people for whom the site has lots, for the filter of the staff's list.
import { asc, eq, exists } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { consignments } from "../../platform/database/schema/sellers.ts";

/** A longer list is of no use in a choice. */
const SELLERS_MAX = 1_000;

export const sellersOfLots = ({ db }: Database) =>
  db
    .select({ _id: users.id, username: users.username })
    .from(users)
    .where(
      exists(db.select({ id: consignments.auctionId }).from(consignments).where(eq(consignments.sellerId, users.id))),
    )
    .orderBy(asc(users.username))
    .limit(SELLERS_MAX);
