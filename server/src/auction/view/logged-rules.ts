// A lot's percentages in the public log and in the document of which a lot's hash is made. Canonical JSON has integers
// only.
import { type LotRules, toPercentRules } from "@jara/shared/payment-rules";

/**
 * Percent if all are whole, as in every entry of older versions, so that hashes of lots from then stay as they are. Else
 * basis points, under other names. A lot without a buyer's premium does not name it, for the same reason.
 */
export const toLoggedRules = (rules: LotRules) => {
  const percents = toPercentRules(rules);
  const { premiumPercent, vatPercent, ...others } = percents;
  const hasPremium = premiumPercent > 0;
  if (Object.values(percents).every(Number.isInteger)) return hasPremium ? percents : others;
  const { depositBasisPoints, feeBasisPoints, forfeitBasisPoints, paymentDays } = rules;
  const { premiumBasisPoints, vatBasisPoints } = rules;
  return {
    depositBasisPoints,
    feeBasisPoints,
    forfeitBasisPoints,
    paymentDays,
    ...(hasPremium && { premiumBasisPoints, vatBasisPoints }),
  };
};
