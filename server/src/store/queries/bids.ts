// Reading bids and maximum bids.
import type { Minor } from "@jara/shared/money";
import type { BidPlaced } from "../../auction/events.ts";
import type { AuctionState, MaxBid } from "../../auction/state.ts";
import { type AuctionRow, auctionColumns, auctionJoins, toState } from "../auction-rows.ts";
import type { Database } from "../database.ts";
import { isUuid } from "../engine-store.ts";

export interface StoredBid extends Omit<BidPlaced, "type"> {
  /** Epoch ms. */
  readonly at: number;
}

interface BidRow extends Record<string, unknown> {
  number: number;
  amountMinor: number;
  kind: "manual" | "auto";
  bidderId: string;
  username: string;
  at: number;
}

const bidColumns = `b.number, b.amount_minor::float8 as "amountMinor", b.kind, b.bidder_id as "bidderId", u.username,
  (extract(epoch from b.created_at) * 1000)::float8 as at`;

const toBid = (row: BidRow): StoredBid => ({
  number: row.number,
  amountMinor: row.amountMinor as Minor,
  kind: row.kind,
  bidder: { id: row.bidderId, username: row.username },
  at: row.at,
});

/** Newest first. */
export const bidsOfAuction = async (
  database: Database,
  auctionId: string,
  page: { page: number; limit: number },
): Promise<StoredBid[]> => {
  const rows = await database.query<BidRow>(
    `select ${bidColumns} from bids b join users u on u.id = b.bidder_id where b.auction_id = $1::text::uuid
     order by b.number desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`,
    [auctionId],
  );
  return rows.map(toBid);
};

export const bidOfNumber = async (database: Database, auctionId: string, number: number): Promise<StoredBid | null> => {
  const [row] = await database.query<BidRow>(
    `select ${bidColumns} from bids b join users u on u.id = b.bidder_id
     where b.auction_id = $1::text::uuid and b.number = $2::text::int`,
    [auctionId, number],
  );
  return row ? toBid(row) : null;
};

const MY_BIDS_LIMIT = 500;

/** A user's newest bids, each with its auction. */
export const bidsOfUser = async (
  database: Database,
  userId: string,
): Promise<{ bid: StoredBid; auction: AuctionState }[]> => {
  const rows = await database.query<AuctionRow & BidRow>(
    `select ${auctionColumns}, ${bidColumns}
     from (
       select * from bids where bidder_id = $1::text::uuid
       order by created_at desc, auction_id, number desc limit ${MY_BIDS_LIMIT}
     ) b join users u on u.id = b.bidder_id join (${auctionJoins}) on a.id = b.auction_id
     order by b.created_at desc, b.auction_id, b.number desc`,
    [userId],
  );
  return rows.map((row) => ({ bid: toBid(row), auction: toState(row) }));
};

interface MaxBidRow extends AuctionRow {
  maxBidId: string;
  ownerId: string;
  ownerName: string;
  amountMinor: number;
  reachedRevision: number;
  autoBidCount: number;
  lastAutoBidMinor: number;
}

export interface StoredMaxBid {
  readonly maxBid: MaxBid;
  readonly auction: AuctionState;
}

const selectMaxBids = `select ${auctionColumns}, m.id as "maxBidId", o.id as "ownerId", o.username as "ownerName",
    m.amount_minor::float8 as "amountMinor", m.reached_revision as "reachedRevision", m.auto_bid_count as "autoBidCount",
    m.last_auto_bid_minor::float8 as "lastAutoBidMinor"
  from max_bids m join users o on o.id = m.user_id join (${auctionJoins}) on a.id = m.auction_id`;

const toStoredMaxBid = (row: MaxBidRow): StoredMaxBid => ({
  auction: toState(row),
  maxBid: {
    id: row.maxBidId,
    owner: { id: row.ownerId, username: row.ownerName },
    amountMinor: row.amountMinor as Minor,
    reachedRevision: row.reachedRevision,
    autoBidCount: row.autoBidCount,
    lastAutoBidMinor: row.lastAutoBidMinor as Minor,
  },
});

/** Standing maxima of one user, those on open auctions first, by their end. */
export const maxBidsOfUser = async (database: Database, userId: string): Promise<StoredMaxBid[]> => {
  const rows = await database.query<MaxBidRow>(
    `${selectMaxBids} where m.user_id = $1::text::uuid and not m.cancelled
     order by a.status <> 'active', a.ends_at, m.id limit 200`,
    [userId],
  );
  return rows.map(toStoredMaxBid);
};

/** `ownerId` null: everybody's, highest first. The caller has made sure that who asks may see them. */
export const maxBidsOfAuction = async (
  database: Database,
  auctionId: string,
  ownerId: string | null,
): Promise<StoredMaxBid[]> => {
  if (!isUuid(auctionId)) return [];
  const rows = await database.query<MaxBidRow>(
    `${selectMaxBids} where m.auction_id = $1::text::uuid and not m.cancelled
       and ($2::text is null or m.user_id = $2::text::uuid)
     order by m.amount_minor desc, m.reached_revision limit 500`,
    [auctionId, ownerId],
  );
  return rows.map(toStoredMaxBid);
};

/** The auction of a user's own maximum, a cancelled one too (its cancelling may be sent again). */
export const auctionOfMaxBid = async (database: Database, maxBidId: string, userId: string): Promise<string | null> => {
  if (!isUuid(maxBidId)) return null;
  const [row] = await database.query<{ auctionId: string }>(
    `select auction_id as "auctionId" from max_bids where id = $1::text::uuid and user_id = $2::text::uuid`,
    [maxBidId, userId],
  );
  return row?.auctionId ?? null;
};
