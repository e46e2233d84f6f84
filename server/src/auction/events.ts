// What can have happened to an auction. These are what the log keeps, so a name or field, once written, stays readable.
import type { Currency, Minor } from "@jara/shared/money";
import type { Lot, Person, Terms } from "./state.ts";

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
  type === "MaxBidSet" || type === "MaxBidCancelled";

/**
 * Others move `revision` alone: were secret ones to move `version`, a rival could count them; a settlement is between the
 * winner and administrators.
 */
export const isPublic = (event: AuctionEvent): boolean =>
  !isSecret(event) && event.type !== "SettlementWaived" && event.type !== "SettlementForfeited";
