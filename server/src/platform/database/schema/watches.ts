// The lots that people watch. No bid reads or writes this table.
import { index, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

export const watches = pgTable(
  "watches",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** No foreign key, because its check would lock the row that every bid locks. Auctions' rows are never deleted. */
    auctionId: uuid("auction_id").notNull(),
    createdAt: at("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.auctionId] }), index("watches_auction").on(t.auctionId)],
);
