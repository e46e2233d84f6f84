// Finds in entries of the log who was outbid: everybody who led or bid, with the time and whether they had led. Whoever
// leads again is among them; the caller compares with the lot as it is now.
import { sql } from "drizzle-orm";
import type { AuctionEvent } from "../auction/events.ts";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Db } from "../platform/database/database.ts";
import { auctionEvents } from "../platform/database/schema/log.ts";
import type { Outbid } from "./bidders.ts";
import { byLot, type LogEntry } from "./entries.ts";

export const outbidsIn = async (tx: Db, entries: readonly LogEntry[]): Promise<Outbid[]> => {
  const lots = [...byLot(entries).values()].filter((ofLot) => ofLot.some(({ events }) => events.some(isBid)));
  const leaders = await leadersBefore(tx, lots);
  return lots.flatMap((ofLot) => outbidsOn(ofLot, leaders.get(ofLot[0]?.auctionId ?? "") ?? null));
};

const isBid = ({ type }: AuctionEvent): boolean => type === "BidPlaced";

const outbidsOn = (entries: readonly LogEntry[], leaderBefore: string | null): Outbid[] => {
  const outbid = new Map<string, Outbid>();
  let leader = leaderBefore;
  for (const { auctionId, events, at } of entries) {
    if (leader !== null && events.some(isBid)) outbid.set(leader, { auctionId, userId: leader, hasLed: true, at });
    for (const event of events) {
      if (event.type !== "BidPlaced") continue;
      const userId = event.bidder.id;
      outbid.set(userId, { auctionId, userId, hasLed: outbid.get(userId)?.hasLed ?? false, at });
    }
    leader = leaderAfter(events, leader);
  }
  return [...outbid.values()];
};

/** The last bid of a change takes the lead. */
const leaderAfter = (events: readonly AuctionEvent[], before: string | null): string | null => {
  let leader = before;
  for (const event of events) {
    if (event.type === "BidPlaced") leader = event.bidder.id;
    if (event.type === "BidsVoided") leader = event.leader?.id ?? null;
    if (event.type === "AllBidsVoided") leader = null;
  }
  return leader;
};

/** The leader of each lot before its first entry here. */
const leadersBefore = async (tx: Db, lots: readonly (readonly LogEntry[])[]): Promise<Map<string, string | null>> => {
  const first = lots.flatMap(([entry]) => (entry ? [entry] : []));
  if (first.length === 0) return new Map();
  const [ids, revisions] = [first.map((one) => one.auctionId), first.map((one) => String(one.revision))];
  const { auctionId, revision, events } = auctionEvents;
  // SQL, because the newest entry with a leader is looked up by the key of each lot. No text that people write contains
  // such a name in quotes, because theirs are escaped.
  const rows = await tx.select({ auctionId: sql<string>`k.id`, events: sql<AuctionEvent[]>`e.events` }).from(
    sql`unnest(${arrayLiteral(ids)}::uuid[], ${arrayLiteral(revisions)}::int[]) as k(id, revision) cross join lateral (
        select ${events} from ${auctionEvents} where ${auctionId} = k.id and ${revision} < k.revision
          and (${events}::text like '%"BidPlaced"%' or ${events}::text like '%BidsVoided"%')
        order by ${revision} desc limit 1) e`,
  );
  return new Map(rows.map((row) => [row.auctionId, leaderAfter(row.events, null)]));
};
