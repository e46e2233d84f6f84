// Writes a change as a newer version of the program would: with an event that this version does not know.
import type { Database } from "../../src/platform/database/database.ts";

/** `isPublic`: whether everybody sees that the auction changed. */
export const changeByNewerVersion = (database: Database, auctionId: string, isPublic: boolean): Promise<unknown> =>
  database.query(
    `with changed as (
       update auctions set revision = revision + 1, version = version + $2::text::int, updated_at = clock_now()
       where id = $1::text::uuid returning revision, version
     )
     insert into auction_events (auction_id, revision, version, events, at)
     select $1::text::uuid, revision, case when $2::text::int = 1 then version end,
       '[{"type":"MadeByNewerVersion","secret":"777700"}]', clock_now() from changed`,
    [auctionId, isPublic ? 1 : 0],
  );
