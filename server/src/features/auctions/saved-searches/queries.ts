// The table of saved searches. A search belongs to one account, and each function sees that account's searches alone.
import { randomUUID } from "node:crypto";
import type { AuctionListQuery } from "@jara/shared/rest/auctions";
import type { SavedSearch } from "@jara/shared/rest/saved-searches";
import { SAVED_SEARCHES_MAX, type SearchAlert } from "@jara/shared/saved-search-limits";
import { and, desc, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { notifications } from "../../../platform/database/schema/notifications.ts";
import { savedSearches, savedSearchMatches } from "../../../platform/database/schema/saved-searches.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { unseenLots } from "../../../platform/notifications/current-state.ts";
import { filterKey, queryText } from "../search/query-text.ts";

export interface SearchToSave {
  readonly ownerId: string;
  readonly name: string;
  readonly query: AuctionListQuery;
  readonly alert: SearchAlert;
}

const columns = {
  _id: savedSearches.id,
  name: savedSearches.name,
  query: savedSearches.query,
  alert: savedSearches.alert,
  unseen: sql<number>`(${unseenLots(sql`${savedSearches.id}`)})`,
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
 * at the same moment can pass the limit by a few, which does no harm.
 */
export const saveSearch = (
  { transaction }: Database,
  { ownerId, name, query, alert }: SearchToSave,
  max = SAVED_SEARCHES_MAX,
): Promise<SavedSearch | null> =>
  transaction(async (tx) => {
    // The lock waits for a deletion of the account that is under way.
    const isOwner = and(eq(users.id, ownerId), isNull(users.deletedAt));
    const owner = await tx.select({ id: users.id }).from(users).where(isOwner).for("key share");
    if (owner.length === 0 || (await tx.$count(savedSearches, eq(savedSearches.userId, ownerId))) >= max) return null;
    const saved = { name, query: queryText(query), alert };
    const [row] = await tx
      .insert(savedSearches)
      .values({ ...saved, id: randomUUID(), userId: ownerId, filterKey: filterKey(query), createdAt: clockNow })
      .onConflictDoNothing()
      .returning({ _id: savedSearches.id, createdAt: savedSearches.createdAt });
    return row ? toSearch({ ...row, ...saved, unseen: 0 }) : null;
  });

/** False if the owner has no such search. Switching its alert off marks all its matches as notified. */
export const changeSearch = (
  { transaction }: Database,
  ownerId: string,
  id: string,
  { name, alert }: { readonly name?: string | undefined; readonly alert?: SearchAlert | undefined },
): Promise<boolean> =>
  transaction(async (tx) => {
    if ((await tx.$count(savedSearches, ofOwner(ownerId, id))) === 0) return false;
    // The matches first, like the job that notifies owners.
    if (alert === "off") {
      await tx
        .update(savedSearchMatches)
        .set({ isNotified: true })
        .where(and(eq(savedSearchMatches.searchId, id), not(savedSearchMatches.isNotified)));
    }
    const changed = await tx
      .update(savedSearches)
      .set({ name: name ?? sql`${savedSearches.name}`, alert: alert ?? sql`${savedSearches.alert}` })
      .where(ofOwner(ownerId, id))
      .returning({ id: savedSearches.id });
    return changed.length > 0;
  });

/** The ids of new lots that one answer names. */
const NEW_LOTS_MAX = 500;

/**
 * Marks all lots that the search found as seen, and the notification about them as read. Returns the lots that were not seen
 * until now, the newest matches first, and what was read.
 */
export const markSeen = (
  { transaction }: Database,
  ownerId: string,
  id: string,
): Promise<{ readonly newLots: readonly string[]; readonly read: readonly string[] }> =>
  transaction(async (tx) => {
    const isOwn = (await tx.$count(savedSearches, ofOwner(ownerId, id))) > 0;
    const { searchId, auctionId, matchedAt, isSeen } = savedSearchMatches;
    // The matches first, like the job that notifies owners.
    const seen = isOwn
      ? await tx
          .update(savedSearchMatches)
          .set({ isSeen: true, isNotified: true })
          .where(and(eq(searchId, id), not(isSeen)))
          .returning({ auctionId, matchedAt })
      : [];
    const isUnread = and(eq(notifications.mergeKey, `saved-search:${id}`), isNull(notifications.readAt));
    const read = await tx
      .update(notifications)
      .set({ readAt: clockNow })
      .where(and(eq(notifications.userId, ownerId), isUnread))
      .returning({ id: notifications.id });
    const newest = seen.sort((a, b) => b.matchedAt - a.matchedAt).slice(0, NEW_LOTS_MAX);
    return { newLots: newest.map((match) => match.auctionId), read: read.map((one) => one.id) };
  });

/** True if the owner had the search until now. */
export const deleteSearch = async ({ db }: Database, ownerId: string, id: string): Promise<boolean> => {
  const rows = await db.delete(savedSearches).where(ofOwner(ownerId, id)).returning({ id: savedSearches.id });
  return rows.length > 0;
};
