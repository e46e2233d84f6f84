// The evening of a sale: from an hour before its first lot closes until none of its lots is left to close.
import { and, eq, exists, inArray, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { databaseNow } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";

const BEFORE_FIRST_CLOSE = sql`interval '1 hour'`;
const others = alias(saleLots, "others");

/** True if the lot is in a published sale in its evening. */
export const isInEvening = async ({ db }: Database, auctionId: string): Promise<boolean> => {
  if (!isUuid(auctionId)) return false;
  const openLots = db
    .select({ id: auctions.id })
    .from(others)
    .innerJoin(auctions, eq(auctions.id, others.auctionId))
    .where(
      and(eq(others.saleId, sales.id), inArray(auctions.status, ["active", "paused"]), isNull(auctions.removedAt)),
    );
  const found = await db
    .select({ id: sales.id })
    .from(saleLots)
    .innerJoin(sales, eq(sales.id, saleLots.saleId))
    .where(
      and(
        eq(saleLots.auctionId, auctionId),
        eq(sales.status, "published"),
        lte(sales.closesAt, sql`${databaseNow} + ${BEFORE_FIRST_CLOSE}`),
        exists(openLots),
      ),
    );
  return found.length > 0;
};
