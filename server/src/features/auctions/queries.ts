// Reads and counts the auctions that one member of the staff created.
import type { AuctionStatus } from "@jara/shared/auction";
import type { OwnCounts } from "@jara/shared/rest/admin-auctions";
import { and, count, desc, eq, isNull } from "drizzle-orm";
import type { AuctionState } from "../../auction/state.ts";
import { selectAuctions, toState } from "../../engine/commit/auction-rows.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { hasTheseWords } from "../../platform/database/text-indexes.ts";

export interface OwnFilter {
  readonly status?: AuctionStatus | undefined;
  /** Words in any order, parts of the title. */
  readonly search: string;
}

const ofSeller = (sellerId: string) => and(eq(auctions.sellerId, sellerId), isNull(auctions.removedAt));

/** Newest first. */
export const auctionsOfSeller = async (
  { db }: Database,
  sellerId: string,
  { status, search }: OwnFilter,
  page: Page,
): Promise<AuctionState[]> => {
  const rows = await selectAuctions(db)
    .where(
      and(
        ofSeller(sellerId),
        status && eq(auctions.status, status),
        search ? hasTheseWords(auctions.title, search) : undefined,
      ),
    )
    .orderBy(desc(auctions.createdAt), desc(auctions.id))
    .limit(page.limit)
    .offset(rowsBefore(page));
  return rows.map((row) => toState(row));
};

/** The number of the seller's auctions of each status. */
export const countOfSeller = async ({ db }: Database, sellerId: string): Promise<OwnCounts> => {
  const counts = { draft: 0, active: 0, paused: 0, ended: 0, cancelled: 0, sold: 0 };
  const rows = await db
    .select({ status: auctions.status, total: count() })
    .from(auctions)
    .where(ofSeller(sellerId))
    .groupBy(auctions.status);
  for (const { status, total } of rows) counts[status] = total;
  return counts;
};
