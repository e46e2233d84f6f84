// What one auction is, for deciding. Plain immutable data: every amount in minor units of `currency`, every time in
// epoch milliseconds of the database's clock.
import type { AuctionStatus, Category, Condition, Media, SoftClose } from "@jara/shared/auction";
import type { Currency, Minor } from "@jara/shared/money";

export interface Person {
  readonly id: string;
  readonly username: string;
}

/** A private ceiling up to which the auction bids for its owner. Seen by nobody else while the auction is open. */
export interface MaxBid {
  readonly id: string;
  readonly owner: Person;
  readonly amountMinor: Minor;
  /** The revision at which this value was set. Of equal maxima the lower one wins; every change of the value resets it. */
  readonly reachedRevision: number;
  readonly autoBidCount: number;
  /** 0 before the first auto-bid. */
  readonly lastAutoBidMinor: Minor;
  /** The content version that the owner last agreed to. If it is below the auction's, the maximum is suspended (rule 14). */
  readonly contentVersion: number;
}

export interface Lot {
  readonly title: string;
  readonly description: string;
  readonly categories: readonly Category[];
  readonly condition: Condition;
  readonly location: string | null;
  readonly media: readonly Media[];
}

/** What an admin can change of an auction besides its status. */
export interface Terms extends Lot {
  readonly currency: Currency;
  readonly startingPriceMinor: Minor;
  readonly incrementMinor: Minor;
  readonly reserveMinor: Minor | null;
  readonly buyItNowMinor: Minor | null;
  readonly softClose: SoftClose | null;
  readonly startsAt: number | null;
  readonly endsAt: number;
}

/** Buy It Now under way: the auction stands still until it is paid, and is sold once it is. */
export interface Purchase {
  readonly id: string;
  readonly buyer: Person;
  readonly priceMinor: Minor;
  /** On top of the price. */
  readonly feeMinor: Minor;
  /** Unpaid at this moment, it is forfeited. */
  readonly deadlineAt: number;
  /** Null while unpaid. Once paid: where the bids stood, which is the price again should the sale be undone. */
  readonly bidPriceMinor: Minor | null;
}

/** What the winner of an ended auction still owes. */
export interface OpenSettlement {
  readonly id: string;
  readonly winner: Person;
  readonly amountMinor: Minor;
  /** Unpaid at this moment, a part of it is forfeited. */
  readonly dueAt: number;
}

export interface AuctionState {
  readonly id: string;
  readonly seller: Person;
  readonly lot: Lot;
  readonly currency: Currency;
  readonly startingPriceMinor: Minor;
  readonly incrementMinor: Minor;
  readonly reserveMinor: Minor | null;
  readonly buyItNowMinor: Minor | null;
  readonly softClose: SoftClose | null;
  readonly status: AuctionStatus;
  readonly priceMinor: Minor;
  readonly leader: Person | null;
  readonly winner: Person | null;
  /** Recorded bids that count. */
  readonly bidCount: number;
  /** Recorded bids that were voided. The next bid's number is `bidCount + voidedBidCount + 1`. */
  readonly voidedBidCount: number;
  /** Ids of people who may not bid here again, because their bids were voided (rule 15). */
  readonly barredIds: ReadonlySet<string>;
  /** From 1; grows with each edit of what the lot says while it has bids or maxima (rule 14). */
  readonly contentVersion: number;
  /** When the last content version was made; null before the second. */
  readonly contentChangedAt: number | null;
  readonly startsAt: number | null;
  readonly endsAt: number;
  /** The scheduled end, once soft close has moved `endsAt` past it; null before. */
  readonly extendedFrom: number | null;
  readonly pausedAt: number | null;
  readonly pausedUntil: number | null;
  readonly pauseReason: "buy-it-now" | "admin" | null;
  /** The end was set during this pause: resuming does not move it. */
  readonly isEndSet: boolean;
  /** Taken away for good; kept for its log alone. */
  readonly isRemoved: boolean;
  /** Unpaid while paused for it, paid while sold by it; null otherwise. Whose it is nobody but the buyer may learn. */
  readonly purchase: Purchase | null;
  /** How many purchases of this auction were forfeited. */
  readonly forfeitedPurchases: number;
  /** Of an ended auction, until it is paid, waived or forfeited, or the end undone. */
  readonly settlement: OpenSettlement | null;
  /** Standing maxima by owner's id. */
  readonly maxBids: ReadonlyMap<string, MaxBid>;
  /** Public: moves by 1 with every change that anybody but its author can see. */
  readonly version: number;
  /** Internal: moves by 1 with every change. */
  readonly revision: number;
  readonly createdAt: number;
  /** When `version` last moved. */
  readonly updatedAt: number;
}

/** A copy to change. Field by field, since spreading an object of this many fields takes forty times as long. */
export const copyOf = (state: AuctionState): { -readonly [K in keyof AuctionState]: AuctionState[K] } => ({
  id: state.id,
  seller: state.seller,
  lot: state.lot,
  currency: state.currency,
  startingPriceMinor: state.startingPriceMinor,
  incrementMinor: state.incrementMinor,
  reserveMinor: state.reserveMinor,
  buyItNowMinor: state.buyItNowMinor,
  softClose: state.softClose,
  status: state.status,
  priceMinor: state.priceMinor,
  leader: state.leader,
  winner: state.winner,
  bidCount: state.bidCount,
  voidedBidCount: state.voidedBidCount,
  barredIds: state.barredIds,
  contentVersion: state.contentVersion,
  contentChangedAt: state.contentChangedAt,
  startsAt: state.startsAt,
  endsAt: state.endsAt,
  extendedFrom: state.extendedFrom,
  pausedAt: state.pausedAt,
  pausedUntil: state.pausedUntil,
  pauseReason: state.pauseReason,
  isEndSet: state.isEndSet,
  isRemoved: state.isRemoved,
  purchase: state.purchase,
  forfeitedPurchases: state.forfeitedPurchases,
  settlement: state.settlement,
  maxBids: state.maxBids,
  version: state.version,
  revision: state.revision,
  createdAt: state.createdAt,
  updatedAt: state.updatedAt,
});

/** One end of an auction opens one settlement: its id is the auction's with the end's revision in its last digits. */
export const settlementIdOf = (auctionId: string, revision: number): string =>
  `${auctionId.slice(0, -12)}${revision.toString(16).padStart(12, "0")}`;

export const isOpen = ({ status }: Pick<AuctionState, "status">): boolean => status === "active" || status === "paused";

/** A suspended maximum places no bid until its owner confirms the lot as it reads now (rule 14). */
export const isSuspended = (
  state: Pick<AuctionState, "contentVersion">,
  maxBid: Pick<MaxBid, "contentVersion">,
): boolean => maxBid.contentVersion < state.contentVersion;

export const hasBidsOrMaxima = ({ bidCount, maxBids }: Pick<AuctionState, "bidCount" | "maxBids">): boolean =>
  bidCount > 0 || maxBids.size > 0;

export const isReserveMet = (state: Pick<AuctionState, "reserveMinor" | "priceMinor">): boolean =>
  state.reserveMinor === null || state.priceMinor >= state.reserveMinor;

/** The leader, if the reserve allows a winner at all. */
export const winnerOf = (state: AuctionState): Person | null => (isReserveMet(state) ? state.leader : null);
