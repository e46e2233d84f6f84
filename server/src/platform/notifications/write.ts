// Writes notifications. The transaction or the statement that causes a notification also writes it, so that every committed
// event is notified, and no other.
import { randomUUID } from "node:crypto";
import { and, eq, exists, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { notifications, pushSubscriptions } from "../database/schema/notifications.ts";
import { clockNow } from "../database/statement-text.ts";
import { allRows, excluded, increased, isAnyOf, readNow } from "../database/statements.ts";
import type { Db } from "../database/typed-statements.ts";
import { type About, type AboutData, kindOfAbout, type NotificationData } from "./about.ts";

interface Notification<A extends About> {
  readonly about: A;
  readonly userId: string;
  readonly data: AboutData[A];
}

/** Writes one, always a row of its own, for an event that the trigger on `outbox` does not copy. */
export const notify = async <A extends About>(tx: Db, { about, userId, data }: Notification<A>): Promise<void> => {
  const isActive = and(eq(pushSubscriptions.userId, userId), isNull(pushSubscriptions.disabledAt));
  const hasDevice = exists(tx.select({ one: sql`1` }).from(pushSubscriptions).where(isActive));
  await tx.insert(notifications).values({
    id: randomUUID(),
    userId,
    kind: kindOfAbout[about],
    about,
    data,
    createdAt: clockNow,
    at: clockNow,
    pushDueAt: sql`case when ${hasDevice} then ${clockNow} end`,
  });
};

/** The shortest time between two push messages about one notification while it is unread. */
export const PUSHED_AGAIN_AFTER_S = 30;

export interface NewNotification {
  readonly about: About;
  readonly userId: string;
  readonly auctionId: string | null;
  readonly data: NotificationData;
  /** Unread notifications of one person with one key are one row. The entries of one call have different ones. */
  readonly mergeKey: string;
  /**
   * The time of the cause, epoch ms. The notification is not dated earlier, even if the database's clock is behind that
   * time.
   */
  readonly causedAt?: number;
}

/** Writes several, which merge with unread ones. Returns the rows; one that merged counts more than one event. */
export const writeNotifications = async (tx: Db, entries: readonly NewNotification[]) => {
  const n = notifications;
  const { userId, disabledAt } = pushSubscriptions;
  const people = isAnyOf(userId, [...new Set(entries.map((entry) => entry.userId))]);
  const subscribed = await tx
    .selectDistinct({ userId })
    .from(pushSubscriptions)
    .where(and(people, isNull(disabledAt)));
  const getPush = new Set(subscribed.map((row) => row.userId));
  const now = await readNow(tx);
  const rows = entries
    .map(({ causedAt = now, ...entry }) => ({
      ...entry,
      id: randomUUID(),
      kind: kindOfAbout[entry.about],
      count: 1,
      createdAt: Math.max(now, causedAt),
      at: Math.max(now, causedAt),
      readAt: null,
      pushDueAt: getPush.has(entry.userId) ? now : null,
      pushedAt: null,
      pushAttempts: 0,
      pushedTo: [],
    }))
    // In one order, so that two that write to the same people do not wait for each other.
    .sort((a, b) => compare(a.userId, b.userId) || compare(a.mergeKey, b.mergeKey));
  const again = sql`greatest(${excluded(n.pushDueAt)}, ${n.pushedAt} + ${`${PUSHED_AGAIN_AFTER_S} seconds`}::interval)`;
  return await tx
    .insert(n)
    .select(allRows(n, rows))
    .onConflictDoUpdate({
      target: [n.userId, n.mergeKey],
      targetWhere: and(isNull(n.readAt), isNotNull(n.mergeKey)) as SQL,
      set: {
        count: increased(n.count),
        about: excluded(n.about),
        data: excluded(n.data),
        at: excluded(n.at),
        pushAttempts: 0,
        pushDueAt: sql`case when ${excluded(n.pushDueAt)} is not null then ${again} end`,
      },
    })
    .returning({ id: n.id, userId: n.userId, auctionId: n.auctionId, data: n.data, count: n.count });
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
