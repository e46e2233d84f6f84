// A lot's increment table in words: a price range and its increment, the lowest first.
import type { IncrementStep } from "@jara/shared/increment-steps";
import { type Currency, formatMoney } from "@jara/shared/money";

/**
 * `["below ₦1,000", "₦50"]`, `["₦1,000 to ₦3,000", "₦100"]`, `["from ₦3,000", "₦200"]`. A range does not include its end.
 */
export const stepRows = (steps: readonly IncrementStep[], currency: Currency): [price: string, increment: string][] =>
  steps.map(([below, increment], n) => {
    const from = steps[n - 1]?.[0] ?? null;
    const price =
      from === null
        ? below === null
          ? "at every price"
          : `below ${formatMoney(below, currency)}`
        : below === null
          ? `from ${formatMoney(from, currency)}`
          : `${formatMoney(from, currency)} to ${formatMoney(below, currency)}`;
    return [price, formatMoney(increment, currency)];
  });
