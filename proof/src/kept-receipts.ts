// Compares the bid receipts that a device keeps of a lot with the lot's entries in the log, so that their owner need not
// check each of them alone.
import { type BidReceipt, checkReceipt } from "./bid-receipt.ts";
import type { CheckedLot } from "./lot-proof.ts";
import { type MatchWith, matchReceipt } from "./match-receipt.ts";
import { type Said, sayMatch } from "./said.ts";
import type { Key } from "./signed-note.ts";
import { countWords } from "./words.ts";

interface Kept extends MatchWith {
  readonly kept: readonly BidReceipt[];
  /** The keys with which the house signs receipts. */
  readonly keys: readonly Key[];
  readonly lot: CheckedLot;
}

/** Leaves out receipts of other lots, and says in one sentence how many agree with the log. */
export const checkKept = ({ kept, keys, lot: { leaves, state }, ...options }: Kept, said: Said): void => {
  let matched = 0;
  for (const receipt of kept) {
    const statement = checkReceipt(receipt, keys);
    if (typeof statement === "string") {
      // A false receipt is no fault of the house, because the device may have changed the receipt.
      said.notices.push(`A receipt on this device is worth nothing. ${statement}`);
      continue;
    }
    if (statement.auction !== state.auction) continue;
    const match = matchReceipt(statement, leaves, options);
    if (match.kind === "matched") matched += 1;
    else sayMatch(match, said);
  }
  if (matched === 0) return;
  const what = countWords(matched, "receipt that this device keeps", "receipts that this device keeps");
  said.logProved.push(`The log agrees with ${what} of your bids and maximums on the lot.`);
};
