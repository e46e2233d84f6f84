// Gives the statement of a seller's month its number: 1, 2, … in each year, without a gap and without a double, however many
// nodes are asked at once.
import { and, eq, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { receiptNumbers } from "../../platform/database/schema/money.ts";
import { sellerStatements } from "../../platform/database/schema/proceeds.ts";
import { readNow } from "../../platform/database/statements.ts";
import { lagosDay } from "../../platform/lib/lagos-time.ts";

export interface NumberedMonth {
  readonly year: number;
  readonly number: number;
}

const numberOf = async (db: Db, sellerId: string, month: string): Promise<NumberedMonth | null> => {
  const isIt = and(eq(sellerStatements.sellerId, sellerId), eq(sellerStatements.month, month));
  const { year, number } = sellerStatements;
  return (await db.select({ year, number }).from(sellerStatements).where(isIt))[0] ?? null;
};

/** `month`: one that is over and has entries. */
export const numberStatement = async (
  { db, transaction }: Database,
  sellerId: string,
  month: string,
): Promise<NumberedMonth> =>
  (await numberOf(db, sellerId, month)) ??
  transaction(async (tx) => {
    const year = Number(lagosDay(await readNow(tx)).slice(0, 4));
    const { series, last } = receiptNumbers;
    // Locks the counter, so that of two requests for the same month the second finds the number of the first.
    await tx
      .insert(receiptNumbers)
      .values({ series: "S", year, last: 0 })
      .onConflictDoUpdate({ target: [series, receiptNumbers.year], set: { last: sql`${last}` } });
    const known = await numberOf(tx, sellerId, month);
    if (known) return known;
    const [counter] = await tx
      .update(receiptNumbers)
      .set({ last: sql`${last} + 1` })
      .where(and(eq(series, "S"), eq(receiptNumbers.year, year)))
      .returning({ last });
    if (!counter) throw new Error("no counter");
    await tx
      .insert(sellerStatements)
      .values({ sellerId, month, year, number: counter.last, numberedAt: await readNow(tx) });
    return { year, number: counter.last };
  });
