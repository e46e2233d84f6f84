// Says which receipts a credit note corrects. The change that wrote the note knows its kind alone.
import type { ReceiptFacts } from "../../auction/settlement/receipt-facts.ts";

interface OfDebt {
  readonly id: string;
  /** The newest receipt of the kind that a credit note corrects. */
  readonly correctsId: string | null;
  readonly facts: Pick<ReceiptFacts, "kind" | "method" | "amountMinor" | "isOfOne">;
}

/** Booked by staff, and not paid through the site. */
const isBooked = ({ facts: { method } }: OfDebt): boolean =>
  method === "transfer" || method === "cash" || method === "outside";

/**
 * Returns the receipts that the note corrects, the oldest first. A note over payments corrects all of the money that it
 * counts. `ofDebt`: all receipts of the debt, the oldest first. `isRefunded`: the newest note over payments gave everything
 * back, the deposit too.
 */
export const correctedReceipts = <T extends OfDebt>(ofDebt: readonly T[], noteId: string, isRefunded: boolean): T[] => {
  const byId = new Map(ofDebt.map((one) => [one.id, one]));
  const isOverPayments = ({ facts, correctsId }: T): boolean =>
    facts.kind === "credit-note" && correctsId !== null && byId.get(correctsId)?.facts.kind === "payment";
  const last = ofDebt.findLast(isOverPayments);
  let open: T[] = [];
  for (const one of ofDebt) {
    if (one.facts.kind === "payment") open.push(one);
    if (!isOverPayments(one)) continue;
    const isWhole = isRefunded && one === last;
    const taken = isWhole
      ? open
      : one.facts.isOfOne
        ? open.filter(({ id }) => id === one.correctsId)
        : reversedBy(one, open);
    if (one.id === noteId) return taken;
    open = open.filter((payment) => !taken.includes(payment));
  }
  const single = byId.get(byId.get(noteId)?.correctsId ?? "");
  return single ? [single] : [];
};

/** A reversal takes the newest payments, and never the deposit. */
const reversedBy = <T extends OfDebt>(note: T, open: readonly T[]): T[] => {
  const taken: T[] = [];
  let minor = 0;
  for (const payment of open.toReversed()) {
    if (payment.facts.method === "deposit" || (isBooked(note) && !isBooked(payment))) continue;
    if (minor >= note.facts.amountMinor) break;
    taken.unshift(payment);
    minor += payment.facts.amountMinor;
  }
  return taken;
};
