// Suspends an account, restores it, and lifts suspensions whose time is over. Each is one statement: the account, its
// sessions, the suspension, the record of who did it and the mail change together or not at all. They are SQL, because
// Drizzle's builder cannot insert what another part returns into some of a table's columns.
import { randomUUID } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { adminActions, users } from "../../../platform/database/schema/accounts.ts";
import { commands, storedOutcomes } from "../../../platform/database/schema/log.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { suspensions, suspensionVoids } from "../../../platform/database/schema/suspensions.ts";
import { clockAt, clockPart, insertSelect, isoOf, nameOf } from "../../../platform/database/statement-text.ts";
import { databaseNow } from "../../../platform/database/statements.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { keysOf, type Takes, takesOf } from "../../../platform/jobs/guard-rows.ts";
import { heldByStaff } from "../owner-parts.ts";
import { endedSessions } from "../sessions/queries.ts";

interface Asked {
  readonly actorId: string;
  readonly userId: string;
  /** The same key again does nothing. The same key with another request is refused. */
  readonly commandId: string;
}

export interface Suspend extends Asked {
  readonly reason: string;
  /** Epoch ms. Null: until somebody of the staff lifts it. */
  readonly until: number | null;
  readonly voidBids: boolean;
}

export interface Restore extends Asked {
  /** Empty if none was given. */
  readonly reason: string;
}

export type SuspensionResult =
  /** `suspensionId`: null after a restore, and if the key was used for a suspension that is no longer in force. */
  | { readonly is: "done" | "done-before"; readonly suspensionId: string | null }
  | {
      readonly is:
        | "not-found"
        | "not-allowed"
        | "key-reused"
        | "suspended-already"
        | "not-suspended"
        | "deleted"
        | "passed";
    };

/** Parts that lock both accounts, and read the actor, if they may still do this, and what the key was used for. */
const asked = ({ actorId, userId, commandId }: Asked): SQL => sql`
    ${clockPart},
    ${heldByStaff(actorId, userId)},
    target as (select held.* from held, actor where held.id = ${userId}),
    known as (
      select ${storedOutcomes.fingerprint} as fingerprint from ${storedOutcomes}
      where ${and(eq(storedOutcomes.userId, actorId), eq(storedOutcomes.commandId, commandId))}
    )`;

/** The key, marked as used. Follows `allowed (id)`. */
const remembered = ({ actorId, commandId }: Asked, of: string, fingerprint: string): SQL => sql`
    remembered as (
      ${insertSelect(commands, {
        ...{ userId: actorId, commandId, fingerprint, outcome: JSON.stringify({ ok: true, data: { of } }) },
        createdAt: clockAt,
      })} from allowed, clock on conflict do nothing returning ${nameOf(commands.commandId)}
    )`;

interface Row extends Record<string, unknown> {
  readonly isAllowed: boolean;
  readonly isFound: boolean;
  readonly isBanned: boolean | null;
  readonly isDeleted: boolean;
  readonly knownAs: string | null;
  readonly isPossible: boolean;
  readonly isNew: boolean;
}

const result = sql`select exists (select from actor) as "isAllowed", exists (select from target) as "isFound",
    (select banned_at is not null from target) as "isBanned",
    coalesce((select deleted_at is not null from target), false) as "isDeleted", (select fingerprint from known) as "knownAs",
    exists (select from allowed) as "isPossible", exists (select from remembered) as "isNew"`;

/** Suspends the account, ends its sessions and mails the person, if their address is verified. */
export const suspend = async ({ db }: Database, order: Suspend): Promise<SuspensionResult> => {
  const { actorId, userId, reason, until, voidBids } = order;
  if (!isUuid(userId)) return { is: "not-found" };
  const fingerprint = `SuspendUser ${userId} ${until} ${voidBids} ${reason}`;
  const id = randomUUID();
  const untilAt = sql`${sql.param(until, suspensions.until)}::timestamptz`;
  for (;;) {
    const [row] = await db.execute<Row>(sql`
    with ${asked(order)},
    allowed as (
      select target.* from target, clock where target.banned_at is null and not exists (select from known)
        and (${untilAt} is null or ${untilAt} > clock.at)
    ),
    ${remembered(order, "SuspendUser", fingerprint)},
    suspended as (
      update ${users} set ${nameOf(users.bannedAt)} = clock.at, ${nameOf(users.revision)} = ${users.revision} + 1,
        ${nameOf(users.tokenVersion)} = ${users.tokenVersion} + 1
      from allowed, clock where ${users.id} = allowed.id and exists (select from remembered)
      returning ${users.id} as id
    ),
    -- Somebody may have lifted an earlier suspension by hand.
    closed as (
      update ${suspensions} set ${nameOf(suspensions.liftedAt)} = clock.at from suspended, clock
      where ${suspensions.userId} = suspended.id and ${isNull(suspensions.liftedAt)} returning ${suspensions.id} as id
    ),
    made as (
      ${insertSelect(suspensions, {
        ...{ id, userId: sql`suspended.id`, reason, until: untilAt, by: actorId, at: clockAt },
        ...{ voidBids, isListed: !voidBids },
      })} from suspended, clock where (select count(*) from closed) >= 0
    ),
    ended as (${endedSessions("suspended", sql`select id from suspended`)}),
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: randomUUID(), actorId, action: "suspended", userId: sql`suspended.id`, at: clockAt },
        details: sql`json_build_object('suspension', ${id}::text, 'reason', ${reason}::text,
          'until', ${isoOf(untilAt)}, 'voidBids', ${voidBids}::boolean)`,
      })} from suspended, clock
    ),
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: randomUUID(), kind: "account-suspended", toAddress: sql`allowed.email`, userId: sql`allowed.id` },
        data: sql`json_build_object('reason', ${reason}::text, 'until', ${isoOf(untilAt)},
          'voidsBids', ${voidBids}::boolean)`,
        ...{ dueAt: clockAt, createdAt: clockAt },
      })} from allowed join suspended on suspended.id = allowed.id, clock where allowed.email_verified_at is not null
    )
    ${result}`);
    if (!row?.isAllowed) return { is: "not-allowed" };
    if (row.knownAs !== null) {
      return row.knownAs === fingerprint ? { is: "done-before", suspensionId: null } : { is: "key-reused" };
    }
    if (!row.isFound) return { is: "not-found" };
    if (row.isBanned) return { is: "suspended-already" };
    if (!row.isPossible) return { is: "passed" };
    if (row.isNew) return { is: "done", suspensionId: id };
    // Another call with the same key was carried out while this one waited for the row locks. The next try finds it.
  }
};

/**
 * The parts that lift the suspensions of the accounts in `restored (id, email, email_verified_at)`. Bids that are not
 * voided yet stay valid.
 */
export const lifted = (by: string | null, reason: string | null): SQL => sql`
    lifted as (
      update ${suspensions} set ${nameOf(suspensions.liftedAt)} = clock.at, ${nameOf(suspensions.liftedBy)} = ${by},
        ${nameOf(suspensions.liftReason)} = ${reason}, ${nameOf(suspensions.isListed)} = true
      from restored, clock where ${suspensions.userId} = restored.id and ${isNull(suspensions.liftedAt)}
      returning ${suspensions.id} as id
    ),
    spared as (
      update ${suspensionVoids} set ${nameOf(suspensionVoids.doneAt)} = clock.at,
        ${nameOf(suspensionVoids.message)} = 'The account was restored before these bids were voided.'
      from lifted, clock where ${suspensionVoids.suspensionId} = lifted.id and ${isNull(suspensionVoids.doneAt)}
    ),
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: sql`gen_random_uuid()`, actorId: by, action: "restored", userId: sql`restored.id`, at: clockAt },
        details: sql`json_build_object('reason', ${reason}::text)`,
      })} from restored, clock
    ),
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: sql`gen_random_uuid()`, kind: "account-restored", toAddress: sql`restored.email` },
        ...{ userId: sql`restored.id`, data: sql`json_build_object('reason', ${reason}::text)` },
        ...{ dueAt: clockAt, createdAt: clockAt },
      })} from restored, clock where restored.email_verified_at is not null
    )`;

/** Restores an account, including one that the command line suspended. Its sessions stay ended. */
export const restore = async ({ db }: Database, order: Restore): Promise<SuspensionResult> => {
  const { actorId, userId, reason } = order;
  if (!isUuid(userId)) return { is: "not-found" };
  const fingerprint = `RestoreUser ${userId} ${reason}`;
  for (;;) {
    const [row] = await db.execute<Row>(sql`
    with ${asked(order)},
    allowed as (select target.* from target where banned_at is not null and deleted_at is null
      and not exists (select from known)),
    ${remembered(order, "RestoreUser", fingerprint)},
    restored as (
      update ${users} set ${nameOf(users.bannedAt)} = null, ${nameOf(users.revision)} = ${users.revision} + 1
      from allowed where ${users.id} = allowed.id and exists (select from remembered)
      returning ${users.id} as id, ${users.email} as email, ${users.emailVerifiedAt} as email_verified_at
    ),
    ${lifted(actorId, reason)}
    ${result}`);
    if (!row?.isAllowed) return { is: "not-allowed" };
    if (row.knownAs !== null) {
      return row.knownAs === fingerprint ? { is: "done-before", suspensionId: null } : { is: "key-reused" };
    }
    if (!row.isFound) return { is: "not-found" };
    if (row.isDeleted) return { is: "deleted" };
    if (!row.isBanned) return { is: "not-suspended" };
    if (row.isNew) return { is: "done", suspensionId: null };
  }
};

/** Lifts some suspensions whose time is over, by the database's clock. Returns the accounts that can log in again. */
export const liftExpired = async (
  { db }: Database,
  atMost: number,
  takes = takesOf("lifted-suspensions"),
): Promise<string[]> => {
  const rows = await db.execute<{ id: string }>(sql`
    with ${clockPart},
    -- Locks both rows without waiting, so that it can never wait for a restore that waits for it.
    due as (
      select ${suspensions.userId} as user_id from ${suspensions} join ${users} on ${users.id} = ${suspensions.userId}
      where ${and(isNull(suspensions.liftedAt), isNotNull(suspensions.until))}
        and not ${gt(suspensions.until, databaseNow)} and ${takes(suspensions.userId)}
      order by ${suspensions.until} limit ${atMost} for no key update of ${users}, ${suspensions} skip locked
    ),
    restored as (
      update ${users} set ${nameOf(users.bannedAt)} = null, ${nameOf(users.revision)} = ${users.revision} + 1
      from due where ${users.id} = due.user_id
      returning ${users.id} as id, ${users.email} as email, ${users.emailVerifiedAt} as email_verified_at
    ),
    ${lifted(null, null)}
    select id from restored`);
  return rows.map(({ id }) => id);
};

/** The people whose suspension is over. */
export const expiredSuspensions = (database: Database, atMost: number, takes: Takes): Promise<string[]> =>
  keysOf(
    database,
    sql`select ${suspensions.userId} as key from ${suspensions}
      where ${and(isNull(suspensions.liftedAt), isNotNull(suspensions.until))} and ${suspensions.until} <= clock_now()
        and ${takes(suspensions.userId)} order by ${suspensions.until} limit ${atMost}::int`,
  );
