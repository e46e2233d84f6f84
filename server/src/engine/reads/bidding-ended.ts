// Defines when bidding on a lot ended, as SQL.
import { type SQL, sql } from "drizzle-orm";
import { auctions } from "../../platform/database/schema/auctions.ts";

/**
 * For a lot that is over. A lot that was bought or cancelled has no end of its own: bidding ended when it changed for the
 * last time, or before.
 */
export const biddingEnded: SQL = sql`coalesce(${auctions.endedAt}, least(${auctions.endsAt}, ${auctions.updatedAt}))`;
