// Sets up, replaces and removes an authenticator app and recovery codes, with the record and the mail to the owner.
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { evictAfter } from "../../../platform/database/evict.ts";
import { recordAction } from "../../../platform/database/record-action.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import {
  loginChallenges,
  recoveryCodes,
  totpEnrolments,
  totpFactors,
} from "../../../platform/database/schema/second-factors.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { excluded, increased } from "../../../platform/database/statements.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import { hasEmail, type LockedAccount, lockAccount } from "../account.ts";
import { recordByOwner } from "../account-changes.ts";
import { dropFactors, readHasFactor } from "./factors.ts";

/** An app that was not confirmed after this time must be set up again. */
const ENROLMENT_LIFE = sql`interval '30 minutes'`;

export const mailToOwner = (
  db: Db,
  { id, email, now }: Pick<LockedAccount, "id" | "email" | "now">,
  what: MailData["second-factor"]["what"],
  codesLeft: number | null = null,
): Promise<void> =>
  queueMail(db, { kind: "second-factor", toAddress: email, userId: id, data: { what, at: toIso(now), codesLeft } });

/** Locks the account, and raises its revision, so that every server reads it again. Null: `isFit` refuses it. */
const changeOwner = async (
  tx: Db,
  which: SQL,
  isFit: (owner: LockedAccount) => Promise<boolean> | boolean,
): Promise<LockedAccount | null> => {
  const owner = await lockAccount(tx, which);
  if (!owner || owner.bannedAt !== null || !(await isFit(owner))) return null;
  await tx
    .update(users)
    .set({ revision: increased(users.revision) })
    .where(eq(users.id, owner.id));
  return owner;
};

const replaceCodes = async (tx: Db, userId: string, codeHashes: readonly string[]): Promise<void> => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })));
};

/** Stores the secret of an app that is being set up. It replaces an earlier one that was not confirmed. */
export const startEnrolment = async ({ db }: Database, userId: string, secret: string): Promise<void> => {
  const expiresAt = sql`clock_now() + ${ENROLMENT_LIFE}`;
  await db
    .insert(totpEnrolments)
    .values({ userId, secret, expiresAt })
    .onConflictDoUpdate({
      target: totpEnrolments.userId,
      set: { secret: excluded(totpEnrolments.secret), expiresAt: excluded(totpEnrolments.expiresAt) },
    });
};

/** `nowMs`: the database's clock. */
interface SealedSecret {
  readonly secret: string;
  readonly nowMs: number;
}

const nowMs = sql<number>`(extract(epoch from clock_now()) * 1000)::float8`;

export const findEnrolment = async ({ db }: Database, userId: string): Promise<SealedSecret | null> => {
  const [row] = await db
    .select({ secret: totpEnrolments.secret, nowMs })
    .from(totpEnrolments)
    .where(sql`${eq(totpEnrolments.userId, userId)} and ${totpEnrolments.expiresAt} > clock_now()`);
  return row ?? null;
};

export const findTotp = async ({ db }: Database, userId: string): Promise<SealedSecret | null> => {
  const [row] = await db
    .select({ secret: totpFactors.secret, nowMs })
    .from(totpFactors)
    .where(eq(totpFactors.userId, userId));
  return row ?? null;
};

export interface StoredFactor {
  /** Epoch ms. Null: the account has no app. */
  readonly addedAt: number | null;
  readonly recoveryCodesLeft: number;
}

export const findSecondFactor = async ({ db }: Database, userId: string): Promise<StoredFactor> => {
  const codes = db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
  const [row] = await db
    .select({ addedAt: totpFactors.addedAt, recoveryCodesLeft: codes })
    .from(users)
    .leftJoin(totpFactors, eq(totpFactors.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? { addedAt: null, recoveryCodesLeft: 0 };
};

/**
 * Makes the app that is being set up the account's second factor, with new recovery codes. `step` is that of the code
 * that confirmed it, which is thereby used. Proofs that other sessions gave without this factor are void. False: the
 * set-up expired, or was started again meanwhile.
 */
export const confirmEnrolment = (
  { transaction }: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
  { secret, step, codeHashes }: { secret: string; step: number; codeHashes: readonly string[] },
): Promise<boolean> =>
  transaction(async (tx) => {
    const isConfirmed = and(
      eq(totpEnrolments.userId, userId),
      eq(totpEnrolments.secret, secret),
      gt(totpEnrolments.expiresAt, clockNow),
    );
    const owner = await changeOwner(tx, eq(users.id, userId), async () => {
      const enrolled = await tx.delete(totpEnrolments).where(isConfirmed).returning({ userId: totpEnrolments.userId });
      return enrolled.length > 0;
    });
    if (!owner) return false;
    const app = { secret, lastStep: step, addedAt: clockNow };
    await tx
      .insert(totpFactors)
      .values({ userId, ...app })
      .onConflictDoUpdate({ target: totpFactors.userId, set: app });
    await replaceCodes(tx, userId, codeHashes);
    await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
    await tx
      .update(sessions)
      .set({ provedAt: sql`case when ${eq(sessions.id, sessionId)} then ${clockNow} end` })
      .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
    await mailToOwner(tx, owner, "added");
    await recordByOwner(tx, userId, "second factor added");
    return true;
  });

/** Replaces the recovery codes. False: the account has no second factor. */
export const replaceRecoveryCodes = (
  { transaction }: Database,
  userId: string,
  codeHashes: readonly string[],
): Promise<boolean> =>
  transaction(async (tx) => {
    const owner = await changeOwner(tx, eq(users.id, userId), () => readHasFactor(tx, userId));
    if (!owner) return false;
    await replaceCodes(tx, userId, codeHashes);
    await mailToOwner(tx, owner, "codes");
    await recordByOwner(tx, userId, "recovery codes replaced");
    return true;
  });

/**
 * Removes the app and the recovery codes. `isRequired`: its role needs a second factor, so they stay. False: the
 * account has none, or must keep it.
 */
export const removeFactor = ({ transaction }: Database, userId: string, isRequired: boolean): Promise<boolean> =>
  transaction(async (tx) => {
    const owner = await changeOwner(tx, eq(users.id, userId), async ({ role }) => {
      const mayGo = !isRequired || role === "user";
      return mayGo && (await readHasFactor(tx, userId));
    });
    if (!owner) return false;
    await dropFactors(tx, userId);
    await mailToOwner(tx, owner, "removed");
    await recordByOwner(tx, userId, "second factor removed");
    return true;
  });

/** Removes them for the command line, whatever the account. False: no account of this address has a second factor. */
export const removeFactorOf = ({ transaction }: Database, email: string): Promise<boolean> =>
  transaction(async (tx) => {
    const owner = await changeOwner(tx, hasEmail(email), ({ id }) => readHasFactor(tx, id));
    if (!owner) return false;
    await dropFactors(tx, owner.id);
    await mailToOwner(tx, owner, "removed");
    const details = { by: "the command line" };
    await recordAction(tx, { actorId: null, action: "second factor removed", userId: owner.id, details });
    return true;
  });

/** Mails the owner that somebody tries codes. */
export const mailOwnerOfGuesses = async ({ db }: Database, userId: string): Promise<void> => {
  const [owner] = await db
    .select({ id: users.id, email: users.email, now: nowMs })
    .from(users)
    .where(eq(users.id, userId));
  if (owner) await mailToOwner(db, owner, "guessed");
};

/** Removes some set-ups and log-ins that have expired. */
export const evictExpiredFactors = async (database: Database, atMost: number): Promise<void> => {
  await evictAfter([totpEnrolments.userId], totpEnrolments.expiresAt)(database, atMost);
  await evictAfter([loginChallenges.tokenHash], loginChallenges.expiresAt)(database, atMost);
};
