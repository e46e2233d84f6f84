// Says what a winner pays after the deposit, in the words that follow "the winner pays".
import { buyersPremiumOf, type PercentRules, remainingPercent } from "@jara/shared/payment-rules";

/** "the remaining 80%"; with a buyer's premium it is the rest of more than the bid, so it has no percentage. */
export const restInWords = (rules: PercentRules): string =>
  buyersPremiumOf({ rules }) ? "the rest, with the buyer's premium," : `the remaining ${remainingPercent(rules)}%`;
