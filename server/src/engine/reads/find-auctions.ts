// Reads auctions as states, without their maxima. `to-public.ts` decides which parts of a state each reader may see.
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { AuctionState } from "../../auction/state.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { isAnyOfPlaceholder, prepared } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { selectAuctions, toState } from "../commit/auction-rows.ts";

/** Returns the auction without its maxima, because no caller may show them. */
export const findAuction = async (database: Database, id: string): Promise<AuctionState | null> => {
  const [auction] = await findAuctions(database, [id]);
  return auction ?? null;
};

const byId = prepared((db) =>
  selectAuctions(db)
    .where(eq(auctions.id, sql.placeholder("id")))
    .prepare("auction by id"),
);
const shownByIds = prepared((db) =>
  selectAuctions(db)
    .where(and(isAnyOfPlaceholder(auctions.id, "ids"), isNull(auctions.removedAt)))
    .prepare("auctions by ids"),
);

/** Returns the auction even if it was removed, because its log stays readable. */
export const findAnyAuction = async (database: Database, id: string): Promise<AuctionState | null> => {
  if (!isUuid(id)) return null;
  const [row] = await byId(database).execute({ id });
  return row ? toState(row) : null;
};

export const findAuctions = async (database: Database, ids: readonly string[]): Promise<AuctionState[]> => {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  const rows = await shownByIds(database).execute({ ids: arrayLiteral(known) });
  return rows.map((row) => toState(row));
};

/**
 * Like `findAuctions`, for auctions that are published: resolves once a synchronous standby has everything that was
 * read, so that no failover takes it back. Without any standby it resolves after some seconds, because then nothing new
 * is committed either.
 */
export const findConfirmedAuctions = async (database: Database, ids: readonly string[]): Promise<AuctionState[]> => {
  const found = await findAuctions(database, ids);
  if (found.length > 0) await database.replication.confirmed();
  return found;
};

/**
 * Returns the auctions whose public version changed within this many seconds, at most the newest 1,000. Reads the whole
 * table.
 */
export const auctionsMovedWithin = async (database: Database, seconds: number): Promise<AuctionState[]> => {
  const rows = await database.db
    .select({ id: auctions.id })
    .from(auctions)
    .where(sql`${auctions.updatedAt} > clock_now() - ${seconds}::float8 * interval '1 second'`)
    .orderBy(desc(auctions.updatedAt))
    .limit(1000);
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
