// The tables of watched lots and of the reminders that people chose. Writes read auctions without a lock, so that no bid
// waits for them.
import type { Minor } from "@jara/shared/money";
import { defaultReminders, type Reminder } from "@jara/shared/reminders";
import { WATCHED_MAX } from "@jara/shared/watch-limits";
import { and, count, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { isPublicLot } from "../../engine/reads/public-lots.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { reminderSettings, watches } from "../../platform/database/schema/watches.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { allRows, isAnyOf, prepared, readNow } from "../../platform/database/statements.ts";

const { userId: watcher, auctionId: lot } = watches;

/** `seesDrafts`: whether the person may see drafts. */
const mayBeSeen = (seesDrafts: SQL): SQL | undefined => or(isPublicLot, and(isNull(auctions.removedAt), seesDrafts));

const isOver = sql`(${auctions.status} in ('ended', 'cancelled', 'sold'))`;

/** Lots that are not over come first, by their end; the others follow, the latest end first. */
const inListOrder = (db: Db, lots: SQL) =>
  db
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(sql`${auctions.id} in (${lots})`, mayBeSeen(sql`${sql.placeholder("seesDrafts")}::boolean`)))
    .orderBy(
      isOver,
      sql`case when not ${isOver} then ${auctions.endsAt} end`,
      sql`${auctions.endsAt} desc`,
      auctions.id,
    );

const listOf = prepared((db) =>
  inListOrder(db, sql`select ${lot} from ${watches} where ${watcher} = ${sql.placeholder("userId")}::uuid`).prepare(
    "watchlist of a person",
  ),
);
const listAmong = prepared((db) =>
  inListOrder(db, sql`select unnest(${sql.placeholder("ids")}::uuid[])`).prepare("watchlist of a browser"),
);

/** The lots that the person watches and may see, in the order of the list. */
export const watchedBy = async (database: Database, userId: string, seesDrafts: boolean): Promise<string[]> =>
  (await listOf(database).execute({ userId, seesDrafts })).map(({ id }) => id);

/** Those of the lots that the reader may see, in the order of the list. `ids` must be UUIDs. */
export const watchedAmong = async (
  database: Database,
  ids: readonly string[],
  seesDrafts: boolean,
): Promise<string[]> => {
  if (ids.length === 0) return [];
  return (await listAmong(database).execute({ ids: arrayLiteral(ids), seesDrafts })).map(({ id }) => id);
};

/** All lots that the person watches, also those that nobody can see at the moment. The newest come first. */
export const watchedIds = async ({ db }: Database, userId: string): Promise<string[]> => {
  const rows = await db
    .select({ id: lot })
    .from(watches)
    .where(eq(watcher, userId))
    .orderBy(sql`${watches.createdAt} desc`, lot);
  return rows.map(({ id }) => id);
};

/** False for a deleted account. The lock waits for a deletion that is under way, and no bid waits for it. */
const lockOwner = async (tx: Db, userId: string): Promise<boolean> => {
  const isOwner = and(eq(users.id, userId), isNull(users.deletedAt));
  return (await tx.select({ id: users.id }).from(users).where(isOwner).for("key share")).length > 0;
};

/**
 * Adds those of the lots that the person may see, in the given order up to the limit. `added` are those that the person
 * did not watch before; `watched` says how many of them the person watches now. `wishMinor` is the wish price of all of
 * them; undefined: it stays as it is.
 * `ids` must be different UUIDs. Several calls at the same moment can pass the limit by a few lots,
 * which does no harm. Auctions are read without a lock.
 */
export const watch = async (
  { transaction }: Database,
  userId: string,
  ids: readonly string[],
  seesDrafts: boolean,
  { wishMinor, max = WATCHED_MAX }: { readonly wishMinor?: Minor | null | undefined; readonly max?: number } = {},
): Promise<{ added: readonly string[]; watched: number }> => {
  if (ids.length === 0) return { added: [], watched: 0 };
  return await transaction(async (tx) => {
    if (!(await lockOwner(tx, userId))) return { added: [], watched: 0 };
    const isSeen = mayBeSeen(sql`${seesDrafts}::boolean`);
    const watched = await tx
      .select({ id: lot })
      .from(watches)
      .innerJoin(auctions, eq(auctions.id, lot))
      .where(and(eq(watcher, userId), isSeen));
    const seen = await tx
      .select({ id: auctions.id })
      .from(auctions)
      .where(and(isAnyOf(auctions.id, ids), isSeen));
    const [isWatched, mayWatch] = [watched, seen].map((rows) => new Set(rows.map(({ id }) => id)));
    const asked = ids.map((id) => id.toLowerCase());
    const added = asked
      .filter((id) => mayWatch?.has(id) && !isWatched?.has(id))
      .slice(0, Math.max(0, max - watched.length));
    const now = await readNow(tx);
    const rows = added.map((auctionId) => ({ userId, auctionId, createdAt: now, wishMinor: wishMinor ?? null }));
    await tx.insert(watches).select(allRows(watches, rows)).onConflictDoNothing();
    if (wishMinor !== undefined) {
      await tx
        .update(watches)
        .set({ wishMinor })
        .where(and(eq(watcher, userId), isAnyOf(lot, ids)));
    }
    return { added, watched: added.length + asked.filter((id) => isWatched?.has(id)).length };
  });
};

/** The wish prices of the person, in minor units, by the lot's id. */
export const wishesOf = async (
  { db }: Database,
  userId: string,
  auctionIds: readonly string[],
): Promise<Map<string, Minor>> => {
  if (auctionIds.length === 0) return new Map();
  const rows = await db
    .select({ id: lot, wishMinor: watches.wishMinor })
    .from(watches)
    .where(and(eq(watcher, userId), isAnyOf(lot, auctionIds)));
  return new Map(rows.flatMap(({ id, wishMinor }) => (wishMinor === null ? [] : [[id, wishMinor]])));
};

export const remindersOf = async ({ db }: Database, userId: string): Promise<readonly Reminder[]> => {
  const [row] = await db
    .select({ chosen: sql<string>`to_json(${reminderSettings.reminders})::text` })
    .from(reminderSettings)
    .where(eq(reminderSettings.userId, userId));
  return row ? JSON.parse(row.chosen) : defaultReminders;
};

export const setReminders = ({ transaction }: Database, userId: string, chosen: readonly Reminder[]): Promise<void> =>
  transaction(async (tx) => {
    if (!(await lockOwner(tx, userId))) return;
    const choice = { reminders: [...chosen], chosenAt: clockNow };
    await tx
      .insert(reminderSettings)
      .values({ userId, ...choice })
      .onConflictDoUpdate({ target: reminderSettings.userId, set: choice });
  });

/** True if the person watched the lot until now. */
export const unwatch = async ({ db }: Database, userId: string, auctionId: string): Promise<boolean> => {
  const rows = await db
    .delete(watches)
    .where(and(eq(watcher, userId), eq(lot, auctionId)))
    .returning({ id: lot });
  return rows.length > 0;
};

/** The number of watchlists that have each auction, for staff alone. An auction that is on none is absent. */
export const countWatchlists = async (
  { db }: Database,
  auctionIds: readonly string[],
): Promise<Map<string, number>> => {
  if (auctionIds.length === 0) return new Map();
  const rows = await db
    .select({ id: lot, watchers: count() })
    .from(watches)
    .where(isAnyOf(lot, auctionIds))
    .groupBy(lot);
  return new Map(rows.map(({ id, watchers }) => [id, watchers]));
};
