// The events of an auction. The log stores them, so a name or field, once written, must stay readable. It is long
// because it defines every event.

import type { BidVoidReason, SoftClose, VoidReason } from "@jara/shared/auction";
import type { Currency, Minor } from "@jara/shared/money";
import type { Deposit } from "@jara/shared/payment-rules";
import type { StaffRole } from "@jara/shared/permissions";
import type { Lot, MaxBid, Person, StoredTakenRules, TakenIncrements, Terms } from "./state.ts";

export interface AuctionCreated {
  readonly type: "AuctionCreated";
  readonly auctionId: string;
  /** Whose lot it is: of the house's own lots the member of the staff who made it. */
  readonly seller: Person;
  /** The lot is sold for somebody. Absent for the house's own lots. */
  readonly isConsigned?: true;
  readonly lot: Lot;
  readonly currency: Currency;
  readonly startingPriceMinor: Minor;
  readonly incrementMinor: Minor;
  /** Absent if the lot has one increment. */
  readonly increments?: TakenIncrements;
  readonly reserveMinor: Minor | null;
  readonly buyItNowMinor: Minor | null;
  /** Absent in logs that were written before soft close existed; means null. */
  readonly softClose?: SoftClose | null;
  readonly status: "draft" | "active";
  /** Absent for a draft, and if the usual rules were in force. */
  readonly rules?: StoredTakenRules;
  readonly startsAt: number | null;
  readonly endsAt: number;
  /** The lot that was not sold, of which this one is a copy. Absent in logs that were written before this was noted. */
  readonly relistedFrom?: string;
  /** The reason why it was relisted, in the words of the member of the staff. */
  readonly staffReason?: string;
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

/** The owner did not pay too many wins, so the maximum places no bid until they may bid again and confirm it (rule 18). */
export interface MaxBidSuspended {
  readonly type: "MaxBidSuspended";
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
 * One person's bids no longer count. The auction becomes what the other accepted commands make of it. The
 * bids in `voided` are struck out; those in `recorded` are the auto-bids that the replay made instead.
 */
export interface BidsVoided {
  readonly type: "BidsVoided";
  readonly bidder: Person;
  /** The person's commands before the one that placed this bid stay. Absent: none stays. */
  readonly fromBid?: number;
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
  /**
   * The person's bids had raised an auto-bid of somebody else, who shows no bid of this height any more. The person may
   * not bid here again (rule 14). Absent in logs from before this field.
   */
  readonly showedLimit?: boolean;
  /**
   * The winner had paid this much above the lower price, and it goes back to the balance: in the auction's currency,
   * and in NGN kobo. Absent if nothing goes back, and in logs that were written before it existed.
   */
  readonly refund?: { readonly amountMinor: Minor; readonly ngnMinor: Minor };
  /**
   * Only if the lot was won by a second chance: the price without the voided people and without those who had defaulted
   * or declined. The winner owes no more than this. Absent if it is not lower, and in logs that were written before it
   * existed.
   */
  readonly owedMinor?: Minor;
  /**
   * Only if the winner's forfeit was taken back before: the deposit of the lower price. What the old deposit had above
   * it goes back to the balance. Absent if the deposit stays, and in logs that were written before it existed.
   */
  readonly deposit?: Deposit;
}

/**
 * The void in the same change has `fromBid`. A server of a version before `fromBid` does not know this event, and leaves
 * the auction's log to newer servers.
 */
export interface EarlierBidsKept {
  readonly type: "EarlierBidsKept";
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
  /**
   * Present if staff voided the maximum of a person without bids. Later replays leave the person's earlier
   * commands out, as after `BidsVoided`, but the event stays secret. Absent in logs from before this field.
   */
  readonly voided?: { readonly reason: VoidReason; readonly note: string | null };
}

/** The draft's sale was published: from now on everybody may see the lot. It opens when its start comes. */
export interface AuctionAnnounced {
  readonly type: "AuctionAnnounced";
}

export interface AuctionStarted {
  readonly type: "AuctionStarted";
  readonly startsAt: number;
}

/**
 * The lot took the percentages and payment days in force. Always in the change with which it stops being a draft,
 * unless the usual ones were in force.
 */
export interface LotRulesTaken {
  readonly type: "LotRulesTaken";
  readonly rules: StoredTakenRules;
}

/**
 * A lot with an increment table took the one in force. Always in the change with which it stops being a draft, unless
 * it has that one already.
 */
export interface IncrementsTaken {
  readonly type: "IncrementsTaken";
  readonly increments: TakenIncrements;
}

/** A change of the status by a member of the staff, who may have said why. */
interface WithReason {
  /** Only staff read it. */
  readonly staffReason?: string;
  /** Everybody reads it on the lot's page, while the lot is paused, ended or cancelled. */
  readonly publicReason?: string;
}

export interface AuctionPaused extends WithReason {
  readonly type: "AuctionPaused";
  readonly reason: "buy-it-now" | "admin";
  readonly pausedAt: number;
  readonly pausedUntil: number | null;
  /** Set if the lot changed while it was over: the time to withdraw begins now, epoch ms. */
  readonly contentChangedAt?: number;
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
  /** Absent in logs that were written before deposits existed. */
  readonly deposit?: Deposit;
}

/**
 * A payment for a win or a purchase came in this way. `outside`: staff confirmed the rest without a method.
 */
export type PaymentMethod = "balance" | "online" | "transfer" | "cash" | "outside";

/** A payment towards a settlement or a purchase. */
export interface PaymentReceived {
  readonly type: "PaymentReceived";
  /** The settlement's or the purchase's id. */
  readonly settlementId: string;
  readonly payer: Person;
  readonly method: PaymentMethod;
  /** The payment is worth this much in the auction's currency. */
  readonly amountMinor: Minor;
  /** NGN kobo: what came, or what it is worth at the rate of this moment. */
  readonly ngnMinor: Minor;
  readonly reference: string | null;
  readonly note: string | null;
  /** The payment of a whole invoice that this is a part of. Absent: it was for this debt alone. */
  readonly invoicePaymentId?: string;
}

/** Money that came and was not needed, because less or nothing was still to be paid. It goes to the payer's balance. */
export interface PaymentCredited {
  readonly type: "PaymentCredited";
  readonly settlementId: string;
  readonly payer: Person;
  readonly ngnMinor: Minor;
  /** Its worth in the auction's currency. Absent in logs that were written before it was recorded. */
  readonly worthMinor?: Minor;
  readonly method: PaymentMethod;
  readonly reference: string | null;
}

/** A member of the staff gave a winner more time. */
export interface DeadlineExtended {
  readonly type: "DeadlineExtended";
  readonly settlementId: string;
  readonly winner: Person;
  readonly dueAt: number;
  readonly note: string;
}

/** A member of the staff gave a buyer more time. The pause lasts until then. */
export interface PurchaseExtended {
  readonly type: "PurchaseExtended";
  readonly purchaseId: string;
  readonly buyer: Person;
  readonly deadlineAt: number;
  readonly note: string;
}

/** A member of the staff took back a payment or a forfeit. The same settlement is due again. */
export interface SettlementReopened {
  readonly type: "SettlementReopened";
  readonly settlementId: string;
  readonly winner: Person;
  readonly from: "paid" | "forfeited";
  /** True if a member of the staff set the lot to sold after the forfeit. This event ends that sale. */
  readonly wasSold?: boolean;
  readonly dueAt: number;
  readonly note: string;
  /**
   * The amount that is due, if a void lowered it after the forfeit. Absent if no void did, and in logs from before this
   * field.
   */
  readonly amountMinor?: Minor;
  /** Only after a forfeit: the deposit, which is taken again because the penalty was given back. */
  readonly deposit?: Deposit;
  /** Only after a payment. */
  readonly reversed?: Reversed;
  /** As in PurchaseReopened. */
  readonly keepsPayments?: true;
}

/** The effect of a reversal on the payments after the deposit. */
export interface Reversed {
  /** The payments that no longer count, in the auction's currency. */
  readonly amountMinor: Minor;
  /** NGN kobo that go back to the balance. */
  readonly ngnMinor: Minor;
  /**
   * NGN kobo that booked money had put on the balance and that are taken from it, because that money never came. Absent
   * in logs from before this field.
   */
  readonly takenMinor?: Minor;
}

/**
 * Staff took back the booked payments of a debt. Its deadline, its status and the payments made on the site
 * stay. The debt is open, or its deposit alone pays it because a void lowered its price.
 */
export interface PaymentsReversed {
  readonly type: "PaymentsReversed";
  /** The settlement's or the purchase's id. */
  readonly settlementId: string;
  readonly payer: Person;
  readonly note: string;
  /**
   * The payments that no longer count, and their naira. `takenMinor`: only if the debt is paid. A void had refunded the
   * booked money to the balance, so it is taken from there.
   */
  readonly reversed: Reversed;
}

/**
 * Staff took back some of the booked payments of a debt, because their money never came. The other payments stay. If the
 * debt was paid, it is due again by the next event of the change, which has `keepsPayments`.
 */
export interface SomePaymentsReversed {
  readonly type: "SomePaymentsReversed";
  /** The settlement's or the purchase's id. */
  readonly settlementId: string;
  readonly payer: Person;
  readonly note: string;
  readonly payments: readonly ReversedPayment[];
  /** NGN kobo that are taken from the balance: what the payments had put there above what was due. */
  readonly takenMinor: Minor;
}

export interface ReversedPayment extends NamedPayment {
  /** NGN kobo that came with it above what was due. */
  readonly surplusMinor: Minor;
}

/** A payment of the log, as its row in the table of payments names it. */
export interface NamedPayment extends Pick<PaymentReceived, "method" | "amountMinor" | "ngnMinor" | "reference"> {
  /** The row's id. Absent: all booked payments of the debt are reversed. */
  readonly id?: string;
  /** When it was received, epoch ms. */
  readonly at: number;
}

/**
 * Staff gave back everything that was paid for a sold lot. The same change ends the lot without a winner, and makes the
 * purchase void if it was bought.
 */
export interface SaleRefunded {
  readonly type: "SaleRefunded";
  /** The settlement's or the purchase's id. */
  readonly settlementId: string;
  readonly payer: Person;
  readonly note: string;
  /** The deposit and the payments that count, also those from outside the site, in the auction's currency. */
  readonly amountMinor: Minor;
  /** NGN kobo of the payments without the deposit, as they were paid. */
  readonly paidNgnMinor: Minor;
  /** NGN kobo that leave the balance again for the buyer's bank account; null if all stays on the balance. */
  readonly transfer: (RefundTransfer & { readonly ngnMinor: Minor }) | null;
  /** NGN kobo that leave the balance again because the staff paid them out in cash. */
  readonly cashNgnMinor?: Minor;
}

/** A withdrawal to the buyer's own bank account. */
export interface RefundTransfer {
  readonly withdrawalId: string;
  readonly bankAccountId: string;
  readonly isSandbox: boolean;
}

/** A member of the staff took back the payment of a purchase. The lot is paused again until the new deadline. */
export interface PurchaseReopened {
  readonly type: "PurchaseReopened";
  readonly purchaseId: string;
  readonly buyer: Person;
  readonly pausedAt: number;
  readonly deadlineAt: number;
  readonly note: string;
  readonly reversed: Reversed;
  /** The same change has SomePaymentsReversed before it, and the other payments still count. */
  readonly keepsPayments?: true;
  /** Set if the lot changed while it was sold: the time to withdraw begins now, epoch ms. */
  readonly contentChangedAt?: number;
}

/** A member of the staff gave the penalty of a forfeited purchase back. The auction stays as it is. */
export interface PurchasePardoned {
  readonly type: "PurchasePardoned";
  readonly purchaseId: string;
  readonly buyer: Person;
  /** NGN kobo. */
  readonly penaltyMinor: Minor;
  readonly note: string;
}

/** An auction that had ended got a winner afterwards, and a settlement. */
export interface SettlementOpened {
  readonly type: "SettlementOpened";
  /** Absent in logs from before this field: then the id follows from the change's revision. */
  readonly settlementId?: string;
  readonly winner: Person;
  readonly amountMinor: Minor;
  readonly dueAt: number;
  readonly deposit: Deposit;
  /**
   * `second-chance`: the runner-up accepted. `below-reserve`: staff sold to the highest bidder. `sold`: an
   * administrator set the status, so it is paid in the same change.
   */
  readonly because: "second-chance" | "below-reserve" | "sold";
}

export interface SecondChanceOffered {
  readonly type: "SecondChanceOffered";
  readonly offerId: string;
  readonly person: Person;
  readonly priceMinor: Minor;
  readonly expiresAt: number;
  /**
   * Ids of the people whose bids the price leaves out because their account was deleted or suspended. A later void
   * needs them, and nobody is shown them. Absent if there are none, and in logs from before this field.
   */
  readonly leftOut?: readonly string[];
}

export interface SecondChanceClosed {
  readonly type: "SecondChanceClosed";
  readonly offerId: string;
  readonly person: Person;
  readonly as: "accepted" | "declined" | "expired";
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
  /** NGN kobo. Kept from the deposit, which goes back otherwise; the balance pays what the deposit does not cover. */
  readonly penaltyMinor: Minor;
}

/** A member of the staff ended the pause in another way, or undid the sale. */
export interface PurchaseVoided {
  readonly type: "PurchaseVoided";
  readonly purchaseId: string;
  readonly buyer: Person;
  /** The price of the bids, which is the current price again. */
  readonly priceMinor: Minor;
}

/** A member of the staff waived the purchase without penalty. Always in the same change as the resumption. */
export interface PurchaseWaived {
  readonly type: "PurchaseWaived";
  readonly purchaseId: string;
  readonly buyer: Person;
  readonly note: string | null;
}

/** A member of the staff waived the winner's payment without penalty. The auction stays ended. */
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
  /** NGN kobo, as for a purchase. */
  readonly penaltyMinor: Minor;
}

/**
 * With a winner this opens a settlement. Any change that ends this status closes the settlement: paid by a sale, void
 * otherwise.
 */
export interface AuctionEnded extends WithReason {
  readonly type: "AuctionEnded";
  readonly endedAt: number;
  readonly winner: Person | null;
  /** The winner must pay by this time; null without a winner, or if no payment is required. */
  readonly dueAt: number | null;
  /** Absent without a winner, and in logs that were written before deposits existed. */
  readonly deposit?: Deposit;
  /** The id of the settlement that this end opens. Absent without a winner, and in logs from before this field. */
  readonly settlementId?: string;
}

export interface AuctionCancelled extends WithReason {
  readonly type: "AuctionCancelled";
}

/** Put back to draft: only staff who make lots see it. The lot takes rules again when it opens. */
export interface AuctionWithdrawn extends WithReason {
  readonly type: "AuctionWithdrawn";
}

export interface AuctionSold {
  readonly type: "AuctionSold";
  readonly winner: Person | null;
}

export interface AuctionReopened extends WithReason {
  readonly type: "AuctionReopened";
  /** Set if the lot changed while it was over: the time to withdraw begins now, epoch ms. */
  readonly contentChangedAt?: number;
}

/** A member of the staff changed terms: the new values and the old ones. Both hold the changed terms only. */
export interface AuctionEdited {
  readonly type: "AuctionEdited";
  /** Set only if the edit made a new content version: its number, and when the edit was decided. */
  readonly contentVersion?: number;
  readonly contentChangedAt?: number;
  /** Set only for a correction (rule 14): how many characters of the lot's texts it changed. */
  readonly correction?: number;
  /** Why the lot changed, in the words of the member of the staff. Public, like the role. Set with `contentVersion`. */
  readonly changeReason?: string;
  readonly changedBy?: StaffRole;
  /**
   * The scheduled end, if this edit or an earlier one has moved the end past it to give notice (rule 14). Absent if the
   * end after this edit is the scheduled one, and in logs from before this field.
   */
  readonly scheduledEndsAt?: number;
  /**
   * The notice period (rule 14) or a sale moved the end during a pause, so resuming still adds the length of the pause.
   */
  readonly isEndNotice?: true;
  /** The end moved because an earlier lot of the same sale is still open. */
  readonly isSaleOrder?: true;
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
  | MaxBidSuspended
  | MaximaRestated
  | BidsVoided
  | EarlierBidsKept
  | AllBidsVoided
  | AuctionExtended
  | AuctionAnnounced
  | AuctionStarted
  | LotRulesTaken
  | IncrementsTaken
  | AuctionPaused
  | AuctionResumed
  | BuyItNowStarted
  | PurchasePaid
  | PurchaseForfeited
  | PurchaseVoided
  | PurchaseWaived
  | PurchaseExtended
  | PurchaseReopened
  | PaymentsReversed
  | SomePaymentsReversed
  | SaleRefunded
  | PurchasePardoned
  | PaymentReceived
  | PaymentCredited
  | DeadlineExtended
  | SettlementOpened
  | SettlementReopened
  | SettlementWaived
  | SettlementForfeited
  | SecondChanceOffered
  | SecondChanceClosed
  | AuctionEnded
  | AuctionCancelled
  | AuctionWithdrawn
  | AuctionSold
  | AuctionReopened
  | AuctionEdited
  | AuctionRemoved;

/** The events about maxima: nobody but a maximum's owner may learn of it while the auction is open. */
export const secretTypes: readonly AuctionEvent["type"][] = [
  "MaxBidSet",
  "MaxBidCancelled",
  "MaxBidConfirmed",
  "MaxBidSuspended",
  "MaximaRestated",
];

export const isSecret = ({ type }: { readonly type: AuctionEvent["type"] }): boolean => secretTypes.includes(type);

/** Events about money that only the person who pays and staff may see. */
const privatePayments = new Set<AuctionEvent["type"]>([
  "PaymentReceived",
  "PaymentCredited",
  "DeadlineExtended",
  "PurchasePardoned",
  "PaymentsReversed",
  "SomePaymentsReversed",
  "SaleRefunded",
  "SettlementWaived",
  "SettlementForfeited",
  "SecondChanceOffered",
  "SecondChanceClosed",
]);

/**
 * True if the event raises `version`; other events raise only `revision`. Secret events must not raise `version`,
 * because a rival could count them. Payments do not, unless they change the auction's status or winner.
 */
export const isPublic = (event: AuctionEvent): boolean =>
  !isSecret(event) && !privatePayments.has(event.type) && !(event.type === "SettlementReopened" && !endsSale(event));

/**
 * True if the event ends a sale. After a forfeit the lot was sold only if staff had set it to sold. If it
 * was not, nobody else may learn that the debt is open again.
 */
export const endsSale = ({ from, wasSold = false }: SettlementReopened): boolean => from === "paid" || wasSold;
