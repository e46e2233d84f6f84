// The statements that find, link and make accounts which sign in with Google, one statement each.
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users, verificationTokens } from "../../../platform/database/schema/accounts.ts";
import { clockOf } from "../../../platform/database/statements.ts";
import { type Account, accountColumns, hasEmail, selectAccounts } from "../account.ts";
import { closesAtUnlessKept, deletionTakenBack, emailChangesDropped } from "../owner-parts.ts";
import { reservedUsername } from "../queries.ts";
import { acceptedTerms } from "../registration/new-consents.ts";
import { droppedFactorsIn } from "../second-factor/factors.ts";
import { endedSessions } from "../sessions/queries.ts";

export const findAccountByGoogleId = async ({ db }: Database, googleId: string): Promise<Account | null> => {
  const [row] = await selectAccounts(db).where(eq(users.googleId, googleId));
  return row ?? null;
};

/**
 * Links the account of an address that Google has verified. If the account itself had not verified the address,
 * somebody else may have registered it beforehand, so this statement voids its password, sessions, second factor,
 * verification link, changes of its address and a request to delete it. Null where no account of that address may be
 * linked (none, linked already, or banned).
 */
export const linkGoogle = async (
  { db }: Database,
  { googleId, email }: { googleId: string; email: string },
): Promise<{ account: Account; wasUnverified: boolean } | null> => {
  const found = db.$with("found").as(
    db
      .select({ id: users.id, wasUnverified: sql<boolean>`${users.emailVerifiedAt} is null`.as("was_unverified") })
      .from(users)
      .where(and(hasEmail(email), isNull(users.googleId), isNull(users.bannedAt)))
      .for("update"),
  );
  const link = db
    .$with("link")
    .as(
      db.delete(verificationTokens).where(inArray(verificationTokens.userId, db.select({ id: found.id }).from(found))),
    );
  const unowned = sql`select ${found.id} from ${found} where ${found.wasUnverified}`;
  const changes = db.$with("changes", {}).as(emailChangesDropped(unowned));
  const kept = db.$with("kept", {}).as(deletionTakenBack(unowned));
  const ended = db.$with("ended", {}).as(endedSessions("google linked", unowned));
  const [row] = await db
    .with(found, link, changes, kept, ended, ...droppedFactorsIn(db, unowned))
    .update(users)
    .set({
      googleId,
      passwordHash: sql`case when ${found.wasUnverified} then null else ${users.passwordHash} end`,
      tokenVersion: sql`${users.tokenVersion} + ${found.wasUnverified}::int`,
      revision: sql`${users.revision} + ${found.wasUnverified}::int`,
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, clock_now())`,
      closesAt: closesAtUnlessKept,
    })
    .from(found)
    .where(eq(users.id, found.id))
    .returning({ ...accountColumns, wasUnverified: found.wasUnverified });
  if (!row) return null;
  const { wasUnverified, ...account } = row;
  return { account, wasUnverified };
};

export interface NewGoogleAccount {
  readonly id: string;
  readonly googleId: string;
  readonly username: string;
  readonly skeletons: readonly string[];
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/**
 * Makes a verified account without a password. Rejects with the driver's unique violation where a unique field is
 * taken.
 */
export const insertGoogleAccount = async ({ db }: Database, account: NewGoogleAccount): Promise<Account> => {
  const { skeletons, ...fields } = account;
  const clock = clockOf(db);
  const now = sql`(select ${clock.at} from ${clock})`;
  const [row] = await db
    .with(clock, reservedUsername(db, account.id, skeletons), acceptedTerms(db, account.id))
    .insert(users)
    .values({ ...fields, usernameVerdict: "ok", emailVerifiedAt: now, createdAt: now })
    .returning(accountColumns);
  if (!row) throw new Error("the new account was not found");
  return row;
};
