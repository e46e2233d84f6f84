// Suspends an account, restores it, and lifts suspensions whose time is over: the account, its sessions, the suspension, the
// record of who did it and the mail change together or not at all.
import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { toIsoOrNull } from "../../../auction/view/to-public.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { recordAction } from "../../../platform/database/record-action.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { commands, storedOutcomes } from "../../../platform/database/schema/log.ts";
import { suspensions, suspensionVoids } from "../../../platform/database/schema/suspensions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { databaseNow, increased, isAnyOf, readNow } from "../../../platform/database/statements.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { keysOf, type Takes, takesOf } from "../../../platform/jobs/guard-rows.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import type { LockedAccount } from "../account.ts";
import { lockForStaff } from "../account-changes.ts";
import { endSessions } from "../sessions/queries.ts";

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

/** Says whether the key was used for this request or for another one. Null: for none. */
const findKnown = async (
  tx: Db,
  { actorId, commandId }: Asked,
  fingerprint: string,
): Promise<SuspensionResult | null> => {
  const isKey = and(eq(storedOutcomes.userId, actorId), eq(storedOutcomes.commandId, commandId));
  const [known] = await tx.select({ as: storedOutcomes.fingerprint }).from(storedOutcomes).where(isKey);
  if (!known) return null;
  return known.as === fingerprint ? { is: "done-before", suspensionId: null } : { is: "key-reused" };
};

const remember = async (tx: Db, { actorId, commandId }: Asked, of: string, fingerprint: string): Promise<void> => {
  const outcome = JSON.stringify({ ok: true, data: { of } });
  await tx.insert(commands).values({ userId: actorId, commandId, fingerprint, outcome, createdAt: clockNow });
};

/** Bans the account and ends its sessions. */
export const ban = async (tx: Db, userId: string): Promise<void> => {
  await tx
    .update(users)
    .set({ bannedAt: clockNow, revision: increased(users.revision), tokenVersion: increased(users.tokenVersion) })
    .where(eq(users.id, userId));
  await endSessions(tx, "suspended", userId);
};

type Person = Pick<LockedAccount, "id" | "email" | "emailVerifiedAt">;

export const mailSuspended = async (
  tx: Db,
  { id: userId, email, emailVerifiedAt }: Person,
  data: MailData["account-suspended"],
): Promise<void> => {
  if (emailVerifiedAt !== null) await queueMail(tx, { kind: "account-suspended", toAddress: email, userId, data });
};

/** Suspends the account, ends its sessions and mails the person, if their address is verified. */
export const suspend = async ({ transaction }: Database, order: Suspend): Promise<SuspensionResult> => {
  const { actorId, userId, reason, until, voidBids } = order;
  if (!isUuid(userId)) return { is: "not-found" };
  const fingerprint = `SuspendUser ${userId} ${until} ${voidBids} ${reason}`;
  return await transaction(async (tx) => {
    const { isAllowed, user } = await lockForStaff(tx, actorId, userId);
    if (!isAllowed) return { is: "not-allowed" };
    const known = await findKnown(tx, order, fingerprint);
    if (known) return known;
    if (!user) return { is: "not-found" };
    if (user.bannedAt !== null) return { is: "suspended-already" };
    const now = await readNow(tx);
    if (until !== null && until <= now) return { is: "passed" };

    await remember(tx, order, "SuspendUser", fingerprint);
    await ban(tx, userId);
    const id = randomUUID();
    // Somebody may have lifted an earlier suspension by hand.
    const isStanding = and(eq(suspensions.userId, userId), isNull(suspensions.liftedAt));
    await tx.update(suspensions).set({ liftedAt: now }).where(isStanding);
    await tx
      .insert(suspensions)
      .values({ id, userId, reason, until, by: actorId, at: now, voidBids, isListed: !voidBids });
    const untilIso = toIsoOrNull(until);
    await mailSuspended(tx, user, { reason, until: untilIso, voidsBids: voidBids });
    const details = { suspension: id, reason, until: untilIso, voidBids };
    await recordAction(tx, { actorId, action: "suspended", userId, details });
    return { is: "done", suspensionId: id };
  });
};

/** Lifts the person's suspension. Bids that are not voided yet stay valid. */
export const lift = async (
  tx: Db,
  { id: userId, email, emailVerifiedAt }: Person,
  by: string | null,
  reason: string | null,
): Promise<void> => {
  await tx
    .update(users)
    .set({ bannedAt: null, revision: increased(users.revision) })
    .where(eq(users.id, userId));
  const lifted = await tx
    .update(suspensions)
    .set({ liftedAt: clockNow, liftedBy: by, liftReason: reason, isListed: true })
    .where(and(eq(suspensions.userId, userId), isNull(suspensions.liftedAt)))
    .returning({ id: suspensions.id });
  const ids = lifted.map(({ id }) => id);
  await tx
    .update(suspensionVoids)
    .set({ doneAt: clockNow, message: "The account was restored before these bids were voided." })
    .where(and(isAnyOf(suspensionVoids.suspensionId, ids), isNull(suspensionVoids.doneAt)));
  if (emailVerifiedAt !== null) {
    await queueMail(tx, { kind: "account-restored", toAddress: email, userId, data: { reason } });
  }
  await recordAction(tx, { actorId: by, action: "restored", userId, details: { reason } });
};

/** Restores an account, including one that the command line suspended. Its sessions stay ended. */
export const restore = async ({ transaction }: Database, order: Restore): Promise<SuspensionResult> => {
  const { actorId, userId, reason } = order;
  if (!isUuid(userId)) return { is: "not-found" };
  const fingerprint = `RestoreUser ${userId} ${reason}`;
  return await transaction(async (tx) => {
    const { isAllowed, user } = await lockForStaff(tx, actorId, userId);
    if (!isAllowed) return { is: "not-allowed" };
    const known = await findKnown(tx, order, fingerprint);
    if (known) return known;
    if (!user) return { is: "not-found" };
    if (user.deletedAt !== null) return { is: "deleted" };
    if (user.bannedAt === null) return { is: "not-suspended" };
    await remember(tx, order, "RestoreUser", fingerprint);
    await lift(tx, user, actorId, reason);
    return { is: "done", suspensionId: null };
  });
};

/** Lifts some suspensions whose time is over, by the database's clock. Returns the accounts that can log in again. */
export const liftExpired = (
  { transaction }: Database,
  atMost: number,
  takes = takesOf("lifted-suspensions"),
): Promise<string[]> =>
  transaction(async (tx) => {
    // Locks both rows without waiting, so that it can never wait for a restore that waits for it.
    const due = await tx
      .select({ id: users.id, email: users.email, emailVerifiedAt: users.emailVerifiedAt })
      .from(suspensions)
      .innerJoin(users, eq(users.id, suspensions.userId))
      .where(and(isNull(suspensions.liftedAt), lte(suspensions.until, databaseNow), takes(suspensions.userId)))
      .orderBy(suspensions.until)
      .limit(atMost)
      .for("no key update", { of: [users, suspensions], skipLocked: true });
    for (const person of due) await lift(tx, person, null, null);
    return due.map(({ id }) => id);
  });

/** The people whose suspension is over. */
export const expiredSuspensions = (database: Database, atMost: number, takes: Takes): Promise<string[]> =>
  keysOf(
    database,
    sql`select ${suspensions.userId} as key from ${suspensions}
      where ${and(isNull(suspensions.liftedAt), isNotNull(suspensions.until))} and ${suspensions.until} <= clock_now()
        and ${takes(suspensions.userId)} order by ${suspensions.until} limit ${atMost}::int`,
  );
