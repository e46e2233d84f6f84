// Finds the auctions of a list on which a user has been outbid: those on which they have a bid that counts, and which
// somebody else leads.
import { and, eq, exists, isNull, sql } from "drizzle-orm";
import type { AuctionState } from "../../auction/state.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { prepared } from "../../platform/database/statements.ts";

const withOwnBids = prepared((db) => {
  const id = sql<string>`k.id`;
  const own = db
    .select({ one: sql`1` })
    .from(bids)
    .where(and(eq(bids.auctionId, id), eq(bids.bidderId, sql.placeholder("userId")), isNull(bids.voidedAt)));
  return db
    .select({ id })
    .from(sql`unnest(${sql.placeholder("ids")}::uuid[]) as k(id)`)
    .where(exists(own))
    .prepare("auctions with own bids");
});

export const outbidAmong = async (
  database: Database,
  userId: string,
  auctions: readonly AuctionState[],
): Promise<string[]> => {
  const others = auctions.filter(({ leader }) => leader !== null && leader.id !== userId).map(({ id }) => id);
  if (others.length === 0) return [];
  const rows = await withOwnBids(database).execute({ userId, ids: arrayLiteral(others) });
  return rows.map(({ id }) => id);
};
