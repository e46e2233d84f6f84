// What one auction is, for deciding. Plain immutable data: every amount in minor units of `currency`, every time in
// epoch milliseconds of the database's clock.
import type { AuctionStatus, Category, Condition, Media } from "@jara/shared/auction";
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
  readonly status: AuctionStatus;
  readonly priceMinor: Minor;
  readonly leader: Person | null;
  readonly winner: Person | null;
  readonly bidCount: number;
  readonly startsAt: number | null;
  readonly endsAt: number;
  readonly pausedAt: number | null;
  readonly pausedUntil: number | null;
  readonly pauseReason: "buy-it-now" | "admin" | null;
  /** The end was set during this pause: resuming does not move it. */
  readonly isEndSet: boolean;
  /** Taken away for good; kept for its log alone. */
  readonly isRemoved: boolean;
  /** Unpaid while paused for it, paid while sold by it; null otherwise. Whose it is nobody but the buyer may learn. */
  readonly purchase: Purchase | null;
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
  status: state.status,
  priceMinor: state.priceMinor,
  leader: state.leader,
  winner: state.winner,
  bidCount: state.bidCount,
  startsAt: state.startsAt,
  endsAt: state.endsAt,
  pausedAt: state.pausedAt,
  pausedUntil: state.pausedUntil,
  pauseReason: state.pauseReason,
  isEndSet: state.isEndSet,
  isRemoved: state.isRemoved,
  purchase: state.purchase,
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

export const isReserveMet = (state: Pick<AuctionState, "reserveMinor" | "priceMinor">): boolean =>
  state.reserveMinor === null || state.priceMinor >= state.reserveMinor;

/** The leader, if the reserve allows a winner at all. */
export const winnerOf = (state: AuctionState): Person | null => (isReserveMet(state) ? state.leader : null);
