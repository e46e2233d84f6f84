// Issues a seller's statement: it gets a number (1, 2, … in each year, without a gap and without a double), and what it says
// is kept, so that the same paper can be made again and never changes.
import { createHash, randomUUID } from "node:crypto";
import type { SellerPeriod, SellerStatement } from "@jara/shared/rest/seller-sales";
import { and, eq, notExists, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { takeNumbers, writtenNumber } from "../../platform/database/document-numbers.ts";
import { lockPeople } from "../../platform/database/lock-people.ts";
import { issuedStatements, sellerStatements } from "../../platform/database/schema/proceeds.ts";
import { readNow } from "../../platform/database/statements.ts";
import { lagosDay } from "../../platform/lib/lagos-time.ts";
import type { MadeOutTo } from "../../platform/lib/made-out-to.ts";

/** Papers that were issued must stay readable: a field that was once written keeps its meaning. */
export interface StatementPaper {
  readonly statement: SellerStatement;
  readonly seller: MadeOutTo;
  readonly period: SellerPeriod;
  /** The percentage of the commission on each lot, by the lot's id. */
  readonly commissions: Readonly<Record<string, number>>;
}

export interface IssuedStatement {
  readonly number: string;
  /** Epoch ms. */
  readonly issuedAt: number;
  readonly paper: StatementPaper;
}

/** The same content of the same seller is the same paper. */
interface Content {
  readonly period: SellerPeriod;
  readonly entries: readonly { readonly _id: string }[];
  readonly payouts?: readonly { readonly _id: string }[];
}

const contentOf = ({ period: { from, to }, entries, payouts = [] }: Content): string => {
  const content = [entries.map(({ _id }) => _id), payouts.map(({ _id }) => _id), from ?? null, to ?? null];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
};

/** Returns null if no paper of this period with these entries and payouts was issued. */
export const issuedStatement = async (db: Db, sellerId: string, content: Content): Promise<IssuedStatement | null> => {
  const { year, number, issuedAt, paper } = issuedStatements;
  const isIt = and(eq(issuedStatements.sellerId, sellerId), eq(issuedStatements.content, contentOf(content)));
  const [row] = await db
    .select({ year, number, issuedAt, paper: sql<StatementPaper>`${paper}` })
    .from(issuedStatements)
    .where(isIt);
  return row ? { ...row, number: writtenNumber("S", row.year, row.number) } : null;
};

/** The statement must have entries. `month`: the whole month that it covers, which is over; null for another period. */
export const issueStatement = async (
  { db, transaction }: Database,
  sellerId: string,
  paper: StatementPaper,
  month: string | null,
): Promise<IssuedStatement> => {
  const of = { ...paper.statement, period: paper.period };
  const issued = await issuedStatement(db, sellerId, of);
  if (issued) return issued;
  return await transaction(async (tx) => {
    // The second of two requests for the same paper finds the paper of the first.
    await lockPeople(tx, [sellerId]);
    const known = await issuedStatement(tx, sellerId, of);
    if (known) return known;
    const issuedAt = await readNow(tx);
    const { year, number } = (month === null ? null : await numberOfMonth(tx, sellerId, month)) ?? {
      year: Number(lagosDay(issuedAt).slice(0, 4)),
      number: null,
    };
    const own = number ?? (await takeNumbers(tx, "S", year, 1));
    const content = contentOf(of);
    await tx
      .insert(issuedStatements)
      .values({ id: randomUUID(), sellerId, content, year, number: own, issuedAt, paper });
    return { number: writtenNumber("S", year, own), issuedAt, paper };
  });
};

/** The number that the month had before statements were kept as papers, unless a paper took it. */
const numberOfMonth = async (db: Db, sellerId: string, month: string) => {
  const { year, number } = sellerStatements;
  const taken = db
    .select()
    .from(issuedStatements)
    .where(and(eq(issuedStatements.year, year), eq(issuedStatements.number, number)));
  const isFree = and(eq(sellerStatements.sellerId, sellerId), eq(sellerStatements.month, month), notExists(taken));
  return (await db.select({ year, number }).from(sellerStatements).where(isFree))[0] ?? null;
};
