// Writes the notifications and mails about new lots of saved searches. Each statement marks the lots as told and writes what
// it tells, so that each lot is told once, whichever node runs it. Lots that are not listed any more are not told.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { savedSearches, savedSearchMatches } from "../../../platform/database/schema/saved-searches.ts";
import { insertSelect } from "../../../platform/database/statement-text.ts";
import { wants } from "../../../platform/notifications/choices.ts";
import { insertNotifications, mergeNotifications } from "../../../platform/notifications/write.ts";

const TOLD_AT_ONCE = 5_000;
const DIGEST_HOUR = 8;
/** At most one mail about a search in this time. */
const MAILED_EVERY = sql`interval '15 minutes'`;

/** The parts `told` (search_id): searches with new lots; and `counted`: their owners, names and unseen lots. */
const toldSearches = (alert: "now" | "daily", before: SQL): SQL => sql`
  clock as materialized (select clock_timestamp() as at),
  fresh as materialized (
    update ${savedSearchMatches} m set is_told = true from (
      select f.search_id, f.auction_id from ${savedSearchMatches} f join ${savedSearches} s on s.id = f.search_id
      where not f.is_told and s.alert = ${sql.raw(`'${alert}'`)} and f.matched_at < ${before}
      order by f.search_id, f.auction_id limit ${sql.raw(String(TOLD_AT_ONCE))} for update of f skip locked
    ) u
    where m.search_id = u.search_id and m.auction_id = u.auction_id
    returning m.search_id, m.auction_id, m.is_seen
  ),
  told as materialized (
    select distinct f.search_id from fresh f join ${auctions} a on a.id = f.auction_id
    where not f.is_seen and a.status = 'active' and a.removed_at is null
  ),
  counted as materialized (
    select s.id, s.user_id, s.name, (
      select count(*)::int from ${savedSearchMatches} m join ${auctions} a on a.id = m.auction_id
      where m.search_id = s.id and not m.is_seen and a.status = 'active' and a.removed_at is null
    ) as lots
    from told t join ${savedSearches} s on s.id = t.search_id
  )`;

/** Mails for notifications: the part `from` has their `id`, `user_id` and `data`. Whether the reader wants it is judged again. */
const mailsFrom = (from: "claimed" | "written", kind: "new-lots" | "new-lots-daily", dueAt: SQL): SQL => sql`
  ${insertSelect(outbox, {
    ...{ id: sql`gen_random_uuid()`, kind, toAddress: sql`${users.email}`, userId: sql`${users.id}`, dueAt },
    ...{ data: sql`(w.data::jsonb || jsonb_build_object('notificationId', w.id))::json`, createdAt: sql`clock.at` },
  })} from ${sql.raw(from)} w join ${users} on ${users.id} = w.user_id, clock
  where ${users.emailVerifiedAt} is not null and ${users.bannedAt} is null
    and ${wants("mail", sql`w.user_id`, sql`'saved-search'`)}`;
const answer = sql`select (select count(*)::int from fresh) as matches,
  (select json_agg(distinct user_id) from written) as people`;

const toldNow = sql`
  with ${toldSearches("now", sql`'infinity'`)},
  written as (
    ${sql.raw(
      insertNotifications({
        ...{ about: "saved-search", userId: "c.user_id", auctionId: null, at: "clock.at" },
        data: "json_build_object('searchId', c.id, 'name', c.name, 'lots', c.lots)",
        mergeKey: "'saved-search:' || c.id::text",
      }),
    )} from counted c, clock order by c.user_id, c.id ${sql.raw(mergeNotifications)}
    returning id, user_id, data
  ),
  -- While the newest mail waits, it speaks for these lots too: its number of lots is read when it is sent. Made from the
  -- written rows alone, because a join with what they were made of would compare each search with each.
  claimed as (
    update ${savedSearches} s set mail_due_at = greatest(clock.at, s.mail_due_at + ${MAILED_EVERY})
    from written w, clock
    where s.id = (w.data ->> 'searchId')::uuid and (s.mail_due_at is null or s.mail_due_at <= clock.at)
    returning w.id, w.user_id, w.data, s.mail_due_at as due_at
  ),
  mailed as (${mailsFrom("claimed", "new-lots", sql`w.due_at`)})
  ${answer}`;

/** Lots that were found before the last 08:00 in Lagos and were not told yet. So nothing has to remember the day. */
const lastDigest = sql`(
  select (case when t >= date_trunc('day', t) + ${sql.raw(`interval '${DIGEST_HOUR} hours'`)} then date_trunc('day', t)
    else date_trunc('day', t) - interval '1 day' end + ${sql.raw(`interval '${DIGEST_HOUR} hours'`)}) at time zone 'Africa/Lagos'
  from (select clock_timestamp() at time zone 'Africa/Lagos' as t) lagos)`;

const toldDaily = sql`
  with ${toldSearches("daily", lastDigest)},
  digests as materialized (
    select user_id, json_agg(json_build_object('name', name, 'lots', lots) order by name, id) as searches
    from counted group by user_id
  ),
  written as (
    ${sql.raw(
      insertNotifications({
        ...{ about: "saved-searches-daily", userId: "d.user_id", auctionId: null, at: "clock.at" },
        ...{ data: "json_build_object('searches', d.searches)", mergeKey: "'saved-searches-daily'" },
      }),
    )} from digests d, clock order by d.user_id ${sql.raw(mergeNotifications)}
    returning id, user_id, data
  ),
  -- If more lots are told than a statement takes, the last one's mail replaces the others.
  mailed as (${mailsFrom("written", "new-lots-daily", sql`clock.at + interval '1 minute'`)})
  ${answer}`;

/** Tells owners of what they want to know now. Returns the people who have a new notification. */
export const tellOwners = async ({ db }: Database, isStopped: () => boolean = () => false): Promise<string[]> => {
  const people = new Set<string>();
  for (const statement of [toldNow, toldDaily]) {
    for (let matches = TOLD_AT_ONCE; matches === TOLD_AT_ONCE && !isStopped(); ) {
      const [row] = await db.execute<{ matches: number; people: string[] | string | null }>(statement);
      matches = row?.matches ?? 0;
      const told = typeof row?.people === "string" ? (JSON.parse(row.people) as string[]) : (row?.people ?? []);
      for (const userId of told) people.add(userId);
    }
  }
  return [...people];
};
