// The log, read back: the public changes of an auction after a version, for those who missed them.
import type { AuctionEvent } from "../../auction/events.ts";
import { fromJson } from "../auction-rows.ts";
import type { Database } from "../database.ts";

export interface LoggedChange {
  readonly version: number;
  readonly events: readonly AuctionEvent[];
  /** Epoch ms. */
  readonly at: number;
}

export const changesAfter = async (
  database: Database,
  auctionId: string,
  version: number,
  limit: number,
): Promise<LoggedChange[]> => {
  const rows = await database.query<{ version: number; events: AuctionEvent[] | string; at: number }>(
    `select version, events, (extract(epoch from at) * 1000)::float8 as at from auction_events
     where auction_id = $1::text::uuid and version > $2::text::int order by version limit ${limit}`,
    [auctionId, version],
  );
  return rows.map((row) => ({ ...row, events: fromJson(row.events) }));
};
