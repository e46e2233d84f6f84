// The facts of a receipt, as the statement that moves the money stores them. Numbered receipts are never changed, so a
// field, once written, must stay readable.
import type { Currency, Minor } from "@jara/shared/money";
import type { ReceiptKind, ReceiptMethod } from "@jara/shared/receipt-kinds";

export interface ReceiptFacts {
  readonly kind: ReceiptKind;
  /** The lot's title at that moment. */
  readonly title: string;
  /** The auction's currency: that of every amount but those in naira. */
  readonly currency: Currency;
  /** 0 if the debt is no longer known. */
  readonly priceMinor: Minor;
  /** 0 for a win. */
  readonly feeMinor: Minor;
  /** The buyer's premium, and the VAT on it. Absent without one. */
  readonly premiumMinor?: Minor;
  readonly vatMinor?: Minor;
  /** NGN, as it was taken. */
  readonly depositMinor: Minor;
  /** The deposit is worth this much in the auction's currency. */
  readonly depositWorthMinor: Minor;
  /** This payment, refund or penalty is worth this much in the auction's currency. */
  readonly amountMinor: Minor;
  /** NGN: the same in naira, as it was moved. */
  readonly ngnMinor: Minor;
  /**
   * Naira for one dollar, as the naira of this document were counted. Null for an auction in naira, and if no single
   * rate was used or it is no longer known.
   */
  readonly rate: number | null;
  /** `deposit`: taken from the balance at the end or when buying. */
  readonly method: ReceiptMethod;
  /** A refund of money that was not needed: how that money came. The reference is that of this money. */
  readonly cameBy?: ReceiptMethod;
  /** The bank's or the payment service's reference. */
  readonly reference: string | null;
  /** The buyer still has to pay this much after it. */
  readonly remainingMinor: Minor;
  /** A credit note over a refund: its money is taken from the balance again, because it never came. */
  readonly isTakenBack?: true;
  /** A credit note over the one payment whose receipt it corrects; its method and reference are that payment's. */
  readonly isOfOne?: true;
  /** The reason, for a refund, a penalty or a credit note; null for a payment. */
  readonly reason: string | null;
}
