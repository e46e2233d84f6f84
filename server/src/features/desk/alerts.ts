// Writes the mails to staff about deadlines. One statement finds what each person of the staff was not alerted to yet,
// records it as sent, and writes one mail for each of them, at most one in an hour. It claims each reader's row in
// alert_settings, so that any number of nodes may run it and each alert is mailed once. The mail is also a notification
// in the reader's inbox. Readers who do not want these mails get only the notification (mail/outbox.ts).
import type { Permission } from "@jara/shared/permissions";
import { permissions } from "@jara/shared/permissions";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { publicHolidays, purchases } from "../../platform/database/schema/settlements.ts";
import { alertSettings, sentAlerts } from "../../platform/database/schema/staff-alerts.ts";
import { aliased, clockPart, insertSelect, isoOf, nameOf } from "../../platform/database/statement-text.ts";
import { roleMay } from "../../platform/database/who-may.ts";
import { guardRows, keysOf, type RowLog, silentLog, type Takes } from "../../platform/jobs/guard-rows.ts";
import { alertCauses, currencyOfCause } from "./alert-causes.ts";
import { workingDayBefore } from "./working-day.ts";

const b = aliased(bids, "b");
const m = aliased(maxBids, "m");
const p = aliased(purchases, "p");
const s = aliased(sentAlerts, "s");

const MAIL_EVERY = sql`interval '1 hour'`;
/** The most alerts in one mail. Further ones come with the next mail. */
const LISTED = 30;
/** Rows of alerts that were sent this long ago are removed. If the cause still exists then, it is sent again. */
const KEPT = sql`interval '60 days'`;

const mayReadIt = sql.join(
  permissions.map((one: Permission) => sql`when ${sql.raw(`'${one}'`)} then ${roleMay(one, sql`r.role`)}`),
  sql` `,
);

/** Staff with an interest in a lot are ordinary users there, as everywhere. */
const hasInterest = sql`(
  exists (select from ${b.table} where ${b.auctionId} = t.auction_id and ${b.bidderId} = r.id and ${b.voidedAt} is null)
  or exists (select from ${m.table} where ${m.auctionId} = t.auction_id and ${m.userId} = r.id and not ${m.cancelled})
  or exists (select from ${p.table} where ${p.auctionId} = t.auction_id and ${p.buyerId} = r.id
    and ${p.status} in ('pending', 'paid')))`;

const isClaimable = (mailedAt: SQL, at: SQL): SQL => sql`(${mailedAt} is null or ${mailedAt} <= ${at} - ${MAIL_EVERY})`;

/** Returns how many mails were written. `now`: the database's time, for the working days alone. */
export const writeAlerts = async (database: Database, now: number, log: RowLog = silentLog): Promise<number> => {
  const { db } = database;
  const holidays = await db.select({ date: publicHolidays.date }).from(publicHolidays);
  const waitsSince = workingDayBefore(now, new Set(holidays.map(({ date }) => date)));
  const waiting = sql`${new Date(waitsSince).toISOString()}::timestamptz`;
  const written = await guardRows(database, "staff-alerts", log).together({
    run: (takes) => writeThose(database, waiting, takes),
    keys: (takes) =>
      keysOf(
        database,
        sql`with ${clockPart} select distinct t.alert as key from (${alertCauses(waiting)}) t where ${takes(sql`t.alert`)}`,
      ),
  });
  return written.reduce((sum, mails) => sum + mails, 0);
};

const writeThose = async ({ db }: Database, waiting: SQL, takes: Takes): Promise<number> => {
  const { userId, mailedAt } = alertSettings;
  const item = sql`json_build_object('kind', due.kind, 'title', due.title, 'amount', due.minor::float8 / 100,
    'currency', due.currency, 'note', due.note, 'at', ${isoOf(sql`due.at`)})`;
  // SQL, because Drizzle's builder cannot insert what another part returns into some of a table's columns.
  const [row] = await db.execute<{ mails: number }>(sql`
    with ${clockPart},
    readers as materialized (
      select ${users.id} as id, ${users.email} as email, ${users.role} as role
      from clock, ${users} left join ${alertSettings} on ${userId} = ${users.id}
      where ${users.role} <> 'user' and ${users.bannedAt} is null and ${users.emailVerifiedAt} is not null
        and ${isClaimable(sql`${mailedAt}`, sql`clock.at`)}
    ),
    things as materialized (${alertCauses(waiting)}),
    due as materialized (
      select r.id as reader_id, r.email, r.role, t.*, ${auctions.title} as title, ${currencyOfCause} as currency,
        row_number() over (partition by r.id order by t.at, t.alert) as place
      from readers r join things t on case t.needs ${mayReadIt} else false end
      left join ${auctions} on ${auctions.id} = t.auction_id
      where ${takes(sql`t.alert`)} and t.person_id is distinct from r.id and t.asked_by is distinct from r.id
        and not exists (select from ${s.table} where ${s.userId} = r.id and ${s.alert} = t.alert)
        and (t.auction_id is null or not ${hasInterest})
    ),
    -- Another node that runs this at the same time waits here for the row, and finds it claimed.
    claimed as (
      ${insertSelect(alertSettings, { userId: sql`readers.id`, wantsMail: true, mailedAt: sql`clock.at` })}
      from readers, clock where exists (select from due where due.reader_id = readers.id)
      order by readers.id
      on conflict (${nameOf(userId)}) do update set ${nameOf(mailedAt)} = excluded.${nameOf(mailedAt)}
        where ${isClaimable(sql`${mailedAt}`, sql`excluded.${nameOf(mailedAt)}`)}
      returning ${userId} as user_id
    ),
    recorded as (
      ${insertSelect(sentAlerts, { userId: sql`due.reader_id`, alert: sql`due.alert`, sentAt: sql`clock.at` })}
      from due join claimed on claimed.user_id = due.reader_id, clock where due.place <= ${LISTED}::int
      on conflict do nothing returning ${sentAlerts.userId} as user_id, ${sentAlerts.alert} as alert
    ),
    mails as (
      select due.reader_id, due.email, due.role, json_agg(${item} order by due.at, due.alert) as items
      from due join recorded on recorded.user_id = due.reader_id and recorded.alert = due.alert group by 1, 2, 3
    ),
    written as (
      ${insertSelect(outbox, {
        ...{
          id: sql`gen_random_uuid()`,
          kind: "staff-alerts",
          toAddress: sql`mails.email`,
          userId: sql`mails.reader_id`,
        },
        data: sql`json_build_object('role', mails.role, 'readAt', ${isoOf(sql`clock.at`)}, 'items', mails.items)`,
        ...{ dueAt: sql`clock.at`, createdAt: sql`clock.at` },
      })} from mails, clock returning ${outbox.id} as id
    )
    select count(*)::int as mails from written`);
  return row?.mails ?? 0;
};

/** SQL, because Drizzle's builder cannot compare lists of columns. */
export const evictSentAlerts = async ({ db }: Pick<Database, "db">, atMost: number): Promise<void> => {
  await db.execute(sql`
    delete from ${sentAlerts} where (${sentAlerts.userId}, ${sentAlerts.alert}) in (
      select ${s.userId}, ${s.alert} from ${s.table} where ${s.sentAt} < clock_now() - ${KEPT}
      order by ${s.sentAt} limit ${atMost}::int)`);
};
