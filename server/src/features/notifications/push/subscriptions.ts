// The browsers that get push messages. A subscription belongs to the session that made it, so that it ends with the log-out
// and never shows one person's messages to the next person of a shared phone.
import { randomUUID } from "node:crypto";
import { PUSH_BROWSERS_MAX, type PushBrowser, type PushSubscriptionBody } from "@jara/shared/rest/push";
import { and, desc, eq, exists, inArray, isNull, not, sql } from "drizzle-orm";
import type { Database, Db } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { pushSubscriptions } from "../../../platform/database/schema/notifications.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import { clockNow, insertSelect, nameOf } from "../../../platform/database/statement-text.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
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
  ...{ _id: row.id, device: row.device, since: new Date(row.createdAt).toISOString() },
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
export const keepSubscription = async (
  { db }: Database,
  { userId, sessionId }: Owner,
  { endpoint, keys }: PushSubscriptionBody,
): Promise<PushBrowser | null> => {
  const cells = {
    ...{ id: randomUUID(), userId: sql`${users.id}`, sessionId: sql`${sessions.id}`, endpoint },
    ...{ p256dh: keys.p256dh, auth: keys.auth, device: sql`${sessions.device}`, createdAt: clockNow },
    ...{ lastUsedAt: null, failures: 0, disabledAt: null },
  };
  const replaced = Object.keys(cells)
    .filter((cell) => cell !== "endpoint")
    .map((cell) => nameOf(s[cell as keyof typeof cells]));
  const surplus = db
    .select({ id: s.id })
    .from(s)
    .where(and(eq(s.userId, userId), not(eq(s.endpoint, endpoint))))
    .orderBy(desc(s.createdAt))
    .offset(PUSH_BROWSERS_MAX - 1);
  // SQL, because Drizzle's builder cannot insert what a select returns into some of a table's columns.
  const [row] = await db.execute<{ id: string; device: string; ms: number }>(sql`
    with kept as (
      ${insertSelect(s, cells)} from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
      where ${and(eq(sessions.id, sessionId), eq(users.id, userId), isValidSession)}
      on conflict (${nameOf(s.endpoint)}) do update set
        ${sql.join(
          replaced.map((name) => sql`${name} = excluded.${name}`),
          sql`, `,
        )}
      returning ${s.id} as id, ${s.device} as device, (extract(epoch from ${s.createdAt}) * 1000)::float8 as ms
    ),
    removed as (delete from ${s} where ${inArray(s.id, surplus)} and exists (select from kept))
    select id, device, ms from kept`);
  return row ? toBrowser({ ...row, sessionId, createdAt: row.ms, lastUsedAt: null }, sessionId) : null;
};

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
export const recordResults = async ({ db }: Database, { sent, failed, gone }: Results): Promise<void> => {
  if (sent.length + failed.length + gone.length === 0) return;
  const worked = db
    .$with("worked")
    .as(db.update(s).set({ lastUsedAt: clockNow, failures: 0 }).where(isAnyOf(s.id, sent)).returning({ id: s.id }));
  const disabledAt = sql`case when ${s.failures} + 1 >= ${FAILURES_MAX}::int then ${clockNow} end`;
  const refused = db.$with("refused").as(
    db
      .update(s)
      .set({ failures: sql`${s.failures} + 1`, disabledAt })
      .where(isAnyOf(s.id, failed))
      .returning({ id: s.id }),
  );
  await db.with(worked, refused).delete(s).where(isAnyOf(s.id, gone));
};
