// The types of a numbered receipt or credit note.
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";
import type { MadeOutTo } from "../../platform/lib/made-out-to.ts";

/** The names and addresses on a receipt, as they were when it got its number. */
export interface ReceiptPeople {
  readonly buyer: MadeOutTo;
  /** Null if the receipt is about no auction. */
  readonly seller: { readonly name: string } | null;
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
  /** The number of the receipt that this one corrects. */
  readonly corrects: string | null;
}
