// What can be asked of an auction. Everything that touches one goes through its queue as one of these.
import type { AuctionStatus } from "@jara/shared/auction";
import type { Currency, ExchangeRates, Minor } from "@jara/shared/money";
import type { Role } from "@jara/shared/users";
import type { Holidays } from "./settlement-due.ts";
import type { Terms } from "./state.ts";

interface OfUser {
  readonly auctionId: string;
  readonly userId: string;
  /** The client's id of this command: its first outcome is kept under it. */
  readonly commandId: string;
}

export interface PlaceBid extends OfUser {
  readonly type: "PlaceBid";
  readonly amountMinor: Minor;
}

export interface SetMaxBid extends OfUser {
  readonly type: "SetMaxBid";
  readonly maxBidId: string;
  readonly amountMinor: Minor;
  readonly currency: Currency;
}

export interface CancelMaxBid extends OfUser {
  readonly type: "CancelMaxBid";
  readonly maxBidId: string;
}

export interface ChangeStatus extends OfUser {
  readonly type: "ChangeStatus";
  readonly status: AuctionStatus;
}

/** What is left out stays as it is. */
export interface EditAuction extends OfUser {
  readonly type: "EditAuction";
  readonly edit: Partial<Terms> & { readonly status?: AuctionStatus };
}

export interface RemoveAuction extends OfUser {
  readonly type: "RemoveAuction";
}

/** An admin's word on what a winner or a buyer owes. */
export interface ClosePayment extends OfUser {
  readonly type: "ClosePayment";
  /** The settlement's or the purchase's. */
  readonly paymentId: string;
  readonly as: "paid" | "waived";
  /** Why it is waived. */
  readonly note: string | null;
}

export interface BuyItNow extends OfUser {
  readonly type: "BuyItNow";
  /** A fresh UUID. */
  readonly purchaseId: string;
}

/** The clock's: its end time has come. */
export interface CloseAuction {
  readonly type: "CloseAuction";
  readonly auctionId: string;
}

/** The clock's: the start time of a scheduled draft has come. */
export interface StartAuction {
  readonly type: "StartAuction";
  readonly auctionId: string;
}

/** The clock's: the deadline of a purchase has come. */
export interface ExpirePurchase {
  readonly type: "ExpirePurchase";
  readonly auctionId: string;
}

/** The forfeiting job's, once the database's clock has said that the settlement is due. */
export interface ForfeitSettlement {
  readonly type: "ForfeitSettlement";
  readonly auctionId: string;
  readonly settlementId: string;
}

export type UserCommand =
  | PlaceBid
  | SetMaxBid
  | CancelMaxBid
  | BuyItNow
  | ChangeStatus
  | EditAuction
  | RemoveAuction
  | ClosePayment;
export type ClockCommand = CloseAuction | StartAuction | ExpirePurchase;
export type Command = UserCommand | ClockCommand | ForfeitSettlement;

/** Whether deciding it may end the auction, so that it rests on the holidays. */
export const mayEnd = ({ type }: Command): boolean =>
  type === "CloseAuction" || type === "ChangeStatus" || type === "EditAuction";

/** What a decision rests on besides the auction. Fenced by `revision`: a decision on outdated facts does not commit. */
export interface UserFacts {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly isEmailVerified: boolean;
  readonly isBanned: boolean;
  /** NGN kobo; may be negative after a forfeit. */
  readonly balanceMinor: number;
  readonly revision: number;
}

export interface Facts {
  /** Null for the clock's own commands. */
  readonly user: UserFacts | null;
  readonly rates: ExchangeRates;
  readonly holidays: Holidays;
}

/** Facts for a user's command. */
export type UsersFacts = Facts & { readonly user: UserFacts };
