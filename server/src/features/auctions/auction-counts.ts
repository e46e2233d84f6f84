// The number of auctions of each kind, without counting them. Triggers add each change to `auction_counts` in the
// statement that made it, and the sum of the changes is the current number.
import type { AuctionStatus } from "@jara/shared/auction";
import type { Currency } from "@jara/shared/money";
import type { LotCounts } from "@jara/shared/rest/admin-auctions";
import { and, eq, gt, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { auctionCounts, auctions } from "../../platform/database/schema/auctions.ts";
import { settlements } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { prepared, preparedFor } from "../../platform/database/statements.ts";

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

const sumOfEach = prepared((db) =>
  db
    .select({ status: auctionCounts.status, total: sql<number>`sum(${auctionCounts.change})::int` })
    .from(auctionCounts)
    .groupBy(auctionCounts.status)
    .prepare("number of auctions of each status"),
);

/** The index of auctions to start has these rows alone, but for drafts without a start. */
const upcoming = prepared((db) =>
  db
    .select({ total: sql<number>`count(*)::int` })
    .from(auctions)
    .where(and(hasValue(auctions.status, "draft"), isNotNull(auctions.startsAt), isNull(auctions.removedAt)))
    .prepare("number of auctions that start later"),
);

export const countUpcoming = async (database: Database): Promise<number> => {
  const [row] = await upcoming(database).execute();
  return row?.total ?? 0;
};

const owed = prepared((db) =>
  db
    .select({ total: sql<number>`count(*)::int` })
    .from(settlements)
    .innerJoin(auctions, eq(auctions.id, settlements.auctionId))
    .where(and(hasValue(settlements.status, "open"), hasValue(auctions.status, "ended"), isNull(auctions.removedAt)))
    .prepare("number of ended auctions that await payment"),
);

/** A draft with a start counts both as a draft and as upcoming; an ended lot also as unsold or as awaiting payment. */
export const lotCountsOf = (
  each: Partial<Record<AuctionStatus, number>>,
  upcoming: number,
  awaitingPayment: number,
): LotCounts => {
  const counts = { draft: 0, active: 0, paused: 0, ended: 0, cancelled: 0, sold: 0, ...each };
  return { ...counts, upcoming, unsold: Math.max(0, counts.ended - awaitingPayment), awaitingPayment };
};

/** The number of auctions of each kind. */
export const countEach = async (database: Database): Promise<LotCounts> => {
  const [rows, later, [unpaid]] = await Promise.all([
    sumOfEach(database).execute(),
    countUpcoming(database),
    owed(database).execute(),
  ]);
  return lotCountsOf(Object.fromEntries(rows.map(({ status, total }) => [status, total])), later, unpaid?.total ?? 0);
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
