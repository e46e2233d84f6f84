// The events of an auction. The log stores them, so a name or field, once written, must stay readable.

import type { BidVoidReason, SoftClose, VoidReason } from "@jara/shared/auction";
import type { Currency, Minor } from "@jara/shared/money";
import type { Lot, MaxBid, Person, Terms } from "./state.ts";

export interface AuctionCreated {
  readonly type: "AuctionCreated";
  readonly auctionId: string;
  readonly seller: Person;
  readonly lot: Lot;
  readonly currency: Currency;
  readonly startingPriceMinor: Minor;
  readonly incrementMinor: Minor;
  readonly reserveMinor: Minor | null;
  readonly buyItNowMinor: Minor | null;
  /** Absent in logs that were written before soft close existed; means null. */
  readonly softClose?: SoftClose | null;
  readonly status: "draft" | "active";
  readonly startsAt: number | null;
  readonly endsAt: number;
}

export interface BidPlaced {
  readonly type: "BidPlaced";
  readonly bidder: Person;
  readonly number: number;
  readonly amountMinor: Minor;
  readonly kind: "manual" | "auto";
}

export interface MaxBidSet {
  readonly type: "MaxBidSet";
  readonly maxBidId: string;
  readonly owner: Person;
  readonly amountMinor: Minor;
}

/** The owner agreed to the lot as it reads now, so a suspended maximum may bid again. */
export interface MaxBidConfirmed {
  readonly type: "MaxBidConfirmed";
  readonly maxBidId: string;
  readonly ownerId: string;
}

/** Soft close moved the end because of a bid. Always in the same change as the bid. */
export interface AuctionExtended {
  readonly type: "AuctionExtended";
  /** The number of the bid that moved the end. */
  readonly bidNumber: number;
  readonly from: number;
  /** The bid's time plus the window, or the latest end. */
  readonly endsAt: number;
}

export interface VoidedBid {
  readonly number: number;
  readonly reason: BidVoidReason;
}

/**
 * One person's bids no longer count. The auction becomes what the accepted commands of everybody else make of it. The
 * bids in `voided` are struck out; those in `recorded` are the auto-bids that the replay made instead.
 */
export interface BidsVoided {
  readonly type: "BidsVoided";
  readonly bidder: Person;
  readonly reason: VoidReason | "withdrawn";
  readonly note: string | null;
  readonly priceMinor: Minor;
  readonly leader: Person | null;
  readonly bidCount: number;
  readonly voidedBidCount: number;
  readonly voided: readonly VoidedBid[];
  /** `at`: when the command that caused the bid was executed, epoch ms. */
  readonly recorded: readonly (Omit<BidPlaced, "type"> & { readonly at: number })[];
  /** True if the auction had ended and the person was its winner: the auction has no winner now. */
  readonly isWinnerVoided: boolean;
}

/** All maxima after the replay. Always in the same change as `BidsVoided`. */
export interface MaximaRestated {
  readonly type: "MaximaRestated";
  readonly maxBids: readonly MaxBid[];
}

/**
 * The lot was cancelled or put back to draft. No bid and no maximum counts any more; a reopened lot starts from zero.
 */
export interface AllBidsVoided {
  readonly type: "AllBidsVoided";
  readonly reason: "cancelled" | "draft";
}

export interface MaxBidCancelled {
  readonly type: "MaxBidCancelled";
  readonly maxBidId: string;
  readonly ownerId: string;
}

export interface AuctionStarted {
  readonly type: "AuctionStarted";
  readonly startsAt: number;
}

export interface AuctionPaused {
  readonly type: "AuctionPaused";
  readonly reason: "buy-it-now" | "admin";
  readonly pausedAt: number;
  readonly pausedUntil: number | null;
}

export interface AuctionResumed {
  readonly type: "AuctionResumed";
  readonly endsAt: number;
}

/** Always in the same change as the pause that it causes. */
export interface BuyItNowStarted {
  readonly type: "BuyItNowStarted";
  readonly purchaseId: string;
  readonly buyer: Person;
  readonly priceMinor: Minor;
  readonly feeMinor: Minor;
  readonly deadlineAt: number;
}

/** The payment came, so the purchase's price is the price from now on. Always in the same change as the sale. */
export interface PurchasePaid {
  readonly type: "PurchasePaid";
  readonly purchaseId: string;
  readonly buyer: Person;
  readonly priceMinor: Minor;
}

/** The payment did not come. Always in the same change as the resumption. */
export interface PurchaseForfeited {
  readonly type: "PurchaseForfeited";
  readonly purchaseId: string;
  readonly buyer: Person;
  /** NGN kobo, deducted from the buyer's balance. */
  readonly penaltyMinor: Minor;
}

/** An administrator ended the pause in another way, or undid the sale. */
export interface PurchaseVoided {
  readonly type: "PurchaseVoided";
  readonly purchaseId: string;
  readonly buyer: Person;
  /** The price of the bids, which is the current price again. */
  readonly priceMinor: Minor;
}

/** An administrator waived the purchase without penalty. Always in the same change as the resumption. */
export interface PurchaseWaived {
  readonly type: "PurchaseWaived";
  readonly purchaseId: string;
  readonly buyer: Person;
  readonly note: string | null;
}

/** An administrator waived the winner's payment without penalty. The auction stays ended. */
export interface SettlementWaived {
  readonly type: "SettlementWaived";
  readonly settlementId: string;
  readonly winner: Person;
  readonly amountMinor: Minor;
  readonly note: string | null;
}

/** The winner did not pay in time. The auction stays ended. */
export interface SettlementForfeited {
  readonly type: "SettlementForfeited";
  readonly settlementId: string;
  readonly winner: Person;
  readonly amountMinor: Minor;
  /** NGN kobo, deducted from the winner's balance. */
  readonly penaltyMinor: Minor;
}

/**
 * With a winner this opens a settlement. Any change that ends this status closes the settlement: paid by a sale, void
 * otherwise.
 */
export interface AuctionEnded {
  readonly type: "AuctionEnded";
  readonly endedAt: number;
  readonly winner: Person | null;
  /** When the winner's payment is due; null without a winner. */
  readonly dueAt: number | null;
}

export interface AuctionCancelled {
  readonly type: "AuctionCancelled";
}

/** Put back to draft: only administrators see it. */
export interface AuctionWithdrawn {
  readonly type: "AuctionWithdrawn";
}

export interface AuctionSold {
  readonly type: "AuctionSold";
  readonly winner: Person | null;
}

export interface AuctionReopened {
  readonly type: "AuctionReopened";
}

/** An administrator changed terms: the new values and the old ones. Both hold the changed terms only. */
export interface AuctionEdited {
  readonly type: "AuctionEdited";
  /** Set only if the edit made a new content version: its number, and when the edit was decided. */
  readonly contentVersion?: number;
  readonly contentChangedAt?: number;
  /** The notice period (rule 14) moved the end during a pause, so resuming still adds the length of the pause. */
  readonly isEndNotice?: true;
  readonly changes: Partial<Terms>;
  readonly before: Partial<Terms>;
}

/** The auction was removed because nobody had bid; only its log stays. */
export interface AuctionRemoved {
  readonly type: "AuctionRemoved";
}

export type AuctionEvent =
  | BidPlaced
  | MaxBidSet
  | MaxBidCancelled
  | MaxBidConfirmed
  | MaximaRestated
  | BidsVoided
  | AllBidsVoided
  | AuctionExtended
  | AuctionStarted
  | AuctionPaused
  | AuctionResumed
  | BuyItNowStarted
  | PurchasePaid
  | PurchaseForfeited
  | PurchaseVoided
  | PurchaseWaived
  | SettlementWaived
  | SettlementForfeited
  | AuctionEnded
  | AuctionCancelled
  | AuctionWithdrawn
  | AuctionSold
  | AuctionReopened
  | AuctionEdited
  | AuctionRemoved;

/** True if the event is about a maximum: nobody but its owner may learn of it while the auction is open. */
export const isSecret = ({ type }: { readonly type: AuctionEvent["type"] }): boolean =>
  type === "MaxBidSet" || type === "MaxBidCancelled" || type === "MaxBidConfirmed" || type === "MaximaRestated";

/**
 * True if the event raises `version`; other events raise only `revision`. Secret events must not raise `version`,
 * because a rival could count them. Settlement events do not, because only the winner and administrators may see them.
 */
export const isPublic = (event: AuctionEvent): boolean =>
  !isSecret(event) && event.type !== "SettlementWaived" && event.type !== "SettlementForfeited";
