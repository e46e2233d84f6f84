// Reads bids as they were recorded, with their bidders. Lists of bids add their condition and order to `selectBids`.
import type { BidVoidReason } from "@jara/shared/auction";
import { and, eq, type Subquery, sql } from "drizzle-orm";
import type { BidPlaced } from "../../auction/events.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { type Columns, prepared } from "../../platform/database/statements.ts";

export interface StoredBid extends Omit<BidPlaced, "type"> {
  /** Epoch ms. */
  readonly at: number;
  /** Set once the bid no longer counts; `at` in epoch ms. */
  readonly voided: { readonly reason: BidVoidReason; readonly at: number } | null;
}

/**
 * Bids with their bidders. The caller adds the condition and the order. `more`: further columns of the result. `from`:
 * a selection of the bids, under the name of their table.
 */
export const selectBids = <More extends Columns = Record<never, never>>(
  db: Db,
  more = {} as More,
  from: typeof bids | Subquery<"bids"> = bids,
) =>
  db
    .select({
      ...more,
      number: bids.number,
      amountMinor: bids.amountMinor,
      kind: bids.kind,
      bidder: { id: users.id, username: users.username },
      at: bids.createdAt,
      voidReason: bids.voidReason,
      voidedAt: bids.voidedAt,
    })
    .from(from)
    .innerJoin(users, eq(users.id, bids.bidderId));

type BidRow = Awaited<ReturnType<typeof selectBids>>[number];

export const toBid = ({ voidReason, voidedAt, ...bid }: BidRow): StoredBid => ({
  ...bid,
  voided: voidReason === null ? null : { reason: voidReason, at: voidedAt ?? bid.at },
});

const byNumber = prepared((db) =>
  selectBids(db)
    .where(and(eq(bids.auctionId, sql.placeholder("auctionId")), eq(bids.number, sql.placeholder("number"))))
    .prepare("bid by number"),
);

export const bidOfNumber = async (database: Database, auctionId: string, number: number): Promise<StoredBid | null> => {
  const [row] = await byNumber(database).execute({ auctionId, number });
  return row ? toBid(row) : null;
};
