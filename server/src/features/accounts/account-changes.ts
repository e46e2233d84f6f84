// Steps that several changes of an account share. Each runs within the transaction that has locked the account's row.
import { mayRestrain } from "@jara/shared/permissions";
import { and, eq, gte, isNull } from "drizzle-orm";
import type { Db } from "../../platform/database/database.ts";
import { lockPeople, mayStill } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { deletionRequests } from "../../platform/database/schema/own-data.ts";
import { emailChanges } from "../../platform/database/schema/sessions.ts";
import { clockNow } from "../../platform/database/statement-text.ts";

/**
 * Removes the changes of the e-mail address that wait, because the person who asked for one may have known the old
 * password.
 */
export const dropWaitingEmailChanges = async (tx: Db, userId: string): Promise<void> => {
  await tx.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isNull(emailChanges.changedAt)));
};

/**
 * Removes all changes of the e-mail address: those that wait, and the links that take one back. For an account whose
 * former holder must not move it to another address any more.
 */
export const dropEmailChanges = async (tx: Db, userId: string): Promise<void> => {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
};

/**
 * Takes back the request to delete the account, if one waits that was made at `since` (epoch ms) or later. For an account
 * that somebody else may have controlled then. False: none was taken back.
 */
export const takeDeletionBack = async (tx: Db, userId: string, since?: number): Promise<boolean> => {
  const isWaiting = and(eq(deletionRequests.userId, userId), isNull(deletionRequests.endedAt));
  const taken = await tx
    .update(deletionRequests)
    .set({ endedAt: clockNow, outcome: "taken back" })
    .where(and(isWaiting, since === undefined ? undefined : gte(deletionRequests.requestedAt, since)))
    .returning({ id: deletionRequests.id });
  if (taken.length === 0) return false;
  await tx.update(users).set({ closesAt: null }).where(eq(users.id, userId));
  return true;
};

/** Records what the account's owner did with it. */
export const recordByOwner = (tx: Db, userId: string, action: string, details = {}): Promise<void> =>
  recordAction(tx, { actorId: userId, action, userId, details });

/** Locks both rows. `isAllowed`: the actor may still suspend, restore and log out this user. */
export const lockForStaff = async (tx: Db, actorId: string, userId: string) => {
  const people = await lockPeople(tx, [actorId, userId]);
  const [actor, user] = [people.get(actorId), people.get(userId)];
  const isAllowed =
    mayStill(actor, "users:suspend") && actor !== undefined && (!user || mayRestrain(actor.role, user.role));
  return { isAllowed, user };
};
