// Calculates how much money a user must add: a whole number of naira, and at least the smallest online payment.
import { TOP_UP_MIN } from "./top-up-amount.ts";

/** In naira; 0 if nothing is missing. */
export const missingFor = (needed: number, available: number): number => {
  // Kobo, because a difference of naira with decimals is not exact.
  const missingMinor = Math.round(needed * 100) - Math.round(available * 100);
  return missingMinor <= 0 ? 0 : Math.max(TOP_UP_MIN, Math.ceil(missingMinor / 100));
};
