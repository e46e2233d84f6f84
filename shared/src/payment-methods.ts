// The words for the ways in which money comes and goes, which screens, papers and mails share; and which payments of a lot a
// reversal takes back.
import type { ReceiptMethod } from "./receipt-kinds.ts";
import type { PaymentMethod } from "./rest/settlements.ts";

/** Names the method in a list or a table. */
export const methodNames: Record<ReceiptMethod, string> = {
  deposit: "Deposit",
  balance: "From the balance",
  online: "Online payment",
  transfer: "Bank transfer",
  cash: "Cash",
  outside: "Outside the site",
};

/** Names the method after a verb: "paid in cash". */
export const methodWords: Record<ReceiptMethod, string> = {
  deposit: "as a deposit",
  balance: "from the balance",
  online: "online",
  transfer: "by bank transfer",
  cash: "in cash",
  outside: "outside the site",
};

/** True for a payment from the balance or online; false for one that an administrator booked. */
export const isOnSite = ({ method }: { readonly method: PaymentMethod }): boolean =>
  method === "balance" || method === "online";

/**
 * The payments that a reversal of everything takes back: only the booked ones while money is due, or where the deposit
 * alone pays the lot (`takesBooked`).
 */
export const reversedTogether = <P extends { readonly method: PaymentMethod }>(
  counting: readonly P[],
  takesBooked: boolean,
): readonly P[] => (takesBooked ? counting.filter((payment) => !isOnSite(payment)) : counting);

/**
 * True if voided bids gave a part of the payments back. It is of all payments together, so none of them can be reversed
 * alone. Amounts are in minor units.
 */
export const isRefundedInPart = (amountsMinor: readonly number[], paidMinor: number): boolean =>
  amountsMinor.reduce((sum, amountMinor) => sum + amountMinor, 0) !== paidMinor;
