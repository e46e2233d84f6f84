// Writes the reminders about watched lots: before the end, while the price is below a wish price, and after something
// happened to the lot. Each statement notes what it sends, so that each reminder is sent once for each scheduled end,
// whichever node runs it.
import { mailedReminders } from "@jara/shared/reminders";
import { type SQL, sql } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { notifications } from "../../platform/database/schema/notifications.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";
import { lotNews, sentReminders, watches } from "../../platform/database/schema/watches.ts";
import { aliased, insertSelect, isoOf, nameOf, qualified } from "../../platform/database/statement-text.ts";
import { excluded } from "../../platform/database/statements.ts";
import { guardRows, keysOf, type RowLog, silentLog, type Takes, takesOf } from "../../platform/jobs/guard-rows.ts";
import { reminderOf, wantsReminder } from "../../platform/notifications/asked-for.ts";
import { wants } from "../../platform/notifications/choices.ts";
import { insertNotifications, mergeNotifications } from "../../platform/notifications/write.ts";

const a = aliased(auctions, "a");
const w = aliased(watches, "w");
const was = aliased(sentReminders, "was");
const b = aliased(bids, "b");
const m = aliased(maxBids, "m");
const newer = aliased(lotNews, "newer");
const n = aliased(lotNews, "n");
const r = aliased(relistings, "r");

const SENT_AT_ONCE = 500;
const WATCHERS_AT_ONCE = 500;
/** Sorts before every other id. */
const NO_ID = "00000000-0000-0000-0000-000000000000";
const KEPT = sql`interval '60 days'`;
const LAST_HOUR = sql`interval '1 hour'`;
/** A person who reads the notification on a screen within this time gets no mail. */
const MAILED_AFTER = sql`interval '2 minutes'`;

/**
 * The span before the end in which each reminder is sent. A node that was away for longer sends none, because it would
 * be wrong.
 */
const times = sql.raw(`(values
  ('24h', interval '24 hours', interval '23 hours'), ('1h', interval '1 hour', interval '30 minutes'),
  ('15m', interval '15 minutes', interval '1 minute'), ('price', interval '1 hour', interval '1 minute')
) as k(kind, first, last)`);

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
  const found = row?.people ?? [];
  return { taken: row?.taken ?? 0, people: typeof found === "string" ? (JSON.parse(found) as string[]) : found };
};

/**
 * Writes notifications and mails. Follows a part `reminded (user_id, auction_id, title, currency, wish_minor, what)`.
 * `isMailed`: a condition on the row of `written`.
 */
const written = (mergeKey: string, isMailed: SQL): SQL => sql`written as (
  ${sql.raw(
    insertNotifications({
      ...{ about: "reminder", userId: "t.user_id", auctionId: "t.auction_id", at: "clock.at", mergeKey },
      data: `json_build_object('auctionId', t.auction_id, 'title', t.title, 'what', t.what, 'currency', t.currency,
        'wishPrice', t.wish_minor::float8 / 100)`,
    }),
  )} from reminded t, clock order by t.user_id, t.auction_id, t.what ${sql.raw(mergeNotifications)}
  returning ${notifications.id} as id, ${notifications.userId} as user_id, ${notifications.auctionId} as auction_id,
    ${notifications.data} as data, ${notifications.count} as count
),
-- From the written rows alone: a join with what they were made of would compare each watcher with each.
mailed as (
  ${insertSelect(outbox, {
    ...{ id: sql`gen_random_uuid()`, kind: "watched-lot", toAddress: sql`${users.email}`, userId: sql`${users.id}` },
    ...{ auctionId: a.id, dueAt: sql`clock.at + ${MAILED_AFTER}`, createdAt: sql`clock.at` },
    data: sql`(written.data::jsonb || jsonb_build_object('notificationId', written.id, 'currentPrice', ${a.priceMinor}::float8 / 100,
      'endTime', ${isoOf(a.endsAt)}))::json`,
  })}
  from written join ${a.table} on ${a.id} = written.auction_id join ${users} on ${users.id} = written.user_id, clock
  where ${users.emailVerifiedAt} is not null and ${users.bannedAt} is null
    and written.data ->> 'what' = any(${arrayLiteral(mailedReminders.map((one) => (one === "start" ? "started" : one)))}::text[])
    and ${isMailed} and ${wants("mail", sql`written.user_id`, sql`'reminder'`)}
)`;

/**
 * Sends the reminders before the end. The scheduled end is the one before soft close moved it, so that an extension
 * causes no second reminder. A pause or an edit makes another scheduled end. If a reminder about the price is due at
 * the same moment, only that one is sent.
 */
export const sendTimedReminders = async ({ db }: Database, takes = takesOf("reminders")): Promise<Sent> => {
  const [row] = await db.execute<SentRow>(sql`
    with clock as materialized (select clock_now() as at),
    due as materialized (
      select ${w.userId} as user_id, ${a.id} as auction_id, ${a.title} as title, ${a.currency} as currency,
        ${w.wishMinor} as wish_minor, k.kind as what,
        coalesce(${a.extendedFrom}, ${a.endsAt}) as about
      from ${a.table} join ${w.table} on ${w.auctionId} = ${a.id} cross join clock
        join ${times} on ${a.endsAt} - clock.at <= k.first and ${a.endsAt} - clock.at > k.last
          and ${w.createdAt} <= ${a.endsAt} - k.first
      where ${a.status} = 'active' and ${a.removedAt} is null and ${a.endsAt} > (select at from clock)
        and ${a.endsAt} <= (select at + interval '24 hours' from clock) and ${takes(a.id)}
        and (k.kind <> 'price' or ${a.priceMinor} < ${w.wishMinor}) and ${wantsReminder(w.userId, sql`k.kind`)}
        and not exists (select from ${was.table} where ${was.userId} = ${w.userId} and ${was.auctionId} = ${a.id}
          and ${was.kind} = k.kind and ${was.about} = coalesce(${a.extendedFrom}, ${a.endsAt}))
      order by ${a.endsAt} limit ${sql.raw(String(SENT_AT_ONCE))}
    ),
    sent as (
      ${insertSelect(sentReminders, {
        ...{ userId: sql`due.user_id`, auctionId: sql`due.auction_id`, kind: sql`due.what`, about: sql`due.about` },
        sentAt: sql`clock.at`,
      })} from due, clock order by 1, 2, 3
      on conflict do nothing
      returning ${sentReminders.userId} as user_id, ${sentReminders.auctionId} as auction_id, ${sentReminders.kind} as kind
    ),
    reminded as materialized (
      select distinct on (due.user_id, due.auction_id) due.* from due
        join sent on sent.user_id = due.user_id and sent.auction_id = due.auction_id and sent.kind = due.what
      order by due.user_id, due.auction_id, due.what <> 'price'
    ),
    ${written("'reminder:' || t.auction_id::text", sql`true`)}
    select (select count(*)::int from sent) as taken, ${people} from clock`);
  return sentOf(row);
};

/**
 * True for people with bids that count or a maximum: they are notified of the lot's changes as bidders
 * (engine/commit/rare-parts.ts).
 */
const isBidder = sql`(
  exists (select from ${b.table} where ${b.auctionId} = open.id and ${b.bidderId} = portion.user_id and ${b.voidedAt} is null)
  or exists (select from ${m.table} where ${m.auctionId} = open.id and ${m.userId} = portion.user_id and not ${m.cancelled}))`;

/**
 * True if the fall lowered the price from the wish or above it to below it, and the price is still below it. A fall
 * that an older version noted has no prices.
 */
const fellBelowWish = sql`(open.price_minor < portion.wish_minor and (open.price_from_minor is null
  or open.price_from_minor >= portion.wish_minor and open.price_to_minor < portion.wish_minor))`;

/**
 * Notifies some of the watchers of a lot of what happened to it; `taken` is 0 once there is no news. While a
 * notification is unread, further events of its kind on the lot are not mailed again. If the same news comes again
 * before anybody was notified, people are notified once, except for falls of the price, because each fall is below
 * other wishes. It is SQL, because Drizzle's builder has no `materialized` and no `with ties`.
 */
export const notifyWatchers = async ({ db }: Database, takes = takesOf("watched-lots")): Promise<Sent> => {
  const [row] = await db.execute<SentRow>(sql`
    with clock as materialized (select clock_now() as at),
    taken as materialized (
      select ${n.id} as id, ${n.auctionId} as auction_id, ${n.kind} as kind, ${n.at} as at,
        ${n.notifiedUpTo} as notified_up_to, ${n.priceFromMinor} as price_from_minor, ${n.priceToMinor} as price_to_minor,
        ${n.kind} <> 'lowered' and ${n.notifiedUpTo} is null and exists (
        select from ${newer.table} where ${newer.auctionId} = ${n.auctionId} and ${newer.kind} = ${n.kind} and ${newer.id} > ${n.id}
      ) as is_repeated
      from ${n.table} where ${takes(n.id)} order by ${n.id} limit 1 for update skip locked
    ),
    open as materialized (
      select taken.kind, taken.at, taken.notified_up_to, taken.price_from_minor, taken.price_to_minor, ${a.id}, ${a.title},
        ${a.currency}, ${a.priceMinor}, coalesce(${a.extendedFrom}, ${a.endsAt}) as scheduled_end,
        ${a.status} = 'active' and ${a.endsAt} <= clock.at + ${LAST_HOUR} as is_last_hour
      from taken join ${a.table} on ${a.id} = taken.auction_id cross join clock
      where not taken.is_repeated and ${a.status} in ('active', 'paused') and ${a.removedAt} is null
    ),
    portion as materialized (
      select * from (
        select ${w.userId} as user_id, ${w.wishMinor} as wish_minor, ${w.createdAt} as created_at,
          case open.kind when 'lowered' then 'price' else open.kind end as what
        from open join ${w.table} on ${w.auctionId} = open.id
        union all
        select ${w.userId}, null, ${w.createdAt}, 'relisted'
        from open join ${r.table} on ${r.auctionId} = open.id join ${w.table} on ${w.auctionId} = ${r.relistedFrom}
        where open.kind = 'started'
      ) watchers
      where watchers.user_id > coalesce((select notified_up_to from taken), ${NO_ID}::uuid)
      order by watchers.user_id fetch first ${sql.raw(String(WATCHERS_AT_ONCE))} rows with ties
    ),
    going_on as (
      update ${n.table} set ${nameOf(lotNews.notifiedUpTo)} = (select user_id from portion order by user_id desc limit 1)
      from taken where ${n.id} = taken.id and (select count(*) from portion) >= ${sql.raw(String(WATCHERS_AT_ONCE))}
    ),
    finished as (
      delete from ${n.table} using taken
      where ${n.id} = taken.id and (select count(*) from portion) < ${sql.raw(String(WATCHERS_AT_ONCE))}
    ),
    due as materialized (
      select portion.user_id, open.id as auction_id, open.title, open.currency, portion.wish_minor, portion.what
      from open, portion
      where (portion.what = 'relisted' or portion.created_at <= open.at)
        and ${wantsReminder(sql`portion.user_id`, reminderOf(sql`portion.what`))}
        and (open.kind <> 'lowered' or ${fellBelowWish})
        and not (open.kind in ('changed', 'extended', 'lowered') and ${isBidder})
    ),
    -- In the last hour sendTimedReminders also finds the price below the wish. Only the statement that comes first
    -- notifies.
    claimed as (
      ${insertSelect(sentReminders, {
        ...{ userId: sql`due.user_id`, auctionId: sql`due.auction_id`, kind: sql`due.what` },
        ...{ about: sql`open.scheduled_end`, sentAt: sql`clock.at` },
      })} from due, open, clock where open.kind = 'lowered' and open.is_last_hour order by 1
      on conflict (${sql.join(
        [sentReminders.userId, sentReminders.auctionId, sentReminders.kind, sentReminders.about].map(nameOf),
        sql`, `,
      )}) do update set ${nameOf(sentReminders.sentAt)} = ${excluded(sentReminders.sentAt)}
      where ${qualified(sentReminders.sentAt)} < (select at from open)
      returning ${sentReminders.userId} as user_id
    ),
    reminded as materialized (
      select due.* from due, open where open.kind <> 'lowered' or not open.is_last_hour
        or due.user_id in (select user_id from claimed)
    ),
    ${written("'reminder:' || t.auction_id::text || ':' || t.what", sql`written.count = 1`)}
    select (select count(*)::int from taken) as taken, ${people} from clock`);
  return sentOf(row);
};

/** SQL, because Drizzle's builder cannot compare lists of columns. */
export const evictSentReminders = async ({ db }: Pick<Database, "db">, atMost: number): Promise<void> => {
  await db.execute(sql`
    delete from ${sentReminders} where (${sentReminders.userId}, ${sentReminders.auctionId},
      ${sentReminders.kind}, ${sentReminders.about}) in (
      select ${was.userId}, ${was.auctionId}, ${was.kind}, ${was.about} from ${was.table}
      where ${was.sentAt} < clock_now() - ${KEPT} order by ${was.sentAt} limit ${atMost}::int)`);
};

/** Sends everything that is due. `inboxChanged` gets the people who have a new notification, after each commit. */
export const sendReminders = async (
  database: Database,
  inboxChanged: (userIds: readonly string[]) => void = () => {},
  isStopped: () => boolean = () => false,
  log: RowLog = silentLog,
): Promise<void> => {
  const repeat = async (
    loop: "reminders" | "watched-lots",
    send: (database: Database, takes: Takes) => Promise<Sent>,
    keys: (takes: Takes) => SQL,
    atOnce: number,
  ): Promise<void> => {
    const guard = guardRows(database, loop, log);
    for (let taken = atOnce; taken >= atOnce && !isStopped(); ) {
      const sent = await guard.together({
        run: (takes) => send(database, takes),
        keys: (takes) => keysOf(database, keys(takes)),
      });
      inboxChanged(sent.flatMap(({ people: some }) => some));
      taken = sent.reduce((sum, one) => sum + one.taken, 0);
    }
  };
  await repeat("reminders", sendTimedReminders, lotsEndingSoon, SENT_AT_ONCE);
  await repeat("watched-lots", notifyWatchers, waitingNews, 1);
};

const lotsEndingSoon = (takes: Takes): SQL => sql`
  select distinct ${a.id} as key from ${a.table} join ${w.table} on ${w.auctionId} = ${a.id}
  where ${a.status} = 'active' and ${a.removedAt} is null and ${a.endsAt} > clock_now()
    and ${a.endsAt} <= clock_now() + interval '24 hours' and ${takes(a.id)}
  limit ${sql.raw(String(SENT_AT_ONCE))}`;
const waitingNews = (takes: Takes): SQL => sql`
  select ${n.id}::text as key from ${n.table} where ${takes(n.id)} order by ${n.id} limit ${sql.raw(String(SENT_AT_ONCE))}`;
