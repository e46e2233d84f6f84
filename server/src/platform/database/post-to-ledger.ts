// Changes a balance and writes its ledger entry, in one statement. In a transaction it comes last, because the person's row
// is on the bids' way.
import { randomUUID } from "node:crypto";
import type { Minor } from "@jara/shared/money";
import { and, eq, gte, sql } from "drizzle-orm";
import { users } from "./schema/accounts.ts";
import { ledgerEntries } from "./schema/money.ts";
import { clockNow, insertSelect, nameOf } from "./statement-text.ts";
import { increased } from "./statements.ts";
import type { Db } from "./typed-statements.ts";

type Entry = typeof ledgerEntries.$inferInsert;

export interface Posting extends Omit<Entry, "id" | "amountMinor" | "balanceAfterMinor" | "createdAt"> {
  /** Below zero: it goes off the balance. */
  readonly amountMinor: Minor;
  /** The least balance that may be left. Null: any. */
  readonly leastMinor: Minor | null;
}

/** Throws, so that its transaction is taken back, if the person does not exist or less than the least would be left. */
export const postToLedger = async (db: Db, { amountMinor, leastMinor, ...entry }: Posting): Promise<void> => {
  const after = sql`${users.balanceMinor} + ${amountMinor}::bigint`;
  const isAllowed = leastMinor === null ? undefined : gte(after, sql`${leastMinor}::bigint`);
  const rows = await db.execute(sql`
    with posted as (
      update ${users} set ${nameOf(users.balanceMinor)} = ${after}, ${nameOf(users.revision)} = ${increased(users.revision)}
      where ${and(eq(users.id, entry.userId), isAllowed)}
      returning ${users.balanceMinor} as balance
    )
    ${insertSelect(ledgerEntries, {
      ...entry,
      ...{ id: randomUUID(), amountMinor, balanceAfterMinor: sql`posted.balance`, createdAt: clockNow },
    })} from posted returning ${nameOf(ledgerEntries.id)}`);
  if (rows.length !== 1) throw new Error("the balance does not allow this posting");
};
