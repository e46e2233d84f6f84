// Finds the people with bids or a maximum on an auction that count, whose account is deleted or suspended.
import { and, eq, inArray, isNotNull, isNull, not, or } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Person } from "../../auction/state.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { isUuid } from "../../platform/database/values.ts";

export const goneBiddersOn = async ({ db }: Database, auctionId: string): Promise<Person[]> => {
  if (!isUuid(auctionId)) return [];
  const bidders = union(
    db
      .select({ id: bids.bidderId })
      .from(bids)
      .where(and(eq(bids.auctionId, auctionId), isNull(bids.voidedAt))),
    db
      .select({ id: maxBids.userId })
      .from(maxBids)
      .where(and(eq(maxBids.auctionId, auctionId), not(maxBids.cancelled))),
  );
  return await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(inArray(users.id, bidders), or(isNotNull(users.deletedAt), isNotNull(users.bannedAt))))
    .orderBy(users.username);
};
