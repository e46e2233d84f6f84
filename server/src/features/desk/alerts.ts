// Writes the mails to staff about deadlines. One transaction finds what each person of the staff was not alerted to yet,
// records it as sent, and writes one mail for each of them, at most one in an hour. It claims each reader's row in
// alert_settings, so that any number of nodes may run it and each alert is mailed once. The mail is also a notification
// in the reader's inbox. Readers who do not want these mails get only the notification (mail/outbox.ts).
import { toMajor } from "@jara/shared/money";
import { permissions, type StaffRole } from "@jara/shared/permissions";
import { and, eq, isNotNull, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import { isInterested } from "../../engine/reads/interests.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { evictAfter } from "../../platform/database/evict.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { publicHolidays } from "../../platform/database/schema/settlements.ts";
import { alertSettings, sentAlerts } from "../../platform/database/schema/staff-alerts.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isAnyOf, readNow } from "../../platform/database/statements.ts";
import { roleMay } from "../../platform/database/who-may.ts";
import { guardRows, keysOf, type RowLog, silentLog, type Takes } from "../../platform/jobs/guard-rows.ts";
import type { MailData } from "../../platform/outbox/mails.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { alertCauses, currencyOfCause } from "./alert-causes.ts";
import { workingDayBefore } from "./working-day.ts";

const { userId, mailedAt } = alertSettings;

const MAIL_EVERY = sql`interval '1 hour'`;
/** The most alerts in one mail. Further ones come with the next mail. */
const LISTED = 30;
/** Rows of alerts that were sent this long ago are removed. If the cause still exists then, it is sent again. */
const KEPT = sql`interval '60 days'`;

const mayReadIt = sql`case t.needs ${sql.join(
  permissions.map((one) => sql`when ${sql.raw(`'${one}'`)} then ${roleMay(one)}`),
  sql` `,
)} else false end`;

const isClaimable = or(isNull(mailedAt), sql`${mailedAt} <= ${clockNow} - ${MAIL_EVERY}`);

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
        sql`select distinct t.alert as key from (${alertCauses(waiting)}) t where ${takes(sql`t.alert`)}`,
      ),
  });
  return written.reduce((sum, mails) => sum + mails, 0);
};

const readersOf = (tx: Db) =>
  tx
    .select({ id: users.id, email: users.email, role: sql<StaffRole>`${users.role}` })
    .from(users)
    .leftJoin(alertSettings, eq(userId, users.id))
    .where(and(sql`${users.role} <> 'user'`, isNull(users.bannedAt), isNotNull(users.emailVerifiedAt), isClaimable))
    .orderBy(users.id);

/** Reads the alerts that these people of the staff may read and did not get yet, the oldest first. */
const alertsFor = (tx: Db, readerIds: readonly string[], waiting: SQL, takes: Takes) => {
  const isSent = and(eq(sentAlerts.userId, users.id), eq(sentAlerts.alert, sql`t.alert`));
  // Staff with an interest in a lot are ordinary users there, as everywhere.
  const hasInterest = isInterested(tx, sql`t.auction_id`, users.id);
  return tx
    .select({
      readerId: users.id,
      title: auctions.title,
      currency: sql<string>`${currencyOfCause}`,
      kind: sql<string>`t.kind`,
      alert: sql<string>`t.alert`,
      note: sql<string | null>`t.note`,
      minor: sql<number | null>`t.minor`,
      at: sql<number>`(extract(epoch from t.at) * 1000)::float8`,
    })
    .from(users)
    .innerJoin(sql`(${alertCauses(waiting)}) t`, mayReadIt)
    .leftJoin(auctions, eq(auctions.id, sql`t.auction_id`))
    .where(
      and(
        isAnyOf(users.id, readerIds),
        takes(sql`t.alert`),
        sql`t.person_id is distinct from ${users.id} and t.asked_by is distinct from ${users.id}`,
        notExists(tx.select({ one: sql`1` }).from(sentAlerts).where(isSent)),
        sql`(t.auction_id is null or not (${hasInterest}))`,
      ),
    )
    .orderBy(sql`t.at`, sql`t.alert`);
};
type Alert = Awaited<ReturnType<typeof alertsFor>>[number];

const writeThose = ({ transaction }: Database, waiting: SQL, takes: Takes): Promise<number> =>
  transaction(async (tx) => {
    const now = await readNow(tx);
    const readers = await readersOf(tx);
    const ids = readers.map(({ id }) => id);
    const alerts = await alertsFor(tx, ids, waiting, takes);
    let mails = 0;
    for (const { id, email, role } of readers) {
      const due = alerts.filter(({ readerId }) => readerId === id).slice(0, LISTED);
      if (due.length === 0 || !(await claim(tx, id, now))) continue;
      const sent = await tx
        .insert(sentAlerts)
        .values(due.map(({ alert }) => ({ userId: id, alert, sentAt: now })))
        .onConflictDoNothing()
        .returning({ alert: sentAlerts.alert });
      const items = due.filter(({ alert }) => sent.some((one) => one.alert === alert)).map(toItem);
      if (items.length === 0) continue;
      const data = { role, readAt: toIso(now), items } as MailData["staff-alerts"];
      await queueMail(tx, { kind: "staff-alerts", toAddress: email, userId: id, data });
      mails += 1;
    }
    return mails;
  });

/** Another node that runs this at the same time waits here for the row, and finds it claimed. */
const claim = async (tx: Db, readerId: string, now: number): Promise<boolean> => {
  const claimed = await tx
    .insert(alertSettings)
    .values({ userId: readerId, wantsMail: true, mailedAt: now })
    .onConflictDoUpdate({ target: userId, set: { mailedAt: now }, setWhere: sql`${isClaimable}` })
    .returning({ userId });
  return claimed.length > 0;
};

const toItem = ({ kind, title, minor, currency, note, at }: Alert) => ({
  kind,
  title,
  amount: minor === null ? null : toMajor(minor),
  currency,
  note,
  at: toIso(at),
});

export const evictSentAlerts = evictAfter([sentAlerts.userId, sentAlerts.alert], sentAlerts.sentAt, KEPT);
