// Reads the log of one auction for administrators, newest or oldest first, with the context that its sentences need.
import type { AuctionEvent } from "../../auction/events.ts";
import type { LoggedContext, LoggedEvent } from "../../auction/history.ts";
import type { AuctionState, Person } from "../../auction/state.ts";
import { withTerms } from "../../auction/terms.ts";
import type { Database } from "../../platform/database/database.ts";
import { fromJson } from "../../platform/database/values.ts";

export interface LogEntry extends Pick<LoggedContext, "terms" | "lastBid" | "actor"> {
  readonly revision: number;
  /** Null for a hidden change. */
  readonly version: number | null;
  readonly events: readonly LoggedEvent[];
  /** Epoch ms. */
  readonly at: number;
}

interface LogRow extends Record<string, unknown> {
  revision: number;
  version: number | null;
  events: LoggedEvent[] | string;
  actorId: string | null;
  actorName: string | null;
  at: number;
}

export interface LogRange {
  /** Include hidden changes. Allowed only for an auction that is over. */
  readonly withHidden: boolean;
  readonly order: "oldest" | "newest";
  readonly limit: number;
  readonly offset?: number;
  /** Only changes after this revision. */
  readonly after?: number;
  /** Only changes that hold an event of one of these types. */
  readonly types?: readonly LoggedEvent["type"][] | undefined;
}

/** A regular expression that matches the events' text if it holds one of these types. Null matches every change. */
const patternOf = (types: LogRange["types"]): string | null => (types ? `"type": ?"(${types.join("|")})"` : null);

/** Hidden changes that concern only the settlement between the winner and administrators. They reveal no maximum. */
const isOfSettlement = `position('{"type":"Settlement' in events::text) > 0`;

export const countLog = async (
  database: Database,
  auctionId: string,
  { withHidden, types }: Pick<LogRange, "withHidden" | "types">,
): Promise<number> => {
  const [row] = await database.query<{ total: number }>(
    `select count(*)::int as total from auction_events where auction_id = $1::text::uuid
       and ($2::text::boolean or version is not null or ${isOfSettlement})
       and ($3::text is null or events::text ~ $3::text)`,
    [auctionId, withHidden, patternOf(types)],
  );
  return row?.total ?? 0;
};

export const logOfAuction = async (database: Database, state: AuctionState, range: LogRange): Promise<LogEntry[]> => {
  const { withHidden, order, limit, offset = 0, after = 0, types } = range;
  const rows = await database.query<LogRow>(
    `select e.revision, e.version, e.events, e.actor_id as "actorId", u.username as "actorName",
       (extract(epoch from e.at) * 1000)::float8 as at
     from auction_events e left join users u on u.id = e.actor_id
     where e.auction_id = $1::text::uuid and e.revision > $2::text::int
       and ($3::text::boolean or e.version is not null or ${isOfSettlement})
       and ($4::text is null or e.events::text ~ $4::text)
     order by e.revision ${order === "newest" ? "desc" : "asc"} limit ${limit} offset ${offset}`,
    [state.id, after, withHidden, patternOf(types)],
  );
  const entries = rows.map((row) => ({ ...row, events: fromJson<LoggedEvent[]>(row.events) }));
  const firstBids = entries.map(({ events }) => events.find((event) => event.type === "BidPlaced")?.number ?? 0);
  const [bids, edits] = await Promise.all([
    bidsBefore(database, state.id, firstBids),
    editsAfter(database, state.id, Math.min(...entries.map(({ revision }) => revision))),
  ]);
  return entries.map(({ revision, version, events, actorId, actorName, at }, i) => ({
    revision,
    version,
    events,
    at,
    actor: actorId === null ? null : { id: actorId, username: actorName ?? "" },
    terms: termsAt(state, edits, revision),
    lastBid: bids.get((firstBids[i] ?? 0) - 1) ?? null,
  }));
};

const bidsBefore = async (
  database: Database,
  auctionId: string,
  firstBids: readonly number[],
): Promise<ReadonlyMap<number, NonNullable<LoggedContext["lastBid"]>>> => {
  const numbers = firstBids.map((number) => number - 1).filter((number) => number > 0);
  if (numbers.length === 0) return new Map();
  const rows = await database.query<{ number: number; amountMinor: number; id: string; username: string }>(
    `select b.number, b.amount_minor::float8 as "amountMinor", u.id, u.username
     from bids b join users u on u.id = b.bidder_id
     where b.auction_id = $1::text::uuid and b.number = any($2::text::int[])`,
    [auctionId, `{${numbers.join(",")}}`],
  );
  return new Map(
    rows.map(({ number, amountMinor, id, username }) => {
      const bidder: Person = { id, username };
      return [number, { bidder, amountMinor } as NonNullable<LoggedContext["lastBid"]>];
    }),
  );
};

interface Edit {
  readonly revision: number;
  readonly events: readonly AuctionEvent[];
}

/** Newest first. Hardly any auction has more than a few edits. */
const editsAfter = async (database: Database, auctionId: string, revision: number): Promise<Edit[]> => {
  if (!Number.isFinite(revision)) return [];
  const rows = await database.query<{ revision: number; events: AuctionEvent[] | string }>(
    `select revision, events from auction_events where auction_id = $1::text::uuid and revision > $2::text::int
       and position('"AuctionEdited"' in events::text) > 0 order by revision desc`,
    [auctionId, revision],
  );
  return rows.map((row) => ({ revision: row.revision, events: fromJson<AuctionEvent[]>(row.events) }));
};

/** The terms at an earlier revision: today's terms with every later edit undone. */
const termsAt = (state: AuctionState, edits: readonly Edit[], revision: number): LogEntry["terms"] => {
  let at = state;
  for (const edit of edits) {
    if (edit.revision <= revision) break;
    for (const event of [...edit.events].reverse()) {
      if (event.type === "AuctionEdited") at = withTerms(at, event.before);
    }
  }
  const { currency, reserveMinor, startingPriceMinor } = at;
  return { currency, reserveMinor, startingPriceMinor };
};
