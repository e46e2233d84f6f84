// Divides a payment over the lots of an invoice: those that are due first are paid first, until it is used up.
import type { InvoiceLot } from "./rest/invoices.ts";

type Due = Pick<InvoiceLot, "remaining" | "dueAt">;

/** The lots that the amount pays, in the order of their due time, each with its part. Amounts have two decimals. */
export const partsOfPayment = <Lot extends Due>(
  lots: readonly Lot[],
  amount: number,
): { readonly lot: Lot; readonly part: number }[] => {
  let left = Math.round(amount * 100);
  const parts: { lot: Lot; part: number }[] = [];
  for (const lot of lots.filter(({ remaining }) => remaining > 0).toSorted(byDueTime)) {
    const part = Math.min(left, Math.round(lot.remaining * 100));
    if (part === 0) break;
    parts.push({ lot, part: part / 100 });
    left -= part;
  }
  return parts;
};

/** Lots that are due at the same time keep their order on the invoice. */
const byDueTime = (one: Due, other: Due): number => Date.parse(one.dueAt) - Date.parse(other.dueAt);
