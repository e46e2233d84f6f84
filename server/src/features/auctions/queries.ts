// Reads the auctions that an administrator created.
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { AuctionState } from "../../auction/state.ts";
import { selectAuctions, toState } from "../../engine/commit/auction-rows.ts";
import type { Database } from "../../platform/database/database.ts";
import { offsetOf, type Page } from "../../platform/database/pages.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { constant } from "../../platform/database/statement-text.ts";
import { preparedFor } from "../../platform/database/statements.ts";

const ofSeller = preparedFor((db, page: Page) =>
  selectAuctions(db)
    .where(and(eq(auctions.sellerId, sql.placeholder("sellerId")), isNull(auctions.removedAt)))
    .orderBy(desc(auctions.createdAt), desc(auctions.id))
    .limit(constant(page.limit))
    .offset(offsetOf(page))
    .prepare("auctions of a seller"),
);

/** Newest first. */
export const auctionsOfSeller = async (database: Database, sellerId: string, page: Page): Promise<AuctionState[]> => {
  const rows = await ofSeller(database, page).execute({ sellerId });
  return rows.map((row) => toState(row));
};
