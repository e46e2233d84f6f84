// Reads bids and max bids.
import type { Minor } from "@jara/shared/money";
import type { AuctionState, MaxBid } from "../../auction/state.ts";
import type { MaxBidAuction } from "../../auction/to-public.ts";
import { publicStatusesInSql } from "../../auction/visibility.ts";
import { findAuction, findAuctions } from "../../engine/reads/find-auctions.ts";
import { type BidRow, bidColumns, bidOfNumber, type StoredBid, toBid } from "../../engine/reads/stored-bids.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Page } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/values.ts";

/**
 * All bids, newest first, including voided ones. A replay records bids at earlier times under later numbers, so a lot
 * with voided bids is sorted by time. The bids of other lots are read in the order of the index.
 */
export const bidsOfAuction = async (
  database: Database,
  { id: auctionId, voidedBidCount }: Pick<AuctionState, "id" | "voidedBidCount">,
  page: { page: number; limit: number },
): Promise<StoredBid[]> => {
  const order = voidedBidCount === 0 ? "b.number desc" : "b.created_at desc, b.amount_minor desc, b.number desc";
  const rows = await database.query<BidRow>(
    `select ${bidColumns} from bids b join users u on u.id = b.bidder_id where b.auction_id = $1::text::uuid
     order by ${order} limit ${page.limit} offset ${(page.page - 1) * page.limit}`,
    [auctionId],
  );
  return rows.map(toBid);
};

/** The bid that holds the price: the leader's last valid bid. Null before the first bid. */
export const leadingBid = async (
  database: Database,
  { id, bidCount, voidedBidCount, leader }: AuctionState,
): Promise<StoredBid | null> => {
  if (bidCount === 0 || !leader) return null;
  // The last recorded bid leads, because of two equal bids the leader's is recorded last.
  if (voidedBidCount === 0) return await bidOfNumber(database, id, bidCount);
  const [row] = await database.query<BidRow>(
    `select ${bidColumns} from bids b join users u on u.id = b.bidder_id
     where b.auction_id = $1::text::uuid and b.bidder_id = $2::text::uuid and b.voided_at is null
     order by b.amount_minor desc limit 1`,
    [id, leader.id],
  );
  return row ? toBid(row) : null;
};

/** Users with valid bids, the highest first. For administrators. */
export const biddersOfAuction = async (
  database: Database,
  auctionId: string,
): Promise<{ id: string; username: string; bidCount: number; highestMinor: number }[]> =>
  await database.query(
    `select u.id, u.username, count(*)::int as "bidCount", max(b.amount_minor)::float8 as "highestMinor"
     from bids b join users u on u.id = b.bidder_id
     where b.auction_id = $1::text::uuid and b.voided_at is null
     group by u.id, u.username order by max(b.amount_minor) desc, u.username limit 500`,
    [auctionId],
  );

/** The open lots on which a user has valid bids or a maximum. */
export const openLotsOfBidder = async (
  database: Database,
  userId: string,
): Promise<{ auctionId: string; title: string }[]> =>
  await database.query(
    `select a.id as "auctionId", a.title from auctions a
     where a.status in ('active', 'paused') and a.removed_at is null and a.id in (
       select auction_id from bids where bidder_id = $1::text::uuid and voided_at is null
       union select auction_id from max_bids where user_id = $1::text::uuid and not cancelled
     ) order by a.ends_at, a.id`,
    [userId],
  );

/**
 * A user's bids on public auctions, newest first, each with its auction. The auctions are read by id, because a join
 * would read all of them.
 */
export const bidsOfUser = async (
  database: Database,
  userId: string,
  { page, limit }: Page,
): Promise<{ bid: StoredBid; auction: AuctionState }[]> => {
  const rows = await database.query<BidRow & { auctionId: string }>(
    // Sort by time alone, as the index does. With a further sort key the generic plan would sort all of a user's bids.
    // Bids of the same moment keep the index's order from page to page, since bids stay where they were written.
    `select ${bidColumns}, b.auction_id as "auctionId" from (
       select * from bids where bidder_id = $1::text::uuid
         and (select status from auctions where id = auction_id) in ${publicStatusesInSql}
       order by created_at desc limit ${limit} offset ${(page - 1) * limit}
     ) b join users u on u.id = b.bidder_id order by b.created_at desc, b.auction_id, b.number desc`,
    [userId],
  );
  const auctions = await findAuctions(database, [...new Set(rows.map(({ auctionId }) => auctionId))]);
  const byId = new Map(auctions.map((auction) => [auction.id, auction]));
  return rows.flatMap((row) => {
    const auction = byId.get(row.auctionId);
    return auction ? [{ bid: toBid(row), auction }] : [];
  });
};

interface MaxBidRow extends Record<string, unknown> {
  maxBidId: string;
  ownerId: string;
  ownerName: string;
  amountMinor: number;
  reachedRevision: number;
  autoBidCount: number;
  lastAutoBidMinor: number;
  agreedVersion: number;
}

export interface StoredMaxBid {
  readonly maxBid: MaxBid;
  readonly auction: MaxBidAuction;
}

/** Columns of `max_bids m` and its owner `users o`. */
const maxBidColumns = `m.id as "maxBidId", o.id as "ownerId", o.username as "ownerName",
  m.amount_minor::float8 as "amountMinor", m.reached_revision as "reachedRevision", m.auto_bid_count as "autoBidCount",
  m.last_auto_bid_minor::float8 as "lastAutoBidMinor", m.content_version as "agreedVersion"`;

const toMaxBid = (row: MaxBidRow): MaxBid => ({
  id: row.maxBidId,
  owner: { id: row.ownerId, username: row.ownerName },
  amountMinor: row.amountMinor as Minor,
  reachedRevision: row.reachedRevision,
  autoBidCount: row.autoBidCount,
  lastAutoBidMinor: row.lastAutoBidMinor as Minor,
  contentVersion: row.agreedVersion,
});

/** One user's active maxima on public auctions: those on open auctions first, by end time. */
export const maxBidsOfUser = async (
  database: Database,
  userId: string,
  { page, limit }: Page,
): Promise<StoredMaxBid[]> => {
  const rows = await database.query<MaxBidRow & Omit<MaxBidAuction, "lot"> & { title: string }>(
    `select ${maxBidColumns}, a.id, a.title, a.currency, a.status, a.price_minor::float8 as "priceMinor",
       a.content_version as "contentVersion", (extract(epoch from a.ends_at) * 1000)::float8 as "endsAt"
     from max_bids m join users o on o.id = m.user_id join auctions a on a.id = m.auction_id
     where m.user_id = $1::text::uuid and not m.cancelled and a.removed_at is null
       and a.status in ${publicStatusesInSql}
     order by a.status <> 'active', a.ends_at, m.id limit ${limit} offset ${(page - 1) * limit}`,
    [userId],
  );
  return rows.map(({ id, title, currency, endsAt, status, priceMinor, contentVersion, ...row }) => ({
    maxBid: toMaxBid(row),
    auction: { id, currency, endsAt, status, priceMinor, contentVersion, lot: { title } },
  }));
};

/** `ownerId` null: all owners, highest first. The caller must check that the requester may see them. */
export const maxBidsOfAuction = async (
  database: Database,
  auctionId: string,
  ownerId: string | null,
  { page, limit }: Page,
): Promise<StoredMaxBid[]> => {
  if (!isUuid(auctionId)) return [];
  const [auction, rows] = await Promise.all([
    findAuction(database, auctionId),
    database.query<MaxBidRow>(
      `select ${maxBidColumns} from max_bids m join users o on o.id = m.user_id
       where m.auction_id = $1::text::uuid and not m.cancelled and ($2::text is null or m.user_id = $2::text::uuid)
       order by m.amount_minor desc, m.reached_revision, m.id limit ${limit} offset ${(page - 1) * limit}`,
      [auctionId, ownerId],
    ),
  ]);
  return auction ? rows.map((row) => ({ maxBid: toMaxBid(row), auction })) : [];
};

/** The auction of a user's own maximum. Includes cancelled maxima, because a cancellation may be sent again. */
export const auctionOfMaxBid = async (database: Database, maxBidId: string, userId: string): Promise<string | null> => {
  if (!isUuid(maxBidId)) return null;
  const [row] = await database.query<{ auctionId: string }>(
    `select auction_id as "auctionId" from max_bids where id = $1::text::uuid and user_id = $2::text::uuid`,
    [maxBidId, userId],
  );
  return row?.auctionId ?? null;
};
