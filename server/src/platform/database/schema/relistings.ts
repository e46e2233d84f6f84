// Lots that were made as copies of lots that did not sell. The row is written with the copy and never changes.
import { index, pgTable, uuid } from "drizzle-orm/pg-core";

export const relistings = pgTable(
  "relistings",
  {
    /**
     * The copy. No foreign keys, because their checks would lock rows that every bid locks. Auctions' rows are never
     * deleted.
     */
    auctionId: uuid("auction_id").primaryKey(),
    relistedFrom: uuid("relisted_from").notNull(),
  },
  (t) => [index("relistings_from").on(t.relistedFrom)],
);
