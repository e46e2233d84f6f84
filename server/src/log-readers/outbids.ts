// Finds in the entries of one lot who was outbid: everybody who led or bid, with the time and whether they had led. The
// result includes a person who leads again; the caller compares it with the lot as it is now.
import type { AuctionEvent } from "../auction/events.ts";
import type { Outbid } from "./bidders.ts";
import type { LogEntry } from "./entries.ts";

const isBid = ({ type }: AuctionEvent): boolean => type === "BidPlaced";

/** True for entries that may outbid somebody or move an end, because only bids do. */
export const hasBid = ({ events }: LogEntry): boolean => events.some(isBid);

/** `leaderBefore`: the leader before the first entry. */
export const outbidsOn = (entries: readonly LogEntry[], leaderBefore: string | null): Outbid[] => {
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
