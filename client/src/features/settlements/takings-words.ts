// The words of the takings. One thing has one name in all their tables.
import type { SettlementPayment } from "@jara/shared/rest/settlements";
import type { OtherMoney, Taking } from "@jara/shared/rest/takings";

export const PAID_TOO_MUCH = "Paid too much, to balances";

export const otherWords = ({ kind, method, isSurplus, outNgn, bookedBy }: OtherMoney): string => {
  if (kind === "withdrawal") return "Withdrawal paid out";
  if (kind === "reversal") return "Payment reversed";
  if (isSurplus) return PAID_TOO_MUCH;
  if (outNgn > 0) return "Paid out of a balance";
  return method === "online" && !bookedBy ? "Money added" : "For a balance";
};

type Payment = SettlementPayment | Taking;

const wholeIdOf = (payment: Payment): string => ("paymentId" in payment && payment.paymentId) || payment._id;

/** Groups the parts of one payment, which stand beside each other. Keeps the order. */
export const byOnePayment = <P extends Payment>(payments: readonly P[]): [P, ...P[]][] => {
  const all: [P, ...P[]][] = [];
  for (const payment of payments) {
    const last = all.at(-1);
    if (last && wholeIdOf(last[0]) === wholeIdOf(payment)) last.push(payment);
    else all.push([payment]);
  }
  return all;
};

/** An online payment of several lots gives each part the payment's reference with a number: "JP-1/2". */
export const referenceOf = ({ method, reference }: Payment, isOfMany: boolean): string | null =>
  isOfMany && method === "online" ? (reference?.replace(/\/\d+$/, "") ?? null) : reference;
