// Reads from the log the public changes of auctions after a version, for clients and nodes that missed them.
import type { AuctionEvent } from "../auction/events.ts";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Database } from "../platform/database/database.ts";
import { fromJson } from "../platform/database/values.ts";

export interface LoggedChange {
  readonly version: number;
  readonly events: readonly AuctionEvent[];
  /** Epoch ms. */
  readonly at: number;
}

export interface Since {
  readonly auctionId: string;
  readonly version: number;
}

interface Row extends Record<string, unknown> {
  readonly place: number;
  readonly version: number;
  readonly events: AuctionEvent[] | string;
  readonly at: number;
}

/** Returns for each requested auction, in order, at most `limit` changes after the version, oldest first. */
export const changesSince = async (
  database: Database,
  asked: readonly Since[],
  limit: number,
): Promise<LoggedChange[][]> => {
  const rows = await database.query<Row>(
    `select w.place::int as place, e.version, e.events, (extract(epoch from e.at) * 1000)::float8 as at
     from unnest($1::text::uuid[], $2::text::int[]) with ordinality as w(id, version, place)
     cross join lateral (
       select version, events, at from auction_events
       where auction_id = w.id and version > w.version order by version limit $3::text::int
     ) as e
     order by w.place, e.version`,
    [arrayLiteral(asked.map(({ auctionId }) => auctionId)), arrayLiteral(asked.map(({ version }) => version)), limit],
  );
  const found: LoggedChange[][] = asked.map(() => []);
  for (const { place, version, events, at } of rows) found[place - 1]?.push({ version, events: fromJson(events), at });
  return found;
};
