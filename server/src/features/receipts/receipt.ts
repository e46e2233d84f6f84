// The types of a numbered receipt or credit note.
import type { House } from "@jara/shared/site-settings";
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";
import type { MadeOutTo } from "../../platform/lib/made-out-to.ts";

/** The names and addresses on a receipt, as they were when it got its number. */
export interface ReceiptPeople {
  readonly buyer: MadeOutTo;
}

/** Names what a receipt is about, beside its facts. */
export interface ReceiptLot {
  /** The number in its sale, "12A"; null without a sale. */
  readonly number: string | null;
  /** `day`: in Lagos, when the first lot closes. */
  readonly sale: { readonly title: string; readonly day: string } | null;
  /** The username of the person who consigned it; null for a lot of the house. */
  readonly seller: string | null;
  /** The number of the invoice that has it; null: none has it yet. */
  readonly invoice: string | null;
}

export interface NumberedReceipt {
  readonly id: string;
  readonly userId: string;
  readonly number: string;
  readonly auctionId: string | null;
  readonly facts: ReceiptFacts;
  readonly people: ReceiptPeople;
  /** Epoch milliseconds. */
  readonly numberedAt: number;
}

/** The whole payment that a receipt is a part of, and what of it was more than what was due. */
export interface WholePayment {
  /** In the currency of the receipt. */
  readonly amountMinor: number;
  readonly method: ReceiptFacts["method"];
  readonly reference: string | null;
  /** The numbers of its receipts, in their order; those of what went to the balance are not among them. */
  readonly numbers: readonly string[];
  /** NGN that went to the payer's balance. */
  readonly surplusNgnMinor: number;
  /** The numbers of the documents of the surplus. */
  readonly refunds: readonly string[];
}

/** A receipt with all that is printed on it. */
export interface PrintedReceipt extends NumberedReceipt {
  /** The house at the time of numbering; null: nothing was set. */
  readonly house: House | null;
  /** Null if the receipt is about no auction. */
  readonly lot: ReceiptLot | null;
  /** The numbers of the receipts that this one corrects, the oldest first. */
  readonly corrects: readonly string[];
  /** Null: the receipt is the whole payment, or about no payment. */
  readonly whole: WholePayment | null;
}
