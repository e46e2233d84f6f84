// What can have happened to an auction. These are what the log keeps, so a name or field, once written, stays readable.

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
  /** Absent in the log of auctions from before soft close; means null. */
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

/** Soft close moved the end because of a bid. Always in the change that has the bid. */
export interface AuctionExtended {
  readonly type: "AuctionExtended";
  /** The bid that moved it. */
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
 * Somebody's bids no longer count. The auction is what the same accepted commands without that person's make of it: the
 * bids in `voided` are struck out, those in `recorded` are the auto-bids that the replay made instead.
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
  /** `at`: when the command that they follow from was carried out, epoch ms. */
  readonly recorded: readonly (Omit<BidPlaced, "type"> & { readonly at: number })[];
  /** The auction had ended, and the person was its winner: it has none now. */
  readonly isWinnerVoided: boolean;
}

/** Every maximum as the replay left it. Always in the same change as `BidsVoided`. */
export interface MaximaRestated {
  readonly type: "MaximaRestated";
  readonly maxBids: readonly MaxBid[];
}

/** The lot was cancelled or put back to draft. No bid and no maximum counts any more; a reopened lot starts anew. */
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

/** Always with the pause it causes. */
export interface BuyItNowStarted {
  readonly type: "BuyItNowStarted";
  readonly purchaseId: string;
  readonly buyer: Person;
  readonly priceMinor: Minor;
  readonly feeMinor: Minor;
  readonly deadlineAt: number;
}

/** The payment came: the price is the purchase's from now on. Always with the sale. */
export interface PurchasePaid {
  readonly type: "PurchasePaid";
  readonly purchaseId: string;
  readonly buyer: Person;
  readonly priceMinor: Minor;
}

/** The payment did not come. Always with the resumption. */
export interface PurchaseForfeited {
  readonly type: "PurchaseForfeited";
  readonly purchaseId: string;
  readonly buyer: Person;
  /** NGN kobo, off the buyer's balance. */
  readonly penaltyMinor: Minor;
}

/** An admin ended the pause otherwise, or undid the sale. */
export interface PurchaseVoided {
  readonly type: "PurchaseVoided";
  readonly purchaseId: string;
  readonly buyer: Person;
  /** The price that holds again: where the bids stand. */
  readonly priceMinor: Minor;
}

/** An admin let the buyer off, without penalty. Always with the resumption. */
export interface PurchaseWaived {
  readonly type: "PurchaseWaived";
  readonly purchaseId: string;
  readonly buyer: Person;
  readonly note: string | null;
}

/** An admin let the winner off, without penalty. The auction stays ended. */
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
  /** NGN kobo, off the winner's balance. */
  readonly penaltyMinor: Minor;
}

/** With a winner it opens a settlement; whatever ends this status closes it: paid by a sale, void by all else. */
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

/** Back to draft: invisible to everyone but admins. */
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

/** By an admin: what is different from now on, and what it was. Both name the same terms, the changed ones alone. */
export interface AuctionEdited {
  readonly type: "AuctionEdited";
  /** Set only if the edit made a new content version: its number, and when it was decided. */
  readonly contentVersion?: number;
  readonly contentChangedAt?: number;
  /** The end is the notice's (rule 14), moved during a pause: resuming still adds the length of the pause. */
  readonly isEndNotice?: true;
  readonly changes: Partial<Terms>;
  readonly before: Partial<Terms>;
}

/** Nobody had bid: it is taken away, and only its log stays. */
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

/** Of somebody's maximum: nobody else may learn of it while the auction is open. */
export const isSecret = ({ type }: { readonly type: AuctionEvent["type"] }): boolean =>
  type === "MaxBidSet" || type === "MaxBidCancelled" || type === "MaxBidConfirmed" || type === "MaximaRestated";

/**
 * Others move `revision` alone: were secret ones to move `version`, a rival could count them; a settlement is between the
 * winner and administrators.
 */
export const isPublic = (event: AuctionEvent): boolean =>
  !isSecret(event) && event.type !== "SettlementWaived" && event.type !== "SettlementForfeited";
