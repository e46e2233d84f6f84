// Finds the commitment by which a person is known on a lot, from an earlier leaf of it. For a person whose account was
// deleted it cannot be computed any more, and a reader must still see that it is the same person.

import type { LoggedEvent } from "../../auction/history.ts";
import { factsOf } from "../../auction/public-facts.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Pair } from "../../platform/signing/commitments.ts";

/** Selects the first leaf that names the person by a bid. */
const firstNamed = `
  select e.events, l.entry from auction_events e
  join log_leaves l on l.log = $1::text::int and l.auction_id = e.auction_id and l.version = e.version
  where e.auction_id = $2::text::uuid and e.events::text like '%"BidPlaced"%'
    and e.events::text like '%"' || $3::text || '"%' order by e.version limit 1`;

export const earlierCommitment = async (
  { query }: Pick<Database, "query">,
  log: number,
  { auctionId, userId }: Pair,
): Promise<string | null> => {
  const rows = await query<{ events: LoggedEvent[]; entry: string }>(firstNamed, [log, auctionId, userId]);
  for (const { events, entry } of rows) {
    const bids = events.filter(({ type }) => type === "BidPlaced");
    const named = factsOf(bids, true, { ...nothingElse, person: (id) => id }) ?? [];
    const written = (JSON.parse(entry) as { facts: { type: string; bidder?: string }[] }).facts;
    const at = named.findIndex(({ bidder }) => bidder === userId);
    const commitment = at === -1 ? undefined : written.filter(({ type }) => type === "bid")[at]?.bidder;
    if (commitment) return commitment;
  }
  return null;
};

const nothingElse = {
  isByClock: false,
  reserveAfter: () => null,
  lot: () => {
    throw new Error("bids say nothing of their lot");
  },
};
