// Checks receipts and credit notes: one for each payment, refund and penalty, with facts that add up, numbered without
// gaps.
import type { Books, Paper } from "../books.ts";
import { check, firstOf, unlike } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import type { StoredReceipt } from "../stored.ts";

export const receipts = check(
  "receipts",
  "Each deposit, payment, refund and penalty has one receipt, and what is taken back one credit note; their facts add " +
    "up; the numbers of a series and year have no gaps, and each receipt gets one within a minute",
  ({ auctions, stored }: Evidence, tally) => {
    for (const { id, books, steps } of auctions.values()) {
      const rows = stored.receipts.get(id) ?? [];
      const left = [...rows];
      for (const paper of books.papers) {
        const index = left.findIndex((receipt) => isOf(receipt, paper));
        const [receipt] = index < 0 ? [] : left.splice(index, 1);
        const what = `revision ${paper.row.revision} makes a ${paper.kind} (${paper.method}) of ${paper.ngnMinor} kobo`;
        if (!receipt && paper.isOld) continue;
        // In older logs a lot could get another currency. Its earlier receipts keep theirs, and so do those of closed debts.
        const currency = steps[paper.row.revision - 1]?.after.currency;
        tally.tried(id, receipt ? factsDiffer(receipt, paper, rows, currency) : `${what}, which has no receipt`);
      }
      for (const { id: receiptId, kind, facts } of left) {
        tally.tried(id, `receipt ${receiptId} (${kind} of ${facts.ngnMinor} kobo) is of nothing that the log has`);
      }
    }
    for (const { series, year, count, distinct, least, most } of stored.numbers) {
      const isWhole = least === 1 && most === count && distinct === count;
      const wrong = `series ${series} of ${year} has ${count} receipts (${distinct} numbers) from ${least} to ${most}`;
      tally.tried(null, isWhole ? null : wrong);
    }
    tally.tried(null, stored.unnumbered > 0 ? `${stored.unnumbered} receipts have no number after a minute` : null);
  },
);

const isOf = (receipt: StoredReceipt, { row, debt, personId, kind, method, ngnMinor }: Paper): boolean =>
  receipt.kind === kind &&
  receipt.userId === personId &&
  receipt.settlementId === debt.id &&
  receipt.at === row.at &&
  receipt.facts.method === method &&
  receipt.facts.ngnMinor === ngnMinor;

const factsDiffer = (
  { id, kind, series, correctsId, facts }: StoredReceipt,
  { debt, corrects, correctsAt, leaves, row }: Books["papers"][number],
  all: readonly StoredReceipt[],
  currency: string | undefined,
): string | null => {
  const what = `receipt ${id}`;
  const { priceMinor, feeMinor, premiumMinor = 0, vatMinor = 0, depositWorthMinor, remainingMinor } = facts;
  const written = { priceMinor, feeMinor, premiumMinor, vatMinor, depositWorthMinor, remainingMinor };
  const corrected = all.filter(
    (one) =>
      one.settlementId === debt.id &&
      one.kind === corrects &&
      (correctsAt === null ? one.at <= row.at : one.at === correctsAt) &&
      one.id !== id,
  );
  const isRightNote = corrected.length === 0 ? correctsId === null : corrected.some((one) => one.id === correctsId);
  return firstOf(
    unlike(`${what}: the kind in its facts`, facts.kind, kind),
    facts.currency !== debt.currency && unlike(`${what}: the currency`, facts.currency, currency),
    unlike(`${what}: its series`, series, kind === "credit-note" ? "C" : "R"),
    !isRightNote &&
      `${what} corrects ${correctsId ?? "nothing"}, and not a ${corrects ?? "receipt"} of this settlement`,
    facts.currency === "NGN" &&
      facts.amountMinor !== facts.ngnMinor &&
      kind !== "credit-note" &&
      `${what} counts ${facts.ngnMinor} kobo for ${facts.amountMinor}`,
    leaves && unlike(`${what}: what remains`, written, leaves),
  );
};
