// Replaces a password's hash by one of the same password in the form of every device.
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import type { Account } from "../account.ts";

/** Writes nothing if the password changed meanwhile. Returns the account as it is now known. */
export const renewPasswordHash = async (
  { db }: Database,
  account: Account & { readonly passwordHash: string },
  passwordHash: string,
): Promise<Account> => {
  const renewed = await db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash)))
    .returning({ id: users.id });
  return renewed.length === 0 ? account : { ...account, passwordHash };
};
