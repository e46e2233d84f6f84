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

const SENT_AT_ONCE = 1_000;
/** Each of the news is told to all watchers of a lot, so a statement takes few of them. */
const NEWS_AT_ONCE = 10;
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
  returning id, user_id, auction_id, data ->> 'what' as what, count
),
mailed as (
  ${insertSelect(outbox, {
    ...{ id: sql`gen_random_uuid()`, kind: "watched-lot", toAddress: sql`${users.email}`, userId: sql`${users.id}` },
    ...{ auctionId: sql`t.auction_id`, dueAt: sql`clock.at + ${MAILED_AFTER}`, createdAt: sql`clock.at` },
    data: sql`json_build_object('notificationId', w.id, 'auctionId', a.id, 'title', t.title, 'what', t.what, 'currency',
      t.currency, 'wishPrice', t.wish_minor::float8 / 100, 'currentPrice', a.price_minor::float8 / 100, 'endTime',
      ${isoOf(sql`a.ends_at`)})`,
  })}
  from told t join written w on w.user_id = t.user_id and w.auction_id = t.auction_id and w.what = t.what
    join ${auctions} a on a.id = t.auction_id, ${users}, clock
  where ${users.id} = t.user_id and ${users.emailVerifiedAt} is not null and ${users.bannedAt} is null
    and t.what = any(${arrayLiteral(mailedReminders.map((one) => (one === "start" ? "started" : one)))}::text[])
    and ${isMailed} and ${wants("mail", sql`t.user_id`, sql`'reminder'`)}
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
 * Tells watchers what happened to their lots. While a notification is unread, further events of its kind on the lot are not
 * mailed again.
 */
export const tellWatchers = async ({ db }: Database): Promise<Sent> => {
  const [row] = await db.execute<SentRow>(sql`
    with clock as materialized (select clock_timestamp() as at),
    taken as (
      delete from ${lotNews} n where n.id in (
        select id from ${lotNews} order by id limit ${sql.raw(String(NEWS_AT_ONCE))} for update skip locked
      ) returning n.auction_id, n.kind, n.at
    ),
    news as materialized (select auction_id, kind, max(at) as at from taken group by 1, 2),
    open as materialized (
      select n.kind, n.at, a.id, a.title, a.currency, a.price_minor from news n join ${auctions} a on a.id = n.auction_id
      where a.status in ('active', 'paused') and a.removed_at is null
    ),
    told as materialized (
      select w.user_id, a.id as auction_id, a.title, a.currency, w.wish_minor,
        case a.kind when 'lowered' then 'price' else a.kind end as what
      from open a join ${watches} w on w.auction_id = a.id and w.created_at <= a.at
      where ${chosen(sql`(case a.kind when 'lowered' then 'price' when 'started' then 'start' when 'resumed' then 'paused'
          else a.kind end)`)}
        and (a.kind <> 'lowered' or a.price_minor < w.wish_minor)
        and not (a.kind in ('changed', 'extended', 'lowered') and ${isBidder})
      union all
      select w.user_id, a.id, a.title, a.currency, null, 'relisted'
      from open a join ${relistings} r on r.auction_id = a.id join ${watches} w on w.auction_id = r.relisted_from
      where a.kind = 'started' and ${chosen(sql`'relisted'`)}
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
  await repeat(tellWatchers, NEWS_AT_ONCE);
};
