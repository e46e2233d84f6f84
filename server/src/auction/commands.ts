// The commands of an auction, and the facts that decisions need. Every change of an existing auction goes through the
// engine's queue as one of these commands. It is long because it defines every command and every fact.
import type { AuctionStatus, VoidReason } from "@jara/shared/auction";
import type { Currency, ExchangeRates, Minor } from "@jara/shared/money";
import type { Role } from "@jara/shared/permissions";
import type { SettlementStatus } from "@jara/shared/rest/settlements";
import type { AuctionCreated, AuctionEvent, NamedPayment, RefundTransfer } from "./events.ts";
import type { Bounds } from "./settlement/reservations.ts";
import type { Holidays } from "./settlement/settlement-due.ts";
import type { AgreedPrices, Person, SiteIncrements, TakenRules, Terms } from "./state.ts";

interface OfUser {
  readonly auctionId: string;
  readonly userId: string;
  /** The client's id of this command. The command's first outcome is stored under it. */
  readonly commandId: string;
}

export interface PlaceBid extends OfUser {
  readonly type: "PlaceBid";
  readonly amountMinor: Minor;
  /** The content version that the bidder has read; undefined for a client that does not send it. */
  readonly contentVersion?: number | undefined;
}

export interface SetMaxBid extends OfUser {
  readonly type: "SetMaxBid";
  readonly maxBidId: string;
  readonly amountMinor: Minor;
  readonly currency: Currency;
  readonly contentVersion?: number | undefined;
}

/** Lets a suspended maximum bid again, because its owner accepts the lot as it reads now. */
export interface ConfirmMaxBid extends OfUser {
  readonly type: "ConfirmMaxBid";
  readonly maxBidId: string;
  readonly contentVersion: number;
}

/** A bidder withdraws their bids and maximum, because the lot changed after them. Needs the auction's log. */
export interface WithdrawBids extends OfUser {
  readonly type: "WithdrawBids";
}

/** A member of the staff voids one person's bids. Needs the auction's log. */
export interface VoidBids extends OfUser {
  readonly type: "VoidBids";
  readonly bidderId: string;
  readonly reason: VoidReason;
  readonly note: string | null;
  /** The number of the first bid that is voided; the person's accepted commands before it stay. Absent: all are voided. */
  readonly fromBid?: number | undefined;
  /**
   * True if the command also voids the maximum of a person who has no bids, on an open lot. Only a void on all lots may
   * set this, because its answer does not name such a lot.
   */
  readonly includesHidden?: boolean;
}

export interface CancelMaxBid extends OfUser {
  readonly type: "CancelMaxBid";
  readonly maxBidId: string;
}

export interface ChangeStatus extends OfUser {
  readonly type: "ChangeStatus";
  readonly status: AuctionStatus;
  /** The status that the author saw: the change is refused if the auction has another one. Absent: any. */
  readonly seen?: AuctionStatus | undefined;
  /** The staff's reason, which only staff read. */
  readonly reason?: string | undefined;
  /** The reason for everybody. */
  readonly publicReason?: string | undefined;
}

/** A term that is absent from `edit` stays as it is. */
export interface EditAuction extends OfUser {
  readonly type: "EditAuction";
  readonly edit: Partial<Omit<Terms, "addenda" | "increments">> & {
    /** True: the lot takes the site's increment table. False: it has one increment. */
    readonly incrementTable?: boolean;
    readonly status?: AuctionStatus;
    /** A note to add, which is dated by this command's time. */
    readonly addendum?: string;
    /** Why the lot changes, for everybody. Recorded only if the edit makes a content version. */
    readonly reason?: string;
    /** True: staff say that nothing that matters changes, so the edit is a correction (rule 14). */
    readonly isCorrection?: boolean;
  };
  /** The fields as the author saw them, as the API has them: the edit is refused if one has another value. */
  readonly seen?: Readonly<Record<string, unknown>> | undefined;
  /** True: the lot's sale is published, so everybody may see the draft if it has a start. */
  readonly isAnnounced?: boolean;
}

/** A member of the staff shifts a sale, and with it each of its lots. */
export interface ShiftTimes extends OfUser {
  readonly type: "ShiftTimes";
  /** Positive, ms. */
  readonly byMs: number;
}

export interface RemoveAuction extends OfUser {
  readonly type: "RemoveAuction";
}

interface OfSettlement extends OfUser {
  /** The id of the settlement or the purchase. */
  readonly settlementId: string;
}

/** A debt as it stood when a change of its money was asked for. */
export interface AsAskedFor {
  readonly status: SettlementStatus;
  /**
   * The amount that the change is about: the rest of an open debt that is confirmed, or the payments that are taken
   * back, both in the auction's currency; or the penalty of a forfeited debt, NGN kobo.
   */
  readonly amountMinor: Minor;
}

/** A member of the staff confirms that the whole rest of a payment came, or waives it. */
export interface ClosePayment extends OfSettlement {
  readonly type: "ClosePayment";
  readonly as: "paid" | "waived";
  /** The reason for a waiver. */
  readonly note: string | null;
  /** The command is refused if the debt has changed since. Absent: it confirms or waives whatever remains. */
  readonly asked?: AsAskedFor;
}

/** A part of a payment of a whole invoice. */
interface OfInvoice {
  readonly invoicePaymentId?: string;
}

/** The person who owes pays the rest from the balance. */
export interface PayFromBalance extends OfSettlement, OfInvoice {
  readonly type: "PayFromBalance";
}

/** The user's online payment arrived. The command's id is the payment's reference, so that the payment counts once. */
export interface CreditOnlinePayment extends OfSettlement, OfInvoice {
  readonly type: "CreditOnlinePayment";
  readonly reference: string;
  /** NGN kobo that came. */
  readonly ngnMinor: Minor;
  /** These kobo are worth this much in the auction's currency, at the rate that was promised. */
  readonly worthMinor: Minor;
  /** The promise ends at this time (epoch ms): money that arrives later is worth what it is at the rate of its arrival. */
  readonly worthUntil: number;
}

/** A member of the staff books money that came by bank transfer or in cash. */
export interface BookPayment extends OfSettlement, OfInvoice {
  readonly type: "BookPayment";
  readonly method: "transfer" | "cash";
  /** In the auction's currency: what came, or what the naira that came are worth. */
  readonly amountMinor: Minor;
  /** NGN kobo that came for a lot in another currency. Absent: the amount came in the lot's currency. */
  readonly ngnMinor?: Minor;
  readonly reference: string | null;
  readonly note: string | null;
}

export interface ExtendDeadline extends OfSettlement {
  readonly type: "ExtendDeadline";
  /** Epoch ms. */
  readonly dueAt: number;
  readonly note: string;
}

/** A member of the staff takes back a payment or a forfeit. A forfeited purchase needs the auction's log. */
export interface ReverseSettlement extends OfSettlement {
  readonly type: "ReverseSettlement";
  readonly note: string;
  /** The command is refused if the debt has changed since. Absent: it takes back whatever there is. */
  readonly asked?: AsAskedFor;
  /** Takes back these payments alone, at least one. Absent: all that a reversal takes. */
  readonly payments?: readonly NamedPayment[];
}

/**
 * A member of the staff gives back everything that was paid for a sold lot, and takes the sale back. Needs the auction's
 * log.
 */
export interface RefundSale extends OfSettlement {
  readonly type: "RefundSale";
  readonly note: string;
  /** Null: to the balance. Otherwise a withdrawal to the buyer's own bank account, under this fresh id (a UUID). */
  readonly transfer: RefundTransfer | null;
  /** The staff pay it out of the till. Never together with a transfer. */
  readonly inCash?: boolean;
  /** As for a reversal. */
  readonly asked?: AsAskedFor;
}

/** A member of the staff offers the lot to the runner-up. Needs the auction's log. */
export interface OfferSecondChance extends OfSettlement {
  readonly type: "OfferSecondChance";
  /** A fresh UUID. */
  readonly offerId: string;
}

export interface AnswerSecondChance extends OfUser {
  readonly type: "AnswerSecondChance";
  readonly offerId: string;
  readonly answer: "accept" | "decline";
}

/**
 * Staff sell an ended lot to its highest bidder, although the reserve was not met. Needs the auction's log.
 */
export interface SellToHighestBidder extends OfUser {
  readonly type: "SellToHighestBidder";
}

export interface BuyItNow extends OfUser {
  readonly type: "BuyItNow";
  /** A fresh UUID. */
  readonly purchaseId: string;
  /** The price that the buyer saw; undefined for a client that does not send it. */
  readonly priceMinor?: Minor | undefined;
}

/** Submitted by the close clock when the end time has come. */
export interface CloseAuction {
  readonly type: "CloseAuction";
  readonly auctionId: string;
}

/** Submitted by the close clock when the start time of a scheduled draft has come. */
export interface StartAuction {
  readonly type: "StartAuction";
  readonly auctionId: string;
}

/** Submitted by the close clock when the deadline of a purchase has come. */
export interface ExpirePurchase {
  readonly type: "ExpirePurchase";
  readonly auctionId: string;
}

/**
 * Submitted by the job that finds the maxima of people who did not pay too many wins (rule 18). It does nothing if the
 * owner may bid again meanwhile.
 */
export interface SuspendMaxBid {
  readonly type: "SuspendMaxBid";
  readonly auctionId: string;
  readonly ownerId: string;
}

/** Submitted by the close clock when an offer to a runner-up has run out. */
export interface ExpireSecondChance {
  readonly type: "ExpireSecondChance";
  readonly auctionId: string;
}

/** Submitted by the job that keeps the order of a sale's lots: the lot stays open until an earlier one has closed. */
export interface KeepOpen {
  readonly type: "KeepOpen";
  readonly auctionId: string;
  /** The earliest end that keeps the order, epoch ms. */
  readonly untilMs: number;
}

/** Submitted by the forfeiting job after the database's clock has shown that the settlement is due. */
export interface ForfeitSettlement {
  readonly type: "ForfeitSettlement";
  readonly auctionId: string;
  readonly settlementId: string;
}

export type UserCommand =
  | PlaceBid
  | SetMaxBid
  | CancelMaxBid
  | ConfirmMaxBid
  | WithdrawBids
  | VoidBids
  | BuyItNow
  | ChangeStatus
  | EditAuction
  | ShiftTimes
  | RemoveAuction
  | ClosePayment
  | PayFromBalance
  | CreditOnlinePayment
  | BookPayment
  | ExtendDeadline
  | ReverseSettlement
  | RefundSale
  | OfferSecondChance
  | AnswerSecondChance
  | SellToHighestBidder;
export type ClockCommand = CloseAuction | StartAuction | ExpirePurchase | ExpireSecondChance;
export type Command = UserCommand | ClockCommand | ForfeitSettlement | KeepOpen | SuspendMaxBid;

/**
 * Whether it is a command of the staff. Such a command is refused on an auction in which its author has an interest.
 */
export const isOfStaff = ({ type }: Command): boolean => staffCommands.has(type);

const staffCommands = new Set<Command["type"]>([
  "ChangeStatus",
  "EditAuction",
  "RemoveAuction",
  "ClosePayment",
  "VoidBids",
  "BookPayment",
  "ShiftTimes",
  "ExtendDeadline",
  "ReverseSettlement",
  "OfferSecondChance",
  "SellToHighestBidder",
  "RefundSale",
]);

/** Whether the decision depends on whether its user has a stored bid on the auction. */
export const restsOnBids = (command: Command): boolean => isOfStaff(command) || command.type === "WithdrawBids";

/** Is true if the decision may open a settlement. Such a decision needs the holidays and the winner's balance. */
export const mayOpenSettlement = ({ type }: Command): boolean => opening.has(type);

const opening = new Set<Command["type"]>([
  "CloseAuction",
  "ChangeStatus",
  "EditAuction",
  "ClosePayment",
  "ReverseSettlement",
  "AnswerSecondChance",
  "SellToHighestBidder",
]);

/** Is true if the decision may open a draft or edit a lot, which then takes the site's rules or its increment table. */
export const mayOpenDraft = ({ type }: Command): boolean =>
  type === "StartAuction" || type === "ChangeStatus" || type === "EditAuction";

/**
 * The facts about a user that decisions depend on. `revision` is part of the fence: a decision on outdated facts does
 * not commit.
 */
export interface UserFacts {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
  readonly isEmailVerified: boolean;
  readonly isBanned: boolean;
  /** The owner asked for the account's deletion, so it cannot bind itself. Absent means false, like the next one. */
  readonly isClosing?: boolean;
  readonly isDeleted?: boolean;
  /** NGN kobo; may be negative after a forfeit. */
  readonly balanceMinor: number;
  /** Wins that this person did not pay, without those that a member of the staff pardoned. */
  readonly unpaidWins: number;
  /** Purchases that this person has not paid yet, on any auction. */
  readonly openPurchases: number;
  /**
   * Time of this person's last forfeited purchase whose penalty was not given back, epoch ms; null if there is none.
   */
  readonly forfeitedAt: number | null;
  readonly revision: number;
  /** The amounts that this person has bound on open auctions. Absent if bids reserve nothing (`BALANCE_RULE=check`). */
  readonly hold?: Hold;
}

/** Records the amounts that a person had bound at one moment. Another node may have freed some of them since. */
export interface Hold {
  /** Part of the fence: it grows whenever more is bound, or money is taken that was not bound. */
  readonly revision: number;
  readonly bounds: Bounds;
}

/** One change of an auction, as the log stores it. */
export interface LoggedChange {
  readonly revision: number;
  readonly events: readonly (AuctionCreated | AuctionEvent)[];
  /** Null for the close clock and for jobs. */
  readonly actorId: string | null;
  /** Epoch ms. */
  readonly at: number;
}

export interface GoneBidder extends Person {
  /** True if none of the person's bids or maxima counts, but a void passed over a bid by hand. */
  readonly isPassedOver: boolean;
}

export interface Facts {
  /** Null for the close clock's and the forfeiting job's commands. */
  readonly user: UserFacts | null;
  readonly rates: ExchangeRates;
  readonly holidays: Holidays;
  /** The rules that a lot takes if it opens now. Null if the site never changed the usual rules. */
  readonly rules?: TakenRules | null;
  /** The increment table that a lot takes now. Set only if the decision may need it (`mayOpenDraft`). */
  readonly increments?: SiteIncrements | null;
  /**
   * The balance of a person whose money the decision moves, NGN kobo; undefined if it is not known yet. The commit's
   * fence checks every balance that was asked for.
   */
  readonly balanceOf?: (userId: string) => number | undefined;
  /**
   * Why this person's account cannot take part; null if it can. Ask for the balance first: then the commit's fence
   * checks the answer.
   */
  readonly goneAs?: (userId: string) => "deleted" | "suspended" | null;
  /** NGN kobo that the user has bound on the other open auctions; undefined where bids reserve nothing. */
  readonly reservedMinor?: Minor | undefined;
  /** The same for another person. Ask for the balance first: then the commit's fence checks the answer. */
  readonly reservedOf?: (userId: string) => Minor | undefined;
  /** `MAX_UNPAID_WINS`: after so many unpaid wins a person may not bid. */
  readonly maxUnpaidWins?: number | undefined;
  /**
   * True if this person is known to have that many unpaid wins. The commit's fence refuses an auto-bid of anybody who
   * has, so that somebody who is not known here does no harm.
   */
  readonly hasTooManyUnpaid?: (userId: string) => boolean;
  /** `STAFF_MAY_BID`: staff may bid and buy on this site. */
  readonly staffMayBid?: boolean;
  /** `SECOND_PERSON_ABOVE` is set: large changes of money need a second person. */
  readonly hasSecondPerson?: boolean;
  /**
   * Whether the user has a recorded bid on this auction that counts. Set only if the decision depends on it
   * (`restsOnBids`).
   */
  readonly hasBid?: boolean;
  /**
   * Whether the user has a bid by hand on this auction that a void passed over. Another void may bring the bid back.
   * Set only for a withdrawal.
   */
  readonly hasPassedOverBid?: boolean;
  /** The lot was handed over to its buyer. Set only if the decision depends on it (`restsOnHandover`). */
  readonly isHandedOver?: boolean;
  /** The lot has a copy, or a copy of a copy, that was not removed. Set only if it matters (`restsOnCopies`). */
  readonly isRelisted?: boolean;
  /**
   * The prices of the lot's newest agreement with its seller, if the seller accepted it. Set only if it matters
   * (`restsOnAgreement`).
   */
  readonly agreed?: AgreedPrices | undefined;
  /**
   * The people with a deleted or suspended account who have a bid or a maximum on this auction that counts, or a bid
   * that another replay may bring back. Set with `log`, for a command of staff.
   */
  readonly goneBidders?: readonly GoneBidder[];
  /** Every change of this auction up to its revision, oldest first. Set only if the command needs it. */
  readonly log?: readonly LoggedChange[];
}

/** Facts for a user's command. */
export type UsersFacts = Facts & { readonly user: UserFacts };
