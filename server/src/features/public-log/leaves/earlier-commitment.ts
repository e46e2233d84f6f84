// Finds the commitment by which a person is known on a lot, from an earlier leaf of it. For a person whose account was
// deleted it cannot be computed any more, and a reader must still see that it is the same person.

import { and, asc, eq, like, sql } from "drizzle-orm";
import type { LoggedEvent } from "../../../auction/view/history.ts";
import { factsOf } from "../../../auction/view/public-facts.ts";
import type { Database } from "../../../platform/database/database.ts";
import { auctionEvents } from "../../../platform/database/schema/log.ts";
import { logLeaves } from "../../../platform/database/schema/public-log.ts";
import type { Pair } from "../../../platform/signing/commitments.ts";

export const earlierCommitment = async (
  { db }: Pick<Database, "db">,
  log: number,
  { auctionId, userId }: Pair,
): Promise<string | null> => {
  const { events, version } = auctionEvents;
  const text = sql`${events}::text`;
  // The first leaf that names the person by a bid.
  const rows = await db
    .select({ events: sql<LoggedEvent[]>`${events}`, entry: logLeaves.entry })
    .from(auctionEvents)
    .innerJoin(
      logLeaves,
      and(eq(logLeaves.log, log), eq(logLeaves.auctionId, auctionEvents.auctionId), eq(logLeaves.version, version)),
    )
    .where(and(eq(auctionEvents.auctionId, auctionId), like(text, '%"BidPlaced"%'), like(text, `%"${userId}"%`)))
    .orderBy(asc(version))
    .limit(1);
  for (const { events: logged, entry } of rows) {
    const bids = logged.filter(({ type }) => type === "BidPlaced");
    const named = factsOf(bids, true, { ...nothingElse, person: (id) => id }) ?? [];
    const written = (JSON.parse(entry) as { facts: { type: string; bidder?: string }[] }).facts;
    const at = named.findIndex(({ bidder }) => bidder === userId);
    const commitment = at === -1 ? undefined : written.filter(({ type }) => type === "bid")[at]?.bidder;
    if (commitment) return commitment;
  }
  return null;
};

const notOfBids = () => {
  throw new Error("bids say nothing of their lot");
};
const nothingElse = { isByClock: false, reserveAfter: () => null, seller: notOfBids, lot: notOfBids };
