// The browsers that get push messages. A subscription belongs to the session that made it, so that it ends with the log-out
// and never shows one person's messages to the next person of a shared phone.
import { randomUUID } from "node:crypto";
import { PUSH_BROWSERS_MAX, type PushBrowser, type PushSubscriptionBody } from "@jara/shared/rest/push";
import { and, desc, eq, exists, inArray, isNull, not, sql } from "drizzle-orm";
import type { Database, Db } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { pushSubscriptions } from "../../../platform/database/schema/notifications.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { increased, isAnyOf } from "../../../platform/database/statements.ts";
import { isValidSession } from "../../../platform/database/valid-session.ts";
import type { PushTarget } from "./push-service.ts";

const s = pushSubscriptions;

/** Failed messages in a row after which a browser gets no more. */
const FAILURES_MAX = 10;

interface Owner {
  readonly userId: string;
  readonly sessionId: string;
}

const toBrowser = (
  row: Pick<typeof s.$inferSelect, "id" | "sessionId" | "device" | "createdAt" | "lastUsedAt">,
  sessionId: string,
): PushBrowser => ({
  _id: row.id,
  device: row.device,
  since: new Date(row.createdAt).toISOString(),
  lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
  isCurrent: row.sessionId === sessionId,
});
const columns = {
  id: s.id,
  sessionId: s.sessionId,
  device: s.device,
  createdAt: s.createdAt,
  lastUsedAt: s.lastUsedAt,
};

/**
 * Stores the browser's subscription. One that it had before, also of another person, becomes this one and gets a new id, so
 * that messages which are still on their way to the other person are not shown. Null: the session has ended meanwhile.
 */
export const keepSubscription = (
  { transaction }: Database,
  { userId, sessionId }: Owner,
  { endpoint, keys }: PushSubscriptionBody,
): Promise<PushBrowser | null> =>
  transaction(async (tx) => {
    const [session] = await tx
      .select({ device: sessions.device })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, sessionId), eq(users.id, userId), isValidSession));
    if (!session) return null;
    const subscription = {
      id: randomUUID(),
      userId,
      sessionId,
      p256dh: keys.p256dh,
      auth: keys.auth,
      device: session.device,
      createdAt: clockNow,
      lastUsedAt: null,
      failures: 0,
      disabledAt: null,
    };
    const [kept] = await tx
      .insert(s)
      .values({ ...subscription, endpoint })
      .onConflictDoUpdate({ target: s.endpoint, set: subscription })
      .returning(columns);
    const surplus = tx
      .select({ id: s.id })
      .from(s)
      .where(and(eq(s.userId, userId), not(eq(s.endpoint, endpoint))))
      .orderBy(desc(s.createdAt))
      .offset(PUSH_BROWSERS_MAX - 1);
    await tx.delete(s).where(inArray(s.id, surplus));
    return kept ? toBrowser(kept, sessionId) : null;
  });

/** False: this person has no such subscription. */
export const removeSubscription = async (
  { db }: Database,
  userId: string,
  which: { readonly endpoint: string } | { readonly id: string },
): Promise<boolean> => {
  const one = "id" in which ? eq(s.id, which.id) : eq(s.endpoint, which.endpoint);
  const rows = await db
    .delete(s)
    .where(and(eq(s.userId, userId), one))
    .returning({ id: s.id });
  return rows.length > 0;
};

const hasSession = (db: Db) =>
  exists(
    db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, s.sessionId), eq(sessions.userId, s.userId), isValidSession)),
  );

/** A person's browsers that get messages, the newest first. */
export const browsersOf = async ({ db }: Database, { userId, sessionId }: Owner): Promise<PushBrowser[]> => {
  const rows = await db
    .select(columns)
    .from(s)
    .where(and(eq(s.userId, userId), isNull(s.disabledAt), hasSession(db)))
    .orderBy(desc(s.createdAt), s.id);
  return rows.map((row) => toBrowser(row, sessionId));
};

export interface Subscription extends PushTarget {
  readonly id: string;
  readonly userId: string;
}

/** The browsers of these people to which messages may be sent now. */
export const subscriptionsOf = async ({ db }: Database, userIds: readonly string[]): Promise<Subscription[]> =>
  await db
    .select({ id: s.id, userId: s.userId, endpoint: s.endpoint, p256dh: s.p256dh, auth: s.auth })
    .from(s)
    .where(and(isAnyOf(s.userId, userIds), isNull(s.disabledAt), hasSession(db)));

/** Removes some subscriptions whose session has ended. They have got nothing since. */
export const removeEndedSubscriptions = async ({ db }: Pick<Database, "db">, atMost: number): Promise<void> => {
  const ended = db
    .select({ id: s.id })
    .from(s)
    .where(not(hasSession(db)))
    .limit(atMost);
  await db.delete(s).where(inArray(s.id, ended));
};

export interface Results {
  readonly sent: readonly string[];
  readonly failed: readonly string[];
  /** The push service does not know them any more. */
  readonly gone: readonly string[];
}

/** Records what became of messages. A subscription that moved to somebody else since has another id. */
export const recordResults = async ({ transaction }: Database, { sent, failed, gone }: Results): Promise<void> => {
  if (sent.length + failed.length + gone.length === 0) return;
  const disabledAt = sql`case when ${s.failures} + 1 >= ${FAILURES_MAX}::int then ${clockNow} end`;
  await transaction(async (tx) => {
    await tx.update(s).set({ lastUsedAt: clockNow, failures: 0 }).where(isAnyOf(s.id, sent));
    await tx
      .update(s)
      .set({ failures: increased(s.failures), disabledAt })
      .where(isAnyOf(s.id, failed));
    await tx.delete(s).where(isAnyOf(s.id, gone));
  });
};
