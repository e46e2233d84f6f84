// Finds the bank account to which a refund is transferred: the buyer's own, as for a withdrawal.
import { randomUUID } from "node:crypto";
import { refusal } from "@jara/shared/errors";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { RefundTransfer } from "../../auction/events.ts";
import type { Database } from "../../platform/database/database.ts";
import { bankAccounts } from "../../platform/database/schema/money.ts";
import { RefusedError } from "../../platform/http/refused.ts";

/**
 * The newest account that is usable, with the id of the withdrawal to it. Throws the refusal if there is none. `isSandbox`:
 * null if the site sends no withdrawals.
 */
export const transferTo = async (
  { db }: Database,
  { _id: userId, username }: { readonly _id: string; readonly username: string },
  isSandbox: boolean | null,
): Promise<RefundTransfer> => {
  if (isSandbox === null) throw refused("Transfers are not set up on this site. Refund it to the balance.");
  const [account] = await db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(
      and(
        eq(bankAccounts.userId, userId),
        eq(bankAccounts.isSandbox, isSandbox),
        isNull(bankAccounts.removedAt),
        sql`${bankAccounts.usableAt} <= clock_now()`,
      ),
    )
    .orderBy(desc(bankAccounts.usableAt), bankAccounts.id)
    .limit(1);
  if (account) return { withdrawalId: randomUUID(), bankAccountId: account.id, isSandbox };
  throw refused(
    `${username} has no bank account that can be used yet. Refund it to the balance, or ask them to add an account in ` +
      "their own name under Withdraw; it can be used 24 hours later.",
  );
};

const refused = (message: string): RefusedError =>
  new RefusedError(refusal("INVALID", { message, issues: [{ path: "to", message }] }));
