// What lots were around certain changes, by replaying their logs. Only changes that say what a lot is need it.
import type { AuctionCreated, AuctionEvent } from "../../auction/events.ts";
import { create, evolveChange } from "../../auction/evolve.ts";
import type { AuctionState } from "../../auction/state.ts";
import type { Database } from "../../platform/database/database.ts";

export interface Around {
  /** Null before the creation. */
  readonly before: AuctionState | null;
  readonly after: AuctionState;
}

const ROWS_AT_ONCE = 500;

/**
 * By revision. Reads the log in pages, so that a lot with any number of bids needs little memory. Empty if the log does
 * not begin with the lot's creation.
 */
export const statesAround = async (
  { query }: Pick<Database, "query">,
  auctionId: string,
  revisions: readonly number[],
): Promise<Map<number, Around>> => {
  const wanted = new Set(revisions);
  const last = Math.max(...revisions);
  const found = new Map<number, Around>();
  let state: AuctionState | null = null;
  for (let revision = 0; revision < last; ) {
    const rows = await query<{ revision: number; events: (AuctionCreated | AuctionEvent)[]; at: number }>(
      `select revision, events, (extract(epoch from at) * 1000)::float8 as at from auction_events
       where auction_id = $1::text::uuid and revision > $2::text::int and revision <= $3::text::int
       order by revision limit ${ROWS_AT_ONCE}`,
      [auctionId, revision, last],
    );
    for (const row of rows) {
      const [first] = row.events;
      const before: AuctionState | null = state;
      if (first?.type === "AuctionCreated") state = create(first, row.at);
      else if (state) state = evolveChange(state, row.events as AuctionEvent[]);
      else return found;
      if (wanted.has(row.revision)) found.set(row.revision, { before, after: state });
      revision = row.revision;
    }
    if (rows.length < ROWS_AT_ONCE) return found;
  }
  return found;
};
