// The ways in which the money of a refunded sale goes back.

/**
 * `transfer`: a withdrawal to the buyer's own bank account, which staff approve like any other. `cash`: the caller pays it
 * out of the till, and may also change balances.
 */
export const refundWays = ["balance", "transfer", "cash"] as const;
export type RefundWay = (typeof refundWays)[number];
