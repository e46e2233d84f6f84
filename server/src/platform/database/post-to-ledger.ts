// Changes a balance and writes its ledger entry, in one statement. In a transaction it comes last, because the person's row
// is on the bids' way.
import { randomUUID } from "node:crypto";
import type { Minor } from "@jara/shared/money";
import { and, eq, gte, sql } from "drizzle-orm";
import { users } from "./schema/accounts.ts";
import { ledgerEntries } from "./schema/money.ts";
import { clockNow } from "./statement-text.ts";
import { increased } from "./statements.ts";
import type { Db } from "./typed-statements.ts";

type Entry = typeof ledgerEntries.$inferInsert;

export interface Posting extends Omit<Entry, "id" | "amountMinor" | "balanceAfterMinor" | "createdAt"> {
  /** Below zero: it goes off the balance. */
  readonly amountMinor: Minor;
  /** The least balance that may be left. Null: any. */
  readonly leastMinor: Minor | null;
}

/**
 * Returns the balance after it. Throws, so that its transaction is taken back, if the person does not exist or less than the
 * least would be left.
 */
export const postToLedger = async (db: Db, { amountMinor, leastMinor, ...entry }: Posting): Promise<Minor> => {
  const after = sql`${users.balanceMinor} + ${amountMinor}::bigint`;
  const isAllowed = leastMinor === null ? undefined : gte(after, sql`${leastMinor}::bigint`);
  const posted = db.$with("posted").as(
    db
      .update(users)
      .set({ balanceMinor: after, revision: increased(users.revision) })
      .where(and(eq(users.id, entry.userId), isAllowed))
      .returning({ balanceMinor: users.balanceMinor }),
  );
  // Null if no balance was changed, which the column refuses.
  const balanceAfterMinor = sql`(select ${posted.balanceMinor} from ${posted})`;
  const [row] = await db
    .with(posted)
    .insert(ledgerEntries)
    .values({ ...entry, id: randomUUID(), amountMinor, balanceAfterMinor, createdAt: clockNow })
    .returning({ balanceMinor: ledgerEntries.balanceAfterMinor });
  if (!row) throw new Error("the ledger entry was not written");
  return row.balanceMinor;
};
