// Writes the daily mail. One transaction takes some people whose daily mail is due, and writes one mail to each with the
// notifications that came since the last one, are unread, and still hold. Any number of nodes may run it, and each mail is
// written once.
import { and, eq, isNotNull, isNull, lt, lte, not, notExists, or, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { notificationSettings, notifications } from "../../platform/database/schema/notifications.ts";
import { savedSearches, savedSearchMatches } from "../../platform/database/schema/saved-searches.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isAnyOf, oneRow } from "../../platform/database/statements.ts";
import { keysOf, type Takes, takesOf } from "../../platform/jobs/guard-rows.ts";
import { isAskedFor } from "../../platform/notifications/asked-for.ts";
import { isForDigest, quietUntil, wants } from "../../platform/notifications/choices.ts";
import { type Subject, stillHolds } from "../../platform/notifications/current-state.ts";
import { queueMails } from "../../platform/outbox/queue-mail.ts";

/** Minutes of the day in Lagos from which the daily mail is written; later for people whose quiet hours end later. */
const WRITTEN_FROM = 8 * 60;
/** The most notifications that a mail names, the newest ones. */
const LISTED = 30;
const PEOPLE_AT_ONCE = 100;

const s = notificationSettings;
const n = notifications;
const subject: Subject = {
  about: sql`${n.about}`,
  userId: sql`${n.userId}`,
  auctionId: sql`${n.auctionId}`,
  data: sql`${n.data}`,
};

/** The time from which the mail of the day of `now` is written. */
const writtenFrom = (now: SQL): SQL => sql`((date_trunc('day', ${now} at time zone 'Africa/Lagos')
  + ${WRITTEN_FROM}::int * interval '1 minute') at time zone 'Africa/Lagos')`;

const isDue = (tx: Db, now: SQL, takes: Takes): SQL | undefined => {
  // Searches that notify once a day come first, so that their lots are in this mail and not in tomorrow's.
  const waitingMatches = tx
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .innerJoin(savedSearchMatches, eq(savedSearchMatches.searchId, savedSearches.id))
    .where(
      and(
        eq(savedSearches.userId, s.userId),
        eq(savedSearches.alert, "daily"),
        not(savedSearchMatches.isNotified),
        lt(savedSearchMatches.matchedAt, writtenFrom(now)),
      ),
    );
  return and(
    s.wantsDigest,
    takes(s.userId),
    lte(writtenFrom(now), now),
    or(isNull(s.digestUpTo), lt(s.digestUpTo, writtenFrom(now))),
    sql`${quietUntil(sql`${s.userId}`, now)} is null`,
    notExists(waitingMatches),
  );
};

/** The notifications for the mails of these people: the newest of each, and how many there are. */
const newsOf = async (tx: Db, userIds: readonly string[], now: SQL) => {
  const isNew = and(
    sql`${n.at} > coalesce(${s.digestUpTo}, ${now} - interval '1 day') and ${n.at} <= ${now}`,
    isNull(n.readAt),
    isForDigest(sql`${n.kind}`),
    wants("mail", subject.userId, sql`${n.kind}`),
    stillHolds(subject),
    isAskedFor(subject),
  );
  const found = tx
    .select({
      userId: n.userId,
      about: n.about,
      data: n.data,
      count: n.count,
      at: n.at,
      place: sql<number>`row_number() over (partition by ${n.userId} order by ${n.at} desc, ${n.id} desc)`.as("place"),
      total: sql<number>`count(*) over (partition by ${n.userId})`.as("total"),
    })
    .from(n)
    .innerJoin(s, eq(s.userId, n.userId))
    .where(and(isAnyOf(n.userId, userIds), isNew))
    .as("found");
  const rows = await tx.select().from(found).where(lte(found.place, LISTED)).orderBy(found.userId, found.place);
  const byPerson = new Map<string, typeof rows>();
  for (const row of rows) byPerson.set(row.userId, [...(byPerson.get(row.userId) ?? []), row]);
  return byPerson;
};

/**
 * Returns for how many people the daily mail was due. Some of them get no mail, because they have nothing new. `given`:
 * tests pass another time.
 */
export const writeDigests = (
  { transaction }: Database,
  given = clockNow,
  takes = takesOf("daily-mails"),
): Promise<number> =>
  transaction(async (tx) => {
    // In whole milliseconds, as times are stored, so that nothing is between the end of one mail and the start of the next.
    const nowMs = sql<number>`floor(extract(epoch from ${given}) * 1000)::float8`;
    const [clock] = await tx.select({ nowMs }).from(oneRow);
    if (!clock) throw new Error("no row");
    const now = sql`${new Date(clock.nowMs).toISOString()}::timestamptz`;
    const due = await tx
      .select({ userId: s.userId })
      .from(s)
      .where(isDue(tx, now, takes))
      .orderBy(s.userId)
      .limit(PEOPLE_AT_ONCE)
      // Another node that runs this at the same time takes other people.
      .for("update", { skipLocked: true });
    if (due.length === 0) return 0;
    const userIds = due.map(({ userId }) => userId);
    const news = await newsOf(tx, userIds, now);
    await tx.update(s).set({ digestUpTo: clock.nowMs }).where(isAnyOf(s.userId, userIds));
    const readers = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(isAnyOf(users.id, [...news.keys()]), isNotNull(users.emailVerifiedAt), isNull(users.bannedAt)));
    const mails = readers.map(({ id, email }) => {
      const listed = news.get(id) ?? [];
      const items = listed.map(({ about, data, count, at }) => ({ about, data, count, at: toIso(at) }));
      const data = { items, others: Math.max(0, (listed[0]?.total ?? 0) - LISTED) };
      return { kind: "digest" as const, toAddress: email, userId: id, data, dueAt: clock.nowMs };
    });
    await queueMails(tx, mails);
    return due.length;
  });

/** The people whose daily mail was not written today. */
export const peopleWithoutDigest = (database: Database, takes: Takes): Promise<string[]> =>
  keysOf(
    database,
    sql`select ${s.userId} as key from ${s} where ${s.wantsDigest} and ${takes(s.userId)}
      and (${s.digestUpTo} is null or ${s.digestUpTo} < ${writtenFrom(clockNow)})
      order by ${s.userId} limit ${PEOPLE_AT_ONCE}::int`,
  );
