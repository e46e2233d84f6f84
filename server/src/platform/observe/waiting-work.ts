// Counts the work that waits in the database or was given up, by a few cheap counts along indexes, for monitoring.
import { and, asc, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../database/database.ts";
import { auctions } from "../database/schema/auctions.ts";
import { auctionEvents, logCursors } from "../database/schema/log.ts";
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
  /** The age of the oldest change that each reader of the log has not read; 0 if it has read all. */
  readonly readersBehind: readonly { readonly reader: string; readonly seconds: number }[];
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
  return {
    ...counts,
    settlementsStuck: counts.settlementsStuck + purchasesStuck,
    readersBehind: await readersBehind(db),
  };
};

const readersBehind = async (db: Database["db"]): Promise<Waiting["readersBehind"]> => {
  const oldest = db
    .select({ at: auctionEvents.at })
    .from(auctionEvents)
    .where(gt(auctionEvents.writtenBy, logCursors.position))
    .orderBy(asc(auctionEvents.writtenBy))
    .limit(1);
  return await db
    .select({
      reader: logCursors.reader,
      seconds: sql<number>`greatest(0, coalesce(extract(epoch from ${databaseNow} - (${oldest})), 0))::float8`,
    })
    .from(logCursors);
};
