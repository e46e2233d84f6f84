// The table of unfinished lots. All staff who make lots share them; a draft names its author, who began it.
import { LOT_DRAFTS_MAX, type LotDraft, type LotDraftContent } from "@jara/shared/rest/lot-drafts";
import { and, count, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../../platform/database/pages.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { lotDrafts } from "../../../platform/database/schema/lot-drafts.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { readNow } from "../../../platform/database/statements.ts";
import { hasTheseWords } from "../../../platform/database/text-indexes.ts";
import { roleMay } from "../../../platform/database/who-may.ts";
import { refuse } from "../../../platform/http/refused.ts";

export const draftNotFound = () => refuse("NOT_FOUND", { message: "This draft is gone: it was published or deleted." });

export interface DraftToSave {
  readonly id: string;
  readonly ownerId: string;
  /** 0 for a new draft. */
  readonly revision: number;
  readonly content: LotDraftContent;
}
type Saved = Pick<LotDraft, "_id" | "revision" | "updatedAt">;

/** The uploads that the content names, by their main files' names. */
const uploadsIn = ({ media }: LotDraftContent): string[] =>
  media.flatMap(({ url }) => /^\/media\/([0-9a-f]{32}\.\w+)$/.exec(url)?.[1] ?? []);

/**
 * Saves the content over the named revision; `ownerId` is the author of a new draft. Null if nothing was written: the
 * draft has another revision, there is no room for another draft, or the author may not make lots any more. The same save twice has one
 * effect and the same answer, so that a save whose answer was lost can be sent again. `draft.id` must be a UUID.
 */
export const saveDraft = async (
  database: Database,
  draft: DraftToSave,
  max = LOT_DRAFTS_MAX,
): Promise<Saved | null> => {
  const row = draft.revision === 0 ? await insertDraft(database, draft, max) : await updateDraft(database, draft);
  return row ? { _id: draft.id, revision: row.revision, updatedAt: toIso(row.updatedAt) } : null;
};

const saved = { revision: lotDrafts.revision, updatedAt: lotDrafts.updatedAt };
const hasContent = ({ content }: DraftToSave): SQL => sql`${lotDrafts.content} = ${JSON.stringify(content)}::jsonb`;

/** Several new drafts at the same moment can pass the limit by a few, which does no harm. */
const insertDraft = ({ transaction }: Database, draft: DraftToSave, max: number) =>
  transaction(async (tx) => {
    const { id, ownerId, content } = draft;
    const mayMake = and(roleMay("lots:edit"), isNull(users.bannedAt), isNull(users.deletedAt));
    const owner = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, ownerId), mayMake))
      .for("key share");
    if (owner.length === 0) return;
    const findSame = async () => {
      const isSame = and(eq(lotDrafts.ownerId, ownerId), eq(lotDrafts.revision, 1), hasContent(draft));
      return (
        await tx
          .select(saved)
          .from(lotDrafts)
          .where(and(eq(lotDrafts.id, id), isSame))
      )[0];
    };
    const before = await findSame();
    if (before || (await tx.$count(lotDrafts, eq(lotDrafts.ownerId, ownerId))) >= max) return before;
    const now = await readNow(tx);
    const [made] = await tx
      .insert(lotDrafts)
      .values({ id, ownerId, revision: 1, content, uploads: uploadsIn(content), createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning(saved);
    return made ?? (await findSame());
  });

const updateDraft = async ({ db }: Database, draft: DraftToSave) => {
  const { id, revision, content } = draft;
  const isSeen = eq(lotDrafts.revision, revision);
  const updatedAt = sql`case when ${isSeen} then ${clockNow} else ${lotDrafts.updatedAt} end`;
  const [row] = await db
    .update(lotDrafts)
    .set({ revision: revision + 1, content, uploads: uploadsIn(content), updatedAt })
    .where(and(eq(lotDrafts.id, id), or(isSeen, and(eq(lotDrafts.revision, revision + 1), hasContent(draft)))))
    .returning(saved);
  return row;
};

/** `id` must be a UUID. */
export const findDraft = async ({ db }: Database, id: string): Promise<LotDraft | null> => {
  const [row] = await db
    .select({ draft: lotDrafts, author })
    .from(lotDrafts)
    .innerJoin(users, eq(users.id, lotDrafts.ownerId))
    .where(eq(lotDrafts.id, id));
  if (!row) return null;
  const { revision, content, createdAt, updatedAt } = row.draft;
  const times = { createdAt: toIso(createdAt), updatedAt: toIso(updatedAt) };
  return { _id: id, revision, content, author: row.author, ...times };
};

const author = { _id: users.id, username: users.username };

export interface DraftFilter {
  /** Only drafts that this account began. */
  readonly ownerId: string | undefined;
  /** Words in any order, parts of the title; empty: all. */
  readonly search: string;
}

/** The last saved come first. */
export const listDrafts = async ({ db }: Database, { ownerId, search }: DraftFilter, page: Page) => {
  const title = sql<string>`${lotDrafts.content} ->> 'title'`;
  const where = and(
    ownerId === undefined ? undefined : eq(lotDrafts.ownerId, ownerId),
    search ? hasTheseWords(title, search) : undefined,
  );
  const [rows, [all]] = await Promise.all([
    db
      .select({
        _id: lotDrafts.id,
        revision: lotDrafts.revision,
        updatedAt: lotDrafts.updatedAt,
        content: lotDrafts.content,
        author,
      })
      .from(lotDrafts)
      .innerJoin(users, eq(users.id, lotDrafts.ownerId))
      .where(where)
      .orderBy(desc(lotDrafts.updatedAt), lotDrafts.id)
      .limit(page.limit)
      .offset(rowsBefore(page)),
    db.select({ total: count() }).from(lotDrafts).where(where),
  ]);
  return { rows: rows.map((row) => ({ ...row, updatedAt: toIso(row.updatedAt) })), total: all?.total ?? 0 };
};

export const countDrafts = async ({ db }: Database, ownerId: string): Promise<number> => {
  const [row] = await db.select({ drafts: count() }).from(lotDrafts).where(eq(lotDrafts.ownerId, ownerId));
  return row?.drafts ?? 0;
};

/** True if there was one. `id` must be a UUID. */
export const deleteDraft = async ({ db }: Database, id: string): Promise<boolean> => {
  const rows = await db.delete(lotDrafts).where(eq(lotDrafts.id, id)).returning({ id: lotDrafts.id });
  return rows.length > 0;
};
