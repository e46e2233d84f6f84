// The outcome of a lot in SQL: the same rule as shared/lot-outcome.ts has for a loaded lot. Every statement that asks
// whether a lot was sold, and to whom, uses it.
import type { LotOutcome } from "@jara/shared/lot-outcome";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";

type Lot = Readonly<Record<"id" | "status" | "winnerId" | "bidCount" | "reserveMinor" | "priceMinor", SQLWrapper>>;

const n = alias(settlements, "newest");
const last = (lot: Pick<Lot, "id">, columns: SQL): SQL => sql`
  select ${columns} from ${settlements} ${n} where ${n.auctionId} = ${lot.id} order by ${n.createdAt} desc, ${n.id} desc limit 1`;

/** The id of the newest settlement of a lot: that of its last end, unless that end was undone. */
export const newestSettlement: SQL = sql`(${last(auctions, sql`${n.id}`)})`;

const d = alias(purchases, "bought");
/** True for a lot whose last sale was refunded. */
export const isRefunded = (lot: Pick<Lot, "id"> = auctions): SQL<boolean> => sql<boolean>`coalesce((
  select debts.status = 'refunded' from (
    select ${n.status} as status, ${n.createdAt} as created_at from ${settlements} ${n} where ${n.auctionId} = ${lot.id}
    union all
    select case when ${d.refundedTo} is not null then 'refunded' else ${d.status} end, ${d.createdAt}
    from ${purchases} ${d} where ${d.auctionId} = ${lot.id}) debts
  order by debts.created_at desc limit 1), false)`;

/** How the debt of the lot's winner ended; null if the lot has no winner, or no debt. */
const fate = (lot: Lot): SQL => sql`(
  select case when fate.winner_id = ${lot.winnerId} then fate.status end
  from (${last(lot, sql`${n.winnerId} as winner_id, ${n.status} as status`)}) fate)`;

/** Null for a lot that is not over. `lot`: another name of the table. */
export const outcome = (lot: Lot = auctions): SQL<LotOutcome | null> => sql<LotOutcome | null>`(case
  when ${lot.status} in ('sold', 'cancelled') then ${lot.status}
  when ${lot.status} <> 'ended' then null
  when ${lot.winnerId} is not null then
    case ${fate(lot)} when 'forfeited' then 'not-paid' when 'waived' then 'waived' else 'sold' end
  when ${isRefunded(lot)} then 'refunded'
  when ${lot.bidCount} = 0 then 'no-bids'
  when ${lot.priceMinor} < ${lot.reserveMinor} then 'reserve-not-met'
  else 'no-winner' end)`;

/** True if the person has the lot or is to pay for it. */
export const isBuyer = (user: SQLWrapper, lot: Lot = auctions): SQL<boolean> => sql<boolean>`coalesce(
  case when ${lot.winnerId} = ${user} then ${outcome(lot)} = 'sold' end, false)`;
