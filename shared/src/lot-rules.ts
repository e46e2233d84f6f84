// The percentages and the payment days of a lot. A lot takes those in force when it opens, and keeps them.

export interface LotRules {
  /** The share of the winning bid, or of the Buy It Now price, that is taken from the balance at once. */
  readonly depositPercent: number;
  /** Added to a Buy It Now price. */
  readonly feePercent: number;
  /** The share of the price that is kept if it is not paid in time. */
  readonly forfeitPercent: number;
  /** A win is due after so many business days. */
  readonly paymentDays: number;
}

/** In force where the site set no others. */
export const usualRules: LotRules = { depositPercent: 20, feePercent: 5, forfeitPercent: 10, paymentDays: 3 };

/** The rules of something that took rules. It has none if it took the usual ones. */
export const rulesOf = ({ rules }: { readonly rules?: LotRules | null | undefined }): LotRules => rules ?? usualRules;

/** The part that a winner still has to pay once the whole deposit was taken, in percent of the winning bid. */
export const remainingPercent = ({ depositPercent }: Pick<LotRules, "depositPercent">): number => 100 - depositPercent;

/** "3 business days". */
export const paymentDaysWords = ({ paymentDays }: Pick<LotRules, "paymentDays">): string =>
  `${paymentDays} business ${paymentDays === 1 ? "day" : "days"}`;
