// The types of a numbered receipt or credit note, and the format of its number.
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";

/** A number has at least so many digits. */
export const NUMBER_DIGITS = 6;

/** The names and addresses on a receipt, as they were when it got its number. */
export interface ReceiptPeople {
  readonly buyer: {
    readonly name: string;
    readonly username: string;
    readonly email: string;
    readonly address: string | null;
  };
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

/** `R-2026-000123`. */
export const writtenNumber = (series: string, year: number, number: number): string =>
  `${series}-${year}-${String(number).padStart(NUMBER_DIGITS, "0")}`;
