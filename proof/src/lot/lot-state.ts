// One lot as its entries in the log have described it so far. Replaying changes it in place, because a log has millions of
// entries.
import type { Increments, SoftClose } from "../facts.ts";

export interface RecordedBid {
  readonly number: number;
  readonly amount: number;
  readonly kind: "manual" | "auto";
  readonly bidder: string;
  readonly atMs: number;
  isVoid: boolean;
}

export type Status = "unknown" | "active" | "paused" | "ended" | "sold" | "cancelled" | "withdrawn" | "removed";

export interface LotState {
  readonly auction: string;
  version: number;
  atMs: number;
  status: Status;
  currency: string;
  startingPrice: number;
  increment: number;
  increments: Increments | null;
  buyItNow: number | null;
  softClose: SoftClose | null;
  contentVersion: number;
  lotHash: string;
  endsAtMs: number;
  /** The scheduled end, once soft close has moved the end past it. */
  scheduledEndMs: number | null;
  /** The scheduled end, once the notice of a change has moved the end past it. */
  noticedEndMs: number | null;
  /** The pictures and videos, as text. */
  media: string;
  /** The people who may not bid here again. */
  readonly barred: Set<string>;
  /** The commitment to who sells the lot. Null if only older entries opened it, which do not say it. */
  seller: string | null;
  /** The commitment in force. */
  reserve: string | null;
  /** All commitments to a reserve that the lot has had. */
  readonly reserves: Set<string>;
  /** The amount, once the house has opened the commitment in force. */
  reserveAmount: number | null;
  /** Bids that only a reserve explains, because nobody else had bid. Each must have gone exactly to the reserve. */
  reserveJumps: { readonly bid: number; readonly amount: number; readonly commitment: string }[];
  /** A lot that is sold by Buy It Now keeps the time at which the pause for the purchase began. */
  pausedAtMs: number | null;
  /** The end was set during this pause, so resuming does not move it. */
  isEndSet: boolean;
  /** The price of the bids. A lot that is sold by Buy It Now keeps it beside the price of the purchase. */
  price: number;
  /** Undefined: the log began when there were bids already. */
  leader: string | null | undefined;
  winner: string | null;
  /** The cause of the lot's end. Null while it has not ended, and if an older entry does not say it. */
  endedBy: "clock" | "staff" | null;
  bidCount: number;
  /** Null: the log began when there were bids already, so the next number is not known. */
  lastNumber: number | null;
  readonly bids: Map<number, RecordedBid>;
  /** False if the log began when there were bids already, or named bids by a digest only: then `bids` has gaps. */
  hasAllBids: boolean;
  purchase: { readonly price: number | null; readonly untilMs: number | null; readonly isPaid: boolean } | null;
}

export const newLot = (auction: string): LotState => ({
  auction,
  version: 0,
  atMs: 0,
  status: "unknown",
  currency: "NGN",
  startingPrice: 0,
  increment: 0,
  increments: null,
  buyItNow: null,
  softClose: null,
  contentVersion: 0,
  lotHash: "",
  endsAtMs: 0,
  noticedEndMs: null,
  media: "",
  barred: new Set(),
  scheduledEndMs: null,
  seller: null,
  reserve: null,
  reserves: new Set(),
  reserveAmount: null,
  reserveJumps: [],
  pausedAtMs: null,
  isEndSet: false,
  price: 0,
  leader: null,
  winner: null,
  endedBy: null,
  bidCount: 0,
  lastNumber: 0,
  bids: new Map(),
  hasAllBids: true,
  purchase: null,
});

export const isOpen = ({ status }: LotState): boolean => status === "active" || status === "paused";

/** The increment at this price. */
export const incrementAt = ({ increment, increments }: LotState, price: number): number =>
  increments?.findLast(([from]) => from <= price)?.[1] ?? increment;

/** Null if nobody can know, because the house has not opened the reserve. */
export const isReserveMet = ({ reserve, reserveAmount, price }: LotState): boolean | null => {
  if (reserve === null) return true;
  return reserveAmount === null ? null : price >= reserveAmount;
};

/** The tolerance for the times of one change, because the house writes a change a moment after it decided it. */
export const MOMENT_MS = 10_000;
