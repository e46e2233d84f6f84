// The words of the takings. One thing has one name in all their tables.
import type { OtherMoney } from "@jara/shared/rest/takings";

export const PAID_TOO_MUCH = "Paid too much, to balances";

export const otherWords = ({ kind, method, isSurplus, outNgn, bookedBy }: OtherMoney): string => {
  if (kind === "withdrawal") return "Withdrawal paid out";
  if (kind === "reversal") return "Payment reversed";
  if (isSurplus) return PAID_TOO_MUCH;
  if (outNgn > 0) return "Paid out of a balance";
  return method === "online" && !bookedBy ? "Money added" : "For a balance";
};
