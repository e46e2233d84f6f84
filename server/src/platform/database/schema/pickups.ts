// Defines the table of the slots in which buyers collect their lots.
import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";
import { sales } from "./sales.ts";

/**
 * One slot for all lots of a buyer in a sale. It counts while a lot is still to be collected that was paid when the slot
 * was chosen: so a refund or a reversal frees it, and a later payment does not take it again.
 */
export const chosenPickups = pgTable(
  "chosen_pickups",
  {
    buyerId: uuid("buyer_id")
      .notNull()
      .references(() => users.id),
    /** Null: for all lots that are in no sale. */
    saleId: uuid("sale_id").references(() => sales.id),
    startsAt: at("starts_at").notNull(),
    endsAt: at("ends_at").notNull(),
    place: text("place").notNull(),
    chosenAt: at("chosen_at").notNull(),
  },
  (t) => [
    unique("chosen_pickups_once").on(t.buyerId, t.saleId).nullsNotDistinct(),
    index("chosen_pickups_by_time").on(t.startsAt),
    check("chosen_pickups_times", sql`${t.startsAt} < ${t.endsAt}`),
  ],
);
