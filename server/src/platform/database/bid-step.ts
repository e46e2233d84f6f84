// Assigns each number of bids to a step, four times as wide as the one before: 0, 1 to 3, 4 to 15, and so on. The list
// "most bids" has an index of these steps. An index of the number itself would have to be written by every bid.
import { type SQL, sql } from "drizzle-orm";

/** The generated column `auctions.bid_step` uses this expression. */
export const bidStepOf = (bidCount: SQL): SQL =>
  sql`width_bucket(${bidCount}, '{1,4,16,64,256,1024}'::int[])::smallint`;
