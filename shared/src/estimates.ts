// The estimate of a lot: the two amounts between which the house expects its price. A lot has both or neither.
import type { EstimateName } from "./lot-fields.ts";
import { type Currency, formatMoney, type Minor, toMajor, toMinor } from "./money.ts";

/** In major units, as the API has them. Null or absent: there is none. */
export type Estimates = { readonly [N in EstimateName]?: number | null | undefined };
/** In minor units, as lots and events have them. */
export type MinorEstimates = { readonly [N in `${EstimateName}Minor`]?: Minor | null };

export const ESTIMATE_INCOMPLETE = "Give both estimates, or neither.";
export const ESTIMATE_UPSIDE_DOWN = "The high estimate cannot be lower than the low estimate.";

/**
 * Returns the sentence that refuses the pair, with the field to change; null if the pair is right. Both amounts are in
 * the same unit, major or minor.
 */
export const whyNoEstimate = (
  low: number | null | undefined,
  high: number | null | undefined,
): { readonly path: EstimateName; readonly message: string } | null => {
  if (low == null && high == null) return null;
  if (low == null) return { path: "lowEstimate", message: ESTIMATE_INCOMPLETE };
  if (high == null) return { path: "highEstimate", message: ESTIMATE_INCOMPLETE };
  return low > high ? { path: "highEstimate", message: ESTIMATE_UPSIDE_DOWN } : null;
};

/** Converts the amounts that are given. */
export const toMinorEstimates = ({ lowEstimate, highEstimate }: Estimates): MinorEstimates => ({
  ...(lowEstimate != null && { lowEstimateMinor: toMinor(lowEstimate) }),
  ...(highEstimate != null && { highEstimateMinor: toMinor(highEstimate) }),
});

/** Converts the amounts that the lot has. */
export const toMajorEstimates = ({ lowEstimateMinor, highEstimateMinor }: MinorEstimates) => ({
  ...(lowEstimateMinor != null && { lowEstimate: toMajor(lowEstimateMinor) }),
  ...(highEstimateMinor != null && { highEstimate: toMajor(highEstimateMinor) }),
});

/** "₦30,000.00 – ₦50,000.00"; null without an estimate. */
export const estimateWords = ({ lowEstimate, highEstimate }: Estimates, currency: Currency): string | null =>
  lowEstimate == null || highEstimate == null
    ? null
    : `${formatMoney(lowEstimate, currency)} – ${formatMoney(highEstimate, currency)}`;
