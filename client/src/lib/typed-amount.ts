// Amounts as they are typed: grouped with commas, and read only if they are unmistakable. "1.500.000" and "250k" are not
// amounts.
import { isWireAmount } from "@jara/shared/money";

const decimal = /^(\d*)(\.\d{0,2})?$/;

/** `1250000.5` to `1,250,000.5`. A text that cannot become an amount stays as it is. */
export const groupAmount = (typed: string): string => {
  const [, whole, fraction = ""] = decimal.exec(typed.replaceAll(",", "").trim()) ?? [];
  if (whole === undefined) return typed;
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + fraction;
};

/** At least 0, with at most two decimals; null for anything else. */
export const readAmount = (typed: string): number | null => {
  const plain = typed.replaceAll(",", "").trim();
  if (!/\d/.test(plain) || !decimal.test(plain)) return null;
  const amount = Number(plain);
  return isWireAmount(amount) ? amount : null;
};

/** An amount as a field shows it before anything is typed: `76,500` or `76,500.50`. */
export const writtenAmount = (amount: number): string => {
  const fixed = amount.toFixed(2);
  return groupAmount(fixed.endsWith(".00") ? fixed.slice(0, -3) : fixed);
};
