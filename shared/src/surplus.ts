// Says why money that came for a lot went to the payer's balance instead.
import { formatMoney } from "./money.ts";
import type { ReceiptKind } from "./receipt-kinds.ts";

export const surplusReasons = ["already-paid", "more-than-due", "no-longer-due"] as const;
type SurplusReason = (typeof surplusReasons)[number];

/** Receipts keep these sentences, so a sentence that changes must stay known (`isSurplusWords`). */
export const surplusWords: Record<SurplusReason, string> = {
  "already-paid": "You had already paid.",
  "more-than-due": "More came than was due.",
  "no-longer-due": "No payment was due any more.",
};

/** `ngn`: in naira. */
export const backInBalance = (ngn: number): string => `${formatMoney(ngn, "NGN")} is back in your balance`;

export const isSurplusWords = (words: string | null): boolean =>
  words !== null && Object.values(surplusWords).includes(words);

/** True for the document of money that came, was not needed, and went to the balance at once. */
export const isReturnedPayment = ({ kind, reason }: { kind: ReceiptKind; reason: string | null }): boolean =>
  kind === "refund" && isSurplusWords(reason);
