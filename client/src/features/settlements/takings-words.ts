// The words of the takings. One thing has one name in all their tables.
import type { SettlementPayment } from "@jara/shared/rest/settlements";
import type { OtherMoney, Taking, Takings } from "@jara/shared/rest/takings";

export const PAID_TOO_MUCH = "Paid too much, to balances";

export const otherWords = ({ kind, method, isSurplus, outNgn, bookedBy, lot }: OtherMoney): string => {
  if (kind === "refund") return "Refund in cash";
  if (kind === "withdrawal") return lot ? "Refund transferred" : "Withdrawal paid out";
  if (kind === "reversal") return "Payment reversed";
  if (isSurplus) return PAID_TOO_MUCH;
  if (outNgn > 0) return "Paid out of a balance";
  return method === "online" && !bookedBy ? "Money added" : "For a balance";
};

/** Kobo, so that sums of amounts with two decimals are exact. */
const koboOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + Math.round(of(row) * 100), 0);

type Moved = Pick<Takings, "received" | "outgoing">;

/** The money that came to the till and the bank, and left them, by method: In less Out is Net. */
export const tillAndBankOf = ({ received, outgoing = [] }: Moved) =>
  received
    .filter(({ method, totalNgn }) => method !== "balance" && totalNgn !== undefined)
    .map(({ method, ngn, surplusNgn = 0, addedNgn = 0, totalNgn = 0 }) => {
      const out = outgoing.find((one) => one.method === method)?.totalNgn ?? 0;
      return {
        method,
        amounts: [ngn, surplusNgn, addedNgn, totalNgn, out, koboOf([totalNgn, -out], (one) => one) / 100],
      };
    });

/** The sums of the same money, with what they mean: the last is what the others leave in the till and the bank. */
export const moneyOf = (takings: Moved): [title: string, ngn: number, about: string][] => {
  const { outgoing = [] } = takings;
  const came = koboOf(tillAndBankOf(takings), ({ amounts: [, , , total = 0] }) => total);
  const reversed = koboOf(outgoing, ({ reversedNgn }) => reversedNgn);
  const refunded = koboOf(outgoing, ({ refundedNgn = 0 }) => refundedNgn);
  const paidOut = koboOf(outgoing, ({ paidOutNgn }) => paidOutNgn) - refunded;
  return [
    ["Received", came / 100, "Came to till and bank, also for balances and what was reversed since"],
    ["Reversed", reversed / 100, "Booked payments taken back"],
    ["Refunded", refunded / 100, "In cash, and transfers the bank paid"],
    ["Paid out", paidOut / 100, "Withdrawals, and other money from balances"],
    ["Net", (came - reversed - refunded - paidOut) / 100, "What is left of these days in till and bank"],
  ];
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
