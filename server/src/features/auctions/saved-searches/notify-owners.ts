// Writes the notifications and mails about new lots of saved searches. Each transaction marks the lots and writes what it
// notifies their owners of, so that owners are notified of each lot once, whichever node runs it. Lots that are not
// listed any more are left out.
import { and, asc, eq, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { Database, Db } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { savedSearches, savedSearchMatches } from "../../../platform/database/schema/saved-searches.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { isAnyOf, readNow } from "../../../platform/database/statements.ts";
import { guardRows, keysOf, type RowLog, silentLog, type Takes } from "../../../platform/jobs/guard-rows.ts";
import type { AboutData } from "../../../platform/notifications/about.ts";
import { wants } from "../../../platform/notifications/choices.ts";
import { newestUnseen, unseenLots } from "../../../platform/notifications/current-state.ts";
import { writeNotifications } from "../../../platform/notifications/write.ts";
import { queueMails } from "../../../platform/outbox/queue-mail.ts";

const NOTIFIED_AT_ONCE = 1_000;
const DIGEST_HOUR = 8;
/** At most one mail about a search in this time. */
const MAILED_EVERY = sql`interval '15 minutes'`;
const DAILY_MAILED_AFTER_MS = 60_000;

interface Notified {
  readonly matches: number;
  readonly people: readonly string[];
}

/** Marks new lots as notified. Returns their number, and the searches that have unseen ones. */
const takeMatches = async (tx: Db, alert: "now" | "daily", before: SQL, takes: Takes) => {
  const { searchId, auctionId, matchedAt, isNotified, isSeen } = savedSearchMatches;
  const fresh = tx
    .select({ searchId, auctionId })
    .from(savedSearchMatches)
    .innerJoin(savedSearches, eq(savedSearches.id, searchId))
    .where(and(not(isNotified), hasValue(savedSearches.alert, alert), sql`${matchedAt} < ${before}`, takes(searchId)))
    .orderBy(searchId, auctionId)
    .limit(NOTIFIED_AT_ONCE)
    .for("update", { of: savedSearchMatches, skipLocked: true })
    .as("fresh");
  const taken = await tx
    .update(savedSearchMatches)
    .set({ isNotified: true })
    .from(fresh)
    .where(and(eq(searchId, fresh.searchId), eq(auctionId, fresh.auctionId)))
    .returning({ searchId: savedSearchMatches.searchId, auctionId: savedSearchMatches.auctionId, isSeen });
  const unseen = taken.filter((match) => !match.isSeen);
  const isListed = and(eq(auctions.status, "active"), isNull(auctions.removedAt));
  const listed = await tx
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(isAnyOf(auctions.id, [...new Set(unseen.map((match) => match.auctionId))]), isListed));
  const isOne = new Set(listed.map(({ id }) => id));
  const searchIds = new Set(unseen.filter((match) => isOne.has(match.auctionId)).map((match) => match.searchId));
  const searches = await tx
    .select({
      id: savedSearches.id,
      userId: savedSearches.userId,
      name: savedSearches.name,
      lots: sql<number>`(${unseenLots(sql`${savedSearches.id}`)})`,
      newest: sql<string | null>`(${newestUnseen(sql`${savedSearches.id}`)})`,
    })
    .from(savedSearches)
    .where(isAnyOf(savedSearches.id, [...searchIds]))
    .orderBy(asc(savedSearches.name), asc(savedSearches.id));
  return { matches: taken.length, searches };
};

/** The addresses of those of the people who want such mails. */
const addressesOf = async (tx: Db, userIds: readonly string[]): Promise<Map<string, string>> => {
  const isReachable = and(isNotNull(users.emailVerifiedAt), isNull(users.bannedAt));
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(isAnyOf(users.id, userIds), isReachable, wants("mail", sql`${users.id}`, sql`'saved-search'`)));
  return new Map(rows.map(({ id, email }) => [id, email]));
};

/** The searches about which a mail may be written now, each with the time at which it is due. */
const claimMails = async (tx: Db, searchIds: readonly string[], now: number): Promise<Map<string, number>> => {
  const { id, mailDueAt } = savedSearches;
  const at = sql`${new Date(now).toISOString()}::timestamptz`;
  const claimed = await tx
    .update(savedSearches)
    .set({ mailDueAt: sql`greatest(${at}, ${mailDueAt} + ${MAILED_EVERY})` })
    .where(and(isAnyOf(id, searchIds), or(isNull(mailDueAt), lte(mailDueAt, now))))
    .returning({ id, dueAt: mailDueAt });
  return new Map(claimed.map((search) => [search.id, search.dueAt ?? now]));
};

const notifyNow = async (tx: Db, takes: Takes): Promise<Notified> => {
  const { matches, searches } = await takeMatches(tx, "now", sql`'infinity'`, takes);
  if (searches.length === 0) return { matches, people: [] };
  const written = await writeNotifications(
    tx,
    searches.map(({ id, userId, name, lots, newest }) => ({
      about: "saved-search",
      userId,
      auctionId: null,
      mergeKey: `saved-search:${id}`,
      data: { searchId: id, name, lots, newest },
    })),
  );
  const now = await readNow(tx);
  const dataOf = ({ data }: (typeof written)[number]) => data as AboutData["saved-search"];
  // While the newest mail waits, it speaks for these lots too: its number of lots is read when it is sent.
  const dueAts = await claimMails(
    tx,
    written.map((row) => dataOf(row).searchId),
    now,
  );
  const people = [...new Set(written.map(({ userId }) => userId))];
  const addresses = await addressesOf(tx, people);
  const mails = written.flatMap((row) => {
    const [toAddress, dueAt] = [addresses.get(row.userId), dueAts.get(dataOf(row).searchId)];
    if (toAddress === undefined || dueAt === undefined) return [];
    const data = { ...dataOf(row), notificationId: row.id };
    return { kind: "new-lots" as const, toAddress, userId: row.userId, dueAt, data };
  });
  await queueMails(tx, mails);
  return { matches, people };
};

/**
 * The last 08:00 in Lagos. The daily notification names the lots that were found before it and not notified yet, so
 * that no row has to record the day of the last one.
 */
const lastDigest = sql`(
  select (case when t >= date_trunc('day', t) + ${sql.raw(`interval '${DIGEST_HOUR} hours'`)} then date_trunc('day', t)
    else date_trunc('day', t) - interval '1 day' end + ${sql.raw(`interval '${DIGEST_HOUR} hours'`)}) at time zone 'Africa/Lagos'
  from (select clock_now() at time zone 'Africa/Lagos' as t) lagos)`;

const notifyDaily = async (tx: Db, takes: Takes): Promise<Notified> => {
  const { matches, searches } = await takeMatches(tx, "daily", lastDigest, takes);
  if (searches.length === 0) return { matches, people: [] };
  const people = [...new Set(searches.map(({ userId }) => userId))];
  const written = await writeNotifications(
    tx,
    people.map((userId) => {
      const own = searches.filter((search) => search.userId === userId);
      const data = { searches: own.map(({ id, name, lots, newest }) => ({ searchId: id, name, lots, newest })) };
      return { about: "saved-searches-daily", userId, auctionId: null, data, mergeKey: "saved-searches-daily" };
    }),
  );
  const now = await readNow(tx);
  const addresses = await addressesOf(tx, people);
  const mails = written.flatMap(({ id, userId, data }) => {
    const toAddress = addresses.get(userId);
    if (toAddress === undefined) return [];
    const named = { ...(data as AboutData["saved-searches-daily"]), notificationId: id };
    // If there are more new lots than a transaction takes, the last one's mail replaces the others.
    return { kind: "new-lots-daily" as const, toAddress, userId, dueAt: now + DAILY_MAILED_AFTER_MS, data: named };
  });
  await queueMails(tx, mails);
  return { matches, people };
};

const searchesWithNewLots = (database: Database, takes: Takes): Promise<string[]> => {
  const { searchId, isNotified } = savedSearchMatches;
  return keysOf(
    database,
    sql`select distinct ${searchId} as key from ${savedSearchMatches} where not ${isNotified} and ${takes(searchId)}
      limit ${sql.raw(String(NOTIFIED_AT_ONCE))}`,
  );
};

/** Notifies owners of what they want to know now. Returns the people who have a new notification. */
export const notifyOwners = async (
  database: Database,
  isStopped: () => boolean = () => false,
  log: RowLog = silentLog,
): Promise<string[]> => {
  const guard = guardRows(database, "new-lots", log);
  const people = new Set<string>();
  for (const notify of [notifyNow, notifyDaily]) {
    for (let matches = NOTIFIED_AT_ONCE; matches === NOTIFIED_AT_ONCE && !isStopped(); ) {
      const all = await guard.together({
        run: (takes) => database.transaction((tx) => notify(tx, takes)),
        keys: (takes) => searchesWithNewLots(database, takes),
      });
      matches = all.reduce((sum, notified) => sum + notified.matches, 0);
      for (const userId of all.flatMap((notified) => notified.people)) people.add(userId);
    }
  }
  return [...people];
};
