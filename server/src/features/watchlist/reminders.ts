// Writes the reminders about watched lots: before the end, while the price is below a wish, and when something happened to the
// lot. Each statement notes what it sends, so that each reminder is sent once for each scheduled end, whichever node runs it.
import { defaultReminders, mailedReminders } from "@jara/shared/reminders";
import { type SQL, sql } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";
import { lotNews, reminderSettings, sentReminders, watches } from "../../platform/database/schema/watches.ts";
import { insertSelect, isoOf } from "../../platform/database/statement-text.ts";
import { wants } from "../../platform/notifications/choices.ts";
import { insertNotifications, mergeNotifications } from "../../platform/notifications/write.ts";

const SENT_AT_ONCE = 500;
const WATCHERS_AT_ONCE = 500;
/** Less than any id. */
const NO_ID = "00000000-0000-0000-0000-000000000000";
const KEPT = sql`interval '60 days'`;
/** Somebody who reads the notification on a screen within this time gets no mail. */
const MAILED_AFTER = sql`interval '2 minutes'`;

/** From when to when before the end each is sent. A node that was away longer sends none rather than a wrong one. */
const times = sql.raw(`(values
  ('24h', interval '24 hours', interval '23 hours'), ('1h', interval '1 hour', interval '30 minutes'),
  ('15m', interval '15 minutes', interval '1 minute'), ('price', interval '1 hour', interval '1 minute')
) as k(kind, first, last)`);

const chosen = (reminder: SQL): SQL => sql`${reminder} = any(coalesce(
  (select s.reminders from ${reminderSettings} s where s.user_id = w.user_id), ${arrayLiteral(defaultReminders)}::text[]))`;

interface Sent {
  /** The reminders or news that the statement took. */
  readonly taken: number;
  /** The people who have a new notification. */
  readonly people: readonly string[];
}

type SentRow = { taken: number; people: string[] | string | null };

const people = sql`(select json_agg(distinct user_id) from written) as people`;

/** One driver parses json, the other may not. */
const sentOf = (row: SentRow | undefined): Sent => {
  const told = row?.people ?? [];
  return { taken: row?.taken ?? 0, people: typeof told === "string" ? (JSON.parse(told) as string[]) : told };
};

/**
 * Writes notifications and mails. Follows a part `told (user_id, auction_id, title, currency, wish_minor, what)`.
 * `isMailed`: a condition on the written notification `w`.
 */
const written = (mergeKey: string, isMailed: SQL): SQL => sql`written as (
  ${sql.raw(
    insertNotifications({
      ...{ about: "reminder", userId: "t.user_id", auctionId: "t.auction_id", at: "clock.at", mergeKey },
      data: `json_build_object('auctionId', t.auction_id, 'title', t.title, 'what', t.what, 'currency', t.currency,
        'wishPrice', t.wish_minor::float8 / 100)`,
    }),
  )} from told t, clock order by t.user_id, t.auction_id, t.what ${sql.raw(mergeNotifications)}
  returning id, user_id, auction_id, data, count
),
-- From the written rows alone: a join with what they were made of would compare each watcher with each.
mailed as (
  ${insertSelect(outbox, {
    ...{ id: sql`gen_random_uuid()`, kind: "watched-lot", toAddress: sql`${users.email}`, userId: sql`${users.id}` },
    ...{ auctionId: sql`a.id`, dueAt: sql`clock.at + ${MAILED_AFTER}`, createdAt: sql`clock.at` },
    data: sql`(w.data::jsonb || jsonb_build_object('notificationId', w.id, 'currentPrice', a.price_minor::float8 / 100,
      'endTime', ${isoOf(sql`a.ends_at`)}))::json`,
  })}
  from written w join ${auctions} a on a.id = w.auction_id join ${users} on ${users.id} = w.user_id, clock
  where ${users.emailVerifiedAt} is not null and ${users.bannedAt} is null
    and w.data ->> 'what' = any(${arrayLiteral(mailedReminders.map((one) => (one === "start" ? "started" : one)))}::text[])
    and ${isMailed} and ${wants("mail", sql`w.user_id`, sql`'reminder'`)}
)`;

/**
 * Sends the reminders of before the end. A scheduled end is the one that soft close moved, so that an extension causes no
 * second reminder; a pause or an edit makes another scheduled end. A reminder about the price stands for the one of the
 * same moment.
 */
export const sendTimedReminders = async ({ db }: Database): Promise<Sent> => {
  const [row] = await db.execute<SentRow>(sql`
    with clock as materialized (select clock_timestamp() as at),
    due as materialized (
      select w.user_id, a.id as auction_id, a.title, a.currency, w.wish_minor, k.kind as what,
        coalesce(a.extended_from, a.ends_at) as about
      from ${auctions} a join ${watches} w on w.auction_id = a.id cross join clock
        join ${times} on a.ends_at - clock.at <= k.first and a.ends_at - clock.at > k.last
          and w.created_at <= a.ends_at - k.first
      where a.status = 'active' and a.removed_at is null and a.ends_at > (select at from clock)
        and a.ends_at <= (select at + interval '24 hours' from clock)
        and (k.kind <> 'price' or a.price_minor < w.wish_minor) and ${chosen(sql`k.kind`)}
        and not exists (select from ${sentReminders} r where r.user_id = w.user_id and r.auction_id = a.id
          and r.kind = k.kind and r.about = coalesce(a.extended_from, a.ends_at))
      order by a.ends_at limit ${sql.raw(String(SENT_AT_ONCE))}
    ),
    sent as (
      insert into ${sentReminders} (user_id, auction_id, kind, about, sent_at)
      select user_id, auction_id, what, about, clock.at from due, clock order by 1, 2, 3
      on conflict do nothing returning user_id, auction_id, kind
    ),
    told as materialized (
      select distinct on (d.user_id, d.auction_id) d.* from due d
        join sent s on s.user_id = d.user_id and s.auction_id = d.auction_id and s.kind = d.what
      order by d.user_id, d.auction_id, d.what <> 'price'
    ),
    ${written("'reminder:' || t.auction_id::text", sql`true`)}
    select (select count(*)::int from sent) as taken, ${people} from clock`);
  return sentOf(row);
};

/** People with bids or a maximum hear of the lot's changes as bidders. */
const isBidder = sql`(
  exists (select from ${bids} b where b.auction_id = a.id and b.bidder_id = w.user_id)
  or exists (select from ${maxBids} m where m.auction_id = a.id and m.user_id = w.user_id and not m.cancelled))`;

/**
 * Tells some of the watchers of a lot what happened to it; `taken` is 0 once there is no news. While a notification is
 * unread, further events of its kind on the lot are not mailed again. News that happened again before anybody was told is
 * told once. The statement takes few people, because the built-in database runs bids on the same thread.
 */
export const tellWatchers = async ({ db }: Database): Promise<Sent> => {
  const [row] = await db.execute<SentRow>(sql`
    with clock as materialized (select clock_timestamp() as at),
    taken as materialized (
      select n.id, n.auction_id, n.kind, n.at, n.told_up_to, n.told_up_to is null and exists (
        select from ${lotNews} newer where newer.auction_id = n.auction_id and newer.kind = n.kind and newer.id > n.id
      ) as is_repeated
      from ${lotNews} n order by n.id limit 1 for update skip locked
    ),
    open as materialized (
      select n.kind, n.at, n.told_up_to, a.id, a.title, a.currency, a.price_minor
      from taken n join ${auctions} a on a.id = n.auction_id
      where not n.is_repeated and a.status in ('active', 'paused') and a.removed_at is null
    ),
    portion as materialized (
      select * from (
        select w.user_id, w.wish_minor, w.created_at,
          case a.kind when 'lowered' then 'price' else a.kind end as what from open a join ${watches} w on w.auction_id = a.id
        union all
        select w.user_id, null, w.created_at, 'relisted'
        from open a join ${relistings} r on r.auction_id = a.id join ${watches} w on w.auction_id = r.relisted_from
        where a.kind = 'started'
      ) w
      where w.user_id > coalesce((select told_up_to from taken), ${NO_ID}::uuid)
      order by w.user_id fetch first ${sql.raw(String(WATCHERS_AT_ONCE))} rows with ties
    ),
    going_on as (
      update ${lotNews} n set told_up_to = (select user_id from portion order by user_id desc limit 1)
      from taken where n.id = taken.id and (select count(*) from portion) >= ${sql.raw(String(WATCHERS_AT_ONCE))}
    ),
    finished as (
      delete from ${lotNews} n using taken
      where n.id = taken.id and (select count(*) from portion) < ${sql.raw(String(WATCHERS_AT_ONCE))}
    ),
    told as materialized (
      select w.user_id, a.id as auction_id, a.title, a.currency, w.wish_minor, w.what
      from open a, portion w
      where (w.what = 'relisted' or w.created_at <= a.at)
        and ${chosen(sql`(case w.what when 'started' then 'start' when 'resumed' then 'paused' else w.what end)`)}
        and (a.kind <> 'lowered' or a.price_minor < w.wish_minor)
        and not (a.kind in ('changed', 'extended', 'lowered') and ${isBidder})
    ),
    ${written("'reminder:' || t.auction_id::text || ':' || t.what", sql`w.count = 1`)}
    select (select count(*)::int from taken) as taken, ${people} from clock`);
  return sentOf(row);
};

export const evictSentReminders = async ({ db }: Pick<Database, "db">, atMost: number): Promise<void> => {
  await db.execute(sql`
    delete from ${sentReminders} where (user_id, auction_id, kind, about) in (
      select r.user_id, r.auction_id, r.kind, r.about from ${sentReminders} r
      where r.sent_at < clock_timestamp() - ${KEPT} order by r.sent_at limit ${atMost}::int)`);
};

/** Sends everything that is due. `told` gets the people who have a new notification, after each commit. */
export const sendReminders = async (
  database: Database,
  told: (userIds: readonly string[]) => void = () => {},
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const repeat = async (send: (database: Database) => Promise<Sent>, atOnce: number): Promise<void> => {
    for (let taken = atOnce; taken === atOnce && !isStopped(); ) {
      const sent = await send(database);
      told(sent.people);
      taken = sent.taken;
    }
  };
  await repeat(sendTimedReminders, SENT_AT_ONCE);
  await repeat(tellWatchers, 1);
};
