// Reads auctions as states. The engine, the listing and the replay share this one statement, so that they all read an
// auction alike.

import type { Minor } from "@jara/shared/money";
import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  type AuctionState,
  incrementAbove,
  type MaxBid,
  type Purchase,
  type SecondChance,
  type Settlement,
  toTakenRules,
} from "../../auction/state.ts";
import type { Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { purchases, secondChances, settlements } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { type Columns, isPresent } from "../../platform/database/statements.ts";
import { newestSettlement } from "../reads/outcomes.ts";

const seller = alias(users, "seller");
const leader = alias(users, "leader");
const winner = alias(users, "winner");
const buyer = alias(users, "buyer");
const runnerUp = alias(users, "runner_up");

/** The highest amount of the bids that count, or the starting price before the first. */
const bidPrice = sql`coalesce((select max(${bids.amountMinor}) from ${bids}
  where ${bids.auctionId} = ${auctions.id} and ${bids.voidedAt} is null), ${auctions.startingPriceMinor})`;

const { sellerId, leaderId, winnerId, priceStep, bidStep, region, removedAt, changedAt, ...ownColumns } =
  getTableColumns(auctions);

const receivedOf = ({
  depositMinor,
  depositWorthMinor,
  paidMinor,
  paidNgnMinor,
}: typeof settlements | typeof purchases) => ({ depositMinor, depositWorthMinor, paidMinor, paidNgnMinor });

/** All columns of an auction except its maxima, with the people and payments that belong to it. */
const columns = {
  ...ownColumns,
  isRemoved: isPresent(removedAt),
  seller: { id: seller.id, username: seller.username },
  leader: { id: leader.id, username: leader.username },
  winner: { id: winner.id, username: winner.username },
  buyer: { id: buyer.id, username: buyer.username },
  purchase: {
    id: purchases.id,
    priceMinor: purchases.priceMinor,
    feeMinor: purchases.feeMinor,
    deadlineAt: purchases.deadlineAt,
    ...receivedOf(purchases),
  },
  bidPriceMinor: sql<Minor | null>`case when ${purchases.status} = 'paid' then ${bidPrice} end`,
  settlement: {
    id: settlements.id,
    amountMinor: settlements.amountMinor,
    premiumMinor: settlements.premiumMinor,
    vatMinor: settlements.vatMinor,
    dueAt: settlements.dueAt,
    status: settlements.status,
    penaltyMinor: settlements.penaltyMinor,
    ...receivedOf(settlements),
  },
  secondChance: { id: secondChances.id, priceMinor: secondChances.priceMinor, expiresAt: secondChances.expiresAt },
  runnerUp: { id: runnerUp.id, username: runnerUp.username },
};

/** The newest settlement of the auction: that of its last end, unless that end was undone. */
const newest = sql`case when ${auctions.status} in ('ended', 'sold') then ${newestSettlement} end`;

/** The caller adds the condition. `more`: further columns of the result. */
export const selectAuctions = <More extends Columns = Record<never, never>>(db: Db, more = {} as More) =>
  db
    .select({ ...columns, ...more })
    .from(auctions)
    .innerJoin(seller, eq(seller.id, sellerId))
    .leftJoin(leader, eq(leader.id, leaderId))
    .leftJoin(winner, eq(winner.id, winnerId))
    .leftJoin(
      purchases,
      and(
        eq(purchases.auctionId, auctions.id),
        sql`${purchases.status} = case ${auctions.status} when 'paused' then 'pending' when 'sold' then 'paid' end`,
      ),
    )
    .leftJoin(buyer, eq(buyer.id, purchases.buyerId))
    .leftJoin(
      settlements,
      // A lot that was sold by Buy It Now has no settlement. If the newest settlement is the same person's, it belongs
      // to an earlier end.
      and(
        eq(settlements.id, newest),
        eq(settlements.winnerId, winnerId),
        sql`${settlements.status} <> 'void'`,
        isNull(purchases.id),
      ),
    )
    .leftJoin(secondChances, and(eq(secondChances.auctionId, auctions.id), hasValue(secondChances.status, "open")))
    .leftJoin(runnerUp, eq(runnerUp.id, secondChances.personId));

export type AuctionRow = Awaited<ReturnType<typeof selectAuctions>>[number];

const toPurchase = ({ purchase, buyer, bidPriceMinor }: AuctionRow): Purchase | null =>
  purchase && buyer ? { ...purchase, buyer, bidPriceMinor } : null;

/** The settlement of the auction's winner; null if there is none. */
const toSettlement = ({ settlement, winner }: AuctionRow): Settlement | null =>
  settlement && winner && settlement.status !== "void" ? { ...settlement, status: settlement.status, winner } : null;

const toSecondChance = ({ secondChance, runnerUp }: AuctionRow): SecondChance | null =>
  secondChance && runnerUp ? { ...secondChance, person: runnerUp } : null;

const nobody: ReadonlySet<string> = new Set();
const toIds = (ids: readonly string[]): ReadonlySet<string> => (ids.length === 0 ? nobody : new Set(ids));

const noMaxima: ReadonlyMap<string, MaxBid> = new Map();

export const toState = (row: AuctionRow, maxBids: ReadonlyMap<string, MaxBid> = noMaxima): AuctionState => ({
  id: row.id,
  seller: row.seller,
  isConsigned: row.isConsigned,
  lot: {
    title: row.title,
    description: row.description,
    categories: row.categories,
    condition: row.condition,
    location: row.location,
    media: row.media,
    ...(row.addenda.length > 0 && { addenda: row.addenda }),
    ...(row.conditionReport && { conditionReport: row.conditionReport }),
    ...row.details,
  },
  currency: row.currency,
  startingPriceMinor: row.startingPriceMinor,
  incrementMinor: incrementAbove(row, row.priceMinor),
  increments: row.increments,
  reserveMinor: row.reserveMinor,
  buyItNowMinor: row.buyItNowMinor,
  softClose:
    row.softCloseSeconds === null || row.softCloseCapMinutes === null
      ? null
      : { windowSeconds: row.softCloseSeconds, capMinutes: row.softCloseCapMinutes },
  status: row.status,
  isUpcoming: row.isUpcoming,
  rules: row.rules && toTakenRules(row.rules),
  priceMinor: row.priceMinor,
  leader: row.leader,
  winner: row.winner,
  bidCount: row.bidCount,
  voidedBidCount: row.voidedBidCount,
  barredIds: toIds(row.barredIds),
  contentVersion: row.contentVersion,
  fullVersion: row.fullVersion ?? row.contentVersion,
  contentChangedAt: row.contentChangedAt,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  extendedFrom: row.extendedFrom,
  scheduledEndsAt: row.scheduledEndsAt,
  pausedAt: row.pausedAt,
  pausedUntil: row.pausedUntil,
  pauseReason: row.pauseReason,
  endedAt: row.endedAt,
  statusReason: row.statusReason,
  isEndSet: row.isEndSet,
  isRemoved: row.isRemoved,
  purchase: toPurchase(row),
  forfeitedPurchases: row.forfeitedPurchases,
  settlement: toSettlement(row),
  secondChance: toSecondChance(row),
  maxBids,
  version: row.version,
  revision: row.revision,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
