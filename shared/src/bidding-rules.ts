// The rules on which server and client must agree to the kobo: the minimum bid and the balance that a bid needs. The
// server decides; the client uses them to predict the server's answer.
import { toBasisPoints } from "./basis-points.ts";
import type { Currency, ExchangeRates, Minor } from "./money.ts";
import { shareInNaira } from "./naira.ts";

/** Price plus increment, also for the first bid (spec section 5). */
export const minimumBidMinor = (priceMinor: Minor, incrementMinor: Minor): Minor =>
  (priceMinor + incrementMinor) as Minor;

/**
 * The share of the price (or maximum) that is needed as balance, in percent. Constant, unlike a lot's percentages: bids on
 * several lots compare with one balance. No deposit and no penalty is larger (site-settings.ts).
 */
export const REQUIRED_BALANCE_PERCENT = 20;
const requiredBalance = toBasisPoints(REQUIRED_BALANCE_PERCENT);
/** Buy It Now is available only with more than this left. */
export const BUY_IT_NOW_MIN_LEFT_MS = 60 * 60 * 1000;

/**
 * The amount that an open auction binds of a person, in its currency: the price while they lead (0 otherwise), or their
 * maximum if it is higher. A maximum binds even after it was outbid, because it leads again if the bids above it are
 * voided. It is free once its owner cancels it or the auction ends.
 */
export const boundAmountMinor = (ledMinor: Minor, maximumMinor: Minor): Minor =>
  Math.max(ledMinor, maximumMinor) as Minor;

/** The NGN balance needed for an amount in the auction's currency: 20%, converted for USD, rounded up to a kobo. */
export const requiredBalanceMinor = (amountMinor: number, currency: Currency, rates: ExchangeRates): Minor =>
  shareInNaira(amountMinor, currency, rates, requiredBalance);
