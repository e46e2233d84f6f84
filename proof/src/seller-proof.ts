// Checks what a seller shows: that the log names this account as the lot's seller, and which reserve the house had fixed.
import { HOUSE, reserveCommitment, sellerCommitment } from "./commitments.ts";
import { isOpen, type LotState } from "./lot/lot-state.ts";
import type { Said } from "./said.ts";
import { isHash, isUuid, isWhole, objectOf, optional, orNull, type Shape, wrongIn } from "./shape.ts";
import { moneyWords } from "./words.ts";

export interface SellerPart {
  readonly auction: string;
  /** An account, or `HOUSE`. */
  readonly user: string;
  readonly commitment: string;
  readonly salt: string;
  /** Null: the lot has none. Absent: the seller does not tell it. */
  readonly reserve?: { readonly amount: number; readonly salt: string } | null;
}

const shape: Shape = {
  auction: isUuid,
  user: (value) => value === HOUSE || isUuid(value),
  commitment: isHash,
  salt: isHash,
  reserve: optional(orNull(objectOf({ amount: isWhole, salt: isHash }))),
};

/** Returns a sentence if the part is damaged, or does not open the commitment that it names. */
export const openSeller = (value: unknown): SellerPart | string => {
  if (typeof value !== "object" || value === null || wrongIn(value, shape) !== null) {
    return "The seller's part of the file is damaged.";
  }
  const part = value as SellerPart;
  return sellerCommitment(part.auction, part.user, part.salt) === part.commitment
    ? part
    : "The secret number in this file does not open the code that the file says is the seller's.";
};

/** Compares it with the lot as the log has it. */
export const matchSeller = (
  { user, commitment, reserve }: SellerPart,
  lot: LotState,
  { proved, notices, failed }: Pick<Said, "proved" | "notices" | "failed">,
): void => {
  if (lot.seller !== commitment) {
    failed.push(
      lot.seller === null
        ? "The log does not say who sells the lot."
        : "By the log, somebody else sells the lot than this file says.",
    );
    return;
  }
  proved.push(
    user === HOUSE ? "By the log, the lot is the house's own." : `By the log, the lot is sold for the account ${user}.`,
  );
  if (reserve === undefined) return;
  if (reserve === null) {
    if (lot.reserve === null) proved.push("The lot has no reserve.");
    else failed.push("By this file the lot has no reserve; by the log it has one.");
    return;
  }
  const words = moneyWords(reserve.amount, lot.currency);
  const sealed = reserveCommitment(lot.auction, reserve.amount, reserve.salt);
  if (sealed === lot.reserve) proved.push(`The reserve of the lot is ${words}, as the house had fixed it.`);
  else if (lot.reserves.has(sealed)) notices.push(`The reserve of the lot was ${words}, before the house changed it.`);
  else failed.push(`The reserve of ${words} in this file is not the one that the house had fixed for the lot.`);
  if (isOpen(lot)) {
    notices.push("This file tells the reserve, which is secret until the lot ends. Be careful to whom you give it.");
  }
};
