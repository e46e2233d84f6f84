// Writes the daily mail. One statement finds the people whose daily mail is due, claims each of them, and writes one
// mail with the notifications that came since the last one, are unread, and still hold. Any number of nodes may run it,
// and each mail is written once.
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { notificationSettings, notifications } from "../../platform/database/schema/notifications.ts";
import { savedSearches, savedSearchMatches } from "../../platform/database/schema/saved-searches.ts";
import { aliased, clockAt, clockNow, insertSelect, isoOf, nameOf } from "../../platform/database/statement-text.ts";
import { keysOf, type Takes, takesOf } from "../../platform/jobs/guard-rows.ts";
import { isAskedFor } from "../../platform/notifications/asked-for.ts";
import { isForDigest, quietUntil, wants } from "../../platform/notifications/choices.ts";
import { type Subject, stillHolds } from "../../platform/notifications/current-state.ts";

const d = aliased(savedSearches, "d");
const m = aliased(savedSearchMatches, "m");

/** Minutes of the day in Lagos from which the daily mail is written; later for people whose quiet hours end later. */
const WRITTEN_FROM = 8 * 60;
/** The most notifications that a mail names, the newest ones. */
const LISTED = 30;
const PEOPLE_AT_ONCE = 500;

const s = notificationSettings;
const k = aliased(notificationSettings, "reader");
const n = notifications;
const subject: Subject = {
  ...{ about: sql`${n.about}`, userId: sql`${n.userId}`, auctionId: sql`${n.auctionId}`, data: sql`${n.data}` },
};

/**
 * Returns for how many people the daily mail was due. Some of them get no mail, because they have nothing new. `now`:
 * tests pass another time.
 */
export const writeDigests = async (
  { db }: Database,
  now = clockNow,
  takes = takesOf("daily-mails"),
): Promise<number> => {
  const [row] = await db.execute<{ people: number }>(sql`
    -- In whole milliseconds, as times are stored, so that nothing is between the end of one mail and the start of the next.
    with clock as materialized (select at, date_trunc('day', at at time zone 'Africa/Lagos')
        + ${WRITTEN_FROM}::int * interval '1 minute' as hour from (select date_trunc('milliseconds', ${now}) as at) t),
    due as materialized (
      select ${k.userId} as user_id, ${k.digestUpTo} as since from ${k.table}, clock
      where ${k.wantsDigest} and ${takes(k.userId)} and at at time zone 'Africa/Lagos' >= hour
        and (${k.digestUpTo} is null or ${k.digestUpTo} < hour at time zone 'Africa/Lagos')
        and ${quietUntil(k.userId, clockAt)} is null
        -- Searches that notify once a day come first, so that their lots are in this mail and not in tomorrow's.
        and not exists (
          select from ${d.table} join ${m.table} on ${m.searchId} = ${d.id}
          where ${d.userId} = ${k.userId} and ${d.alert} = 'daily' and not ${m.isNotified}
            and ${m.matchedAt} < hour at time zone 'Africa/Lagos'
        )
      order by ${k.userId} limit ${PEOPLE_AT_ONCE}::int
      -- Another node that runs this at the same time takes other people.
      for update of reader skip locked
    ),
    claimed as (
      update ${s} set ${nameOf(s.digestUpTo)} = clock.at from due, clock where ${s.userId} = due.user_id
    ),
    found as materialized (
      select ${n.userId} as user_id, ${n.about} as about, ${n.data} as data, ${n.count} as count, ${n.at} as at,
        row_number() over (partition by ${n.userId} order by ${n.at} desc, ${n.id} desc) as place
      from due, clock, ${n}
      where ${n.userId} = due.user_id and ${n.readAt} is null and ${isForDigest(sql`${n.kind}`)}
        and ${n.at} > coalesce(due.since, clock.at - interval '1 day') and ${n.at} <= clock.at
        and ${wants("mail", sql`${n.userId}`, sql`${n.kind}`)} and ${stillHolds(subject)}
        and ${isAskedFor(subject)}
    ),
    mails as (
      select user_id, count(*)::int as all_of_them, json_agg(json_build_object('about', about, 'data', data,
        'count', count, 'at', ${isoOf(sql`found.at`)}) order by place) filter (where place <= ${LISTED}::int) as items
      from found group by user_id
    ),
    written as (
      ${insertSelect(outbox, {
        ...{ id: sql`gen_random_uuid()`, kind: "digest", toAddress: sql`${users.email}`, userId: sql`${users.id}` },
        data: sql`json_build_object('items', mails.items, 'others', greatest(0, mails.all_of_them - ${LISTED}::int))`,
        ...{ dueAt: clockAt, createdAt: clockAt },
      })} from mails join ${users} on ${users.id} = mails.user_id, clock
      where ${users.emailVerifiedAt} is not null and ${users.bannedAt} is null
    )
    select count(*)::int as people from due`);
  return row?.people ?? 0;
};

/** The people whose daily mail was not written today. */
export const peopleWithoutDigest = (database: Database, takes: Takes): Promise<string[]> =>
  keysOf(
    database,
    sql`select ${k.userId} as key from ${k.table} where ${k.wantsDigest} and ${takes(k.userId)}
      and (${k.digestUpTo} is null or ${k.digestUpTo} < (date_trunc('day', clock_now() at time zone 'Africa/Lagos')
        + ${WRITTEN_FROM}::int * interval '1 minute') at time zone 'Africa/Lagos')
      order by ${k.userId} limit ${PEOPLE_AT_ONCE}::int`,
  );
