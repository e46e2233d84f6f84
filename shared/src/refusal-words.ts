// The sentences that refuse a bid or a max bid as too low. The server answers with them; the client predicts the answer.
import { type Currency, formatMoney } from "./money.ts";

/** The amounts of these two sentences are in the auction's currency, in major units. */
export const bidTooLow = (minimumBid: number, currency: Currency): string =>
  `Bid must be at least ${formatMoney(minimumBid, currency)}`;
export const maxBidTooLow = (currentPrice: number, currency: Currency): string =>
  `Max bid must be higher than current price of ${formatMoney(currentPrice, currency)}`;
