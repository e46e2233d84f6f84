// The outcome of a lot in SQL: the same rule as shared/lot-outcome.ts has for a loaded lot. Every statement that asks
// whether a lot was sold, and to whom, uses it.
import type { LotOutcome } from "@jara/shared/lot-outcome";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { settlements } from "../../platform/database/schema/settlements.ts";

type Lot = Readonly<Record<"id" | "status" | "winnerId" | "bidCount" | "reserveMinor" | "priceMinor", SQLWrapper>>;

const n = alias(settlements, "newest");
const last = (lot: Pick<Lot, "id">, columns: SQL): SQL => sql`
  select ${columns} from ${settlements} ${n} where ${n.auctionId} = ${lot.id} order by ${n.createdAt} desc, ${n.id} desc limit 1`;

/** The id of the newest settlement of a lot: that of its last end, unless that end was undone. */
export const newestSettlement: SQL = sql`(${last(auctions, sql`${n.id}`)})`;

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
  when ${lot.bidCount} = 0 then 'no-bids'
  when ${lot.priceMinor} < ${lot.reserveMinor} then 'reserve-not-met'
  else 'no-winner' end)`;

/** True if the person has the lot or is to pay for it. */
export const isBuyer = (user: SQLWrapper, lot: Lot = auctions): SQL<boolean> => sql<boolean>`coalesce(
  case when ${lot.winnerId} = ${user} then ${outcome(lot)} = 'sold' end, false)`;
