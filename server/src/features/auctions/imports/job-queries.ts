// The queries of the job that carries imports out: it takes one for a while, and writes what became of each picture and
// each row. A node that has lost an import writes nothing.
import type { Media } from "@jara/shared/auction";
import { and, asc, eq, inArray, isNotNull, lt, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import {
  importedLots,
  importHeads,
  importPictures,
  importRows,
  imports,
  type RowProblem,
} from "../../../platform/database/schema/imports.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import { isDueAgain, isPutAside, takesOf } from "../../../platform/jobs/guard-rows.ts";
import type { AuctionSource } from "../create-auction.ts";
import type { TakenPicture } from "./give-pictures.ts";
import { byLotNumber } from "./queries.ts";

const r = alias(importRows, "r");
const a = alias(auctions, "a");

export type OpenImport = typeof imports.$inferSelect;
export type RowToDo = typeof importRows.$inferSelect;

const inMs = (ms: number) => sql`clock_now() + ${ms}::int * interval '1 millisecond'`;
const keyOfRow = (row: { readonly importId: SQLWrapper; readonly row: SQLWrapper }) =>
  sql`${row.importId}::text || ':' || ${row.row}::text`;
const isOpen = sql`${imports.status} in ('checking', 'applying')`;

/** Takes the import that has waited longest and that no node works on. The lease ends by itself if the node dies. */
export const takeImport = async ({ db }: Database, forMs: number): Promise<OpenImport | null> => {
  const [row] = await db
    .update(imports)
    .set({ takenUntil: inMs(forMs) })
    .where(
      eq(
        imports.id,
        sql`(select ${imports.id} from ${imports}
          where ${isOpen} and coalesce(${imports.takenUntil}, '-infinity') <= clock_now()
          order by ${imports.createdAt} limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return row ?? null;
};

/** Extends the lease. False if the import was cancelled or has gone on. */
export const holdImport = async ({ db }: Database, { id, status }: OpenImport, forMs: number): Promise<boolean> => {
  const rows = await db
    .update(imports)
    .set({ takenUntil: inMs(forMs) })
    .where(and(eq(imports.id, id), eq(imports.status, status)))
    .returning({ id: imports.id });
  return rows.length > 0;
};

export const failImport = async ({ db }: Database, { id, status }: OpenImport, problem: string): Promise<void> => {
  await db
    .update(imports)
    .set({ status: "failed", problem, updatedAt: clockNow })
    .where(and(eq(imports.id, id), eq(imports.status, status)));
};

export const ownerOf = async ({ db }: Database, { ownerId }: OpenImport) => {
  const [owner] = await db
    .select({ id: users.id, username: users.username, role: users.role })
    .from(users)
    .where(eq(users.id, ownerId));
  return owner ?? null;
};

export const picturesOf = async ({ db }: Database, importId: string): Promise<TakenPicture[]> =>
  await db
    .select({
      name: importPictures.name,
      filename: importPictures.filename,
      type: importPictures.type,
      problem: importPictures.problem,
    })
    .from(importPictures)
    .where(eq(importPictures.importId, importId));

/** A picture keeps its first outcome. */
export const recordPicture = async ({ db }: Database, importId: string, picture: TakenPicture): Promise<void> => {
  await db
    .insert(importPictures)
    .values({ importId, ...picture })
    .onConflictDoNothing();
};

export const rowsOf = async ({ db }: Database, importId: string): Promise<RowToDo[]> =>
  await db.select().from(importRows).where(eq(importRows.importId, importId)).orderBy(asc(importRows.row));

export interface KnownLot {
  readonly key: string;
  readonly fingerprint: string;
  readonly auctionId: string;
}

/** The lots that these rows became before. A removed draft is no lot any more. */
export const knownLots = async ({ db }: Database, ownerId: string, keys: readonly string[]): Promise<KnownLot[]> =>
  keys.length === 0
    ? []
    : await db
        .select({ key: importedLots.key, fingerprint: importedLots.fingerprint, auctionId: importedLots.auctionId })
        .from(importedLots)
        .innerJoin(auctions, eq(auctions.id, importedLots.auctionId))
        .where(
          and(eq(importedLots.ownerId, ownerId), isAnyOf(importedLots.key, keys), sql`${auctions.removedAt} is null`),
        );

export interface Judged {
  readonly row: number;
  readonly verdict: RowToDo["verdict"];
  readonly problems: readonly RowProblem[];
  readonly media: readonly Media[];
  readonly auctionId: string | null;
}

/** Verdicts are written in parts, because each statement of a transaction has two seconds. */
const VERDICTS_AT_ONCE = 500;

/** Writes the verdicts of all rows, and ends the check. */
export const finishCheck = (
  { transaction }: Database,
  { id, unused }: OpenImport,
  judged: readonly Judged[],
  unusedPictures: readonly string[],
): Promise<void> =>
  transaction(
    async (tx) => {
      const done = await tx
        .update(imports)
        .set({
          status: "checked",
          updatedAt: clockNow,
          takenUntil: null,
          unused: { columns: unused.columns, pictures: unusedPictures },
        })
        .where(and(eq(imports.id, id), eq(imports.status, "checking")))
        .returning({ id: imports.id });
      if (done.length === 0) return;
      for (let first = 0; first < judged.length; first += VERDICTS_AT_ONCE) {
        const some = JSON.stringify(judged.slice(first, first + VERDICTS_AT_ONCE));
        await tx
          .update(importRows)
          .set({
            verdict: sql`given.verdict`,
            problems: sql`given.problems`,
            media: sql`given.media`,
            auctionId: sql`given."auctionId"`,
          })
          .from(sql`jsonb_to_recordset(${some}::text::jsonb)
            as given(row int, verdict text, problems jsonb, media jsonb, "auctionId" uuid)`)
          .where(and(eq(importRows.importId, id), eq(importRows.row, sql`given.row`)));
      }
    },
    { withinMs: 20_000 },
  );

const isToDo = (row: Pick<typeof importRows, "verdict" | "choice"> | typeof r): SQL =>
  sql`(${row.verdict} = 'create' or ${row.choice} is not null)`;

/** The next rows that are to become lots or to update their drafts. */
export const rowsLeft = async ({ db }: Database, importId: string, limit: number): Promise<RowToDo[]> =>
  await db
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, importId),
        isToDo(importRows),
        eq(importRows.isMade, false),
        takesOf("import-rows")(keyOfRow(importRows)),
      ),
    )
    .orderBy(...byLotNumber)
    .limit(limit);

/**
 * The row becomes this auction, if it is still to do and no other import made the same lot, or its owner asked for another
 * one. A removed draft can be imported again.
 */
export const fromRow = (ownerId: string, given: RowToDo, auctionId: string): AuctionSource => ({
  take: async (tx) => {
    const { importId, row, key, fingerprint, choice } = given;
    const isRow = and(eq(importRows.importId, importId), eq(importRows.row, row));
    const toDo = await tx
      .select({ row: importRows.row })
      .from(importRows)
      .innerJoin(imports, eq(imports.id, importRows.importId))
      .where(and(isRow, isToDo(importRows), eq(importRows.isMade, false), eq(imports.status, "applying")))
      .for("update", { of: importRows });
    if (toDo.length === 0) return false;
    const isRemoved = sql`exists (select from ${auctions} ${a} where ${a.id} = ${importedLots.auctionId} and ${a.removedAt} is not null)`;
    const taken = await tx
      .insert(importedLots)
      .values({ ownerId, key, fingerprint, auctionId })
      .onConflictDoUpdate({
        target: [importedLots.ownerId, importedLots.key],
        set: { fingerprint, auctionId },
        ...(choice !== "another" && { setWhere: isRemoved }),
      })
      .returning({ key: importedLots.key });
    if (taken.length === 0) return false;
    await tx.update(importRows).set({ isMade: true, auctionId }).where(isRow);
    return true;
  },
});

/** A row that cannot become a lot after all, or that has updated its draft (`isMade`). */
export const settleRow = async (
  { db }: Database,
  { importId, row }: RowToDo,
  { isMade = false, ...outcome }: Pick<Judged, "verdict" | "problems" | "auctionId"> & { readonly isMade?: boolean },
): Promise<void> => {
  await db
    .update(importRows)
    .set({ ...outcome, isMade, ...(!isMade && { choice: null }) })
    .where(and(eq(importRows.importId, importId), eq(importRows.row, row), eq(importRows.isMade, false)));
};

/** Goes on with imports when the staff ask for another try of a row that was put aside. */
export const reopenForRetries = async ({ db }: Database): Promise<void> => {
  await db
    .update(imports)
    .set({ status: "applying", takenUntil: null })
    .where(
      and(
        eq(imports.status, "applied"),
        sql`exists (select from ${importRows} ${r} where ${r.importId} = ${imports.id} and ${isToDo(r)}
          and not ${r.isMade} and ${isDueAgain("import-rows")(keyOfRow(r))})`,
      ),
    );
};

/** False while a row is left. */
export const finishApplying = async ({ db }: Database, { id }: OpenImport): Promise<boolean> => {
  const rows = await db
    .update(imports)
    .set({ status: "applied", updatedAt: clockNow, takenUntil: null })
    .where(
      and(
        eq(imports.id, id),
        eq(imports.status, "applying"),
        sql`not exists (select from ${importRows} ${r} where ${r.importId} = ${imports.id} and ${isToDo(r)} and not ${r.isMade}
          and not ${isPutAside("import-rows")(keyOfRow(r))})`,
      ),
    )
    .returning({ id: imports.id });
  return rows.length > 0;
};

/** The ZIPs of imports whose check is over. */
export const archivesToRemove = async ({ db }: Database): Promise<{ id: string; archive: string }[]> => {
  const rows = await db
    .select({ id: imports.id, archive: imports.archive })
    .from(imports)
    .where(and(isNotNull(imports.archive), ne(imports.status, "checking"), takesOf("import-files")(imports.id)))
    .limit(100);
  return rows.flatMap(({ id, archive }) => (archive === null ? [] : [{ id, archive }]));
};

/** Call once its file is removed. */
export const dropArchive = async ({ db }: Database, id: string): Promise<void> => {
  await db.update(imports).set({ archive: null }).where(eq(imports.id, id));
};

/** Removes old imports with their rows. Returns how many. */
export const removeOldImports = async ({ db }: Database, days: number, limit: number): Promise<number> => {
  const rows = await db
    .delete(imports)
    .where(
      inArray(
        imports.id,
        db
          .select({ id: imports.id })
          .from(imports)
          .where(
            and(
              sql`${imports.archive} is null`,
              lt(imports.createdAt, sql`(select clock_now() - ${days}::int * interval '1 day')`),
            ),
          )
          .limit(limit),
      ),
    )
    .returning({ id: imports.id });
  return rows.length;
};

/** Forgets the columns of tables that nobody has imported for so long. */
export const removeOldHeads = async ({ db }: Database, days: number): Promise<void> => {
  await db
    .delete(importHeads)
    .where(lt(importHeads.usedAt, sql`(select clock_now() - ${days}::int * interval '1 day')`));
};
