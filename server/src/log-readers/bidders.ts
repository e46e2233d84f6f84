// Finds the bidders whom a reader of the log notifies. Bidders are people with a bid that counts or a maximum. A person
// who was notified of an event, or of a later one, is left out, so that reading an entry again notifies nobody twice.
import { and, eq, exists, gt, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Db } from "../platform/database/database.ts";
import { users } from "../platform/database/schema/accounts.ts";
import { bids, maxBids } from "../platform/database/schema/bids.ts";
import { outbox } from "../platform/database/schema/mail.ts";
import { notifications } from "../platform/database/schema/notifications.ts";
import { hasValue } from "../platform/database/statement-text.ts";
import type { LogEntry } from "./entries.ts";

/** A person who was outbid on a lot, at a time (epoch ms). */
export interface Outbid {
  readonly auctionId: string;
  readonly userId: string;
  readonly hasLed: boolean;
  readonly at: number;
}

/** At most one outbid mail for each person and lot in this time. */
const MAIL_EVERY = sql.raw("interval '15 minutes'");
/** A person is notified of a lot's moved end at most once in this time. */
const END_EVERY = sql.raw("interval '1 minute'");
/** An unread notification that is older is merged with the next one in any case. */
const LOOK_BACK = sql.raw("interval '1 day'");

const k = { userId: sql<string>`k.user_id`, auctionId: sql<string>`k.auction_id`, at: sql`k.at` };
const one = { one: sql`1` };
const n = notifications;

const pairsOf = (pairs: readonly { userId: string; auctionId: string; at: number }[]): SQL => {
  const people = arrayLiteral(pairs.map(({ userId }) => userId));
  const lots = arrayLiteral(pairs.map(({ auctionId }) => auctionId));
  const times = arrayLiteral(pairs.map(({ at }) => new Date(at).toISOString()));
  return sql`unnest(${people}::uuid[], ${lots}::uuid[], ${times}::timestamptz[]) as k(user_id, auction_id, at)`;
};

const keyOf = ({ userId, auctionId }: { userId: string; auctionId: string }): string => `${userId} ${auctionId}`;

/** A person who is still outbid: notify them unless `isNotified`, and mail them if `toAddress` is set. */
export interface StillOutbid extends Outbid {
  /**
   * They were notified of this outbid or a later one, have read a notification since, or have an unread one that was
   * written a moment ago.
   */
  readonly isNotified: boolean;
  /** Null if they want no such mails, or if one about the lot was written shortly before this outbid, or since. */
  readonly toAddress: string | null;
}

/**
 * Resolves to those who still have a bid or a maximum on the lot. `everyMs`: the least time between two notifications.
 */
export const stillOutbid = async (tx: Db, found: readonly Outbid[], everyMs: number): Promise<StillOutbid[]> => {
  const isOwn = and(eq(n.userId, k.userId), eq(n.auctionId, k.auctionId), hasValue(n.about, "outbid"));
  const isRecent = sql`${n.readAt} is null and ${n.at} > clock_now() - ${everyMs}::int * interval '1 millisecond'`;
  const says = or(sql`${n.at} >= ${k.at}`, sql`${n.readAt} >= ${k.at}`, isRecent);
  const notified = tx
    .select(one)
    .from(n)
    .where(and(isOwn, sql`${n.at} > ${k.at} - ${LOOK_BACK}`, says));
  const mailed = tx
    .select(one)
    .from(outbox)
    .where(
      and(
        eq(outbox.userId, k.userId),
        eq(outbox.auctionId, k.auctionId),
        hasValue(outbox.kind, "outbid"),
        gt(outbox.createdAt, sql`${k.at} - ${MAIL_EVERY}`),
      ),
    );
  const wantsMail = and(users.wantsOutbidMail, isNotNull(users.emailVerifiedAt), not(exists(mailed)));
  const rows = await tx
    .select({
      userId: k.userId,
      auctionId: k.auctionId,
      isNotified: sql<boolean>`${exists(notified)}`,
      toAddress: sql<string | null>`case when ${wantsMail} then ${users.email} end`,
    })
    .from(pairsOf(found))
    .innerJoin(users, eq(users.id, k.userId))
    .where(or(exists(countingBids(tx)), exists(maxima(tx))));
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  return found.flatMap((pair) => {
    const row = known.get(keyOf(pair));
    return row ? [{ ...pair, isNotified: row.isNotified, toAddress: row.toAddress }] : [];
  });
};

const countingBids = (tx: Db) =>
  tx
    .select(one)
    .from(bids)
    .where(and(eq(bids.auctionId, k.auctionId), eq(bids.bidderId, k.userId), isNull(bids.voidedAt)));

const maxima = (tx: Db) =>
  tx
    .select(one)
    .from(maxBids)
    .where(and(eq(maxBids.auctionId, k.auctionId), eq(maxBids.userId, k.userId), not(maxBids.cancelled)));

/**
 * Resolves to everybody with a bid or a maximum on these lots, except the person who moved the end, and people who have
 * an unread or a recent notification of a moved end.
 */
export const biddersToNotifyOfEnd = async (
  tx: Db,
  moved: readonly LogEntry[],
): Promise<{ userId: string; auctionId: string }[]> => {
  const movers = moved.flatMap(({ actorId, ...entry }) => (actorId ? [{ ...entry, userId: actorId }] : []));
  if (movers.length === 0) return [];
  const isOwn = and(eq(n.userId, sql`b.id`), hasValue(n.about, "extended"));
  const unread = and(isOwn, sql`${n.mergeKey} = 'extended:' || ${k.auctionId}::text`, isNull(n.readAt));
  const recent = and(isOwn, eq(n.auctionId, k.auctionId), sql`${n.at} > ${k.at} - ${END_EVERY}`);
  const none = (condition: SQL | undefined) => not(exists(tx.select(one).from(n).where(condition)));
  const people = union(
    tx
      .select({ id: sql`${bids.bidderId}`.as("id") })
      .from(bids)
      .where(and(eq(bids.auctionId, k.auctionId), isNull(bids.voidedAt))),
    tx
      .select({ id: sql`${maxBids.userId}`.as("id") })
      .from(maxBids)
      .where(and(eq(maxBids.auctionId, k.auctionId), not(maxBids.cancelled))),
  );
  return await tx
    .select({ userId: sql<string>`b.id`, auctionId: k.auctionId })
    .from(sql`${pairsOf(movers)} cross join lateral (${people}) b`)
    .where(and(sql`b.id <> ${k.userId}`, none(unread), none(recent)));
};
