// The causes of ledger entries: their words, and the kinds by which a statement is filtered. The owner's statement and
// the ledger that staff read show the same words.

export const causeKinds = [
  "top-ups",
  "deposits",
  "payments",
  "forfeits",
  "withdrawals",
  "sales",
  "adjustments",
] as const;
export type CauseKind = (typeof causeKinds)[number];

export const causeKindWords: Record<CauseKind, string> = {
  "top-ups": "Money added online",
  deposits: "Deposits",
  payments: "Payments and refunds",
  forfeits: "Penalties",
  withdrawals: "Withdrawals",
  sales: "Lots that you sold",
  adjustments: "Changes by our team",
};

const causes: Record<string, { readonly words: string; readonly kind: CauseKind }> = {
  "top-up": { words: "Added online", kind: "top-ups" },
  "admin set": { words: "Set by our team", kind: "adjustments" },
  "admin add": { words: "Added by our team", kind: "adjustments" },
  "admin subtract": { words: "Subtracted by our team", kind: "adjustments" },
  demo: { words: "Demo money", kind: "adjustments" },
  "win-deposit": { words: "Deposit for a won lot", kind: "deposits" },
  "purchase-deposit": { words: "Deposit for a Buy It Now purchase", kind: "deposits" },
  "deposit-return": { words: "Deposit returned", kind: "deposits" },
  payment: { words: "Payment for a lot", kind: "payments" },
  "payment-return": { words: "Payment returned", kind: "payments" },
  "refund-in-cash": { words: "Refund paid out in cash", kind: "payments" },
  "payment-surplus": { words: "Paid too much: returned to the balance", kind: "payments" },
  "payment-reversal": { words: "Taken back: the booked payment never arrived", kind: "payments" },
  "win-forfeit": { words: "Penalty: win not paid", kind: "forfeits" },
  "buy-it-now-forfeit": { words: "Penalty: Buy It Now not paid", kind: "forfeits" },
  "forfeit-return": { words: "Penalty returned", kind: "forfeits" },
  withdrawal: { words: "Withdrawal to a bank account", kind: "withdrawals" },
  "sale-proceeds": { words: "Price of a sold lot", kind: "sales" },
  commission: { words: "Commission, or VAT on it, for a sold lot", kind: "sales" },
  "seller-charge": { words: "Charge for a sold lot", kind: "sales" },
  "withdrawal-return": { words: "Withdrawal returned", kind: "withdrawals" },
};

/** An unknown cause is shown as it is. */
export const causeWords = (cause: string): string => (Object.hasOwn(causes, cause) && causes[cause]?.words) || cause;

const reasons: Record<string, string> = {
  "win-deposit": "A part of your winning bid, taken when you won. It counts towards the price.",
  "purchase-deposit": "A part of the price, taken when you bought. It counts towards what you pay.",
  "deposit-return": "Nothing was kept of it.",
  "payment-surplus": "More came than was due.",
  "win-forfeit": "The lot was not paid in time.",
  "buy-it-now-forfeit": "The lot was not paid within its hour.",
  withdrawal: "It leaves your balance when you ask for it.",
  "withdrawal-return": "It was cancelled, refused, or your bank did not take it.",
};

/** Returns a sentence that tells the owner why the money moved; null if the words of the cause say it. */
export const causeReason = (cause: string): string | null => (Object.hasOwn(reasons, cause) && reasons[cause]) || null;

export const causesOf = (kind: CauseKind): string[] =>
  Object.entries(causes).flatMap(([cause, of]) => (of.kind === kind ? [cause] : []));

/** The reference as people read it; null for one that only names a row of ours. */
export const readableReference = (reference: string | null): string | null =>
  reference !== null && /^(withdrawal|proceeds)-/.test(reference) ? null : reference;
