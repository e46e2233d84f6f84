// Reads single bids as they were recorded.
import type { BidVoidReason } from "@jara/shared/auction";
import type { Minor } from "@jara/shared/money";
import type { BidPlaced } from "../../auction/events.ts";
import type { Database } from "../../platform/database/database.ts";

export interface StoredBid extends Omit<BidPlaced, "type"> {
  /** Epoch ms. */
  readonly at: number;
  /** Set once the bid no longer counts; `at` in epoch ms. */
  readonly voided: { readonly reason: BidVoidReason; readonly at: number } | null;
}

export interface BidRow extends Record<string, unknown> {
  number: number;
  amountMinor: number;
  kind: "manual" | "auto";
  bidderId: string;
  username: string;
  at: number;
  voidReason: BidVoidReason | null;
  voidedAt: number | null;
}

/** The columns of `bids b` joined with its bidder `users u`. */
export const bidColumns = `b.number, b.amount_minor::float8 as "amountMinor", b.kind, b.bidder_id as "bidderId", u.username,
  (extract(epoch from b.created_at) * 1000)::float8 as at, b.void_reason as "voidReason",
  (extract(epoch from b.voided_at) * 1000)::float8 as "voidedAt"`;

export const toBid = (row: BidRow): StoredBid => ({
  number: row.number,
  amountMinor: row.amountMinor as Minor,
  kind: row.kind,
  bidder: { id: row.bidderId, username: row.username },
  at: row.at,
  voided: row.voidReason === null ? null : { reason: row.voidReason, at: row.voidedAt ?? row.at },
});

export const bidOfNumber = async (database: Database, auctionId: string, number: number): Promise<StoredBid | null> => {
  const [row] = await database.query<BidRow>(
    `select ${bidColumns} from bids b join users u on u.id = b.bidder_id
     where b.auction_id = $1::text::uuid and b.number = $2::text::int`,
    [auctionId, number],
  );
  return row ? toBid(row) : null;
};
