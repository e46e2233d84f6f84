// Reads lots as they are now, with the few columns that notifications need, and who led before the entries being read.
import { sql } from "drizzle-orm";
import { incrementAbove } from "../auction/state.ts";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Db } from "../platform/database/database.ts";
import { auctions } from "../platform/database/schema/auctions.ts";
import { bids } from "../platform/database/schema/bids.ts";
import { hasValue } from "../platform/database/statement-text.ts";
import type { LogEntry } from "./entries.ts";

export type Lot = Awaited<ReturnType<typeof readLots>>[number];

/** `groups`: the entries of each lot, in the order of their revisions. */
export const readLots = async (tx: Db, groups: readonly (readonly LogEntry[])[]) => {
  const first = groups.flatMap(([entry]) => (entry ? [entry] : []));
  const firstBids = groups.map((entries) => firstBidIn(entries));
  const asked = sql`unnest(${arrayLiteral(first.map(({ auctionId }) => auctionId))}::uuid[],
    ${arrayLiteral(firstBids)}::int[], ${arrayLiteral(first.map(({ at }) => new Date(at).toISOString()))}::timestamptz[]
  ) as k(id, first_bid, at)`;
  const { auctionId, number, bidderId, voidedAt } = bids;
  // The newest bid that counted before the first entry, by the key of the table.
  const leaderBefore = sql<string | null>`(select ${bidderId} from ${bids} where ${auctionId} = k.id
    and ${number} < k.first_bid and (${voidedAt} is null or ${voidedAt} >= k.at) order by ${number} desc limit 1)`;
  const { id, title, currency, priceMinor, incrementMinor, increments, endsAt, leaderId, updatedAt } = auctions;
  const columns = { id, title, currency, priceMinor, incrementMinor, increments, endsAt, leaderId, updatedAt };
  const isOpen = sql<boolean>`${hasValue(auctions.status, "active")} and ${endsAt} > clock_now()
    and ${auctions.removedAt} is null`;
  // `lateral` and the limit make every plan look up each lot by its key.
  const lot = tx
    .select({ ...columns, isOpen: isOpen.as("is_open") })
    .from(auctions)
    .where(sql`${id} = k.id`)
    .limit(1)
    .as("lot");
  const rows = await tx
    .select({
      id: lot.id,
      title: lot.title,
      currency: lot.currency,
      priceMinor: lot.priceMinor,
      incrementMinor: lot.incrementMinor,
      increments: lot.increments,
      endsAt: lot.endsAt,
      leaderId: lot.leaderId,
      updatedAt: lot.updatedAt,
      isOpen: lot.isOpen,
      leaderBefore,
    })
    .from(asked)
    .crossJoinLateral(lot);
  return rows.map((row) => ({ ...row, incrementMinor: incrementAbove(row, row.priceMinor) }));
};

/** Returns the number of the first bid in the entries; 0 if they have none. */
const firstBidIn = (entries: readonly LogEntry[]): number => {
  for (const { events } of entries) for (const event of events) if (event.type === "BidPlaced") return event.number;
  return 0;
};
