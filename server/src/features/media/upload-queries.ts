// The table of uploads: which uploads exist, and which of them no auction has ever named and no sale, unfinished lot,
// offer or import names. Names are those of main files (media-name.ts). Each function is one statement.
import { and, arrayContains, eq, inArray, isNotNull, isNull, lt, notExists, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { importPictures, imports } from "../../platform/database/schema/imports.ts";
import { lotDrafts } from "../../platform/database/schema/lot-drafts.ts";
import { uploads } from "../../platform/database/schema/media.ts";
import { sales } from "../../platform/database/schema/sales.ts";
import { offers } from "../../platform/database/schema/sellers.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { takesOf } from "../../platform/jobs/guard-rows.ts";

type Queries = Pick<Database, "db">;

export const ORPHANS_AT_ONCE = 20;
/** How long after its upload an auction may name a file. */
export const ORPHAN_AFTER_H = 24;
/** If a node takes an upload and has not removed it within this time, the node is gone or its storage is away. */
const TAKEN_FOR_MIN = 30;

/**
 * Call before the files are stored, so that partly stored files are found again. `sha256`: of the main file, in
 * hexadecimal.
 */
export const noteUpload = async ({ db }: Queries, name: string, sha256: string): Promise<void> => {
  await db.insert(uploads).values({ name, sha256, createdAt: clockNow, touchedAt: clockNow });
};

/**
 * Keeps these uploads for another 24 hours, so that an auction can name them. Returns the names that are already being
 * removed and are lost. A file older than the table is neither kept nor returned.
 */
export const touchUploads = async ({ db }: Queries, names: readonly string[]): Promise<string[]> => {
  if (names.length === 0) return [];
  const asked = db.$with("asked").as(
    db
      .select({ name: uploads.name })
      .from(uploads)
      .where(and(isNull(uploads.usedAt), isAnyOf(uploads.name, names)))
      .orderBy(uploads.name)
      .for("update"),
  );
  const touched = db.$with("touched").as(
    db
      .update(uploads)
      .set({ touchedAt: clockNow })
      .from(asked)
      .where(and(eq(uploads.name, asked.name), isNull(uploads.removingAt)))
      .returning({ name: uploads.name }),
  );
  const rows = await db
    .with(asked, touched)
    .select({ name: asked.name })
    .from(asked)
    .where(notInArray(asked.name, db.select({ name: touched.name }).from(touched)));
  return rows.map(({ name }) => name);
};

/**
 * Marks the oldest uploads that no auction or sale and no unfinished lot, offer or import has named in time, and returns them.
 * Another node gets other uploads.
 */
export const takeOrphans = async ({ db }: Queries): Promise<string[]> => {
  const orphans = db
    .select({ name: uploads.name })
    .from(uploads)
    .where(
      and(
        isNull(uploads.usedAt),
        takesOf("uploads")(uploads.name),
        // A removal cannot come in between, because a save touches its files before it is written.
        notExists(
          db
            .select({ id: lotDrafts.id })
            .from(lotDrafts)
            .where(arrayContains(lotDrafts.uploads, sql`array[${uploads.name}]`)),
        ),
        notExists(
          db
            .select({ id: offers.id })
            .from(offers)
            .where(arrayContains(offers.uploads, sql`array[${uploads.name}]`)),
        ),
        notExists(
          db
            .select({ id: imports.id })
            .from(importPictures)
            .innerJoin(imports, eq(imports.id, importPictures.importId))
            .where(
              and(
                eq(importPictures.filename, uploads.name),
                inArray(imports.status, ["checking", "checked", "applying"]),
              ),
            ),
        ),
        notExists(
          db
            .select({ id: sales.id })
            .from(sales)
            .where(eq(sales.picture, sql`'/media/' || ${uploads.name}`)),
        ),
        lt(uploads.touchedAt, sql`(select ${clockNow} - ${ORPHAN_AFTER_H}::int * interval '1 hour')`),
        or(
          isNull(uploads.removingAt),
          lt(uploads.removingAt, sql`(select ${clockNow} - ${TAKEN_FOR_MIN}::int * interval '1 minute')`),
        ),
      ),
    )
    .orderBy(uploads.touchedAt)
    .limit(ORPHANS_AT_ONCE)
    .for("update", { skipLocked: true })
    .as("orphans");
  const rows = await db
    .update(uploads)
    .set({ removingAt: clockNow })
    .from(orphans)
    .where(eq(uploads.name, orphans.name))
    .returning({ name: uploads.name });
  return rows.map(({ name }) => name);
};

/** Call once their files are removed. */
export const dropUploads = async ({ db }: Queries, names: readonly string[]): Promise<void> => {
  if (names.length === 0) return;
  await db
    .delete(uploads)
    .where(and(isNotNull(uploads.removingAt), isNull(uploads.usedAt), isAnyOf(uploads.name, names)));
};
