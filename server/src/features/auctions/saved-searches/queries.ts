// The table of saved searches. A search belongs to one account, and each function sees that account's searches alone. Each
// write is one statement.
import { randomUUID } from "node:crypto";
import type { AuctionListQuery } from "@jara/shared/rest/auctions";
import type { SavedSearch } from "@jara/shared/rest/saved-searches";
import { SAVED_SEARCHES_MAX, type SearchAlert } from "@jara/shared/saved-search-limits";
import { and, desc, eq, not, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { notifications } from "../../../platform/database/schema/notifications.ts";
import { savedSearches, savedSearchMatches } from "../../../platform/database/schema/saved-searches.ts";
import {
  aliased,
  clockAt,
  clockPart,
  constant,
  insertSelect,
  nameOf,
  qualified,
} from "../../../platform/database/statement-text.ts";
import { unseenLots } from "../../../platform/notifications/current-state.ts";
import { filterKey, queryText } from "../search/query-text.ts";

const m = aliased(savedSearchMatches, "m");

export interface SearchToSave {
  readonly ownerId: string;
  readonly name: string;
  readonly query: AuctionListQuery;
  readonly alert: SearchAlert;
}

const columns = {
  _id: savedSearches.id,
  ...{ name: savedSearches.name, query: savedSearches.query, alert: savedSearches.alert },
  unseen: sql<number>`(${unseenLots(qualified(savedSearches.id))})`,
  createdAt: savedSearches.createdAt,
};

type Row = Omit<SavedSearch, "createdAt" | "query"> & { readonly query: object; readonly createdAt: number };
const toSearch = ({ createdAt, query, ...row }: Row): SavedSearch => ({
  ...row,
  query: query as SavedSearch["query"],
  createdAt: toIso(createdAt),
});

const read = async ({ db }: Database, where: SQL | undefined): Promise<SavedSearch[]> => {
  const rows = await db
    .select(columns)
    .from(savedSearches)
    .where(where)
    .orderBy(desc(savedSearches.createdAt), savedSearches.id);
  return rows.map(toSearch);
};

const ofOwner = (ownerId: string, id: string) => and(eq(savedSearches.id, id), eq(savedSearches.userId, ownerId));

export const searchesOfOwner = (database: Database, ownerId: string): Promise<SavedSearch[]> =>
  read(database, eq(savedSearches.userId, ownerId));

/** `id` must be a UUID, here and below. */
export const findSearch = async (database: Database, ownerId: string, id: string): Promise<SavedSearch | null> =>
  (await read(database, ofOwner(ownerId, id)))[0] ?? null;

/** The owner's search that finds the same lots. */
export const findSameSearch = async (
  database: Database,
  { ownerId, query }: SearchToSave,
): Promise<SavedSearch | null> =>
  (await read(database, and(eq(savedSearches.userId, ownerId), eq(savedSearches.filterKey, filterKey(query)))))[0] ??
  null;

/**
 * Null if nothing was saved: the owner has a search that finds the same lots, or no room for another one. Several calls
 * at the same moment can pass the limit by a few, which does no harm. The lock makes the statement wait for a deletion of
 * the account that is under way.
 */
export const saveSearch = async (
  { db }: Database,
  { ownerId, name, query, alert }: SearchToSave,
  max = SAVED_SEARCHES_MAX,
): Promise<SavedSearch | null> => {
  const id = randomUUID();
  const saved = { _id: id, name, query: queryText(query), alert };
  const [row] = await db.execute<{ at: number }>(sql`
    with ${clockPart},
    owner as (
      select ${users.id} as id from ${users} where ${users.id} = ${ownerId} and ${users.deletedAt} is null for key share
    )
    ${insertSelect(savedSearches, {
      ...{ id: sql`${id}::uuid`, userId: sql`owner.id`, name, filterKey: filterKey(query), alert, createdAt: clockAt },
      query: sql`${JSON.stringify(saved.query)}::jsonb`,
    })}
    from owner, clock
    where (select count(*) from ${savedSearches} where ${savedSearches.userId} = ${ownerId}) < ${constant(max)}
    on conflict do nothing
    returning (extract(epoch from ${savedSearches.createdAt}) * 1000)::float8 as at`);
  return row ? toSearch({ ...saved, unseen: 0, createdAt: row.at }) : null;
};

/** False if the owner has no such search. Switching its alert off marks all its matches as notified. */
export const changeSearch = async (
  { db }: Database,
  ownerId: string,
  id: string,
  change: { readonly name?: string | undefined; readonly alert?: SearchAlert | undefined },
): Promise<boolean> => {
  const hushed = db.$with("hushed").as(
    db
      .update(savedSearchMatches)
      .set({ isNotified: true })
      .where(
        and(
          eq(savedSearchMatches.searchId, id),
          not(savedSearchMatches.isNotified),
          sql`${change.alert === "off"}::boolean`,
          sql`exists (select from ${savedSearches} where ${ofOwner(ownerId, id)})`,
        ),
      )
      .returning({ id: savedSearchMatches.searchId }),
  );
  const rows = await db
    .with(hushed)
    .update(savedSearches)
    .set({ name: change.name ?? sql`${savedSearches.name}`, alert: change.alert ?? sql`${savedSearches.alert}` })
    .where(ofOwner(ownerId, id))
    .returning({ id: savedSearches.id });
  return rows.length > 0;
};

/** The ids of new lots that one answer names. */
const NEW_LOTS_MAX = 500;

/**
 * Marks all lots that the search found as seen, and the notification about them as read. Returns the lots that were not seen
 * until now, the newest matches first, and what was read. It is SQL, because Drizzle's builder has no select without a table.
 */
export const markSeen = async (
  { db }: Database,
  ownerId: string,
  id: string,
): Promise<{ readonly newLots: readonly string[]; readonly read: readonly string[] }> => {
  const [row] = await db.execute<Record<"lots" | "read", string | string[] | null>>(sql`
    with read as (
      update ${notifications} set ${nameOf(notifications.readAt)} = clock_now()
      where ${notifications.userId} = ${ownerId}::text::uuid and ${notifications.mergeKey} = ${`saved-search:${id}`}::text
        and ${notifications.readAt} is null
      returning ${notifications.id} as id
    ),
    seen as (
      update ${m.table} set ${nameOf(savedSearchMatches.isSeen)} = true,
        ${nameOf(savedSearchMatches.isNotified)} = true
      where ${m.searchId} = ${id}::text::uuid and not ${m.isSeen}
        and exists (select from ${savedSearches} where ${ofOwner(ownerId, id)})
      returning ${m.auctionId} as auction_id, ${m.matchedAt} as matched_at
    )
    select (select json_agg(id) from read) as read, (
      select json_agg(auction_id) from (select * from seen order by matched_at desc limit ${constant(NEW_LOTS_MAX)}) newest
    ) as lots`);
  return { newLots: parsed(row?.lots), read: parsed(row?.read) };
};

/** One driver parses json, the other may not. */
const parsed = (json: string | string[] | null | undefined): string[] =>
  typeof json === "string" ? (JSON.parse(json) as string[]) : (json ?? []);

/** True if the owner had the search until now. */
export const deleteSearch = async ({ db }: Database, ownerId: string, id: string): Promise<boolean> => {
  const rows = await db.delete(savedSearches).where(ofOwner(ownerId, id)).returning({ id: savedSearches.id });
  return rows.length > 0;
};
