// Makes, reads, applies and cancels imports for their owner. Each write is one statement.
import { createHash } from "node:crypto";
import { type HouseRules, withHouseRules } from "@jara/shared/house-rules";
import type { ChosenColumns, Import, ImportChoiceBody, ImportRow, ImportVerdict } from "@jara/shared/rest/imports";
import { and, asc, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database } from "../../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../../platform/database/pages.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { importHeads, importPictures, importRows, imports } from "../../../platform/database/schema/imports.ts";
import { clockAt, clockPart, constant, insertSelect, nameOf } from "../../../platform/database/statement-text.ts";
import { excluded, isAnyOf } from "../../../platform/database/statements.ts";
import { actorPart } from "../../../platform/database/who-may.ts";
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

/** Remembers the columns for the next table with these heads. */
const rememberedPart = ({ chosen }: ReadImport): SQL =>
  chosen === null
    ? sql``
    : sql`, remembered as (
      ${insertSelect(importHeads, {
        ...{ ownerId: sql`actor.id`, heads: hashOf(chosen.heads), columns: chosen.columns, usedAt: clockAt },
      })} from clock, actor
      on conflict (${nameOf(importHeads.ownerId)}, ${nameOf(importHeads.heads)}) do update
        set ${nameOf(importHeads.columns)} = ${excluded(importHeads.columns)},
          ${nameOf(importHeads.usedAt)} = ${excluded(importHeads.usedAt)}
    )`;

/** False if the owner may not make lots any more. */
export const insertImport = async ({ db }: Database, made: NewImport): Promise<boolean> => {
  const { id, ownerId, fileName, archive, pictureCount, read, heldForMs } = made;
  const rows = read.rows.map(({ reference: _, ...row }) => ({ ...row, verdict: row.body ? "create" : "refused" }));
  const [inserted] = await db.execute<{ id: string }>(sql`
    with ${clockPart}, ${actorPart(ownerId, "lots:edit")},
    made as (
      ${insertSelect(imports, {
        ...{ id: sql`${id}::uuid`, ownerId: sql`actor.id`, fileName, status: "checking", problem: sql`null` },
        ...{ archive, pictureCount, unused: { columns: read.unknownColumns, pictures: [] } },
        ...{ createdAt: clockAt, updatedAt: clockAt },
        takenUntil: sql`clock.at + ${heldForMs}::int * interval '1 millisecond'`,
      })} from clock, actor
      returning ${imports.id} as id
    ),
    rows as (
      ${insertSelect(importRows, {
        ...{ importId: sql`made.id`, row: sql`given.row`, place: sql`given.place` },
        ...{ lotNumber: sql`given."lotNumber"`, title: sql`given.title` },
        ...{ key: sql`given.key`, fingerprint: sql`given.fingerprint` },
        ...{ body: sql`nullif(given.body, 'null'::jsonb)`, pictureNames: sql`given."pictureNames"` },
        ...{ media: sql`'[]'::jsonb`, verdict: sql`given.verdict`, problems: sql`given.problems` },
        ...{ auctionId: sql`null::uuid`, isMade: sql`false`, choice: sql`null` },
      })} from made, jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given(row int, place int, "lotNumber" text,
        title text, key text, fingerprint text, body jsonb, "pictureNames" jsonb, verdict text, problems jsonb)
    )${rememberedPart(read)}
    select id from made`);
  return inserted !== undefined;
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
  const [rowCounts, pictureCounts] = await Promise.all([
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
        updated: rowsWhere(sql`${importRows.isMade} and ${importRows.choice} = 'update'`),
      })
      .from(importRows)
      .where(isAnyOf(importRows.importId, ids))
      .groupBy(importRows.importId),
    db
      .select({ id: importPictures.importId, done: count() })
      .from(importPictures)
      .where(isAnyOf(importPictures.importId, ids))
      .groupBy(importPictures.importId),
  ]);
  const counted = new Map(rowCounts.map(({ id, ...counts }) => [id, counts]));
  const done = new Map(pictureCounts.map((pictures) => [pictures.id, pictures.done]));
  const none = { rows: 0, create: 0, unchanged: 0, changed: 0, refused: 0, chosen: 0, made: 0, updated: 0 };
  return found.map((row) => ({
    _id: row.id,
    fileName: row.fileName,
    status: row.status,
    problem: row.problem,
    createdAt: toIso(row.createdAt),
    counts: { ...(counted.get(row.id) ?? none), pictures: row.pictureCount, picturesDone: done.get(row.id) ?? 0 },
    unused: { columns: [...row.unused.columns], pictures: [...row.unused.pictures] },
  }));
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
    .limit(constant(LISTED));
  return await viewsOf(database, rows);
};

/** The rules of the lot that the row becomes. */
const rulesOf = (body: LotBody | null, house: HouseRules): ImportRow["rules"] => {
  if (!body) return null;
  const { bidIncrement = 1, incrementTable, softClose = null } = withHouseRules(body, house);
  const areOfHouse = [body.bidIncrement, body.incrementTable, body.softClose].every((rule) => rule === undefined);
  return { bidIncrement: incrementTable ? null : bidIncrement, softClose, areOfHouse };
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
      .limit(constant(page.limit))
      .offset(constant(rowsBefore(page))),
    db.select({ total: count() }).from(importRows).where(where),
  ]);
  return {
    rows: rows.map(({ body, ...row }) => ({
      ...row,
      problems: row.problems.map((problem) => ({ ...problem })),
      rules: rulesOf(body as LotBody | null, house),
    })),
    total: counted?.total ?? 0,
  };
};

/**
 * Sets what is done with rows that are lots already. Only a lot that is still a draft can be updated; a row without its
 * cells can be neither. False unless the import is checked, waits, and is the owner's. As SQL, because one statement
 * checks the import and changes its rows.
 */
export const chooseRows = async (
  { db }: Database,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  { choice, verdict, rows }: ImportChoiceBody,
): Promise<boolean> => {
  const isUpdatable = sql`exists (
    select from ${auctions} where ${auctions.id} = ${importRows.auctionId} and ${auctions.status} = 'draft'
      and ${auctions.removedAt} is null)`;
  const [row] = await db.execute<{ isDone: boolean }>(sql`
    with open as (
      update ${imports} set ${nameOf(imports.updatedAt)} = clock_now()
      where ${imports.id} = ${id} and ${imports.ownerId} = ${ownerId} and ${imports.status} = 'checked'
      returning ${imports.id} as id
    ),
    chosen as (
      update ${importRows} set ${nameOf(importRows.choice)} = ${choice === "leave" ? null : choice}::text
      from open
      where ${importRows.importId} = open.id and ${importRows.verdict} = ${verdict} and ${importRows.body} is not null
        and ${rows ? sql`${importRows.row} = any(${arrayLiteral(rows.map(String))}::int[])` : sql`true`} and ${choice === "update" ? isUpdatable : sql`true`}
    )
    select exists (select from open) as "isDone"`);
  return row?.isDone === true;
};

type Ended = "done" | "not-allowed" | "not-possible";

const change = async (
  { db }: Database,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
  to: "applying" | "cancelled",
  from: SQL,
): Promise<Ended> => {
  const [row] = await db.execute<{ isAllowed: boolean; isDone: boolean }>(sql`
    with ${clockPart}, ${actorPart(ownerId, "lots:edit")},
    changed as (
      update ${imports} set ${nameOf(imports.status)} = ${to}, ${nameOf(imports.updatedAt)} = clock.at,
        ${nameOf(imports.takenUntil)} = null
      from clock, actor
      where ${imports.id} = ${id} and ${imports.ownerId} = actor.id and ${from}
      returning ${imports.id} as id
    )
    select exists (select from actor) as "isAllowed", exists (select from changed) as "isDone"`);
  if (row?.isDone) return "done";
  return row?.isAllowed ? "not-possible" : "not-allowed";
};

type Which = Parameters<typeof change>[1];

/** Once: of two calls the second is not possible. */
export const applyImport = (database: Database, which: Which): Promise<Ended> =>
  change(database, which, "applying", sql`${imports.status} = 'checked'`);

/** Lots that were made already stay. */
export const cancelImport = (database: Database, which: Which): Promise<Ended> =>
  change(database, which, "cancelled", sql`${imports.status} in ('checking', 'checked', 'applying')`);
