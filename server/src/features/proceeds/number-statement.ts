// Gives the statement of a seller's month its number: 1, 2, … in each year, without a gap and without a double, however many
// nodes are asked at once.
import { and, eq } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { takeNumbers } from "../../platform/database/document-numbers.ts";
import { lockPeople } from "../../platform/database/lock-people.ts";
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
    // Of two requests for the same month the second finds the number of the first.
    await lockPeople(tx, [sellerId]);
    const known = await numberOf(tx, sellerId, month);
    if (known) return known;
    const numberedAt = await readNow(tx);
    const year = Number(lagosDay(numberedAt).slice(0, 4));
    const number = await takeNumbers(tx, "S", year, 1);
    await tx.insert(sellerStatements).values({ sellerId, month, year, number, numberedAt });
    return { year, number };
  });
