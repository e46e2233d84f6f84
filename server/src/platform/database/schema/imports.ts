// Imports of lots: a table and its pictures, what the check found for each row, and the lots that were made of them.
import type { Media } from "@jara/shared/auction";
import type { ChosenColumns } from "@jara/shared/rest/imports";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

/** A fault of a row. `column` is the column's name in words. */
export interface RowProblem {
  readonly column: string;
  readonly message: string;
}

export const imports = pgTable(
  "imports",
  {
    id: uuid("id").primaryKey(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id),
    fileName: text("file_name").notNull(),
    status: text("status").$type<"checking" | "checked" | "applying" | "applied" | "cancelled" | "failed">().notNull(),
    /** The reason why it failed. */
    problem: text("problem"),
    /** The stored ZIP of pictures; null if there is none, or it is no longer needed. */
    archive: text("archive"),
    /** The pictures that the ZIP should give, so that progress can be shown. */
    pictureCount: integer("picture_count").notNull(),
    /** The columns and files that the import does not use. */
    unused: jsonb("unused").$type<{ columns: readonly string[]; pictures: readonly string[] }>().notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    /** Until then a node works on it. */
    takenUntil: at("taken_until"),
  },
  (t) => [
    index("imports_owner").on(t.ownerId, t.createdAt),
    index("imports_open").on(t.createdAt).where(sql`${t.status} in ('checking', 'applying')`),
    index("imports_old").on(t.createdAt),
    check("imports_status", sql`${t.status} in ('checking', 'checked', 'applying', 'applied', 'cancelled', 'failed')`),
  ],
);

export const importRows = pgTable(
  "import_rows",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** The row's number in a spreadsheet; the head is row 1. */
    row: integer("row").notNull(),
    /** The place of the row in the order of the lot numbers. */
    place: integer("place"),
    lotNumber: text("lot_number").notNull(),
    title: text("title").notNull(),
    /** Makes the row the same lot each time that the table is imported. */
    key: text("key").notNull(),
    /** Differs if the row's content does. */
    fingerprint: text("fingerprint").notNull(),
    /** The lot without its media, in the shape of the call that creates an auction. Null if it cannot be one. */
    body: jsonb("body").$type<object>(),
    /** The code of the lot's seller (`seller_codes`); null: the house's own lot. */
    sellerCode: text("seller_code"),
    /** The names and addresses of pictures as the row gives them; none: those that the lot's number names. */
    pictureNames: jsonb("picture_names").$type<readonly string[]>().notNull(),
    media: jsonb("media").$type<readonly Media[]>().notNull(),
    verdict: text("verdict").$type<"create" | "unchanged" | "changed" | "refused">().notNull(),
    problems: jsonb("problems").$type<readonly RowProblem[]>().notNull(),
    /** The lot that was made of the row, or that the row is. No foreign key, as in `sale_lots`. */
    auctionId: uuid("auction_id"),
    /** True once the row has become a lot, or has updated its draft. */
    isMade: boolean("is_made").notNull(),
    /** What is done with a row that is a lot already: its draft is updated, or another lot is made. Null: nothing. */
    choice: text("choice").$type<"update" | "another">(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.row] }),
    check("import_rows_verdict", sql`${t.verdict} in ('create', 'unchanged', 'changed', 'refused')`),
    check("import_rows_choice", sql`${t.choice} in ('update', 'another')`),
    check("import_rows_made", sql`not ${t.isMade} or ${t.auctionId} is not null`),
  ],
);

/** The files of the ZIP that were taken in or refused. */
export const importPictures = pgTable(
  "import_pictures",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The upload that it became; null if it was refused. */
    filename: text("filename"),
    type: text("type").$type<"image" | "video">(),
    problem: text("problem"),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.name] }),
    index("import_pictures_filename").on(t.filename),
    check("import_pictures_outcome", sql`(${t.filename} is null) = (${t.problem} is not null)`),
  ],
);

/** Which column of a table is which, as its owner chose it last for a table with these heads. */
export const importHeads = pgTable(
  "import_heads",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id),
    /** A hash of the heads. */
    heads: text("heads").notNull(),
    columns: jsonb("columns").$type<ChosenColumns>().notNull(),
    usedAt: at("used_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.heads] }), index("import_heads_old").on(t.usedAt)],
);

/** Remembers which lot a row became, longer than the import itself, so that no row becomes two lots. */
export const importedLots = pgTable(
  "imported_lots",
  {
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id),
    key: text("key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    /** No foreign key, as in `sale_lots`. */
    auctionId: uuid("auction_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.key] }), index("imported_lots_auction").on(t.auctionId)],
);
