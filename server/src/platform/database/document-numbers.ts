// Numbers of documents that are kept for the books: receipts (R), credit notes (C), invoices (I) and sellers' statements
// (S). Each series counts from 1 in each year (Lagos), without a gap and without a double.
import { sql } from "drizzle-orm";
import type { Db } from "./database.ts";
import { receiptNumbers } from "./schema/money.ts";
import { excluded } from "./statements.ts";

type Series = (typeof receiptNumbers.$inferSelect)["series"];

/** A number has at least this many digits. */
const NUMBER_DIGITS = 6;

/** `R-2026-000123`. */
export const writtenNumber = (series: string, year: number, number: number): string =>
  `${series}-${year}-${String(number).padStart(NUMBER_DIGITS, "0")}`;

/**
 * Takes the next numbers of a series and returns the first. The counter's row stays locked until the transaction ends, and
 * the numbers are free again if it does not commit.
 */
export const takeNumbers = async (tx: Db, series: Series, year: number, size: number): Promise<number> => {
  const { last } = receiptNumbers;
  const [counter] = await tx
    .insert(receiptNumbers)
    .values({ series, year, last: size })
    .onConflictDoUpdate({
      target: [receiptNumbers.series, receiptNumbers.year],
      set: { last: sql`${last} + ${excluded(last)}` },
    })
    .returning({ last });
  if (!counter) throw new Error("no counter");
  return counter.last - size + 1;
};
