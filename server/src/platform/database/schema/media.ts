// Uploaded pictures and videos.
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at } from "./columns.ts";

/**
 * Uploaded pictures and videos, by the main file's name. A trigger sets `usedAt` in the statement that adds the file to
 * an auction. It stays set, because the auction's history shows the file even after an edit removed it. Uploads without
 * it are removed (remove-orphans.ts). Files uploaded before this table existed have no row and stay.
 */
export const uploads = pgTable(
  "uploads",
  {
    name: text("name").primaryKey(),
    createdAt: at("created_at").notNull(),
    /** When the file was uploaded, or last named in a request to create or edit an auction. */
    touchedAt: at("touched_at").notNull(),
    usedAt: at("used_at"),
    /** When its removal began. From then on no auction can name it. */
    removingAt: at("removing_at"),
    /** The SHA-256 of the main file, in hexadecimal. Null for files that were uploaded before it was noted. */
    sha256: text("sha256"),
    /** The person who uploaded it for an offer. Null for uploads of staff, and once the account is deleted. */
    ownerId: uuid("owner_id"),
  },
  (t) => [
    index("uploads_unused").on(t.touchedAt).where(sql`${t.usedAt} is null`),
    index("uploads_owner").on(t.ownerId, t.createdAt).where(sql`${t.ownerId} is not null`),
  ],
);

/** Uploads of large files in parts (offer-parts.ts). A row that nobody goes on with for a day is removed. */
export const partedUploads = pgTable(
  "parted_uploads",
  {
    /** The client chooses it. */
    id: uuid("id").primaryKey(),
    ownerId: uuid("owner_id").notNull(),
    /** The bytes of the whole file, and of the parts that are here. */
    size: integer("size").notNull(),
    received: integer("received").notNull(),
    /** The objects of the storage, in order. */
    parts: text("parts").array().notNull(),
    /** The upload that it became; null until all bytes are here and the file is checked. */
    filename: text("filename"),
    type: text("type", { enum: ["image", "video"] }),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (t) => [
    index("parted_uploads_open").on(t.ownerId).where(sql`${t.filename} is null`),
    index("parted_uploads_old").on(t.updatedAt),
    check("parted_uploads_received", sql`${t.received} between 0 and ${t.size}`),
    check("parted_uploads_finished", sql`(${t.filename} is null) = (${t.type} is null)`),
  ],
);
