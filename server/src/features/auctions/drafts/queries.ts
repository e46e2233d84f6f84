// The table of unfinished lots. All staff who make lots share them; a draft names its author, who began it. Each write is
// one statement.
import { LOT_DRAFTS_MAX, type LotDraft, type LotDraftContent } from "@jara/shared/rest/lot-drafts";
import { and, count, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database } from "../../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../../platform/database/pages.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { lotDrafts } from "../../../platform/database/schema/lot-drafts.ts";
import { clockAt, clockPart, constant, insertSelect, nameOf } from "../../../platform/database/statement-text.ts";
import { excluded } from "../../../platform/database/statements.ts";
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

const cellsOf = ({ content }: DraftToSave) => ({
  content: sql`${JSON.stringify(content)}::jsonb`,
  uploads: sql`${arrayLiteral(uploadsIn(content))}::text[]`,
});

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
  const [row] = draft.revision === 0 ? await insertDraft(database, draft, max) : await updateDraft(database, draft);
  return row ? { _id: draft.id, revision: row.revision, updatedAt: toIso(row.updatedAt) } : null;
};

const ms = (time: SQLWrapper): SQL => sql`(extract(epoch from ${time}) * 1000)::float8`;
type SavedRow = { revision: number; updatedAt: number };

/** Several new drafts at the same moment can pass the limit by a few, which does no harm. */
const insertDraft = ({ db }: Database, draft: DraftToSave, max: number): Promise<SavedRow[]> => {
  const insert = insertSelect(lotDrafts, {
    ...{ id: sql`${draft.id}::uuid`, ownerId: sql`owner.id`, revision: sql`1` },
    ...{ ...cellsOf(draft), createdAt: clockAt, updatedAt: clockAt },
  });
  return db.execute<SavedRow>(sql`
    with ${clockPart},
    owner as (
      select ${users.id} as id from ${users}
      where ${users.id} = ${draft.ownerId} and ${roleMay("lots:edit")} and ${users.bannedAt} is null
        and ${users.deletedAt} is null
      for key share
    ),
    held as (select count(*) as drafts from ${lotDrafts} where ${lotDrafts.ownerId} = ${draft.ownerId})
    ${insert} from owner, held, clock
    where held.drafts < ${constant(max)}
      or exists (select from ${lotDrafts} where ${lotDrafts.id} = ${draft.id} and ${lotDrafts.ownerId} = ${draft.ownerId})
    on conflict (${nameOf(lotDrafts.id)}) do update set ${nameOf(lotDrafts.revision)} = ${lotDrafts.revision}
      where ${lotDrafts.ownerId} = ${excluded(lotDrafts.ownerId)} and ${lotDrafts.revision} = 1
        and ${lotDrafts.content} = ${excluded(lotDrafts.content)}
    returning ${lotDrafts.revision} as revision, ${ms(lotDrafts.updatedAt)} as "updatedAt"`);
};

const updateDraft = ({ db }: Database, draft: DraftToSave): Promise<SavedRow[]> => {
  const { content, uploads } = cellsOf(draft);
  return db.execute<SavedRow>(sql`
    with ${clockPart}
    update ${lotDrafts} set ${nameOf(lotDrafts.revision)} = ${draft.revision}::int + 1,
      ${nameOf(lotDrafts.content)} = ${content}, ${nameOf(lotDrafts.uploads)} = ${uploads},
      ${nameOf(lotDrafts.updatedAt)} = case when ${lotDrafts.revision} = ${draft.revision}::int then ${clockAt}
        else ${lotDrafts.updatedAt} end
    from clock
    where ${lotDrafts.id} = ${draft.id}
      and (${lotDrafts.revision} = ${draft.revision}::int
        or (${lotDrafts.revision} = ${draft.revision}::int + 1 and ${lotDrafts.content} = ${content}))
    returning ${lotDrafts.revision} as revision, ${ms(lotDrafts.updatedAt)} as "updatedAt"`);
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
      .limit(constant(page.limit))
      .offset(constant(rowsBefore(page))),
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
