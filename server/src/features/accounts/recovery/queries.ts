// Writes links for a new password, uses them, and changes a password, with the end of the sessions, the record and the mail.
import { and, eq, gt, isNull } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { evictAfter } from "../../../platform/database/evict.ts";
import { users, verificationTokens } from "../../../platform/database/schema/accounts.ts";
import { passkeys } from "../../../platform/database/schema/passkeys.ts";
import { passwordResets } from "../../../platform/database/schema/sessions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { increased } from "../../../platform/database/statements.ts";
import type { Mail, MailKind } from "../../../platform/outbox/mails.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import {
  type Account,
  findAccountByEmail,
  hasEmail,
  type LockedAccount,
  lockAccount,
  lockedColumns,
} from "../account.ts";
import { dropWaitingEmailChanges, recordByOwner, takeDeletionBack } from "../account-changes.ts";
import { countAttempt } from "../log-in/attempt-counters.ts";
import { insertPasswordChoice } from "../queries.ts";
import { dropFactors, readHasFactor } from "../second-factor/factors.ts";
import { endSessions, keepSession } from "../sessions/queries.ts";

/** The limit of mails with a link to one address, whether or not it has an account. */
const MAILS_EACH_HOUR = 5;
const HOUR_MS = 3_600_000;

/** Names the passkeys, which still log in after the password has changed. */
const mailPasswordChanged = async (tx: Db, { id: userId, email, now }: LockedAccount): Promise<void> => {
  const left = await tx
    .select({ device: passkeys.device, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt);
  const named = left.map(({ device, createdAt }) => ({ device, addedAt: toIso(createdAt) }));
  const data = { at: toIso(now), passkeys: named };
  await queueMail(tx, { kind: "password-changed", toAddress: email, userId, data });
};

/**
 * Writes the link and its mail. It does the same for every address, except for the mail. Returns the mail that was
 * written; null: no account has the address, or its mails of the hour are used up.
 */
export const insertPasswordReset = (
  { transaction }: Database,
  { email, tokenHash, mail, notice }: PasswordReset,
): Promise<Mail | null> =>
  transaction(async (tx) => {
    const overMs = await countAttempt({ db: tx }, [{ key: `reset ${email}`, limit: MAILS_EACH_HOUR }], HOUR_MS);
    const owner = await findAccountByEmail({ db: tx }, email);
    const mayReset = owner !== null && !owner.isBanned && overMs === 0;
    await insertPasswordChoice(tx, mayReset ? owner.id : null, tokenHash);
    if (!owner || overMs > 0) return null;
    const usesGoogle = owner.googleId !== null && owner.passwordHash === null;
    const written = mayReset ? { ...mail, data: { ...mail.data, usesGoogle } } : notice;
    await queueMail(tx, { ...written, toAddress: owner.email, userId: owner.id });
    return written;
  });

type MailOf<K extends MailKind> = Extract<Mail, { kind: K }>;
interface PasswordReset {
  readonly email: string;
  readonly tokenHash: string;
  readonly mail: MailOf<"password-reset">;
  /** For a suspended account. */
  readonly notice: MailOf<"password-reset-suspended">;
}

/** The condition on a link and its account. */
const isUsable = (tokenHash: string, email: string) =>
  and(
    eq(passwordResets.tokenHash, tokenHash),
    gt(passwordResets.expiresAt, clockNow),
    hasEmail(email),
    isNull(users.bannedAt),
  );

/** The account whose password the link may set; null: the link is wrong, used or expired. */
export const findPasswordReset = async (
  { db }: Database,
  email: string,
  tokenHash: string,
): Promise<Pick<Account, "id" | "username" | "email"> | null> => {
  const [row] = await db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isUsable(tokenHash, email));
  return row ?? null;
};

/**
 * Uses up the link, sets the password and ends all sessions. It also verifies the address, because the link was mailed
 * there. If the address was not verified before, somebody else may have registered it, so the second factor is removed
 * and a request to delete the account is taken back. Only a verified account has passkeys. Returns the account's id;
 * null: the link is wrong, used or expired.
 */
export const resetPassword = (
  { transaction }: Database,
  { email, tokenHash, passwordHash }: { email: string; tokenHash: string; passwordHash: string },
): Promise<string | null> =>
  transaction(async (tx) => {
    const [owner] = await tx
      .select(lockedColumns)
      .from(users)
      .innerJoin(passwordResets, eq(passwordResets.userId, users.id))
      .where(isUsable(tokenHash, email))
      .for("no key update");
    if (!owner) return null;
    const userId = owner.id;
    const wasUnverified = owner.emailVerifiedAt === null;
    if (wasUnverified) await dropFactors(tx, userId);
    const isKept = wasUnverified && (await takeDeletionBack(tx, userId));
    await tx
      .update(users)
      .set({
        passwordHash,
        tokenVersion: increased(users.tokenVersion),
        revision: increased(users.revision),
        ...(wasUnverified && { emailVerifiedAt: clockNow }),
      })
      .where(eq(users.id, userId));
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
    await tx.delete(verificationTokens).where(eq(verificationTokens.userId, userId));
    await dropWaitingEmailChanges(tx, userId);
    await endSessions(tx, "password reset", userId);
    await mailPasswordChanged(tx, owner);
    await recordByOwner(tx, userId, "password reset");
    if (isKept) await recordByOwner(tx, userId, "deletion taken back");
    return userId;
  });

/**
 * Sets the password and ends all sessions but `sessionId`, in which the old one was proved. That is no fresh proof for an
 * account with a second factor. `account` is as it was when the old password was proved. False: the password was changed
 * meanwhile.
 */
export const changePassword = (
  { transaction }: Database,
  account: Pick<Account, "id" | "passwordHash" | "tokenVersion">,
  { sessionId, passwordHash }: { sessionId: string; passwordHash: string },
): Promise<boolean> =>
  transaction(async (tx) => {
    const userId = account.id;
    const owner = await lockAccount(tx, eq(users.id, userId));
    const isSame = owner?.passwordHash === account.passwordHash && owner.tokenVersion === account.tokenVersion;
    if (!isSame || owner.passwordHash === null || owner.bannedAt !== null) return false;
    const tokenVersion = owner.tokenVersion + 1;
    await tx
      .update(users)
      .set({ passwordHash, tokenVersion, revision: increased(users.revision) })
      .where(eq(users.id, userId));
    await keepSession(tx, { id: sessionId, userId, tokenVersion }, { isProved: !(await readHasFactor(tx, userId)) });
    await endSessions(tx, "password changed", userId, sessionId);
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
    await dropWaitingEmailChanges(tx, userId);
    await mailPasswordChanged(tx, owner);
    await recordByOwner(tx, userId, "password changed");
    return true;
  });

/** Removes some links that have expired. */
export const evictPasswordResets = evictAfter([passwordResets.tokenHash], passwordResets.expiresAt);
