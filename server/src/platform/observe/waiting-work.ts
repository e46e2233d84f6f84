// Counts the work that waits in the database or was given up, by a few cheap counts along indexes, for monitoring.
import { and, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../database/database.ts";
import { auctions } from "../database/schema/auctions.ts";
import { outbox } from "../database/schema/mail.ts";
import { purchases, settlements } from "../database/schema/settlements.ts";
import { hasValue } from "../database/statement-text.ts";
import { databaseNow, oneRow } from "../database/statements.ts";

export interface Waiting {
  readonly mailsOverdue: number;
  /** Within the last day. */
  readonly mailsFailed: number;
  readonly settlementsStuck: number;
  readonly auctionsOverdue: number;
}

export const waitingWork = async ({ db }: Pick<Database, "db">): Promise<Waiting> => {
  const ago = (interval: string): SQL => sql`${databaseNow} - ${sql.raw(`interval '${interval}'`)}`;
  const numberOf = (table: PgTable, ...conditions: SQL[]) => db.$count(table, and(...conditions)) as SQL<number>;
  const [row] = await db
    .select({
      mailsOverdue: numberOf(
        outbox,
        isNull(outbox.sentAt),
        isNull(outbox.failedAt),
        lte(outbox.dueAt, ago("1 minute")),
      ),
      mailsFailed: numberOf(outbox, gt(outbox.createdAt, ago("1 day")), gt(outbox.failedAt, ago("1 day"))),
      settlementsStuck: numberOf(settlements, hasValue(settlements.status, "open"), isNotNull(settlements.stuckAt)),
      purchasesStuck: numberOf(purchases, hasValue(purchases.status, "pending"), isNotNull(purchases.stuckAt)),
      auctionsOverdue: numberOf(auctions, hasValue(auctions.status, "active"), lte(auctions.endsAt, ago("5 seconds"))),
    })
    .from(oneRow);
  if (!row) throw new Error("no counts");
  const { purchasesStuck, ...counts } = row;
  return { ...counts, settlementsStuck: counts.settlementsStuck + purchasesStuck };
};
