// Reads from the log the public changes of auctions after a version, for clients and nodes that missed them.
import { sql } from "drizzle-orm";
import type { AuctionEvent } from "../auction/events.ts";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Database } from "../platform/database/database.ts";
import { auctionEvents } from "../platform/database/schema/log.ts";
import { prepared } from "../platform/database/statements.ts";

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

/**
 * One lookup along the index for each auction. The list of auctions is a parameter, so that one prepared text serves
 * any number of them.
 */
const changesOf = prepared((db) => {
  const { auctionId, version, events, at } = auctionEvents;
  const missed = db
    .select({ version, events, at })
    .from(auctionEvents)
    .where(sql`${auctionId} = asked.id and ${version} > asked.version`)
    .orderBy(version)
    .limit(sql.placeholder("limit"))
    .as("missed");
  return db
    .select({ place: sql<number>`asked.place`, version: missed.version, events: missed.events, at: missed.at })
    .from(
      sql`unnest(${sql.placeholder("ids")}::uuid[], ${sql.placeholder("versions")}::int[])
        with ordinality as asked (id, version, place)`,
    )
    .crossJoinLateral(missed)
    .orderBy(sql`asked.place`, missed.version)
    .prepare("changes since versions");
});

/** Returns for each requested auction, in order, at most `limit` changes after the version, oldest first. */
export const changesSince = async (
  database: Database,
  asked: readonly Since[],
  limit: number,
): Promise<LoggedChange[][]> => {
  const rows = await changesOf(database).execute({
    ids: arrayLiteral(asked.map(({ auctionId }) => auctionId)),
    versions: arrayLiteral(asked.map(({ version }) => version)),
    limit,
  });
  const found: LoggedChange[][] = asked.map(() => []);
  for (const { place, version, events, at } of rows) {
    if (version !== null) found[place - 1]?.push({ version, events: events as AuctionEvent[], at });
  }
  return found;
};
