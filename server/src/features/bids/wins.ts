// Reads what a person won or bought, for My Bids.
import { type Column, type SQL, sql } from "drizzle-orm";
import { purchaseTotal, winTotal } from "../../platform/database/debt-totals.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";

type Owing = typeof settlements | typeof purchases;
const received = (table: Owing): SQL => sql`${table.depositWorthMinor} + ${table.paidMinor} as received_minor,
  ${table.readyAt} as ready_at, ${table.handedOverAt} as handed_over_at, ${table.createdAt} as created_at`;

/** All wins and purchases of a person, on one auction if it is given. The newest of an auction is the one in force. */
export const owedBy = (user: SQL | Column, auctionId?: Column): SQL => {
  const on = (table: Owing): SQL => (auctionId ? sql` and ${table.auctionId} = ${auctionId}` : sql``);
  return sql`
    select ${settlements.auctionId} as auction_id, 'win' as kind, ${settlements.id} as id,
      ${settlements.status} as status, ${winTotal()} as total_minor, ${settlements.dueAt} as due_at,
      ${received(settlements)}
    from ${settlements} where ${settlements.winnerId} = ${user}${on(settlements)}
    union all
    select ${purchases.auctionId}, 'buy-it-now', ${purchases.id},
      case when ${purchases.status} = 'pending' then 'open' when ${purchases.isWaived} then 'waived'
        when ${purchases.refundedTo} is not null then 'refunded' else ${purchases.status} end,
      ${purchaseTotal()}, ${purchases.deadlineAt}, ${received(purchases)}
    from ${purchases} where ${purchases.buyerId} = ${user}${on(purchases)}`;
};

export const newestOwed = sql`created_at desc, id`;
