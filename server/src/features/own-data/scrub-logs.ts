// Replaces the name of a deleted account in the logs of the auctions that it took part in. A step of a log names people by
// id and username, so the id finds them. The log says the same as before, about the pseudonym.
import { and, asc, eq, isNull, like, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { deletionRequests } from "../../platform/database/schema/own-data.ts";
import { purchases, secondChances, settlements } from "../../platform/database/schema/settlements.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { guardRows, type RowLog, silentLog } from "../../platform/jobs/guard-rows.ts";

const isToScrub = and(eq(deletionRequests.outcome, "deleted"), isNull(deletionRequests.scrubbedAt));

/** The auctions in which the person took part. */
const auctionsOf = async ({ db }: Database, userId: string): Promise<string[]> => {
  const rows = await union(
    db.select({ id: bids.auctionId }).from(bids).where(eq(bids.bidderId, userId)),
    db.select({ id: maxBids.auctionId }).from(maxBids).where(eq(maxBids.userId, userId)),
    db.select({ id: purchases.auctionId }).from(purchases).where(eq(purchases.buyerId, userId)),
    db.select({ id: settlements.auctionId }).from(settlements).where(eq(settlements.winnerId, userId)),
    db.select({ id: secondChances.auctionId }).from(secondChances).where(eq(secondChances.personId, userId)),
  );
  return rows.map(({ id }) => id);
};

/** In a JSON text: the name that follows the person's id. */
const renamed = (text: SQL, userId: string, name: string): SQL<(typeof auctionEvents.$inferSelect)["events"]> =>
  sql`regexp_replace(${text}, ${`("id":\\s*"${userId}",\\s*"username":\\s*)"(?:[^"\\\\]|\\\\.)*"`}, ${`\\1"${name}"`}, 'g')::json`;

const scrubAuction = async ({ db }: Database, auctionId: string, userId: string, name: string): Promise<void> => {
  const events = sql`${auctionEvents.events}::text`;
  await db
    .update(auctionEvents)
    .set({ events: renamed(events, userId, name) })
    .where(and(eq(auctionEvents.auctionId, auctionId), like(events, `%"${userId}"%`)));
};

/** Scrubs the logs of one deleted account. A run that was interrupted is repeated from its start. False: none is left. */
export const scrubOne = async (
  database: Database,
  isStopped: () => boolean,
  log: RowLog = silentLog,
): Promise<boolean> => {
  const { db } = database;
  const guard = guardRows(database, "scrubbed-logs", log);
  const [next] = await db
    .select({ requestId: deletionRequests.id, userId: users.id, name: users.username })
    .from(deletionRequests)
    .innerJoin(users, eq(users.id, deletionRequests.userId))
    .where(and(isToScrub, guard.takes(users.id)))
    .orderBy(asc(deletionRequests.endedAt))
    .limit(1);
  if (!next) return false;
  await guard.tries(next.userId, async () => {
    for (const auctionId of await auctionsOf(database, next.userId)) {
      if (isStopped()) return;
      await scrubAuction(database, auctionId, next.userId, next.name);
    }
    await db.update(deletionRequests).set({ scrubbedAt: clockNow }).where(eq(deletionRequests.id, next.requestId));
  });
  return !isStopped();
};
