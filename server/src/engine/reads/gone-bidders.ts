// Finds the people with a deleted or suspended account who have a bid or a maximum on an auction that counts, or a bid
// by hand that a void passed over, because another replay may bring it back.
import { and, eq, inArray, isNotNull, isNull, not, notInArray, or, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { GoneBidder } from "../../auction/commands.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { isPassedOver } from "./interests.ts";

export const goneBiddersOn = async ({ db }: Database, auctionId: string): Promise<GoneBidder[]> => {
  if (!isUuid(auctionId)) return [];
  const counting = union(
    db
      .select({ id: bids.bidderId })
      .from(bids)
      .where(and(eq(bids.auctionId, auctionId), isNull(bids.voidedAt))),
    db
      .select({ id: maxBids.userId })
      .from(maxBids)
      .where(and(eq(maxBids.auctionId, auctionId), not(maxBids.cancelled))),
  );
  const passedOver = db
    .select({ id: bids.bidderId })
    .from(bids)
    .where(and(eq(bids.auctionId, auctionId), isPassedOver));
  return await db
    .select({ id: users.id, username: users.username, isPassedOver: sql<boolean>`${notInArray(users.id, counting)}` })
    .from(users)
    .where(
      and(
        or(inArray(users.id, counting), inArray(users.id, passedOver)),
        or(isNotNull(users.deletedAt), isNotNull(users.bannedAt)),
      ),
    )
    .orderBy(users.username);
};
