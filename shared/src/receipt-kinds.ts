// The kinds of receipts, what a document of each kind is called, and what it is about.

export const receiptKinds = ["payment", "refund", "penalty", "credit-note"] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

/** Names the documents of each kind. */
const kindWords: Record<ReceiptKind, string> = {
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

interface Document {
  readonly kind: ReceiptKind;
  readonly method?: ReceiptMethod | undefined;
  /** The receipt of money that was not needed, and of its return to the balance, in one. */
  readonly isReturned?: boolean | undefined;
}

/** Names the document, before its number. */
export const receiptTitle = ({ kind, isReturned }: Document): string =>
  isReturned ? "Receipt and refund" : kindWords[kind];

/** Says what the document is about, so that the documents of one lot can be told apart. */
export const receiptName = ({ kind, method, isReturned }: Document): string => {
  if (isReturned) return "Payment returned to the balance";
  if (kind === "payment") return paidBy[method ?? "outside"];
  if (kind === "credit-note") return "Correction of a receipt";
  return kind === "refund" ? "Refund" : "Penalty";
};
