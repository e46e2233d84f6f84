// The kinds of receipts, what a document of each kind is called, and what it is about.

export const receiptKinds = ["payment", "refund", "penalty", "credit-note"] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

/** Names the documents of each kind. */
export const receiptKindWords: Record<ReceiptKind, string> = {
  payment: "Receipt",
  refund: "Refund receipt",
  penalty: "Penalty receipt",
  "credit-note": "Credit note",
};

export const receiptMethods = ["deposit", "balance", "online", "transfer", "cash", "outside"] as const;
export type ReceiptMethod = (typeof receiptMethods)[number];

const paidBy: Record<ReceiptMethod, string> = {
  deposit: "Deposit",
  balance: "Payment from the balance",
  online: "Online payment",
  transfer: "Bank transfer",
  cash: "Cash payment",
  outside: "Payment",
};

/** Says what the document is about, so that the documents of one lot can be told apart. */
export const receiptName = ({ kind, method }: { kind: ReceiptKind; method?: ReceiptMethod | undefined }): string => {
  if (kind === "payment") return paidBy[method ?? "outside"];
  if (kind === "credit-note") return "Correction of a receipt";
  return kind === "refund" ? "Refund" : "Penalty";
};
