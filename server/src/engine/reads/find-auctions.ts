// Reads auctions as states, without their maxima. `to-public.ts` decides which parts of a state each reader may see.
import type { AuctionState } from "../../auction/state.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { isUuid } from "../../platform/database/values.ts";
import { type AuctionRow, auctionColumns, auctionJoins, toState } from "../commit/auction-rows.ts";

/** Returns the auction without its maxima, because no caller may show them. */
export const findAuction = async (database: Database, id: string): Promise<AuctionState | null> => {
  const [auction] = await findAuctions(database, [id]);
  return auction ?? null;
};

/** Returns the auction even if it was removed, because its log stays readable. */
export const findAnyAuction = async (database: Database, id: string): Promise<AuctionState | null> => {
  if (!isUuid(id)) return null;
  const [row] = await database.query<AuctionRow>(
    `select ${auctionColumns} from ${auctionJoins} where a.id = $1::text::uuid`,
    [id],
  );
  return row ? toState(row) : null;
};

export const findAuctions = async (database: Database, ids: readonly string[]): Promise<AuctionState[]> => {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  const rows = await database.query<AuctionRow>(
    `select ${auctionColumns} from ${auctionJoins} where a.id = any($1::text::uuid[]) and a.removed_at is null`,
    [arrayLiteral(known)],
  );
  return rows.map((row) => toState(row));
};

/**
 * Returns the auctions whose public version changed within this many seconds, at most the newest 1,000. Reads the whole
 * table.
 */
export const auctionsMovedWithin = async (database: Database, seconds: number): Promise<AuctionState[]> => {
  const rows = await database.query<{ id: string }>(
    `select id from auctions where updated_at > clock_timestamp() - $1::text::float8 * interval '1 second'
     order by updated_at desc limit 1000`,
    [seconds],
  );
  return findAuctions(
    database,
    rows.map(({ id }) => id),
  );
};

/** Returns the auctions of a page in its order. An auction that was removed meanwhile is missing. */
export const inOrder = async (database: Database, ids: readonly string[]): Promise<AuctionState[]> => {
  const byId = new Map((await findAuctions(database, ids)).map((auction) => [auction.id, auction]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
