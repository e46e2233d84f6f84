// The number of auctions of each kind, without counting them. Triggers add each change to `auction_counts` in the
// statement that made it, and the sum of the changes is the current number.
import type { AuctionStatus } from "@jara/shared/auction";
import type { Currency } from "@jara/shared/money";
import type { Database } from "../../platform/database/database.ts";

export interface Kind {
  readonly status?: AuctionStatus | undefined;
  readonly currency?: Currency | undefined;
  readonly hasReserve?: boolean | undefined;
  readonly hasBuyItNow?: boolean | undefined;
}

export const countAuctions = async (
  database: Database,
  { status, currency, hasReserve, hasBuyItNow }: Kind,
): Promise<number> => {
  const [row] = await database.query<{ total: number }>(
    `select coalesce(sum(change), 0)::int as total from auction_counts
     where ($1::text is null or status = $1) and ($2::text is null or currency = $2)
       and ($3::text is null or has_reserve = $3::boolean) and ($4::text is null or has_buy_it_now = $4::boolean)`,
    [status ?? null, currency ?? null, hasReserve ?? null, hasBuyItNow ?? null],
  );
  return row?.total ?? 0;
};

/** Below this many rows a sum takes no time, and folding would only cause writes. */
const WORTH_FOLDING = 500;

/**
 * Merges all changes of a kind into one row. If two nodes run it at once, the second finds its rows gone. A concurrent
 * count sees either all of the old rows or the new one.
 */
export const foldAuctionCounts = async (database: Pick<Database, "query">): Promise<void> => {
  await database.query(
    `with gone as (
       delete from auction_counts where (select count(*) from auction_counts) > ${WORTH_FOLDING} returning *
     )
     insert into auction_counts (status, currency, has_reserve, has_buy_it_now, change)
     select status, currency, has_reserve, has_buy_it_now, sum(change) from gone
     group by status, currency, has_reserve, has_buy_it_now having sum(change) <> 0`,
  );
};
