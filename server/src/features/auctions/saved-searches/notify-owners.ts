// Writes the notifications and mails about new lots of saved searches. Each statement marks the lots and writes what it
// notifies their owners of, so that owners are notified of each lot once, whichever node runs it. Lots that are not
// listed any more are left out. The statements are SQL, because Drizzle's builder cannot insert what another part
// returns into some of a table's columns.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { notifications } from "../../../platform/database/schema/notifications.ts";
import { savedSearches, savedSearchMatches } from "../../../platform/database/schema/saved-searches.ts";
import { aliased, insertSelect, nameOf } from "../../../platform/database/statement-text.ts";
import { guardRows, keysOf, type RowLog, silentLog, type Takes } from "../../../platform/jobs/guard-rows.ts";
import { wants } from "../../../platform/notifications/choices.ts";
import { unseenLots } from "../../../platform/notifications/current-state.ts";
import { insertNotifications, mergeNotifications } from "../../../platform/notifications/write.ts";

const m = aliased(savedSearchMatches, "m");
const f = aliased(savedSearchMatches, "f");
const s = aliased(savedSearches, "s");
const a = aliased(auctions, "a");

const NOTIFIED_AT_ONCE = 5_000;
const DIGEST_HOUR = 8;
/** At most one mail about a search in this time. */
const MAILED_EVERY = sql`interval '15 minutes'`;

/** The parts `searches` (search_id): those with new lots; and `counted`: their owners, names and unseen lots. */
const notifiedSearches = (alert: "now" | "daily", before: SQL, takes: Takes): SQL => sql`
  clock as materialized (select clock_now() as at),
  fresh as materialized (
    update ${m.table} set ${nameOf(savedSearchMatches.isNotified)} = true from (
      select ${f.searchId} as search_id, ${f.auctionId} as auction_id
      from ${f.table} join ${s.table} on ${s.id} = ${f.searchId}
      where not ${f.isNotified} and ${s.alert} = ${sql.raw(`'${alert}'`)} and ${f.matchedAt} < ${before}
        and ${takes(f.searchId)}
      order by ${f.searchId}, ${f.auctionId} limit ${sql.raw(String(NOTIFIED_AT_ONCE))} for update of f skip locked
    ) u
    where ${m.searchId} = u.search_id and ${m.auctionId} = u.auction_id
    returning ${m.searchId} as search_id, ${m.auctionId} as auction_id, ${m.isSeen} as is_seen
  ),
  searches as materialized (
    select distinct fresh.search_id from fresh join ${a.table} on ${a.id} = fresh.auction_id
    where not fresh.is_seen and ${a.status} = 'active' and ${a.removedAt} is null
  ),
  counted as materialized (
    select ${s.id} as id, ${s.userId} as user_id, ${s.name} as name, (${unseenLots(s.id)}) as lots
    from searches t join ${s.table} on ${s.id} = t.search_id
  )`;

/**
 * Mails for notifications: the part `from` has their `id`, `user_id` and `data`. Whether the reader wants it is judged
 * again.
 */
const mailsFrom = (from: "claimed" | "written", kind: "new-lots" | "new-lots-daily", dueAt: SQL): SQL => sql`
  ${insertSelect(outbox, {
    ...{ id: sql`gen_random_uuid()`, kind, toAddress: sql`${users.email}`, userId: sql`${users.id}`, dueAt },
    ...{ data: sql`(w.data::jsonb || jsonb_build_object('notificationId', w.id))::json`, createdAt: sql`clock.at` },
  })} from ${sql.raw(from)} w join ${users} on ${users.id} = w.user_id, clock
  where ${users.emailVerifiedAt} is not null and ${users.bannedAt} is null
    and ${wants("mail", sql`w.user_id`, sql`'saved-search'`)}`;
const answer = sql`select (select count(*)::int from fresh) as matches,
  (select json_agg(distinct user_id) from written) as people`;

const notifiedNow = (takes: Takes) => sql`
  with ${notifiedSearches("now", sql`'infinity'`, takes)},
  written as (
    ${sql.raw(
      insertNotifications({
        ...{ about: "saved-search", userId: "c.user_id", auctionId: null, at: "clock.at" },
        data: "json_build_object('searchId', c.id, 'name', c.name, 'lots', c.lots)",
        mergeKey: "'saved-search:' || c.id::text",
      }),
    )} from counted c, clock order by c.user_id, c.id ${sql.raw(mergeNotifications)}
    returning ${notifications.id} as id, ${notifications.userId} as user_id, ${notifications.data} as data
  ),
  -- While the newest mail waits, it speaks for these lots too: its number of lots is read when it is sent. Made from the
  -- written rows alone, because a join with what they were made of would compare each search with each.
  claimed as (
    update ${s.table} set ${nameOf(savedSearches.mailDueAt)} = greatest(clock.at, ${s.mailDueAt} + ${MAILED_EVERY})
    from written w, clock
    where ${s.id} = (w.data ->> 'searchId')::uuid and (${s.mailDueAt} is null or ${s.mailDueAt} <= clock.at)
    returning w.id, w.user_id, w.data, ${s.mailDueAt} as due_at
  ),
  mailed as (${mailsFrom("claimed", "new-lots", sql`w.due_at`)})
  ${answer}`;

/**
 * The last 08:00 in Lagos. The daily notification names the lots that were found before it and not notified yet, so
 * that no row has to record the day of the last one.
 */
const lastDigest = sql`(
  select (case when t >= date_trunc('day', t) + ${sql.raw(`interval '${DIGEST_HOUR} hours'`)} then date_trunc('day', t)
    else date_trunc('day', t) - interval '1 day' end + ${sql.raw(`interval '${DIGEST_HOUR} hours'`)}) at time zone 'Africa/Lagos'
  from (select clock_now() at time zone 'Africa/Lagos' as t) lagos)`;

const notifiedDaily = (takes: Takes) => sql`
  with ${notifiedSearches("daily", lastDigest, takes)},
  digests as materialized (
    select user_id, json_agg(json_build_object('searchId', id, 'name', name, 'lots', lots) order by name, id) as searches
    from counted group by user_id
  ),
  written as (
    ${sql.raw(
      insertNotifications({
        ...{ about: "saved-searches-daily", userId: "d.user_id", auctionId: null, at: "clock.at" },
        ...{ data: "json_build_object('searches', d.searches)", mergeKey: "'saved-searches-daily'" },
      }),
    )} from digests d, clock order by d.user_id ${sql.raw(mergeNotifications)}
    returning ${notifications.id} as id, ${notifications.userId} as user_id, ${notifications.data} as data
  ),
  -- If there are more new lots than a statement takes, the last one's mail replaces the others.
  mailed as (${mailsFrom("written", "new-lots-daily", sql`clock.at + interval '1 minute'`)})
  ${answer}`;

const searchesWithNewLots = (database: Database, takes: Takes): Promise<string[]> =>
  keysOf(
    database,
    sql`select distinct ${f.searchId} as key from ${f.table} where not ${f.isNotified} and ${takes(f.searchId)}
      limit ${sql.raw(String(NOTIFIED_AT_ONCE))}`,
  );

/** Notifies owners of what they want to know now. Returns the people who have a new notification. */
export const notifyOwners = async (
  database: Database,
  isStopped: () => boolean = () => false,
  log: RowLog = silentLog,
): Promise<string[]> => {
  const guard = guardRows(database, "new-lots", log);
  const people = new Set<string>();
  for (const statement of [notifiedNow, notifiedDaily]) {
    for (let matches = NOTIFIED_AT_ONCE; matches === NOTIFIED_AT_ONCE && !isStopped(); ) {
      const rows = await guard.together({
        run: (takes) => database.db.execute<{ matches: number; people: string[] | string | null }>(statement(takes)),
        keys: (takes) => searchesWithNewLots(database, takes),
      });
      matches = 0;
      for (const row of rows.flat()) {
        matches += row.matches;
        const notified = typeof row.people === "string" ? (JSON.parse(row.people) as string[]) : (row.people ?? []);
        for (const userId of notified) people.add(userId);
      }
    }
  }
  return [...people];
};
