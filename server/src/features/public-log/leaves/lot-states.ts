// Finds the states of lots around certain changes, by replaying their logs. Only changes that say what a lot is need it.
import type { AuctionEvent } from "../../../auction/events.ts";
import { create, evolveChange, isKnown } from "../../../auction/evolve.ts";
import type { AuctionState } from "../../../auction/state.ts";
import type { LoggedEvent } from "../../../auction/view/history.ts";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database } from "../../../platform/database/database.ts";

export interface Around {
  /** Null before the creation. */
  readonly before: AuctionState | null;
  readonly after: AuctionState;
}

/** By revision. */
export type Arounds = ReadonlyMap<number, Around>;

export interface Replayed {
  readonly found: Arounds;
  /** True if the log that was read has an event which this version of the program does not know. */
  readonly isNewer: boolean;
}

export interface ToReplay {
  readonly auctionId: string;
  readonly revisions: readonly number[];
}

/** Lots whose logs are this short are read together. */
const SHORT = 40;
const SHORT_AT_ONCE = 100;
const ROWS_AT_ONCE = 500;

interface Row extends Record<string, unknown> {
  readonly auctionId: string;
  readonly revision: number;
  readonly events: readonly LoggedEvent[];
  /** Epoch ms. */
  readonly at: number;
}

const columns = `e.auction_id as "auctionId", e.revision, e.events, (extract(epoch from e.at) * 1000)::float8 as at`;
const logsOfMany = `select ${columns} from unnest($1::text::uuid[], $2::text::int[]) x(auction_id, last)
  cross join lateral (select * from auction_events where auction_id = x.auction_id and revision <= x.last offset 0) e`;
const pageOfLog = `select ${columns} from auction_events e where e.auction_id = $1::text::uuid
  and e.revision > $2::text::int and e.revision <= $3::text::int order by e.revision limit ${ROWS_AT_ONCE}`;

/** By auction. A revision is missing if the log does not begin with the lot's creation. */
export const statesAround = async (
  { query }: Pick<Database, "query">,
  lots: readonly ToReplay[],
): Promise<Map<string, Replayed>> => {
  const replays = new Map(lots.map((lot) => [lot.auctionId, new Replay(lot)]));
  const all = [...replays.values()];
  const short = all.filter(({ last }) => last <= SHORT);
  for (let at = 0; at < short.length; at += SHORT_AT_ONCE) {
    const some = short.slice(at, at + SHORT_AT_ONCE);
    const rows = await query<Row>(logsOfMany, [
      arrayLiteral(some.map(({ auctionId }) => auctionId)),
      arrayLiteral(some.map(({ last }) => last)),
    ]);
    for (const row of rows.sort((a, b) => a.revision - b.revision)) replays.get(row.auctionId)?.add(row);
  }
  // Read in parts, so that a lot with any number of bids needs little memory.
  for (const replay of all.filter(({ last }) => last > SHORT)) {
    for (let isMore = true; isMore; ) {
      const rows = await query<Row>(pageOfLog, [replay.auctionId, replay.revision, replay.last]);
      for (const row of rows) replay.add(row);
      isMore = rows.length === ROWS_AT_ONCE;
    }
  }
  return new Map(all.map(({ auctionId, found, isNewer }) => [auctionId, { found, isNewer }]));
};

class Replay {
  readonly auctionId: string;
  readonly last: number;
  readonly found = new Map<number, Around>();
  isNewer = false;
  readonly #wanted: ReadonlySet<number>;
  #state: AuctionState | null = null;
  revision = 0;

  constructor({ auctionId, revisions }: ToReplay) {
    this.auctionId = auctionId;
    this.last = Math.max(...revisions);
    this.#wanted = new Set(revisions);
  }

  add({ revision, events, at }: Row): void {
    this.isNewer ||= !events.every(isKnown);
    const before = this.isNewer ? null : this.#state;
    const [first] = events;
    if (first?.type === "AuctionCreated") this.#state = create(first, at);
    else this.#state = before && evolveChange(before, events as readonly AuctionEvent[]);
    this.revision = revision;
    if (this.#state && this.#wanted.has(revision)) this.found.set(revision, { before, after: this.#state });
  }
}
