// Makes an existing account an administrator, or makes a new account, for `jara admin create`.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users, verificationTokens } from "../../platform/database/schema/accounts.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased } from "../../platform/database/statements.ts";
import { notifyOfRole } from "../../platform/notifications/role-notices.ts";
import { hasEmail, lockAccount } from "./account.ts";
import { dropEmailChanges } from "./account-changes.ts";
import { insertUser } from "./queries.ts";
import { dropFactors } from "./second-factor/factors.ts";

export interface MadeAdmin {
  readonly username: string;
  readonly did: "created" | "promoted" | "nothing";
}

interface FreshAccount {
  readonly username: string;
  readonly skeletons: readonly string[];
  readonly passwordHash: string;
}

/**
 * `fresh`: used for an account that does not exist yet, or is not verified (its password, sessions and second factor are
 * void then). No earlier change of the address of a new administrator can be confirmed or taken back any more.
 * Null where the account is suspended. "again" where the account is no longer in the state that the caller expected.
 * Rejects with the driver's unique violation where the username is taken.
 */
export const makeAdmin = (
  { transaction }: Database,
  email: string,
  fresh: FreshAccount | null,
): Promise<MadeAdmin | "again" | null> =>
  transaction(async (tx) => {
    const record = (userId: string) =>
      recordAction(tx, { actorId: null, action: "role", userId, details: { to: "admin", by: "create-admin" } });
    const found = await lockAccount(tx, hasEmail(email));
    if (!found) {
      if (!fresh) return "again";
      const id = randomUUID();
      await insertUser(tx, { ...fresh, id, email, role: "admin", emailVerifiedAt: clockNow });
      await record(id);
      return { username: fresh.username, did: "created" };
    }
    if (found.bannedAt !== null) return null;
    const { id, username, role } = found;
    const isUnverified = found.emailVerifiedAt === null;
    if (role === "admin" && !isUnverified) return { username, did: "nothing" };
    if (isUnverified && !fresh) return "again";

    // While the address is unverified, because somebody else may have registered it: then it gets no mail.
    if (role !== "admin") await notifyOfRole(tx, id, role, "admin");
    const { passwordHash } = fresh ?? found;
    const owned = { passwordHash, emailVerifiedAt: clockNow, tokenVersion: increased(users.tokenVersion) };
    await tx
      .update(users)
      .set({ role: "admin", revision: increased(users.revision), ...(isUnverified && owned) })
      .where(eq(users.id, id));
    // A former holder of the account must not be able to use these.
    await tx.delete(verificationTokens).where(eq(verificationTokens.userId, id));
    await dropEmailChanges(tx, id);
    if (isUnverified) await dropFactors(tx, id);
    await record(id);
    return { username, did: "promoted" };
  });
