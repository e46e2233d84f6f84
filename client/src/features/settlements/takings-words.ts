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

/** The lots of one payment are booked in one go. */
const ONE_GO_MS = 1_000;

const isSamePayment = (one: Payment, other: Payment): boolean =>
  "auction" in one &&
  "auction" in other &&
  one.settlement._id !== other.settlement._id &&
  one.payer._id === other.payer._id &&
  one.auction.currency === other.auction.currency &&
  one.method === other.method &&
  one.reference === other.reference &&
  one.note === other.note &&
  one.bookedBy?._id === other.bookedBy?._id &&
  one.reversed === null &&
  other.reversed === null &&
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) < ONE_GO_MS;

/** Puts the parts of one payment for several lots together. The order stays. */
export const byOnePayment = <P extends Payment>(payments: readonly P[]): [P, ...P[]][] => {
  const all: [P, ...P[]][] = [];
  for (const payment of payments) {
    const last = all.at(-1);
    if (last && isSamePayment(last[0], payment)) last.push(payment);
    else all.push([payment]);
  }
  return all;
};
