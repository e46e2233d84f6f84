// The number of auctions of each kind, without counting them. Triggers add each change to `auction_counts` in the
// statement that made it, and the sum of the changes is the current number.
import type { AuctionStatus } from "@jara/shared/auction";
import type { Currency } from "@jara/shared/money";
import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { auctionCounts } from "../../platform/database/schema/auctions.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { preparedFor } from "../../platform/database/statements.ts";

export interface Kind {
  readonly status?: AuctionStatus | undefined;
  readonly currency?: Currency | undefined;
  readonly hasReserve?: boolean | undefined;
  readonly hasBuyItNow?: boolean | undefined;
}

const sumOf = preparedFor((db, { status, currency, hasReserve, hasBuyItNow }: Kind) =>
  db
    .select({ total: sql<number>`coalesce(sum(${auctionCounts.change}), 0)::int` })
    .from(auctionCounts)
    .where(
      and(
        status && hasValue(auctionCounts.status, status),
        currency && hasValue(auctionCounts.currency, currency),
        hasReserve === undefined ? undefined : eq(auctionCounts.hasReserve, hasReserve),
        hasBuyItNow === undefined ? undefined : eq(auctionCounts.hasBuyItNow, hasBuyItNow),
      ),
    )
    .prepare("number of auctions"),
);

export const countAuctions = async (database: Database, kind: Kind): Promise<number> => {
  const [row] = await sumOf(database, kind).execute();
  return row?.total ?? 0;
};

/** Below this many rows a sum takes no time, and folding would only cause writes. */
const WORTH_FOLDING = 500;

/**
 * Merges all changes of a kind into one row. If two nodes run it at once, the second finds its rows gone. A concurrent
 * count sees either all of the old rows or the new one.
 */
export const foldAuctionCounts = async ({ db }: Pick<Database, "db">): Promise<void> => {
  const gone = db.$with("gone").as(
    db
      .delete(auctionCounts)
      .where(gt(sql`(select count(*) from ${auctionCounts})`, WORTH_FOLDING))
      .returning(),
  );
  const sum = sql<number>`sum(${gone.change})`;
  await db
    .with(gone)
    .insert(auctionCounts)
    .select(
      db
        .select({
          status: gone.status,
          currency: gone.currency,
          hasReserve: gone.hasReserve,
          hasBuyItNow: gone.hasBuyItNow,
          change: sum.as("change"),
        })
        .from(gone)
        .groupBy(gone.status, gone.currency, gone.hasReserve, gone.hasBuyItNow)
        .having(ne(sum, 0)),
    );
};
