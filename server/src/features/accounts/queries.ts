// The statements that register an account, replace its verification link and verify its e-mail address, one statement
// each, and the read of accounts that changed lately.
import { and, type Column, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Database, Db } from "../../platform/database/database.ts";
import { adminActions, usernameSkeletons, users, verificationTokens } from "../../platform/database/schema/accounts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { passwordResets, sessions } from "../../platform/database/schema/sessions.ts";
import { clockNow, constant, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { clockOf, excluded, increased, isPresent, prepared } from "../../platform/database/statements.ts";
import { type Mail, PASSWORD_RESET_LIFE } from "../../platform/outbox/mails.ts";
import { type Account, accountColumns, hasEmail } from "./account.ts";
import { acceptedTerms } from "./registration/new-consents.ts";

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

/**
 * Writes the account, username, verification token and the e-mail with its link in one statement. Rejects with the
 * driver's unique violation where the e-mail address, the username or a similar username is taken.
 */
export const insertAccount = async ({ db }: Database, { mail, skeletons, tokenHash, ...account }: NewAccount) => {
  const clock = clockOf(db);
  const now = sql`(select ${clock.at} from ${clock})`;
  const made = db.$with("made").as(db.insert(users).values({ ...account, usernameVerdict: "ok", createdAt: now }));
  // The account need not exist before this part, because foreign keys are checked when the statement ends.
  const token = db
    .$with("token")
    .as(
      db.insert(verificationTokens).values({ userId: account.id, tokenHash, expiresAt: sql`${now} + ${TOKEN_LIFE}` }),
    );
  await db
    .with(clock, made, reservedUsername(db, account.id, skeletons), token, acceptedTerms(db, account.id))
    .insert(outbox)
    .values({ ...mail, toAddress: account.email, userId: account.id, dueAt: now, createdAt: now });
};

/** Reserves a username. `userId` may be a sub-select. */
export const reservedUsername = (db: Db, userId: string | SQL, skeletons: readonly string[]) =>
  db.$with("names", {}).as(
    sql`${insertSelect(usernameSkeletons, { skeleton: sql`skeleton`, userId })}
      from json_array_elements_text(${JSON.stringify(skeletons)}::json) as given (skeleton)`,
  );

/**
 * A verification token for the account of `owner`, which starts with the word from. The token voids the earlier one.
 */
export const replacedToken = (db: Db, tokenHash: string, userId: Column, owner: SQL) =>
  db.$with("token", {}).as(
    sql`${insertSelect(verificationTokens, { userId, tokenHash, expiresAt: sql`clock_now() + ${TOKEN_LIFE}` })}
      ${owner} on conflict (${nameOf(verificationTokens.userId)}) do update set
        ${nameOf(verificationTokens.tokenHash)} = ${excluded(verificationTokens.tokenHash)},
        ${nameOf(verificationTokens.expiresAt)} = ${excluded(verificationTokens.expiresAt)}`,
  );

/**
 * The part `choice`, which inserts a link that sets an account's password and verifies its address. `owner`: the SQL
 * that selects the account; it starts with the word `from`.
 */
export const passwordChoice = (db: Db, tokenHash: string, userId: Column, owner: SQL) =>
  db.$with("choice", {}).as(
    sql`${insertSelect(passwordResets, {
      ...{ tokenHash, userId, expiresAt: sql`clock_now() + ${PASSWORD_RESET_LIFE}` },
    })} ${owner}`,
  );

/**
 * Writes a new token, which voids the earlier one, and its mail. An unverified account without a password was
 * registered more than once (hidden-registration.ts). It gets `again`, whose link sets a password; other accounts get
 * `mail`. Returns the mail that was written. Returns null and writes nothing for an unknown or already verified
 * address.
 */
export const replaceVerificationToken = async (
  { db }: Database,
  email: string,
  tokenHash: string,
  { mail, again }: { mail: Mail; again: Mail },
): Promise<Mail | null> => {
  const account = db.$with("account").as(
    db
      .select({ id: users.id, hasPassword: isPresent(users.passwordHash).as("has_password") })
      .from(users)
      .where(and(hasEmail(email), isNull(users.emailVerifiedAt)))
      .for("no key update"),
  );
  const [dueAt, createdAt] = [clockNow, clockNow];
  const kind = sql`case when ${account.hasPassword} then ${mail.kind} else ${again.kind} end`;
  const mailed = db.$with("mailed", { kind: outbox.kind }).as(
    sql`${insertSelect(outbox, { ...mail, kind, toAddress: email, userId: account.id, dueAt, createdAt })} from ${account}
      returning ${nameOf(outbox.kind)}`,
  );
  const [row] = await db
    .with(
      account,
      replacedToken(db, tokenHash, account.id, sql`from ${account} where ${account.hasPassword}`),
      passwordChoice(db, tokenHash, account.id, sql`from ${account} where not ${account.hasPassword}`),
      mailed,
    )
    .select({ kind: mailed.kind })
    .from(mailed);
  return row ? (row.kind === mail.kind ? mail : again) : null;
};

/**
 * Uses up the token and marks the address verified. The used token stays, expired, so that the link says that it was used.
 * Null where the link is wrong, used or expired.
 */
export const verifyEmail = async ({ db }: Database, email: string, tokenHash: string): Promise<Account | null> => {
  // Lock the account first, as all statements do that change its token.
  const held = db.$with("held").as(db.select({ id: users.id }).from(users).where(hasEmail(email)).for("no key update"));
  const used = db.$with("used").as(
    db
      .update(verificationTokens)
      // The column rounds, so that the present moment may be stored as a later one.
      .set({ expiresAt: sql`clock_now() - interval '1 second'` })
      .where(
        and(
          eq(verificationTokens.tokenHash, tokenHash),
          inArray(verificationTokens.userId, db.select({ id: held.id }).from(held)),
          sql`${verificationTokens.expiresAt} > clock_now()`,
        ),
      )
      .returning({ userId: verificationTokens.userId }),
  );
  const [row] = await db
    .with(held, used)
    .update(users)
    .set({
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, clock_now())`,
      revision: increased(users.revision),
    })
    .from(used)
    .where(eq(users.id, used.userId))
    .returning(accountColumns);
  return row ?? null;
};

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

/** The ids of accounts that were made, changed by staff, or logged out somewhere, within this many seconds. */
const changedWithin = prepared((db) => {
  const start = sql`(select clock_now() - ${sql.placeholder("seconds")}::float8 * interval '1 second')`;
  const acted = db
    .select({ id: adminActions.userId })
    .from(adminActions)
    .where(gt(adminActions.at, start))
    .orderBy(desc(adminActions.at))
    .limit(constant(LOOKED_AT))
    .as("acted");
  const made = db
    .select({ id: users.id })
    .from(users)
    .where(gt(users.createdAt, start))
    .orderBy(desc(users.createdAt))
    .limit(constant(LOOKED_AT));
  const loggedOut = db
    .select({ id: sessions.userId })
    .from(sessions)
    .where(gt(sessions.revokedAt, start))
    .orderBy(desc(sessions.revokedAt))
    .limit(constant(LOOKED_AT));
  return union(db.select({ id: acted.id }).from(acted).where(isNotNull(acted.id)), made, loggedOut).prepare(
    "changed accounts",
  );
});

export const accountsChangedWithin = async (database: Database, seconds: number): Promise<string[]> =>
  (await changedWithin(database).execute({ seconds })).flatMap(({ id }) => id ?? []);
