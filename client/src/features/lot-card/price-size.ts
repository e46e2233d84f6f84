// The text size of a price on a narrow card, so that a long price is not cut off.
const TEN_MILLION = 10_000_000;
const BILLION = 1_000_000_000;

export const priceSize = (amount: number): string => {
  if (amount >= BILLION) return "text-xs";
  return amount >= TEN_MILLION ? "text-sm" : "text-base";
};
