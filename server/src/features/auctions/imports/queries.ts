// Makes, reads, applies and cancels imports for their owner.
import { createHash } from "node:crypto";
import { type HouseRules, withHouseRules } from "@jara/shared/house-rules";
import type { ChosenColumns, Import, ImportChoiceBody, ImportRow, ImportVerdict } from "@jara/shared/rest/imports";
import { and, asc, count, desc, eq, exists, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { lockActor } from "../../../platform/database/lock-people.ts";
import { type Page, rowsBefore } from "../../../platform/database/pages.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { importHeads, importPictures, importRows, imports } from "../../../platform/database/schema/imports.ts";
import { saleLots, sales } from "../../../platform/database/schema/sales.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { allRows, isAnyOf, readNow } from "../../../platform/database/statements.ts";
import type { ReadImport } from "./read-import.ts";
import type { LotBody } from "./read-row.ts";

export interface NewImport {
  readonly id: string;
  readonly ownerId: string;
  readonly fileName: string;
  readonly archive: string | null;
  readonly pictureCount: number;
  readonly read: ReadImport;
  /** No job takes it within this time, so that its ZIP can be stored. */
  readonly heldForMs: number;
}

const hashOf = (heads: string): string => createHash("sha256").update(heads).digest("hex");

/** The columns that the owner chose for the last table with these heads. */
export const rememberedColumns = async (
  { db }: Database,
  ownerId: string,
  heads: string,
): Promise<ChosenColumns | null> => {
  const [row] = await db
    .select({ columns: importHeads.columns })
    .from(importHeads)
    .where(and(eq(importHeads.ownerId, ownerId), eq(importHeads.heads, hashOf(heads))));
  return row?.columns ?? null;
};

/** Rows are written in parts, because each statement of a transaction has two seconds. */
const ROWS_AT_ONCE = 500;
/** 5,000 rows with long texts take longer than other transactions. */
const WITHIN_MS = 20_000;

class NotPermitted extends Error {}

/** False if the owner may not make lots any more. */
export const insertImport = async ({ transaction }: Database, made: NewImport): Promise<boolean> => {
  const { id, ownerId, read } = made;
  const rows = read.rows.map(({ reference: _, ...row }) => ({
    ...row,
    importId: id,
    verdict: row.body ? ("create" as const) : ("refused" as const),
    media: [],
    auctionId: null,
    isMade: false,
    choice: null,
  }));
  try {
    await transaction(
      async (tx) => {
        await insertHead(tx, made);
        for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
          await tx.insert(importRows).select(allRows(importRows, rows.slice(first, first + ROWS_AT_ONCE)));
        }
        if (read.chosen) await rememberColumns(tx, ownerId, read.chosen);
        // Last, because the owner's row may be on the way of their own commands.
        if (!(await lockActor(tx, ownerId, "lots:edit"))) throw new NotPermitted();
      },
      { withinMs: WITHIN_MS },
    );
    return true;
  } catch (error) {
    if (error instanceof NotPermitted) return false;
    throw error;
  }
};

const insertHead = async (tx: Db, { id, ownerId, fileName, archive, pictureCount, read, heldForMs }: NewImport) => {
  const now = await readNow(tx);
  await tx.insert(imports).values({
    id,
    ownerId,
    fileName,
    status: "checking",
    problem: null,
    archive,
    pictureCount,
    unused: { columns: read.unknownColumns, pictures: [] },
    createdAt: now,
    updatedAt: now,
    takenUntil: now + heldForMs,
  });
};

/** For the next table with these heads. */
const rememberColumns = async (tx: Db, ownerId: string, chosen: NonNullable<ReadImport["chosen"]>): Promise<void> => {
  const used = { columns: chosen.columns, usedAt: clockNow };
  await tx
    .insert(importHeads)
    .values({ ownerId, heads: hashOf(chosen.heads), ...used })
    .onConflictDoUpdate({ target: [importHeads.ownerId, importHeads.heads], set: used });
};

/** Lets a job take the import after `afterMs`. */
export const releaseImport = async ({ db }: Database, id: string, afterMs = 0): Promise<void> => {
  await db
    .update(imports)
    .set({ takenUntil: sql`clock_now() + ${afterMs}::int * interval '1 millisecond'` })
    .where(eq(imports.id, id));
};

const whole = (text: SQL) => sql<number>`${text}`.mapWith(Number);
const rowsWhere = (condition: SQL): SQL<number> => whole(sql`count(*) filter (where ${condition})::int`);

/** Imports with what their rows and pictures have come to. */
const viewsOf = async ({ db }: Database, found: readonly (typeof imports.$inferSelect)[]): Promise<Import[]> => {
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [rowCounts, pictureCounts, salesOf] = await Promise.all([
    db
      .select({
        id: importRows.importId,
        rows: count(),
        create: rowsWhere(sql`${importRows.verdict} = 'create'`),
        unchanged: rowsWhere(sql`${importRows.verdict} = 'unchanged'`),
        changed: rowsWhere(sql`${importRows.verdict} = 'changed'`),
        refused: rowsWhere(sql`${importRows.verdict} = 'refused'`),
        chosen: rowsWhere(sql`${importRows.choice} is not null`),
        made: rowsWhere(sql`${importRows.isMade} and ${importRows.choice} is distinct from 'update'`),
        inNoSale: rowsWhere(
          sql`${importRows.isMade} and ${importRows.choice} is distinct from 'update' and ${saleLots.saleId} is null`,
        ),
        updated: rowsWhere(sql`${importRows.isMade} and ${importRows.choice} = 'update'`),
      })
      .from(importRows)
      .leftJoin(saleLots, eq(saleLots.auctionId, importRows.auctionId))
      .where(isAnyOf(importRows.importId, ids))
      .groupBy(importRows.importId),
    db
      .select({ id: importPictures.importId, done: count() })
      .from(importPictures)
      .where(isAnyOf(importPictures.importId, ids))
      .groupBy(importPictures.importId),
    salesOfImports(db, ids),
  ]);
  const counted = new Map(rowCounts.map(({ id, ...counts }) => [id, counts]));
  const done = new Map(pictureCounts.map((pictures) => [pictures.id, pictures.done]));
  const none = {
    rows: 0,
    create: 0,
    unchanged: 0,
    changed: 0,
    refused: 0,
    chosen: 0,
    made: 0,
    inNoSale: 0,
    updated: 0,
  };
  return found.map((row) => ({
    _id: row.id,
    fileName: row.fileName,
    status: row.status,
    problem: row.problem,
    createdAt: toIso(row.createdAt),
    counts: { ...(counted.get(row.id) ?? none), pictures: row.pictureCount, picturesDone: done.get(row.id) ?? 0 },
    unused: { columns: [...row.unused.columns], pictures: [...row.unused.pictures] },
    sale: salesOf.get(row.id) ?? null,
  }));
};

/** The sale that has the most lots of each import, also of lots that an earlier import of the table made. */
const salesOfImports = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Import["sale"]>> => {
  const rows = await db
    .select({ importId: importRows.importId, _id: sales.id, title: sales.title, lots: count() })
    .from(importRows)
    .innerJoin(saleLots, eq(saleLots.auctionId, importRows.auctionId))
    .innerJoin(sales, eq(sales.id, saleLots.saleId))
    .where(isAnyOf(importRows.importId, ids))
    .groupBy(importRows.importId, sales.id)
    .orderBy(asc(count()), desc(sales.createdAt));
  return new Map(rows.map(({ importId, _id, title }) => [importId, { _id, title }]));
};

/** Null for an import of somebody else, as for an unknown one. `id` must be a UUID. */
export const findImport = async (database: Database, ownerId: string, id: string): Promise<Import | null> => {
  const rows = await database.db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.ownerId, ownerId)));
  const [found = null] = await viewsOf(database, rows);
  return found;
};

const LISTED = 20;

/** The last ones, newest first. */
export const listImports = async (database: Database, ownerId: string): Promise<Import[]> => {
  const rows = await database.db
    .select()
    .from(imports)
    .where(eq(imports.ownerId, ownerId))
    .orderBy(desc(imports.createdAt), imports.id)
    .limit(LISTED);
  return await viewsOf(database, rows);
};

/** The rules of the lot that the row becomes. */
const rulesOf = (body: LotBody | null, house: HouseRules): ImportRow["rules"] => {
  if (!body) return null;
  const { bidIncrement = null, incrementTable, softClose = null } = withHouseRules(body, house);
  return {
    bidIncrement: incrementTable ? null : bidIncrement,
    isSuggested: !incrementTable && body.bidIncrement === undefined,
    currency: body.currency ?? "NGN",
    softClose,
    areOfHouse: [body.bidIncrement, body.incrementTable, body.softClose].every((rule) => rule === undefined),
  };
};

const pricesOf = (body: LotBody | null): NonNullable<ImportRow["prices"]> | null => {
  if (!body) return null;
  const { startingPrice, reservePrice = null, lowEstimate = null, highEstimate = null } = body;
  return { startingPrice, reservePrice, lowEstimate, highEstimate };
};

/** The natural order of the lot numbers. */
export const byLotNumber = [asc(importRows.place), asc(importRows.row)];

export const listRows = async (
  { db }: Database,
  { importId, verdict, house }: { importId: string; verdict: ImportVerdict | undefined; house: HouseRules },
  page: Page,
): Promise<{ rows: ImportRow[]; total: number }> => {
  const where = and(eq(importRows.importId, importId), verdict && eq(importRows.verdict, verdict));
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        row: importRows.row,
        lotNumber: importRows.lotNumber,
        title: importRows.title,
        verdict: importRows.verdict,
        problems: importRows.problems,
        pictures: sql<number>`jsonb_array_length(${importRows.media})`.mapWith(Number),
        auctionId: importRows.auctionId,
        choice: importRows.choice,
        lotStatus: auctions.status,
        body: importRows.body,
      })
      .from(importRows)
      .leftJoin(auctions, and(eq(auctions.id, importRows.auctionId), isNull(auctions.removedAt)))
      .where(where)
      .orderBy(...byLotNumber)
      .limit(page.limit)
      .offset(rowsBefore(page)),
    db.select({ total: count() }).from(importRows).where(where),
  ]);
  return {
    rows: rows.map(({ body, ...row }) => ({
      ...row,
      problems: row.problems.map((problem) => ({ ...problem })),
      prices: pricesOf(body as LotBody | null),
      rules: rulesOf(body as LotBody | null, house),
    })),
    total: counted?.total ?? 0,
  };
};

/**
 * Sets what is done with rows that are lots already. Only a lot that is still a draft can be updated; a row without its
 * cells can be neither. False unless the import is checked, waits, and is the owner's.
 */
export const chooseRows = (
  { transaction }: Database,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  { choice, verdict, rows }: ImportChoiceBody,
): Promise<boolean> =>
  transaction(async (tx) => {
    const isOpen = and(eq(imports.ownerId, ownerId), eq(imports.status, "checked"));
    const open = await tx
      .update(imports)
      .set({ updatedAt: clockNow })
      .where(and(eq(imports.id, id), isOpen))
      .returning({ id: imports.id });
    if (open.length === 0) return false;
    const itsDraft = tx
      .select({ id: auctions.id })
      .from(auctions)
      .where(and(eq(auctions.id, importRows.auctionId), eq(auctions.status, "draft"), isNull(auctions.removedAt)));
    await tx
      .update(importRows)
      .set({ choice: choice === "leave" ? null : choice })
      .where(
        and(
          eq(importRows.importId, id),
          eq(importRows.verdict, verdict),
          isNotNull(importRows.body),
          rows && isAnyOf(importRows.row, rows.map(String)),
          choice === "update" ? exists(itsDraft) : undefined,
        ),
      );
    return true;
  });

type Ended = "done" | "not-allowed" | "not-possible";
type Status = (typeof imports.$inferSelect)["status"];

const change = (
  { transaction }: Database,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  to: "applying" | "cancelled",
  from: Status[],
): Promise<Ended> =>
  transaction(async (tx) => {
    if (!(await lockActor(tx, ownerId, "lots:edit"))) return "not-allowed";
    const changed = await tx
      .update(imports)
      .set({ status: to, updatedAt: clockNow, takenUntil: null })
      .where(and(eq(imports.id, id), eq(imports.ownerId, ownerId), inArray(imports.status, from)))
      .returning({ id: imports.id });
    return changed.length > 0 ? "done" : "not-possible";
  });

type Which = Parameters<typeof change>[1];

/** Once: of two calls the second is not possible. */
export const applyImport = (database: Database, which: Which): Promise<Ended> =>
  change(database, which, "applying", ["checked"]);

/** Lots that were made already stay. */
export const cancelImport = (database: Database, which: Which): Promise<Ended> =>
  change(database, which, "cancelled", ["checking", "checked", "applying"]);
