// Unfinished lots: what somebody typed into the creation form and has not published. They are no auctions.
import type { LotDraftContent } from "@jara/shared/rest/lot-drafts";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

export const lotDrafts = pgTable(
  "lot_drafts",
  {
    id: uuid("id").primaryKey(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id),
    /** Grows by 1 with each save, so that a save over a newer one is refused. */
    revision: integer("revision").notNull(),
    content: jsonb("content").$type<LotDraftContent>().notNull(),
    /** The uploads that the content names, so that none of them is removed as an orphan (upload-queries.ts). */
    uploads: text("uploads").array().notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (t) => [index("lot_drafts_owner").on(t.ownerId, t.updatedAt), index("lot_drafts_uploads").using("gin", t.uploads)],
);
