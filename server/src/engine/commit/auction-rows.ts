// Converts stored rows to auction states. The engine, the listing and the replay share this one query text, so that
// they all read an auction alike.

import type { AuctionStatus, Category, Condition, Media, SoftClose } from "@jara/shared/auction";
import type { Currency, Minor } from "@jara/shared/money";
import type { AuctionState, MaxBid, OpenSettlement, Person, Purchase } from "../../auction/state.ts";
import { fromJson } from "../../platform/database/values.ts";

const ms = (column: string, as: string): string => `(extract(epoch from ${column}) * 1000)::float8 as "${as}"`;

/** The highest amount of the bids that count, or the starting price before the first. */
const bidPrice = `coalesce(
  (select max(lb.amount_minor) from bids lb where lb.auction_id = a.id and lb.voided_at is null), a.starting_price_minor)`;

/** All columns of an auction except its maxima. `a` is the auctions table; add `where`, `order by`. */
export const auctionColumns = `
  a.id, a.seller_id as "sellerId", s.username as "sellerName", a.title, a.description, to_json(a.categories) as categories,
  a.condition, a.location, a.media, a.currency, a.starting_price_minor::float8 as "startingPriceMinor",
  a.increment_minor::float8 as "incrementMinor", a.reserve_minor::float8 as "reserveMinor",
  a.buy_it_now_minor::float8 as "buyItNowMinor", a.status, a.price_minor::float8 as "priceMinor",
  a.leader_id as "leaderId", l.username as "leaderName", a.winner_id as "winnerId", w.username as "winnerName",
  a.bid_count as "bidCount", a.voided_bid_count as "voidedBidCount", to_json(a.barred_ids) as "barredIds",
  a.content_version as "contentVersion", ${ms("a.content_changed_at", "contentChangedAt")},
  a.soft_close_seconds as "softCloseSeconds", a.soft_close_cap_minutes as "softCloseCapMinutes",
  ${ms("a.extended_from", "extendedFrom")}, a.forfeited_purchases as "forfeitedPurchases", ${ms("a.starts_at", "startsAt")}, ${ms("a.ends_at", "endsAt")},
  ${ms("a.paused_at", "pausedAt")}, ${ms("a.paused_until", "pausedUntil")}, a.pause_reason as "pauseReason", a.is_end_set as "isEndSet", a.removed_at is not null as "isRemoved",
  p.id as "purchaseId", p.buyer_id as "buyerId", pb.username as "buyerName", p.price_minor::float8 as "purchaseMinor",
  p.fee_minor::float8 as "feeMinor", ${ms("p.deadline_at", "deadlineAt")},
  case when p.status = 'paid' then ${bidPrice}::float8 end as "bidPriceMinor",
  st.id as "settlementId", st.amount_minor::float8 as "owedMinor", ${ms("st.due_at", "dueAt")},
  a.version, a.revision, ${ms("a.created_at", "createdAt")}, ${ms("a.updated_at", "updatedAt")}`;

export const auctionJoins = `
  auctions a join users s on s.id = a.seller_id left join users l on l.id = a.leader_id
  left join users w on w.id = a.winner_id
  left join purchases p on p.auction_id = a.id and p.status = case a.status when 'paused' then 'pending' when 'sold' then 'paid' end
  left join users pb on pb.id = p.buyer_id
  left join settlements st on st.auction_id = a.id and st.status = 'open'`;

export interface AuctionRow extends Record<string, unknown> {
  id: string;
  sellerId: string;
  sellerName: string;
  title: string;
  description: string;
  categories: Category[] | string;
  condition: Condition;
  location: string | null;
  media: Media[] | string;
  currency: Currency;
  startingPriceMinor: number;
  incrementMinor: number;
  reserveMinor: number | null;
  buyItNowMinor: number | null;
  status: AuctionStatus;
  priceMinor: number;
  leaderId: string | null;
  leaderName: string | null;
  winnerId: string | null;
  winnerName: string | null;
  bidCount: number;
  voidedBidCount: number;
  barredIds: string[] | string;
  contentVersion: number;
  contentChangedAt: number | null;
  softCloseSeconds: number | null;
  softCloseCapMinutes: number | null;
  extendedFrom: number | null;
  forfeitedPurchases: number;
  startsAt: number | null;
  endsAt: number;
  pausedAt: number | null;
  pausedUntil: number | null;
  pauseReason: AuctionState["pauseReason"];
  isEndSet: boolean;
  isRemoved: boolean;
  purchaseId: string | null;
  buyerId: string | null;
  buyerName: string | null;
  purchaseMinor: number | null;
  feeMinor: number | null;
  deadlineAt: number | null;
  bidPriceMinor: number | null;
  settlementId: string | null;
  owedMinor: number | null;
  dueAt: number | null;
  version: number;
  revision: number;
  createdAt: number;
  updatedAt: number;
}

const person = (id: string | null, username: string | null): Person | null =>
  id === null ? null : { id, username: username ?? "" };

const toPurchase = (row: AuctionRow): Purchase | null => {
  const buyer = person(row.buyerId, row.buyerName);
  if (row.purchaseId === null || !buyer) return null;
  return {
    id: row.purchaseId,
    buyer,
    priceMinor: row.purchaseMinor as Minor,
    feeMinor: row.feeMinor as Minor,
    deadlineAt: row.deadlineAt ?? 0,
    bidPriceMinor: row.bidPriceMinor as Minor | null,
  };
};

/** The open settlement, whose winner is the auction's winner; null if there is none. */
const toSettlement = (row: AuctionRow): OpenSettlement | null => {
  const winner = person(row.winnerId, row.winnerName);
  if (row.settlementId === null || !winner) return null;
  return { id: row.settlementId, winner, amountMinor: row.owedMinor as Minor, dueAt: row.dueAt ?? 0 };
};

const toSoftClose = ({ softCloseSeconds, softCloseCapMinutes }: AuctionRow): SoftClose | null =>
  softCloseSeconds === null || softCloseCapMinutes === null
    ? null
    : { windowSeconds: softCloseSeconds, capMinutes: softCloseCapMinutes };

const nobody: ReadonlySet<string> = new Set();
const toIds = (ids: readonly string[]): ReadonlySet<string> => (ids.length === 0 ? nobody : new Set(ids));

const noMaxima: ReadonlyMap<string, MaxBid> = new Map();

export const toState = (row: AuctionRow, maxBids: ReadonlyMap<string, MaxBid> = noMaxima): AuctionState => ({
  id: row.id,
  seller: { id: row.sellerId, username: row.sellerName },
  lot: {
    title: row.title,
    description: row.description,
    categories: fromJson(row.categories),
    condition: row.condition,
    location: row.location,
    media: fromJson(row.media),
  },
  currency: row.currency,
  startingPriceMinor: row.startingPriceMinor as Minor,
  incrementMinor: row.incrementMinor as Minor,
  reserveMinor: row.reserveMinor as Minor | null,
  buyItNowMinor: row.buyItNowMinor as Minor | null,
  softClose: toSoftClose(row),
  status: row.status,
  priceMinor: row.priceMinor as Minor,
  leader: person(row.leaderId, row.leaderName),
  winner: person(row.winnerId, row.winnerName),
  bidCount: row.bidCount,
  voidedBidCount: row.voidedBidCount,
  barredIds: toIds(fromJson(row.barredIds)),
  contentVersion: row.contentVersion,
  contentChangedAt: row.contentChangedAt,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  extendedFrom: row.extendedFrom,
  pausedAt: row.pausedAt,
  pausedUntil: row.pausedUntil,
  pauseReason: row.pauseReason,
  isEndSet: row.isEndSet,
  isRemoved: row.isRemoved,
  purchase: toPurchase(row),
  forfeitedPurchases: row.forfeitedPurchases,
  settlement: toSettlement(row),
  maxBids,
  version: row.version,
  revision: row.revision,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
