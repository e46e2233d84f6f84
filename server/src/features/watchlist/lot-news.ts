// Notifies the watchers of a lot of what happened to it. A trigger notes each event in `lot_news`, and the transaction that
// notifies the last watcher deletes the note.
import type { Minor } from "@jara/shared/money";
import { and, asc, eq, exists, gt, inArray, isNull, lt, not, or, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database, Db } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";
import { lotNews, sentReminders, watches } from "../../platform/database/schema/watches.ts";
import { allRows, excluded, readNow } from "../../platform/database/statements.ts";
import { takesOf } from "../../platform/jobs/guard-rows.ts";
import { reminderOf, wantsReminder } from "../../platform/notifications/asked-for.ts";
import { type Data, NOTHING, type Reminded, remind, type Sent, scheduledEnd } from "./remind.ts";

const WATCHERS_AT_ONCE = 500;
/** Sorts before every other id. */
const NO_ID = "00000000-0000-0000-0000-000000000000";
const LAST_HOUR_MS = 60 * 60 * 1000;

type News = typeof lotNews.$inferSelect;

/** Null: nobody is notified of it, because the same news came again, or the lot is over. */
const lotOfNews = async (tx: Db, news: News) => {
  const isSameLater = and(eq(lotNews.auctionId, news.auctionId), eq(lotNews.kind, news.kind), gt(lotNews.id, news.id));
  const mayRepeat = news.kind !== "lowered" && news.notifiedUpTo === null;
  if (mayRepeat && (await tx.$count(lotNews, isSameLater)) > 0) return null;
  const isOpen = and(inArray(auctions.status, ["active", "paused"]), isNull(auctions.removedAt));
  const [lot] = await tx
    .select({
      id: auctions.id,
      title: auctions.title,
      currency: auctions.currency,
      priceMinor: auctions.priceMinor,
      status: auctions.status,
      endsAt: auctions.endsAt,
      scheduledEnd,
    })
    .from(auctions)
    .where(and(eq(auctions.id, news.auctionId), isOpen));
  return lot ?? null;
};
type Lot = NonNullable<Awaited<ReturnType<typeof lotOfNews>>>;

/** The next watchers of the lot and, when it starts, of the lot that it is a copy of; and whether more are left. */
const nextWatchers = async (tx: Db, { auctionId, kind, notifiedUpTo }: News) => {
  const columns = { userId: watches.userId, wishMinor: watches.wishMinor, createdAt: watches.createdAt };
  const own = tx
    .select({ ...columns, what: sql<string>`${kind === "lowered" ? "price" : kind}::text`.as("what") })
    .from(watches)
    .where(eq(watches.auctionId, auctionId));
  const ofOld = tx
    .select({ ...columns, what: sql<string>`'relisted'`.as("what") })
    .from(watches)
    .innerJoin(relistings, eq(relistings.relistedFrom, watches.auctionId))
    .where(and(eq(relistings.auctionId, auctionId), sql`${kind === "started"}::boolean`));
  const w = unionAll(own, ofOld).as("w");
  // True for people with bids that count or a maximum: they are notified of the lot's changes as bidders
  // (engine/commit/rare-parts.ts).
  const isBidder = or(
    exists(
      tx
        .select({ one: sql`1` })
        .from(bids)
        .where(and(eq(bids.auctionId, auctionId), eq(bids.bidderId, w.userId), isNull(bids.voidedAt))),
    ),
    exists(
      tx
        .select({ one: sql`1` })
        .from(maxBids)
        .where(and(eq(maxBids.auctionId, auctionId), eq(maxBids.userId, w.userId), not(maxBids.cancelled))),
    ),
  );
  const rows = await tx
    .select({
      userId: w.userId,
      wishMinor: w.wishMinor,
      createdAt: w.createdAt,
      what: w.what,
      isWanted: wantsReminder(sql`${w.userId}`, reminderOf(sql`${w.what}`)),
      isBidder: sql<boolean>`(${isBidder})`,
    })
    .from(w)
    .where(gt(w.userId, notifiedUpTo ?? NO_ID))
    .orderBy(asc(w.userId))
    .limit(WATCHERS_AT_ONCE + 1);
  // A person can be in it twice, and then both rows stay together.
  const [last, next] = rows.slice(-2);
  const areMore = rows.length > WATCHERS_AT_ONCE;
  return { watchers: areMore && last?.userId !== next?.userId ? rows.slice(0, -1) : rows, areMore };
};
type Watcher = Awaited<ReturnType<typeof nextWatchers>>["watchers"][number];

/**
 * True if the fall lowered the price from the wish or above it to below it, and the price is still below it. A fall
 * that an older version noted has no prices.
 */
const fellBelow = (wishMinor: Minor | null, { priceFromMinor, priceToMinor }: News, { priceMinor }: Lot): boolean =>
  wishMinor !== null &&
  priceMinor < wishMinor &&
  (priceFromMinor === null || (priceFromMinor >= wishMinor && priceToMinor !== null && priceToMinor < wishMinor));

const isDue = (news: News, lot: Lot, { what, createdAt, isWanted, wishMinor, isBidder }: Watcher): boolean =>
  (what === "relisted" || createdAt <= news.at) &&
  isWanted &&
  (news.kind !== "lowered" || fellBelow(wishMinor, news, lot)) &&
  !(isBidder && ["changed", "extended", "lowered"].includes(news.kind));

/**
 * In the last hour sendTimedReminders also finds the price below the wish. Only the transaction that comes first notifies.
 * Returns those of the people whom this one notifies.
 */
const claimFalls = async (tx: Db, news: News, { id, scheduledEnd: about }: Lot, people: readonly string[]) => {
  const sentAt = await readNow(tx);
  const rows = people.map((userId) => ({ userId, auctionId: id, kind: "price", about, sentAt }));
  const { userId, auctionId, kind } = sentReminders;
  const claimed = await tx
    .insert(sentReminders)
    .select(allRows(sentReminders, rows))
    .onConflictDoUpdate({
      target: [userId, auctionId, kind, sentReminders.about],
      set: { sentAt: excluded(sentReminders.sentAt) },
      setWhere: lt(sentReminders.sentAt, news.at),
    })
    .returning({ userId });
  return new Set(claimed.map((one) => one.userId));
};

/**
 * Notifies some of the watchers of a lot of what happened to it; `taken` is 0 once there is no news. While a
 * notification is unread, further events of its kind on the lot are not mailed again. If the same news comes again
 * before anybody was notified, people are notified once, except for falls of the price, because each fall is below
 * other wishes.
 */
export const notifyWatchers = ({ transaction }: Database, takes = takesOf("watched-lots")): Promise<Sent> =>
  transaction(async (tx) => {
    const [news] = await tx
      .select()
      .from(lotNews)
      .where(takes(lotNews.id))
      .orderBy(lotNews.id)
      .limit(1)
      .for("update", { skipLocked: true });
    if (!news) return NOTHING;
    const lot = await lotOfNews(tx, news);
    const { watchers, areMore } = lot ? await nextWatchers(tx, news) : { watchers: [], areMore: false };
    const isThisNews = eq(lotNews.id, news.id);
    const notifiedUpTo = watchers.at(-1)?.userId;
    if (areMore && notifiedUpTo) await tx.update(lotNews).set({ notifiedUpTo }).where(isThisNews);
    else await tx.delete(lotNews).where(isThisNews);
    if (!lot) return { taken: 1, people: [] };

    const due = watchers.filter((watcher) => isDue(news, lot, watcher));
    const isLastHour = lot.status === "active" && lot.endsAt <= (await readNow(tx)) + LAST_HOUR_MS;
    const people = due.map(({ userId }) => userId);
    const claimed = news.kind === "lowered" && isLastHour ? await claimFalls(tx, news, lot, people) : new Set(people);
    const reminded = due
      .filter(({ userId }) => claimed.has(userId))
      .map(({ userId, wishMinor, what }) => ({
        userId,
        auctionId: lot.id,
        title: lot.title,
        currency: lot.currency,
        wishMinor: what === "relisted" ? null : wishMinor,
        what: what as Data["what"],
      }));
    const keyOf = ({ auctionId, what }: Reminded) => `reminder:${auctionId}:${what}`;
    return { taken: 1, people: await remind(tx, reminded, keyOf, (events) => events === 1) };
  });
