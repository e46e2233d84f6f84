// The one rule for when the site asks again before it sends a bid or a maximum, and the line that stands at every way to
// bid.
import type { Auction } from "@jara/shared/auction";
import { BUY_IT_NOW_MIN_LEFT_MS } from "@jara/shared/bidding-rules";
import { formatMoney, toMinor } from "@jara/shared/money";
import { totalDueOf } from "@jara/shared/total-due";
import { isBuyItNowAhead } from "./buy-it-now-ahead.ts";
import type { PremiumLot } from "./whole-price.tsx";

/** Above each button that bids or sets a first maximum, and in each question before one is sent. */
export const BINDING = "All bids are binding: if you win, you must pay.";

/** The same where the amount of the bid is known, so that what it means stands there before the tap. */
export const bindingFor = (amount: number, lot: PremiumLot): string =>
  `Binding: if you win, you must pay ${dueWords(amount, lot)}.`;

/** The same for a maximum. */
export const bindingUpTo = (maximum: number, lot: PremiumLot): string =>
  `Binding: if you win, you pay up to ${dueWords(maximum, lot)}.`;

const dueWords = (amount: number, { currency, buyersPremium }: PremiumLot): string =>
  formatMoney(buyersPremium ? totalDueOf(amount, buyersPremium).total : amount, currency);

type BuyableLot = Pick<Auction, "status" | "currency" | "currentPrice" | "buyItNowPrice" | "totalAmount" | "endTime">;

/** Says that Buy It Now would cost no more than the amount; null where it would, or is not offered any more. */
export const buyingWords = (amount: number, lot: BuyableLot, nowMs: number): string | null => {
  const { currency, totalAmount, endTime } = lot;
  const isOffered = isBuyItNowAhead(lot) && Date.parse(endTime) - nowMs > BUY_IT_NOW_MIN_LEFT_MS;
  return isOffered && totalAmount !== null && totalAmount <= amount
    ? `Buy It Now costs ${formatMoney(totalAmount, currency)} in all, no more than this.`
    : null;
};

/** A leader who raises the maximum bids nothing. */
export const PRICE_STAYS = "Your price stays. Only your maximum rises.";

/** From five increments above the minimum, a typing error is more likely than intent. */
const FAR_INCREMENTS = 5;

type FarLot = Pick<Auction, "minimumBid" | "bidIncrement">;
type OwnLot = Pick<Auction, "isLeading" | "hasReserve" | "reserveMet">;
type NextBid = Pick<Auction, "isLeading" | "minimumBid">;

const isFar = (amount: number, { minimumBid, bidIncrement }: FarLot): boolean =>
  toMinor(amount) - toMinor(minimumBid) >= FAR_INCREMENTS * toMinor(bidIncrement);

/** True for a leader who raises a price at which the lot would be sold. Below the reserve, a leader must bid more to win. */
export const raisesOwnPrice = ({ isLeading, hasReserve, reserveMet }: OwnLot): boolean =>
  isLeading && (!hasReserve || reserveMet);

/** The site asks again before a bid that is far above the minimum, or that only makes the lot dearer for its leader. */
export const asksAboutBid = (amount: number, lot: FarLot & OwnLot): boolean =>
  raisesOwnPrice(lot) || isFar(amount, lot);

/**
 * It asks again before a maximum that is far above the minimum, unless it replaces a higher one, and before one that the
 * owner has not typed: the bar of a phone and the lists offer it without room for the line above.
 */
export const asksAboutMaximum = (amount: number, lot: FarLot, replaced: number | null, isTyped: boolean): boolean =>
  !isTyped || (amount > (replaced ?? 0) && isFar(amount, lot));

/**
 * True for a maximum that is a bid of just that amount, at once. A higher one bids less at first, and a leader's bids only
 * when it must.
 */
export const isBidAtOnce = (maximum: number, { isLeading, minimumBid }: NextBid): boolean =>
  !isLeading && maximum === minimumBid;
