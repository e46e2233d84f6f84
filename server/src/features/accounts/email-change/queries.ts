// Requests, confirms and takes back a change of an e-mail address, with the mails and the record. They are in one file
// because they share the conditions on a link.
import { randomUUID } from "node:crypto";
import { and, eq, gt, gte, isNotNull, isNull, or, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { evictAfter } from "../../../platform/database/evict.ts";
import { users, verificationTokens } from "../../../platform/database/schema/accounts.ts";
import { passkeys } from "../../../platform/database/schema/passkeys.ts";
import {
  loginChallenges,
  recoveryCodes,
  totpEnrolments,
  totpFactors,
} from "../../../platform/database/schema/second-factors.ts";
import { emailChanges, passwordResets } from "../../../platform/database/schema/sessions.ts";
import { suspensions } from "../../../platform/database/schema/suspensions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { increased } from "../../../platform/database/statements.ts";
import { EMAIL_CHANGE_LIFE, type Mail } from "../../../platform/outbox/mails.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import { type Account, hasEmail, lockAccount, lockedColumns } from "../account.ts";
import { dropWaitingEmailChanges, recordByOwner, takeDeletionBack } from "../account-changes.ts";
import { insertPasswordChoice } from "../queries.ts";
import { hashOf } from "../secrets.ts";
import { endSessions } from "../sessions/queries.ts";

/**
 * `a…@people.test`: entries of the audit log never change, so they must not hold an address that its owner may have
 * deleted.
 */
const masked = (email: string): string => email.replace(/^(.).*@/u, "$1…@");

/**
 * The condition that the account is as it was when the change was requested: the same address, verified or not as then,
 * and the same token version. Otherwise the account may belong to somebody else by now, whom no mail has told of the
 * change.
 */
const isStillTheirs = and(
  eq(emailChanges.oldEmail, users.email),
  eq(emailChanges.tokenVersion, users.tokenVersion),
  sql`(${isNotNull(emailChanges.cancelHash)}) = (${isNotNull(users.emailVerifiedAt)})`,
);

/** The account's change that waits for the new address to confirm. */
export const waitingEmailChange = async (
  { db }: Database,
  userId: string,
): Promise<{ newEmail: string; expiresAt: string } | null> => {
  const { newEmail, expiresAt, changedAt } = emailChanges;
  const [row] = await db
    .select({ newEmail, expiresAt })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(and(eq(emailChanges.userId, userId), isNull(changedAt), gt(expiresAt, clockNow), isStillTheirs));
  return row ? { newEmail: row.newEmail, expiresAt: toIso(row.expiresAt) } : null;
};

export interface EmailChange {
  readonly newEmail: string;
  readonly confirmHash: string;
  /** The hash of a secret that nobody knows, for an address that belongs to another account. */
  readonly decoyHash: string;
  readonly cancelHash: string;
  /** `confirm`: the mail to a new address that has no account. `taken`: the mail to one that has an account. */
  readonly confirm: Mail;
  readonly taken: Mail;
  /** To the old address, if it is verified. */
  readonly requested: Mail;
}

/**
 * Writes the request and both mails, and drops the account's earlier request. It does the same work whether or not the
 * new address belongs to an account. Returns the mails that were written; none: `account` is outdated.
 */
export const requestEmailChange = (
  { transaction }: Database,
  account: Pick<Account, "id" | "tokenVersion">,
  { newEmail, confirmHash, decoyHash, cancelHash, confirm, taken, requested }: EmailChange,
): Promise<Mail[]> =>
  transaction(async (tx) => {
    const owner = await lockAccount(tx, eq(users.id, account.id));
    if (!owner || owner.tokenVersion !== account.tokenVersion || owner.bannedAt !== null) return [];
    const { id: userId, email: oldEmail, googleId, tokenVersion } = owner;
    const isTaken = (await tx.$count(users, hasEmail(newEmail))) > 0;
    const isVerified = owner.emailVerifiedAt !== null;
    await dropWaitingEmailChanges(tx, userId);
    await tx.insert(emailChanges).values({
      id: randomUUID(),
      userId,
      oldEmail,
      newEmail,
      googleId,
      tokenVersion,
      confirmHash: isTaken ? decoyHash : confirmHash,
      cancelHash: isVerified ? cancelHash : null,
      requestedAt: clockNow,
      expiresAt: sql`${clockNow} + ${EMAIL_CHANGE_LIFE}`,
    });
    const toNew = isTaken ? taken : confirm;
    await queueMail(tx, { ...toNew, toAddress: newEmail, userId });
    if (isVerified) await queueMail(tx, { ...requested, toAddress: oldEmail, userId });
    await recordByOwner(tx, userId, "email change requested", { to: masked(newEmail) });
    return isVerified ? [toNew, requested] : [toNew];
  });

/**
 * Uses up the link and gives the account its new address, verified. The old address gets a mail with `undoToken`.
 * Returns the account's id; null: the link is wrong, used or expired, or the account has changed since the request.
 * Rejects with the driver's unique violation where another account has the address by now.
 */
export const confirmEmailChange = (
  { transaction }: Database,
  { confirmHash, undoToken, undoHash }: { confirmHash: string; undoToken: string; undoHash: string },
): Promise<string | null> =>
  transaction(async (tx) => {
    // Waits for a transaction that is giving the account to somebody else, and then sees what it wrote.
    const [found] = await tx
      .select({ owner: lockedColumns, change: emailChanges })
      .from(users)
      .innerJoin(emailChanges, eq(emailChanges.userId, users.id))
      .where(
        and(
          eq(emailChanges.confirmHash, confirmHash),
          isNull(emailChanges.changedAt),
          gt(emailChanges.expiresAt, clockNow),
          isNull(users.bannedAt),
          isStillTheirs,
        ),
      )
      .for("no key update");
    if (!found) return null;
    const { owner, change } = found;
    const userId = owner.id;
    const { oldEmail, newEmail } = change;
    const canBeUndone = change.cancelHash !== null;
    const [changed] = await tx
      .update(emailChanges)
      .set({
        changedAt: clockNow,
        expiresAt: sql`${clockNow} + ${EMAIL_CHANGE_LIFE}`,
        undoHash: canBeUndone ? undoHash : null,
      })
      .where(eq(emailChanges.id, change.id))
      .returning({ undoUntil: emailChanges.expiresAt });
    const verified = owner.emailVerifiedAt === null ? { emailVerifiedAt: clockNow } : {};
    await tx
      .update(users)
      .set({ email: newEmail, revision: increased(users.revision), ...verified })
      .where(eq(users.id, userId));
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
    await tx.delete(verificationTokens).where(eq(verificationTokens.userId, userId));
    if (canBeUndone && changed) {
      const data = { token: undoToken, newEmail, undoUntil: toIso(changed.undoUntil) };
      await queueMail(tx, { kind: "email-changed", toAddress: oldEmail, userId, data });
    }
    const fromSha256 = hashOf(oldEmail.toLowerCase());
    await recordByOwner(tx, userId, "email changed", { from: masked(oldEmail), to: masked(newEmail), fromSha256 });
    return userId;
  });

/**
 * The outcome of a link to take a change back. "restored, still suspended": the account was suspended before, so it
 * gets no link for a new password. "suspended": the old address belongs to another account, so this account is
 * suspended instead.
 */
export type UndoneEmailChange = {
  readonly id: string;
  readonly did: "restored" | "restored, still suspended" | "suspended";
};

/**
 * Uses up the link, restores the address, voids the password, the passkeys and the sessions, and mails a link for a new
 * password to the old address, because the person who changed the address knew the password. It also takes back a
 * request to delete the account that was made after the change was requested. A suspended account stays suspended.
 * Null: nothing was used up or changed, because the link is wrong, used or expired, or the account got its present
 * address in another way than by this change and later ones.
 *
 * `canRestore` false suspends the account instead. Use it after this rejected with the driver's unique violation,
 * because another account has verified the old address by now. If the account is suspended already, the suspension
 * loses its end.
 */
export const undoEmailChange = (
  { transaction }: Database,
  { undoHash, resetToken, resetHash }: { undoHash: string; resetToken: string; resetHash: string },
  canRestore: boolean,
): Promise<UndoneEmailChange | null> =>
  transaction(async (tx) => {
    const found = await lockUndoable(tx, undoHash);
    if (!found) return null;
    const { owner, target, squatter } = found;
    const userId = owner.id;
    const wasBanned = owner.bannedAt !== null;
    const isSince = gte(emailChanges.requestedAt, target.requestedAt);
    await tx.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isSince));
    // The person who asked for the change may have asked for the deletion of the account since.
    const isKept = await takeDeletionBack(tx, userId, target.requestedAt);
    if (canRestore && squatter) await releaseAddress(tx, squatter.id);
    const before = { email: target.oldEmail, googleId: target.googleId };
    await tx
      .update(users)
      .set({
        passwordHash: null,
        tokenVersion: increased(users.tokenVersion),
        revision: increased(users.revision),
        ...(canRestore && target.changedAt !== null && before),
        ...(!canRestore && !wasBanned && { bannedAt: clockNow }),
      })
      .where(eq(users.id, userId));
    if (!canRestore) {
      const isStanding = and(eq(suspensions.userId, userId), isNull(suspensions.liftedAt));
      await tx.update(suspensions).set({ until: null }).where(isStanding);
    }
    await dropFactorsSince(tx, userId, target.requestedAt);
    await tx.delete(passkeys).where(eq(passkeys.userId, userId));
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
    await endSessions(tx, "email taken back", userId);
    if (canRestore) {
      const email = target.changedAt === null ? owner.email : target.oldEmail;
      if (!wasBanned) await insertPasswordChoice(tx, userId, resetHash);
      const data = wasBanned ? { token: "", email, isSuspended: true } : { token: resetToken, email };
      await queueMail(tx, { kind: "email-change-undone", toAddress: email, userId, data });
    }
    if (isKept) await recordByOwner(tx, userId, "deletion taken back");
    await recordByOwner(tx, userId, "email change taken back", { isSuspended: !canRestore });
    return { id: userId, did: canRestore ? (wasBanned ? "restored, still suspended" : "restored") : "suspended" };
  });

/**
 * Locks the account whose change the link takes back, and the account that somebody may have registered with the old
 * address (`squatter`) to keep it from being restored. Nobody has verified such an account. Null: the link is wrong, used
 * or expired, or the account got its present address in another way.
 */
const lockUndoable = async (tx: Db, undoHash: string) => {
  const isLink = or(eq(emailChanges.cancelHash, undoHash), eq(emailChanges.undoHash, undoHash));
  const { id, userId, oldEmail } = emailChanges;
  const [link] = await tx.select({ id, userId, oldEmail }).from(emailChanges).where(isLink);
  if (!link) return null;
  const people = await tx
    .select(lockedColumns)
    .from(users)
    .where(or(eq(users.id, link.userId), hasEmail(link.oldEmail)))
    .orderBy(users.id)
    .for("no key update");
  const owner = people.find((person) => person.id === link.userId);
  if (!owner || owner.deletedAt !== null) return null;
  const isOpen = sql<boolean>`${gt(emailChanges.expiresAt, clockNow)} and ${isLink}`;
  const rows = await tx.select({ change: emailChanges, isOpen }).from(emailChanges).where(eq(userId, owner.id));
  const row = rows.find(({ change }) => change.id === link.id);
  if (!row?.isOpen) return null;
  const target = row.change;
  // Do not compare the token version: the thief may have changed it, for example by a new password.
  const isPresent =
    target.changedAt === null
      ? target.oldEmail === owner.email
      : rows.some(
          ({ change: { changedAt, requestedAt, newEmail } }) =>
            changedAt !== null && requestedAt >= target.requestedAt && newEmail === owner.email,
        );
  if (!isPresent) return null;
  const squatter = people.find((person) => person.id !== owner.id && person.emailVerifiedAt === null);
  return { owner, target, squatter };
};

/** Suspends the account and takes its address from it. */
const releaseAddress = async (tx: Db, userId: string): Promise<void> => {
  await tx
    .update(users)
    .set({
      email: `released-${userId}@address.invalid`,
      bannedAt: clockNow,
      tokenVersion: increased(users.tokenVersion),
      revision: increased(users.revision),
    })
    .where(eq(users.id, userId));
  await endSessions(tx, "email taken back", userId);
};

/** Removes a second factor that was set up since then, which would keep the owner out. */
const dropFactorsSince = async (tx: Db, userId: string, since: number): Promise<void> => {
  const isSince = gte(totpFactors.addedAt, since);
  const dropped = await tx
    .delete(totpFactors)
    .where(and(eq(totpFactors.userId, userId), isSince))
    .returning({ userId: totpFactors.userId });
  if (dropped.length > 0) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.delete(totpEnrolments).where(eq(totpEnrolments.userId, userId));
  await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
};

/** Removes some requests that have expired, and changes that cannot be taken back any more. */
export const evictEmailChanges = evictAfter([emailChanges.id], emailChanges.expiresAt);
