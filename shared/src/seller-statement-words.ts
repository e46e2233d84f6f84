// The words of a seller's statement that the screen and the paper share.
import type { SellerStatement, UnpaidLot } from "./rest/seller-sales.ts";

const lagosDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "Africa/Lagos" });
/** "28 Nov 2026" */
export const lagosDayWords = (ms: number): string => lagosDate.format(new Date(ms));

/** Says why the seller was not paid for the lot yet. */
export const whyUnpaid = ({ dueAt }: Pick<UnpaidLot, "dueAt">, nowMs: number): string => {
  if (dueAt === null) return "The buyer has not paid yet";
  const at = Date.parse(dueAt);
  return at > nowMs
    ? `Waits until ${lagosDayWords(at)}, or until the buyer collects it`
    : `Due since ${lagosDayWords(at)}`;
};

/** Says where the money is if nothing was paid out to the bank in the period. */
export const nothingPaidOut = ({ net, unpaidLots }: Pick<SellerStatement, "net" | "unpaidLots">): string => {
  // A paper that was issued before papers listed these lots stays as it was.
  if (!unpaidLots) return "Nothing was paid out in this period. The money is on the balance.";
  if (net > 0)
    return "Nothing was paid out to the bank in this period. What was paid to the balance is there until it is withdrawn.";
  return unpaidLots.length > 0
    ? "Nothing was paid to the balance or to the bank in this period. The lots above are still to be paid."
    : "Nothing was paid to the balance or to the bank in this period.";
};
