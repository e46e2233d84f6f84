// The words for a change of money that needs a second person, and for its states.

import { formatMoney } from "@jara/shared/money";
import { methodWords } from "@jara/shared/payment-methods";
import type { Approval, ApprovalStatus } from "@jara/shared/rest/approvals";
import { formatLagosTime } from "@jara/shared/time";

/** An unknown method is shown as it is. */
const howOf = (method: string): string => (methodWords as Partial<Record<string, string>>)[method] ?? method;

/** How the money came, its reference, and what naira are worth: the facts to compare with the bank. */
export const factsOf = ({ asked, payments = [] }: Approval): string[] => {
  if (!asked) {
    return payments.map(({ method, amount, currency, reference, at }) =>
      [
        `Payment of ${formatMoney(amount, currency)} ${howOf(method)}`,
        ...(reference ? [reference] : []),
        formatLagosTime(at),
      ].join(", "),
    );
  }
  const { method, reference, receivedNgn, amount, currency } = asked;
  return [
    ...(method ? [`Money moved ${howOf(method)}`] : []),
    ...(receivedNgn !== undefined && currency !== "NGN" ? [`Counts as ${formatMoney(amount, currency)}`] : []),
    ...(reference ? [`Reference ${reference}`] : []),
  ];
};

/** One sentence without its end: what will be done. */
export const changeWords = ({ kind, asked, payments, amountNgn, user, lot, refundTo }: Approval): string => {
  const of = lot ? ` for “${lot.title}”` : "";
  const amount = asked
    ? formatMoney(asked.receivedNgn ?? asked.amount, asked.receivedNgn === undefined ? asked.currency : "NGN")
    : formatMoney(amountNgn, "NGN");
  switch (kind) {
    case "balance":
      return asked?.action === "subtract"
        ? `Subtract ${amount} from the balance of ${user.username}`
        : `Add ${amount} to the balance of ${user.username}`;
    case "booking":
      return `Book ${asked?.action === "cash" ? "cash" : "a transfer"} of ${amount} from ${user.username}${of}`;
    case "payment":
      return `Confirm that ${user.username} paid the remaining ${amount}${of}`;
    case "reversal":
      if (payments)
        return `Reverse ${payments.length === 1 ? "one payment" : `${payments.length} payments`} of ${user.username}${of}`;
      return `Reverse what ${user.username} paid or lost, ${amount}${of}`;
    case "refund":
      return `Refund ${amount} to ${user.username}${refundTo === "cash" ? " in cash" : ""} and cancel the sale${of}`;
  }
};

export const statusLabels: Record<ApprovalStatus, string> = {
  "not-needed": "Done",
  waiting: "Waiting",
  approved: "Being carried out",
  done: "Done",
  failed: "Not possible any more",
  refused: "Refused",
  "taken-back": "Taken back",
};

export const statusTones = {
  "not-needed": "outline",
  waiting: "amber",
  approved: "amber",
  done: "brand",
  failed: "danger",
  refused: "danger",
  "taken-back": "outline",
} as const satisfies Record<ApprovalStatus, string>;
