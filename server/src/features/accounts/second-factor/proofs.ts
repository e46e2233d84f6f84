// Accepts a proof (a code of the app, a recovery code, a password or a Google sign-in), and keeps the log-ins that wait
// for a second factor. A code is accepted once, whichever servers get it at the same time, because the account's row is
// locked while the code is used up.
import { and, eq, gt, isNull, lt, not, sql } from "drizzle-orm";
import type { Database, Db } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { loginChallenges, recoveryCodes, totpFactors } from "../../../platform/database/schema/second-factors.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { type Account, type LockedAccount, lockAccount } from "../account.ts";
import { hasFactor } from "./factors.ts";
import { mailToOwner } from "./queries.ts";

/** A log-in waits this long for its second factor. */
const CHALLENGE_LIFE = sql`interval '5 minutes'`;
const TRIES = 10;

const isValid = and(gt(loginChallenges.triesLeft, 0), sql`${loginChallenges.expiresAt} > clock_now()`);

/**
 * False: the account has no second factor, was suspended, or was logged out everywhere since `account` was read. If one of
 * these comes later, the challenge is void, because `tryChallenge` and `acceptForLogIn` look again.
 */
export const insertChallenge = async (
  { db }: Database,
  { id: userId, tokenVersion }: Pick<Account, "id" | "tokenVersion">,
  tokenHash: string,
): Promise<boolean> => {
  const [owner] = await db
    .select({ hasFactor })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.tokenVersion, tokenVersion), isNull(users.bannedAt)));
  if (!owner?.hasFactor) return false;
  const expiresAt = sql`${clockNow} + ${CHALLENGE_LIFE}`;
  await db.insert(loginChallenges).values({ tokenHash, userId, tokenVersion, triesLeft: TRIES, expiresAt });
  return true;
};

/** Uses up one of the challenge's tries. Null: it is unknown, used, expired, or its account changed meanwhile. */
export const tryChallenge = async (
  { db }: Database,
  tokenHash: string,
): Promise<{ userId: string; tokenVersion: number } | null> => {
  const [row] = await db
    .update(loginChallenges)
    .set({ triesLeft: sql`${loginChallenges.triesLeft} - 1` })
    .from(users)
    .where(
      and(
        eq(loginChallenges.tokenHash, tokenHash),
        isValid,
        eq(users.id, loginChallenges.userId),
        eq(users.tokenVersion, loginChallenges.tokenVersion),
        isNull(users.bannedAt),
      ),
    )
    .returning({ userId: users.id, tokenVersion: users.tokenVersion });
  return row ?? null;
};

/** A code that was found right. Accepting it decides whether it is still unused. */
export type RightCode =
  /** `secret`: the app's, as it is stored. */
  | { readonly kind: "totp"; readonly secret: string; readonly step: number }
  | { readonly kind: "recovery"; readonly codeHash: string };

/** Uses the code up. False: it was used before. */
const useCode = async (tx: Db, owner: LockedAccount, code: RightCode): Promise<boolean> => {
  if (code.kind === "totp") {
    const isTheApp = and(eq(totpFactors.userId, owner.id), eq(totpFactors.secret, code.secret));
    const used = await tx
      .update(totpFactors)
      .set({ lastStep: code.step })
      .where(and(isTheApp, lt(totpFactors.lastStep, code.step)))
      .returning({ userId: totpFactors.userId });
    return used.length > 0;
  }
  const isOwners = eq(recoveryCodes.userId, owner.id);
  const used = await tx
    .delete(recoveryCodes)
    .where(and(isOwners, eq(recoveryCodes.codeHash, code.codeHash)))
    .returning({ userId: recoveryCodes.userId });
  if (used.length === 0) return false;
  await mailToOwner(tx, owner, "recovery-code-used", await tx.$count(recoveryCodes, isOwners));
  return true;
};

/** Uses up the code and the challenge, both or neither. False: one of them was used meanwhile. */
export const acceptForLogIn = (
  { transaction }: Database,
  { userId, tokenHash }: { userId: string; tokenHash: string },
  code: RightCode,
): Promise<boolean> =>
  transaction(async (tx) => {
    // Two codes for one challenge wait for each other here.
    const owner = await lockAccount(tx, eq(users.id, userId));
    const isTheirs = and(eq(loginChallenges.tokenHash, tokenHash), eq(loginChallenges.userId, userId));
    const [waiting] = await tx
      .select({ userId: loginChallenges.userId })
      .from(loginChallenges)
      .where(and(isTheirs, gt(loginChallenges.expiresAt, clockNow)));
    if (!owner || !waiting || !(await useCode(tx, owner, code))) return false;
    await tx.delete(loginChallenges).where(isTheirs);
    return true;
  });

interface ProvedSession {
  readonly sessionId: string;
  readonly userId: string;
}

/** Uses up the code and notes the proof in the session. Epoch ms; null: the code was used meanwhile. */
export const acceptForSession = (
  { transaction }: Database,
  { sessionId, userId }: ProvedSession,
  code: RightCode,
): Promise<number | null> =>
  transaction(async (tx) => {
    const owner = await lockAccount(tx, eq(users.id, userId));
    const isOpen = and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt));
    const [open] = await tx.select({ id: sessions.id }).from(sessions).where(isOpen).for("no key update");
    if (!owner || !open || !(await useCode(tx, owner, code))) return null;
    const [proved] = await tx
      .update(sessions)
      .set({ provedAt: clockNow })
      .where(isOpen)
      .returning({ at: sessions.provedAt });
    return proved?.at ?? null;
  });

/**
 * Notes in the session that the password or the Google account was proved. Epoch ms; null: the account got a second
 * factor, another password or another Google account meanwhile.
 */
export const proveWithoutFactor = async (
  { db }: Database,
  { sessionId, userId }: ProvedSession,
  by: Partial<Pick<Account, "passwordHash" | "googleId">>,
): Promise<number | null> => {
  const isSame = and(
    by.passwordHash ? eq(users.passwordHash, by.passwordHash) : undefined,
    by.googleId ? eq(users.googleId, by.googleId) : undefined,
  );
  const [row] = await db
    .update(sessions)
    .set({ provedAt: clockNow })
    .from(users)
    .where(
      and(
        eq(sessions.id, sessionId),
        isNull(sessions.revokedAt),
        eq(users.id, userId),
        eq(sessions.userId, users.id),
        isSame,
        not(hasFactor),
      ),
    )
    .returning({ provedAt: sessions.provedAt });
  return row?.provedAt ?? null;
};
