// Finds, links and makes accounts which sign in with Google.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users, verificationTokens } from "../../../platform/database/schema/accounts.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { increased } from "../../../platform/database/statements.ts";
import { type Account, accountColumns, hasEmail, lockAccount, selectAccounts } from "../account.ts";
import { dropEmailChanges, takeDeletionBack } from "../account-changes.ts";
import { insertUser } from "../queries.ts";
import { acceptTerms } from "../registration/new-consents.ts";
import { dropFactors } from "../second-factor/factors.ts";
import { endSessions } from "../sessions/queries.ts";

export const findAccountByGoogleId = async ({ db }: Database, googleId: string): Promise<Account | null> => {
  const [row] = await selectAccounts(db).where(eq(users.googleId, googleId));
  return row ?? null;
};

/**
 * Links the account of an address that Google has verified. If the account itself had not verified the address,
 * somebody else may have registered it beforehand, so its password, sessions, second factor, verification link, changes
 * of its address and a request to delete it are void. Null where no account of that address may be linked (none, linked
 * already, or banned).
 */
export const linkGoogle = (
  { transaction }: Database,
  { googleId, email }: { googleId: string; email: string },
): Promise<{ account: Account; wasUnverified: boolean } | null> =>
  transaction(async (tx) => {
    const found = await lockAccount(tx, and(hasEmail(email), isNull(users.googleId), isNull(users.bannedAt)));
    if (!found) return null;
    const wasUnverified = found.emailVerifiedAt === null;
    await tx.delete(verificationTokens).where(eq(verificationTokens.userId, found.id));
    if (wasUnverified) {
      await dropEmailChanges(tx, found.id);
      await takeDeletionBack(tx, found.id);
      await dropFactors(tx, found.id);
      await endSessions(tx, "google linked", found.id);
    }
    const voided = {
      passwordHash: null,
      emailVerifiedAt: clockNow,
      tokenVersion: increased(users.tokenVersion),
      revision: increased(users.revision),
    };
    const [account] = await tx
      .update(users)
      .set({ googleId, ...(wasUnverified && voided) })
      .where(eq(users.id, found.id))
      .returning(accountColumns);
    return account ? { account, wasUnverified } : null;
  });

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
export const insertGoogleAccount = ({ transaction }: Database, account: NewGoogleAccount): Promise<Account> =>
  transaction(async (tx) => {
    await insertUser(tx, { ...account, emailVerifiedAt: clockNow });
    await acceptTerms(tx, account.id);
    const [made] = await selectAccounts(tx).where(eq(users.id, account.id));
    if (!made) throw new Error("the new account was not found");
    return made;
  });
