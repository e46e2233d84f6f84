// The notifications whose push message is due: takes them, reads what to send, and records what became of them. Each write
// is one statement.
import { notificationKinds } from "@jara/shared/notification-kinds";
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { notifications } from "../../../platform/database/schema/notifications.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { databaseNow, increased, isAnyOf } from "../../../platform/database/statements.ts";
import { type Takes, takesOf } from "../../../platform/jobs/guard-rows.ts";
import { kindOfAbout } from "../../../platform/notifications/about.ts";
import { isAskedFor } from "../../../platform/notifications/asked-for.ts";
import { heldUntil, isUrgent, wants } from "../../../platform/notifications/choices.ts";
import { type InboxRow, selectInbox } from "../queries.ts";

const n = notifications;

/**
 * Seconds until the next try after the first, second, … attempt. Until then a taken notification belongs to the worker that
 * took it.
 */
const RETRY_AFTER_S = [60, 120, 600, 1800];
export const MAX_ATTEMPTS = RETRY_AFTER_S.length + 1;
export const TAKEN_FOR_MS = 60_000;
/**
 * If an event merged into a notification while it was being sent, the event is pushed this many seconds later, like any
 * merge.
 */
const AGAIN_AFTER = sql`interval '30 seconds'`;
/**
 * How long a due message about an event that this version does not know is left to a node of a newer version. After
 * that the node assumes that no such node runs any more.
 */
const LEFT_TO_NEWER_FOR = sql`interval '1 hour'`;

export interface TakenPush {
  readonly id: string;
  /** Including this attempt. */
  readonly attempts: number;
  /** The subscriptions that have got this message at an earlier attempt. */
  readonly pushedTo: readonly string[];
}

const isForThisVersion = or(
  and(isAnyOf(n.about, Object.keys(kindOfAbout)), isAnyOf(n.kind, notificationKinds)),
  lte(n.pushDueAt, sql`${databaseNow} - ${LEFT_TO_NEWER_FOR}`),
);

/**
 * Takes up to `limit` due notifications. Only one node gets each. If that node crashes, another one gets it later.
 * Leaves events that this version does not know to newer nodes, for an hour.
 */
/** The notifications whose push messages are due, the first ones. */
export const duePushes = async ({ db }: Database, limit: number, takes: Takes): Promise<string[]> =>
  (
    await db
      .select({ id: n.id })
      .from(n)
      .where(and(lte(n.pushDueAt, databaseNow), takes(n.id)))
      .orderBy(n.pushDueAt)
      .limit(limit)
  ).map(({ id }) => id);

export const takeDuePushes = async (
  { db }: Database,
  limit: number,
  takes = takesOf("push-messages"),
): Promise<TakenPush[]> => {
  const due = db.$with("due").as(
    db
      .select({ id: n.id })
      .from(n)
      .where(and(lte(n.pushDueAt, databaseNow), isForThisVersion, takes(n.id)))
      .orderBy(n.pushDueAt)
      .limit(limit)
      .for("update", { skipLocked: true }),
  );
  const pushAttempts = increased(n.pushAttempts);
  const waits = sql.raw(`(array[${RETRY_AFTER_S.join(", ")}])`);
  return await db
    .with(due)
    .update(n)
    .set({
      pushAttempts,
      pushDueAt: sql`${clockNow} + interval '1 second' * ${waits}[least(${pushAttempts}, ${RETRY_AFTER_S.length}::int)]`,
      // A newer event has attempt 0, so every browser gets it.
      pushedTo: sql`case when ${n.pushAttempts} = 0 then '{}' else ${n.pushedTo} end`,
    })
    .from(due)
    .where(eq(n.id, due.id))
    .returning({ id: n.id, attempts: n.pushAttempts, pushedTo: n.pushedTo });
};

export interface DuePush extends InboxRow {
  readonly mergeKey: string | null;
  /** Unread, wanted as a push message, of an account that is in use. */
  readonly isWanted: boolean;
  readonly isUrgent: boolean;
  /** The end of the person's quiet hours, epoch ms; null: they do not hold the message back. */
  readonly heldUntil: number | null;
}

export const readPushes = async ({ db }: Database, ids: readonly string[]): Promise<DuePush[]> => {
  const [userId, kind] = [sql`${n.userId}`, sql`${n.kind}`];
  const subject = { about: sql`${n.about}`, userId, auctionId: sql`${n.auctionId}`, data: sql`${n.data}` };
  const [rows, choices] = await Promise.all([
    selectInbox(db).where(isAnyOf(n.id, ids)),
    db
      .select({
        id: n.id,
        mergeKey: n.mergeKey,
        isUrgent: isUrgent(kind),
        isWanted: sql<boolean>`${and(isNull(n.readAt), isNull(users.bannedAt))} and ${wants("push", userId, kind)}
          and (${kind} <> 'staff' or ${users.role} <> 'user') and ${isAskedFor(subject)}`,
        heldUntil: heldUntil(subject, kind, clockNow),
      })
      .from(n)
      .innerJoin(users, eq(users.id, n.userId))
      .where(isAnyOf(n.id, ids)),
  ]);
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return rows.flatMap((row) => {
    const choice = byId.get(row.id);
    return choice ? [{ ...row, ...choice }] : [];
  });
};

/** The result for a taken notification. */
export type PushFate =
  /** Nothing is left to do: sent, given up, or not worth sending. */
  | { readonly kind: "done"; readonly sentTo: readonly string[] }
  /** Some browsers get it later. */
  | { readonly kind: "later"; readonly sentTo: readonly string[]; readonly afterS: number }
  /** The person has quiet hours. */
  | { readonly kind: "quiet"; readonly until: number };

/**
 * Records a fate. If a newer event merged into the notification meanwhile, that event's message stays due, but not at once
 * after this one.
 */
export const recordPushFate = async (
  { db }: Database,
  { id, attempts }: Pick<TakenPush, "id" | "attempts">,
  fate: PushFate,
): Promise<void> => {
  const sentTo = fate.kind === "quiet" ? [] : fate.sentTo;
  const isSame = sql`${n.pushAttempts} = ${attempts}::int`;
  const dueAt =
    fate.kind === "done"
      ? sql`null::timestamptz`
      : fate.kind === "quiet"
        ? sql`to_timestamp(${fate.until}::float8 / 1000)`
        : sql`greatest(${n.pushDueAt}, ${clockNow} + interval '1 second' * ${fate.afterS}::float8)`;
  const later = sql`case when ${n.pushDueAt} is not null then greatest(${n.pushDueAt}, ${clockNow} + ${AGAIN_AFTER}) end`;
  await db
    .update(n)
    .set({
      pushDueAt: sql`case when ${isSame} then ${dueAt} ${sentTo.length > 0 ? sql`else ${later}` : sql`else ${n.pushDueAt}`} end`,
      // A delay by quiet hours does not count as an attempt.
      pushAttempts: fate.kind === "quiet" ? sql`case when ${isSame} then 0 else ${n.pushAttempts} end` : n.pushAttempts,
      ...(sentTo.length > 0 && {
        pushedAt: clockNow,
        pushedTo: sql`case when ${isSame} then ${n.pushedTo} || ${arrayLiteral(sentTo)}::uuid[] else ${n.pushedTo} end`,
      }),
    })
    .where(eq(n.id, id));
};
