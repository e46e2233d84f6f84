// Reads the log of an auction, and replays it: what the stored auction must be equal to.
import type { AuctionCreated, AuctionEvent } from "../../auction/events.ts";
import { create, evolveChange } from "../../auction/evolve.ts";
import type { AuctionState } from "../../auction/state.ts";
import type { Database } from "../../platform/database/database.ts";

export interface LogRow extends Record<string, unknown> {
  revision: number;
  version: number | null;
  events: AuctionEvent[];
  actorId: string | null;
  /** Epoch ms. */
  at: number;
}

export const logOf = ({ query }: Pick<Database, "query">, auctionId: string): Promise<LogRow[]> =>
  query<LogRow>(
    `select revision, version, events, actor_id as "actorId", (extract(epoch from at) * 1000)::float8 as at
     from auction_events where auction_id = $1::text::uuid order by revision`,
    [auctionId],
  );

export interface Step {
  readonly before: AuctionState;
  readonly after: AuctionState;
  readonly events: readonly AuctionEvent[];
  readonly at: number;
}

/** The states that the log tells of. Null if the log does not begin with the auction's creation. */
export const replayLog = ([first, ...rest]: readonly LogRow[]): { state: AuctionState; steps: Step[] } | null => {
  const created = first?.events[0] as AuctionCreated | undefined;
  if (!first || created?.type !== "AuctionCreated") return null;
  let state = create(created, first.at);
  const steps: Step[] = [];
  for (const { events, at, version } of rest) {
    const before = state;
    state = evolveChange(state, events);
    if (version !== null) state = { ...state, updatedAt: at };
    steps.push({ before, after: state, events, at });
  }
  return { state, steps };
};
