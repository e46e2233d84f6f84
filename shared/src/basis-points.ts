// Percentages. Inside the system a percentage is a whole number of basis points, which are hundredths of a percent, so
// that shares are exact. On the wire it is a JSON number of percent with at most two decimals. toBasisPoints and toPercent
// are the only conversions.
import type { Minor } from "./money.ts";

declare const basisPoints: unique symbol;
/** A whole number of hundredths of a percent: 7.5% is 750. */
export type BasisPoints = number & { readonly [basisPoints]: true };

const WHOLE = 10_000;
const decimal = /^\d+(?:\.\d{1,2})?$/;

/** True for a finite number, at least 0, with at most two decimals. Exact, because it checks the decimal digits. */
export const isWirePercent = (percent: number): boolean => percent <= WHOLE && decimal.test(String(percent));

/** Exact. Throws RangeError if `isWirePercent` is false. */
export const toBasisPoints = (percent: number): BasisPoints => {
  if (!isWirePercent(percent)) throw new RangeError(`not a percentage with at most two decimals: ${percent}`);
  return Math.round(percent * 100) as BasisPoints;
};

export const toPercent = (points: BasisPoints): number => points / 100;

/**
 * The share of an amount, rounded up to a whole minor unit. Never negative, and never more than the amount for at most
 * 100%. Exact for every amount that money may have.
 */
export const shareOfMinor = (amountMinor: number, points: BasisPoints): Minor => {
  // Two parts, because the whole product may be larger than an exact number.
  const rest = amountMinor % WHOLE;
  return (((amountMinor - rest) / WHOLE) * points + Math.ceil((rest * points) / WHOLE)) as Minor;
};
