// The kinds of receipts, and what a document of each kind is called.

export const receiptKinds = ["payment", "refund", "penalty", "credit-note"] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

/** Names the documents of each kind. */
export const receiptKindWords: Record<ReceiptKind, string> = {
  payment: "Receipt",
  refund: "Refund receipt",
  penalty: "Penalty receipt",
  "credit-note": "Credit note",
};
