// Reads what the public log says about one lot, and what people need to prove their own commitments there.
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, not, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { setAsideRows } from "../../platform/database/schema/jobs.ts";
import { logLeaves, logLots, logSecrets } from "../../platform/database/schema/public-log.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isUuid } from "../../platform/database/uuid.ts";

type Queries = Pick<Database, "db">;

export interface LotLeaf {
  readonly index: number;
  readonly version: number;
  readonly entry: string;
}

/** Public lots whose newest entries could not be made, so that everybody sees what the log lacks. */
export const lotsWaiting = async ({ db }: Pick<Database, "db">): Promise<{ auction: string; since: string }[]> => {
  const rows = await db
    .select({ auction: auctions.id, since: setAsideRows.since })
    .from(setAsideRows)
    .innerJoin(auctions, sql`${auctions.id}::text = ${setAsideRows.key}`)
    .where(
      and(
        hasValue(setAsideRows.loop, "public-log"),
        isNotNull(setAsideRows.putAsideAt),
        not(hasValue(auctions.status, "draft")),
        isNull(auctions.removedAt),
      ),
    )
    .orderBy(asc(setAsideRows.since));
  return rows.map(({ auction, since }) => ({ auction, since: new Date(since).toISOString() }));
};

/** Those among the first `size` leaves, from a version of the lot on, in order. */
export const leavesOfLot = async (
  { db }: Queries,
  log: number,
  auctionId: string,
  among: { readonly size: number; readonly from: number; readonly limit: number },
): Promise<LotLeaf[]> => {
  const rows = await db
    .select({ index: logLeaves.index, version: logLeaves.version, entry: logLeaves.entry })
    .from(logLeaves)
    .where(
      and(
        eq(logLeaves.log, log),
        eq(logLeaves.auctionId, auctionId),
        lt(logLeaves.index, among.size),
        isNotNull(logLeaves.version),
        gte(logLeaves.version, among.from),
      ),
    )
    .orderBy(asc(logLeaves.version))
    .limit(among.limit);
  return rows.map(({ version, ...row }) => ({ ...row, version: version ?? 0 }));
};

/** The index of the lot's last leaf among the first `size` leaves; null without one. */
export const lastLeafOf = async (
  { db }: Queries,
  log: number,
  auctionId: string,
  size: number,
): Promise<number | null> => {
  const [row] = await db
    .select({ index: logLeaves.index })
    .from(logLeaves)
    .where(and(eq(logLeaves.log, log), eq(logLeaves.auctionId, auctionId), lt(logLeaves.index, size)))
    .orderBy(desc(logLeaves.version))
    .limit(1);
  return row?.index ?? null;
};

/** The person's secret, if leaves of the lot may name the person: with a bid, or as the winner. */
export const secretOnLot = async ({ db }: Queries, userId: string, auctionId: string): Promise<Uint8Array | null> => {
  if (!isUuid(auctionId)) return null;
  const [row] = await db
    .select({ secret: logSecrets.secret })
    .from(logSecrets)
    .where(
      and(
        eq(logSecrets.userId, userId),
        sql`(exists (select from ${bids} where ${bids.auctionId} = ${auctionId} and ${bids.bidderId} = ${userId})
          or exists (select from ${auctions} where ${auctions.id} = ${auctionId} and ${auctions.winnerId} = ${userId}))`,
      ),
    );
  return row?.secret ?? null;
};

export interface SealedSale {
  /** Null: the lot is the house's own. */
  readonly sellerId: string | null;
  /** Hexadecimal. */
  readonly commitment: string;
  readonly salt: Uint8Array;
  /** To which the newest commitment binds. */
  readonly reserve: { readonly amountMinor: number; readonly salt: Uint8Array } | null;
}

/** Reads what opens the log's commitments to a lot's seller and reserve. Null: the log has no seller of it. */
export const saleInLog = async ({ db }: Queries, log: number, auctionId: string): Promise<SealedSale | null> => {
  if (!isUuid(auctionId)) return null;
  const { sellerCommitment: commitment, sellerSalt: salt, reserveMinor: amountMinor, reserveSalt } = logLots;
  const [row] = await db
    .select({
      sellerId: auctions.sellerId,
      isConsigned: auctions.isConsigned,
      commitment,
      salt,
      amountMinor,
      reserveSalt,
    })
    .from(logLots)
    .innerJoin(auctions, eq(auctions.id, logLots.auctionId))
    .where(and(eq(logLots.log, log), eq(logLots.auctionId, auctionId)));
  if (!row || row.commitment === null || row.salt === null) return null;
  return {
    sellerId: row.isConsigned ? row.sellerId : null,
    commitment: row.commitment,
    salt: row.salt,
    reserve:
      row.amountMinor === null || row.reserveSalt === null
        ? null
        : { amountMinor: row.amountMinor, salt: row.reserveSalt },
  };
};
