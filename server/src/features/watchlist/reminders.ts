// Writes the reminders about watched lots before their end, and while the price is below a wish price. Each transaction
// notes what it sends, so that each reminder is sent once for each scheduled end, whichever node runs it. The job also
// notifies of what happened to a lot (lot-news.ts).
import { and, eq, gt, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { evictAfter } from "../../platform/database/evict.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { lotNews, sentReminders, watches } from "../../platform/database/schema/watches.ts";
import { allRows, databaseNow, readNow } from "../../platform/database/statements.ts";
import { guardRows, keysOf, type RowLog, silentLog, type Takes, takesOf } from "../../platform/jobs/guard-rows.ts";
import { wantsReminder } from "../../platform/notifications/asked-for.ts";
import { notifyWatchers } from "./lot-news.ts";
import { type Data, NOTHING, type Reminded, remind, type Sent, scheduledEnd } from "./remind.ts";

const SENT_AT_ONCE = 500;
const KEPT = sql`interval '60 days'`;

const isEndingSoon = and(
  sql`${auctions.status} = 'active'`,
  isNull(auctions.removedAt),
  gt(auctions.endsAt, databaseNow),
  sql`${auctions.endsAt} <= (select clock_now() + interval '24 hours')`,
);
/**
 * The span before the end in which each reminder is sent. A node that was away for longer sends none, because it would
 * be wrong.
 */
const spans = sql.raw(`(values
  ('24h', interval '24 hours', interval '23 hours'), ('1h', interval '1 hour', interval '30 minutes'),
  ('15m', interval '15 minutes', interval '1 minute'), ('price', interval '1 hour', interval '1 minute')
) as k(kind, first, last)`);
const isInSpan = sql`${auctions.endsAt} - ${databaseNow} <= k.first and ${auctions.endsAt} - ${databaseNow} > k.last
  and ${watches.createdAt} <= ${auctions.endsAt} - k.first`;

const dueReminders = (tx: Db, takes: Takes) => {
  const isSent = and(
    eq(sentReminders.userId, watches.userId),
    eq(sentReminders.auctionId, auctions.id),
    eq(sentReminders.kind, sql`k.kind`),
    eq(sentReminders.about, scheduledEnd),
  );
  return tx
    .select({
      userId: watches.userId,
      auctionId: auctions.id,
      title: auctions.title,
      currency: auctions.currency,
      wishMinor: watches.wishMinor,
      what: sql<Data["what"]>`k.kind`,
      about: scheduledEnd,
    })
    .from(auctions)
    .innerJoin(watches, eq(watches.auctionId, auctions.id))
    .innerJoin(spans, isInSpan)
    .where(
      and(
        isEndingSoon,
        takes(auctions.id),
        wantsReminder(sql`${watches.userId}`, sql`k.kind`),
        sql`(k.kind <> 'price' or ${auctions.priceMinor} < ${watches.wishMinor})`,
        notExists(tx.select({ one: sql`1` }).from(sentReminders).where(isSent)),
      ),
    )
    .orderBy(auctions.endsAt)
    .limit(SENT_AT_ONCE);
};

/**
 * Sends the reminders before the end. A pause or an edit makes another scheduled end. If a reminder about the price is due
 * at the same moment, only that one is sent.
 */
export const sendTimedReminders = ({ transaction }: Database, takes = takesOf("reminders")): Promise<Sent> =>
  transaction(async (tx) => {
    const due = await dueReminders(tx, takes);
    if (due.length === 0) return NOTHING;
    const sentAt = await readNow(tx);
    const keyOf = (one: { userId: string; auctionId: string; kind: string }) =>
      `${one.userId} ${one.auctionId} ${one.kind}`;
    const rows = due
      .map(({ userId, auctionId, what, about }) => ({ userId, auctionId, kind: what as string, about, sentAt }))
      .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const sent = await tx
      .insert(sentReminders)
      .select(allRows(sentReminders, rows))
      .onConflictDoNothing()
      .returning({ userId: sentReminders.userId, auctionId: sentReminders.auctionId, kind: sentReminders.kind });
    const isSent = new Set(sent.map(keyOf));
    const reminded = new Map<string, Reminded>();
    for (const one of due) {
      const place = `${one.userId} ${one.auctionId}`;
      if (!isSent.has(keyOf({ ...one, kind: one.what }))) continue;
      if (one.what === "price" || !reminded.has(place)) reminded.set(place, one);
    }
    const keyOfLot = ({ auctionId }: Reminded) => `reminder:${auctionId}`;
    return { taken: sent.length, people: await remind(tx, [...reminded.values()], keyOfLot, () => true) };
  });

export const evictSentReminders = evictAfter(
  [sentReminders.userId, sentReminders.auctionId, sentReminders.kind, sentReminders.about],
  sentReminders.sentAt,
  KEPT,
);

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
  select distinct ${auctions.id} as key from ${auctions} join ${watches} on ${watches.auctionId} = ${auctions.id}
  where ${isEndingSoon} and ${takes(auctions.id)}
  limit ${sql.raw(String(SENT_AT_ONCE))}`;
const waitingNews = (takes: Takes): SQL => sql`
  select ${lotNews.id}::text as key from ${lotNews} where ${takes(lotNews.id)} order by ${lotNews.id} limit ${sql.raw(String(SENT_AT_ONCE))}`;
