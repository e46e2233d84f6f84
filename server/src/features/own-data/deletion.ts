// Asks for the deletion of an account, takes it back, and deletes the accounts whose week is over: the account, the request,
// the record and the mail change together or not at all.
import { randomUUID } from "node:crypto";
import { DELETION_WAIT_DAYS, type DeletionObstacle } from "@jara/shared/rest/own-data";
import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { deletionRequests } from "../../platform/database/schema/own-data.ts";
import { emailChanges } from "../../platform/database/schema/sessions.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { databaseNow, increased, readNow } from "../../platform/database/statements.ts";
import { keysOf, type Takes, takesOf } from "../../platform/jobs/guard-rows.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { type LockedAccount, lockAccount, lockedColumns } from "../accounts/account.ts";
import { readObstacles } from "./obstacles.ts";
import { pseudonymOf, tableRules } from "./table-rules.ts";

const WAIT_MS = DELETION_WAIT_DAYS * 24 * 60 * 60 * 1000;
const { id, userId: ofUser, requestedAt, dueAt, endedAt } = deletionRequests;
const isWaiting = isNull(endedAt);
/** A deletion changes some thirty tables, and nobody waits for it. */
const DELETED_WITHIN_MS = 30_000;

export interface Asked {
  /** The request is written, or was before. */
  readonly isWaiting: boolean;
  readonly isNew: boolean;
  readonly obstacles: readonly DeletionObstacle[];
}

/**
 * Writes the request unless an obstacle stands against it. After its commit no bid of the account is accepted: the new
 * revision makes the engine decide again, and then the engine refuses. A request that waits already stays as it is.
 * Earlier addresses of the account get a mail too, as long as a link can take the change of the address back.
 */
export const askForDeletion = ({ transaction }: Database, userId: string): Promise<Asked> =>
  transaction(async (tx) => {
    const owner = await lockAccount(tx, eq(users.id, userId));
    if (!owner) throw new Error("the account was not found");
    if (owner.closesAt !== null) return { isWaiting: true, isNew: false, obstacles: [] };
    const obstacles = await readObstacles({ db: tx }, userId);
    if (obstacles.length > 0) return { isWaiting: false, isNew: false, obstacles };

    const now = await readNow(tx);
    const due = now + WAIT_MS;
    await tx.insert(deletionRequests).values({ id: randomUUID(), userId, requestedAt: now, dueAt: due });
    await tx
      .update(users)
      .set({ closesAt: due, revision: increased(users.revision) })
      .where(eq(users.id, userId));
    const data = { dueAt: toIso(due) };
    if (owner.emailVerifiedAt !== null) {
      await queueMail(tx, { kind: "deletion-requested", toAddress: owner.email, userId, data });
    }
    for (const { oldEmail, undoUntil } of await readEarlierAddresses(tx, owner)) {
      const more = { ...data, undoUntil: toIso(undoUntil) };
      await queueMail(tx, { kind: "deletion-requested-after-change", toAddress: oldEmail, userId, data: more });
    }
    await recordAction(tx, { actorId: userId, action: "deletion requested", userId, details: {} });
    return { isWaiting: true, isNew: true, obstacles: [] };
  });

/** A thief may have changed the address. The owner of the old address can still take the change back, until `undoUntil`. */
const readEarlierAddresses = async (tx: Db, { id: ofOwner, email }: LockedAccount) => {
  const lower = sql`lower(${emailChanges.oldEmail})`;
  const canBeUndone = and(isNotNull(emailChanges.undoHash), gt(emailChanges.expiresAt, clockNow));
  return await tx
    .selectDistinctOn([lower], { oldEmail: emailChanges.oldEmail, undoUntil: emailChanges.expiresAt })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, ofOwner), canBeUndone, sql`${lower} <> lower(${email})`))
    .orderBy(lower, desc(emailChanges.expiresAt));
};

/** The account stays: its request ends, and it can bid again. */
const endRequest = async (
  tx: Db,
  requestId: string,
  person: string,
  end: Pick<typeof deletionRequests.$inferInsert, "outcome" | "reasons">,
): Promise<void> => {
  await tx
    .update(deletionRequests)
    .set({ ...end, endedAt: clockNow })
    .where(eq(id, requestId));
  await tx
    .update(users)
    .set({ closesAt: null, revision: increased(users.revision) })
    .where(eq(users.id, person));
};

/** False: no deletion waits. */
export const keepAccount = ({ transaction }: Database, userId: string): Promise<boolean> =>
  transaction(async (tx) => {
    await lockAccount(tx, eq(users.id, userId));
    const [waiting] = await tx
      .select({ id })
      .from(deletionRequests)
      .where(and(eq(ofUser, userId), isWaiting));
    if (!waiting) return false;
    await endRequest(tx, waiting.id, userId, { outcome: "taken back" });
    await recordAction(tx, { actorId: userId, action: "deletion taken back", userId, details: {} });
    return true;
  });

export const waitingDeletion = async (
  { db }: Database,
  userId: string,
): Promise<{ requestedAt: string; dueAt: string } | null> => {
  const [row] = await db
    .select({ requestedAt, dueAt })
    .from(deletionRequests)
    .where(and(eq(ofUser, userId), isWaiting));
  return row ? { requestedAt: toIso(row.requestedAt), dueAt: toIso(row.dueAt) } : null;
};

/** The people whose deletion is due. */
export const dueDeletions = (database: Database, takes: Takes): Promise<string[]> =>
  keysOf(
    database,
    sql`select ${ofUser} as key from ${deletionRequests}
      where ${isWaiting} and ${dueAt} <= clock_now() and ${takes(ofUser)} order by ${dueAt} limit 100`,
  );

export interface Ended {
  readonly userId: string;
  readonly isDeleted: boolean;
}

/**
 * Ends one request whose week is over: deletes the account, or, if something stands against it by now, lets it stay and
 * mails the reasons. Null: no request is due, or other nodes are at work on those that are.
 *
 * No bid of the account was accepted since the request, apart from those in flight at that moment. So what is read of bids
 * and debts cannot be outdated.
 */
export const endOneDeletion = ({ transaction }: Database, takes = takesOf("deletions")): Promise<Ended | null> =>
  transaction((tx) => endDue(tx, takes), { withinMs: DELETED_WITHIN_MS });

const endDue = async (tx: Db, takes: Takes): Promise<Ended | null> => {
  const [due] = await tx
    .select({ requestId: id, ...lockedColumns })
    .from(deletionRequests)
    .innerJoin(users, eq(users.id, ofUser))
    .where(and(isWaiting, lte(dueAt, databaseNow), takes(ofUser)))
    .orderBy(dueAt)
    .limit(1)
    .for("update", { of: [users, deletionRequests], skipLocked: true });
  if (!due) return null;
  const { requestId, ...owner } = due;
  const userId = owner.id;
  const reasons = await readObstacles({ db: tx }, userId);
  const isDeleted = reasons.length === 0;
  const record = (action: string) => recordAction(tx, { actorId: null, action, userId, details: {} });
  const toAddress = owner.emailVerifiedAt === null ? null : owner.email;
  if (!isDeleted) {
    await endRequest(tx, requestId, userId, { outcome: "refused", reasons });
    if (toAddress !== null) await queueMail(tx, { kind: "deletion-refused", toAddress, userId, data: { reasons } });
    await record("deletion refused");
    return { userId, isDeleted };
  }
  for (const rule of Object.values(tableRules)) if ("carryOut" in rule) await rule.carryOut(tx, owner);
  await tx.update(users).set(pseudonymOf(userId)).where(eq(users.id, userId));
  await tx.update(deletionRequests).set({ outcome: "deleted", endedAt: clockNow }).where(eq(id, requestId));
  // The mail names no account, because the account's mails are removed.
  if (toAddress !== null) await queueMail(tx, { kind: "account-deleted", toAddress, userId: null, data: {} });
  await record("account deleted");
  return { userId, isDeleted };
};
