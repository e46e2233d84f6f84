// Registers an account, replaces its verification link and verifies its e-mail address, and reads the accounts that changed
// lately.
import { and, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { type PgInsertValue, union } from "drizzle-orm/pg-core";
import type { Database, Db } from "../../platform/database/database.ts";
import { adminActions, usernameSkeletons, users, verificationTokens } from "../../platform/database/schema/accounts.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { passwordResets, sessions } from "../../platform/database/schema/sessions.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased, prepared } from "../../platform/database/statements.ts";
import { type Mail, PASSWORD_RESET_LIFE } from "../../platform/outbox/mails.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { type Account, accountColumns, hasEmail, lockAccount } from "./account.ts";
import { acceptTerms } from "./registration/new-consents.ts";

export interface NewAccount {
  readonly id: string;
  readonly username: string;
  /** The username's skeletons (accounts/usernames/username-skeletons.ts), sorted. */
  readonly skeletons: readonly string[];
  readonly email: string;
  readonly passwordHash: string;
  readonly tokenHash: string;
  readonly mail: Mail;
}

/** How long a verification link is valid (spec section 9). */
const TOKEN_LIFE = sql`interval '24 hours'`;

/** Writes a new account, and reserves its username with all names that look like it. */
export const insertUser = async (
  tx: Db,
  {
    skeletons,
    ...user
  }: Omit<PgInsertValue<typeof users>, "id" | "usernameVerdict" | "createdAt"> & Pick<NewAccount, "id" | "skeletons">,
): Promise<void> => {
  await tx.insert(users).values({ ...user, usernameVerdict: "ok", createdAt: clockNow });
  await reserveUsername(tx, user.id, skeletons);
};

/** `userId` null: for nobody. */
export const reserveUsername = async (tx: Db, userId: string | null, skeletons: readonly string[]): Promise<void> => {
  await tx.insert(usernameSkeletons).values(skeletons.map((skeleton) => ({ skeleton, userId })));
};

/**
 * Writes the account, username, verification token and the e-mail with its link. Rejects with the driver's unique
 * violation where the e-mail address, the username or a similar username is taken.
 */
export const insertAccount = ({ transaction }: Database, { mail, tokenHash, ...account }: NewAccount): Promise<void> =>
  transaction(async (tx) => {
    await insertUser(tx, account);
    await replaceToken(tx, account.id, tokenHash);
    await acceptTerms(tx, account.id);
    await queueMail(tx, { ...mail, toAddress: account.email, userId: account.id });
  });

/** Writes the account's verification token, which voids the earlier one. */
export const replaceToken = async (tx: Db, userId: string, tokenHash: string): Promise<void> => {
  const token = { tokenHash, expiresAt: sql`${clockNow} + ${TOKEN_LIFE}` };
  await tx
    .insert(verificationTokens)
    .values({ userId, ...token })
    .onConflictDoUpdate({ target: verificationTokens.userId, set: token });
};

/** Writes a link that sets the account's password and verifies its address. */
export const insertPasswordChoice = async (tx: Db, userId: string | null, tokenHash: string): Promise<void> => {
  await tx.insert(passwordResets).values({ tokenHash, userId, expiresAt: sql`${clockNow} + ${PASSWORD_RESET_LIFE}` });
};

/**
 * Writes a new token, which voids the earlier one, and its mail. An unverified account without a password was
 * registered more than once (hidden-registration.ts). It gets `again`, whose link sets a password; other accounts get
 * `mail`. Returns the mail that was written. Returns null and writes nothing for an unknown or already verified
 * address.
 */
export const replaceVerificationToken = (
  { transaction }: Database,
  email: string,
  tokenHash: string,
  { mail, again }: { mail: Mail; again: Mail },
): Promise<Mail | null> =>
  transaction(async (tx) => {
    const account = await lockAccount(tx, and(hasEmail(email), isNull(users.emailVerifiedAt)));
    if (!account) return null;
    const hasPassword = account.passwordHash !== null;
    await (hasPassword ? replaceToken : insertPasswordChoice)(tx, account.id, tokenHash);
    const mailed = hasPassword ? mail : again;
    await queueMail(tx, { ...mailed, toAddress: email, userId: account.id });
    return mailed;
  });

/**
 * Uses up the token and marks the address verified. The used token stays, expired, so that the link says that it was used.
 * Null where the link is wrong, used or expired.
 */
export const verifyEmail = ({ transaction }: Database, email: string, tokenHash: string): Promise<Account | null> =>
  transaction(async (tx) => {
    const held = await lockAccount(tx, hasEmail(email));
    if (!held) return null;
    const isTheirs = and(eq(verificationTokens.tokenHash, tokenHash), eq(verificationTokens.userId, held.id));
    const used = await tx
      .update(verificationTokens)
      // The column rounds, so that the present moment may be stored as a later one.
      .set({ expiresAt: sql`${clockNow} - interval '1 second'` })
      .where(and(isTheirs, gt(verificationTokens.expiresAt, clockNow)))
      .returning({ userId: verificationTokens.userId });
    if (used.length === 0) return null;
    const [account] = await tx
      .update(users)
      .set({
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, clock_now())`,
        revision: increased(users.revision),
      })
      .where(eq(users.id, held.id))
      .returning(accountColumns);
    return account ?? null;
  });

/** Whether the link of this account was opened before, and the address is verified. Nobody else has the token. */
export const isVerifiedByLink = async ({ db }: Database, email: string, tokenHash: string): Promise<boolean> => {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(verificationTokens, eq(verificationTokens.userId, users.id))
    .where(and(hasEmail(email), isNotNull(users.emailVerifiedAt), eq(verificationTokens.tokenHash, tokenHash)));
  return row !== undefined;
};

/**
 * The newest rows of each kind that one poll reads. The limit makes each query stop within the index, whatever the
 * planner expects.
 */
const LOOKED_AT = 500;

/**
 * The ids of accounts that were made, changed by staff, or logged out somewhere, or whose balance moved, within this many
 * seconds.
 */
const changedWithin = prepared((db) => {
  const start = sql`(select clock_now() - ${sql.placeholder("seconds")}::float8 * interval '1 second')`;
  const acted = db
    .select({ id: adminActions.userId })
    .from(adminActions)
    .where(gt(adminActions.at, start))
    .orderBy(desc(adminActions.at))
    .limit(LOOKED_AT)
    .as("acted");
  const made = db
    .select({ id: users.id })
    .from(users)
    .where(gt(users.createdAt, start))
    .orderBy(desc(users.createdAt))
    .limit(LOOKED_AT);
  const loggedOut = db
    .select({ id: sessions.userId })
    .from(sessions)
    .where(gt(sessions.revokedAt, start))
    .orderBy(desc(sessions.revokedAt))
    .limit(LOOKED_AT);
  const moved = db
    .select({ id: ledgerEntries.userId })
    .from(ledgerEntries)
    .where(gt(ledgerEntries.createdAt, start))
    .orderBy(desc(ledgerEntries.createdAt))
    .limit(LOOKED_AT);
  return union(db.select({ id: acted.id }).from(acted).where(isNotNull(acted.id)), made, loggedOut, moved).prepare(
    "changed accounts",
  );
});

export const accountsChangedWithin = async (database: Database, seconds: number): Promise<string[]> =>
  (await changedWithin(database).execute({ seconds })).flatMap(({ id }) => id ?? []);
