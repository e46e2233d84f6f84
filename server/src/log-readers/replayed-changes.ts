// Rebuilds the lots before and after changes from their logs. It reads every entry except those that have only bids and
// moved ends: of these, the last one of each stretch says all that the later ones need. So a lot with many thousands of
// bids costs little. Price, leader, number of bids, end and maxima are exact, but not how often a maximum has bid.
import { asc, type SQL, sql } from "drizzle-orm";
import type { StateChange } from "../auction/view/visibility.ts";
import type { Committed } from "../engine/ports.ts";
import { type LogRow, replayLog } from "../engine/reads/replay-log.ts";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Db } from "../platform/database/database.ts";
import { auctionEvents } from "../platform/database/schema/log.ts";
import { byLot, type LogEntry } from "./entries.ts";

/** `at`: epoch ms. */
export type ReplayedChange = Committed<StateChange & { readonly at: number }>;

const { auctionId, revision, version, actorId, at } = auctionEvents;

const isBid = sql`e ->> 'type' = 'BidPlaced'`;
const isMovedEnd = sql`e ->> 'type' = 'AuctionExtended'`;

const shortLogs = (lots: readonly string[], upTo: readonly number[]): SQL => sql`(
  select * from (
    select *, max(${revision}) filter (where has_bid) over stretch as last_bid,
      max(${revision}) filter (where moves_end) over stretch as last_end
    from (
      select ${auctionEvents}.*, parts.*,
        count(*) filter (where has_more) over (partition by ${auctionId} order by ${revision}) as stretch
      from unnest(${arrayLiteral(lots)}::uuid[], ${arrayLiteral(upTo)}::int[]) as k(lot, up_to)
        join ${auctionEvents} on ${auctionId} = k.lot and ${revision} <= k.up_to
        cross join lateral (
          select bool_or(${isBid}) as has_bid, bool_or(${isMovedEnd}) as moves_end,
            not bool_and(${isBid} or ${isMovedEnd}) as has_more
          from json_array_elements(${auctionEvents.events}) e
        ) parts
    ) ${auctionEvents} window stretch as (partition by ${auctionId}, stretch)
  ) ${auctionEvents} where has_more or ${revision} in (last_bid, last_end)
) ${auctionEvents}`;

/** Resolves to the log of each of these lots up to its last entry here, without bids that later ones make unnecessary. */
export const readShortLogs = async (tx: Db, groups: ReadonlyMap<string, readonly LogEntry[]>) => {
  const upTo = [...groups.values()].map((ofLot) => ofLot.at(-1)?.revision ?? 0);
  const rows = await tx
    .select({
      auctionId: sql<string>`${auctionId}`,
      revision: sql<number>`${revision}`,
      version: sql<number | null>`${version}`,
      events: sql<LogRow["events"]>`${auctionEvents.events}`,
      actorId: sql<string | null>`${actorId}`,
      at: sql<number>`${at}`.mapWith(at),
    })
    .from(shortLogs([...groups.keys()], upTo))
    .orderBy(asc(auctionId), asc(revision));
  return byLot(rows);
};

/** Resolves to the changes that these entries describe, in their order for each lot. */
export const replayedChanges = async (tx: Db, entries: readonly LogEntry[]): Promise<ReplayedChange[]> => {
  if (entries.length === 0) return [];
  const groups = byLot(entries);
  const logs = await readShortLogs(tx, groups);
  return [...groups].flatMap(([lot, ofLot]) => changesOf(lot, logs.get(lot), ofLot));
};

/** The cast makes Committed values, because the log has only what is committed. */
const changesOf = (lot: string, log: readonly LogRow[] = [], entries: readonly LogEntry[]): ReplayedChange[] => {
  const replayed = replayLog(log);
  if (!replayed) throw new Error(`the log of ${lot} does not begin with its creation`);
  const wanted = new Set(entries.map((entry) => entry.revision));
  return replayed.steps.filter(({ after }) => wanted.has(after.revision)) as unknown as ReplayedChange[];
};
