// The limits of one payment. The server decides; this saves a round trip. Kept apart from the REST schemas, so that the
// page does not load their validator.
import { VALID_AMOUNT } from "@jara/shared/form-sentences";
import { formatMoney } from "@jara/shared/money";
import type { TOP_UP_MAX as Max, TOP_UP_MIN as Min } from "@jara/shared/rest/top-ups";
import { invalidAmount, readPositive } from "@jara/shared/typed-amount";

export const TOP_UP_MIN: typeof Min = 100;
export const TOP_UP_MAX: typeof Max = 10_000_000;
export const quickAmounts = [5_000, 10_000, 50_000, 100_000];

export const topUpError = (typed: string): string | null => {
  const amount = readPositive(typed);
  if (amount === null) return invalidAmount(VALID_AMOUNT, typed);
  if (amount < TOP_UP_MIN) return `You can add ${formatMoney(TOP_UP_MIN, "NGN")} or more`;
  if (amount > TOP_UP_MAX) return `You can add ${formatMoney(TOP_UP_MAX, "NGN")} at most`;
  return null;
};

/** A bid needs a balance of 20% of its amount, so the highest bid is five times the balance. */
export const highestBidFor = (balance: number): number => Math.max(0, balance) * 5;
