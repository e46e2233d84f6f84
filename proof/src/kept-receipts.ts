// Compares the bid receipts that a device keeps of a lot with the lot's entries in the log, so that their owner need not
// check each of them alone.
import { type BidReceipt, checkReceipt } from "./bid-receipt.ts";
import type { CheckedLot } from "./lot-proof.ts";
import { type MatchWith, matchReceipt } from "./match-receipt.ts";
import type { Key } from "./signed-note.ts";
import { countWords } from "./words.ts";

export interface KeptFindings {
  readonly proved: readonly string[];
  readonly notices: readonly string[];
  readonly notProved: readonly string[];
  readonly failed: readonly string[];
}

/** Receipts of other lots are left out. `keys`: those with which the house signs receipts. */
export const checkKept = (
  receipts: readonly BidReceipt[],
  keys: readonly Key[],
  { leaves, state }: CheckedLot,
  options: MatchWith,
): KeptFindings => {
  const notices: string[] = [];
  const notProved: string[] = [];
  const failed: string[] = [];
  let matched = 0;
  for (const receipt of receipts) {
    const statement = checkReceipt(receipt, keys);
    if (typeof statement === "string") {
      // It is no fault of the house: the device may have changed it.
      notices.push(`A receipt on this device is worth nothing. ${statement}`);
      continue;
    }
    if (statement.auction !== state.auction) continue;
    const { kind, sentence } = matchReceipt(statement, leaves, options);
    if (kind === "matched") matched += 1;
    else if (kind === "fault") failed.push(sentence);
    else notProved.push(sentence);
  }
  const what = countWords(matched, "receipt that this device keeps", "receipts that this device keeps");
  const proved = matched === 0 ? [] : [`The log agrees with ${what} of your bids and maxima on the lot.`];
  return { proved, notices, notProved, failed };
};
