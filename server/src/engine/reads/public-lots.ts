// Defines the SQL condition for a lot that everybody may see.
import { and, type Column, eq, isNull, type SQL, sql } from "drizzle-orm";
import { auctions } from "../../platform/database/schema/auctions.ts";

/** True if everybody may see the lot: it is neither removed nor a draft, unless the draft is upcoming. */
export const isPublicLot = and(
  isNull(auctions.removedAt),
  sql`(${auctions.status} <> 'draft' or ${auctions.isUpcoming})`,
);

/** Join condition: the row is this lot, and everybody may see it. */
export const isThisPublicLot = (auctionId: Column | SQL): SQL | undefined =>
  and(eq(auctions.id, auctionId), isPublicLot);
