// Buy It Now: who may use it and when, what it starts, and what happens to an unpaid purchase. The rules are in
// docs/rules/buy-it-now.md. Pure functions, like the rest of this folder.

import { shareOfMinor } from "@jara/shared/basis-points";
import { BUY_IT_NOW_MIN_LEFT_MS, requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type ExchangeRates, formatMoney, type Minor, toMajor } from "@jara/shared/money";
import { BUY_IT_NOW_PAYMENT_MS, depositOf, forfeitMinor, rulesOf } from "@jara/shared/payment-rules";
import { isStaff } from "@jara/shared/permissions";
import type { BuyItNowReason } from "@jara/shared/rest/buy-it-now";
import type { BuyItNow, UserFacts, UsersFacts } from "./commands.ts";
import { accepted, type Decision, refused, resumed } from "./decision.ts";
import type { PurchasePaid, PurchaseVoided } from "./events.ts";
import { CLOSING, staffRefusal, whyUnpaidWins } from "./interest.ts";
import { availableOf, balanceSentence, type Funds } from "./settlement/reservations.ts";
import type { AuctionState, Purchase } from "./state.ts";
import { seesDrafts } from "./view/viewer.ts";

/** The facts about a person on which Buy It Now depends. */
export type WouldBeBuyer = Funds &
  Pick<UserFacts, "id" | "role" | "isEmailVerified" | "isClosing" | "unpaidWins" | "openPurchases" | "forfeitedAt">;

/** Settings of the site on which Buy It Now depends. */
type SiteFacts = Pick<UsersFacts, "staffMayBid" | "maxUnpaidWins">;

/** An auction offers no Buy It Now after this many forfeited purchases. */
const MOST_FORFEITED = 2;
/** A buyer who forfeited a purchase cannot use Buy It Now for this long. */
const FORFEITED_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** NGN kobo: 20% of the Buy It Now price; null without such a price. */
export const requiredForBuyItNow = (state: AuctionState, rates: ExchangeRates): Minor | null =>
  state.buyItNowMinor === null ? null : requiredBalanceMinor(state.buyItNowMinor, state.currency, rates);

/** The first reason why Buy It Now is not available; null if it is. `user` is null for a visitor. */
export const whyNoBuyItNow = (
  state: AuctionState,
  user: WouldBeBuyer | null,
  rates: ExchangeRates,
  now: number,
  { staffMayBid = false, maxUnpaidWins }: SiteFacts = {},
): BuyItNowReason | null => {
  const required = requiredForBuyItNow(state, rates);
  // A Buy It Now price below the reserve can no longer be set. An auction from before that rule does not offer its
  // price.
  if (required === null || (state.buyItNowMinor ?? 0) < (state.reserveMinor ?? 0)) return "no-price";
  if (state.status !== "active" || now >= state.endsAt) return "not-active";
  if (state.buyItNowMinor !== null && state.priceMinor >= state.buyItNowMinor) return "price-reached";
  if (state.forfeitedPurchases >= MOST_FORFEITED) return "forfeited-before";
  if (state.endsAt - now <= BUY_IT_NOW_MIN_LEFT_MS) return "ending-soon";
  if (!user) return "signed-out";
  if (user.id === state.seller.id) return "own-auction";
  if (!user.isEmailVerified) return "email-not-verified";
  if (isStaff(user.role) && !staffMayBid) return "conflict-of-interest";
  if (user.isClosing) return "account-closing";
  if (state.barredIds.has(user.id)) return "bids-voided";
  if (whyUnpaidWins({ user, maxUnpaidWins })) return "unpaid-wins";
  if (user.openPurchases > 0) return "purchase-open";
  if (user.forfeitedAt !== null && now < user.forfeitedAt + FORFEITED_FOR_MS) return "forfeited-before";
  return availableOf(user) < required ? "insufficient-balance" : null;
};

export const buyItNow = (state: AuctionState, command: BuyItNow, facts: UsersFacts, now: number): Decision => {
  const { rates } = facts;
  const user = { ...facts.user, reservedMinor: facts.reservedMinor };
  if (state.status === "draft" && !state.isUpcoming && !seesDrafts(user.role)) {
    return refused(refusal("NOT_FOUND", { message: "Auction not found" }));
  }
  const reason = whyNoBuyItNow(state, user, rates, now, facts);
  if (reason !== null || state.buyItNowMinor === null) {
    return refused(toRefusal(reason ?? "no-price", state, { ...facts, user }, now));
  }
  const { priceMinor = state.buyItNowMinor } = command;
  if (priceMinor !== state.buyItNowMinor) return refused(priceChanged(state, priceMinor, state.buyItNowMinor));
  const deadlineAt = now + BUY_IT_NOW_PAYMENT_MS;
  const rules = rulesOf(state);
  return accepted(
    {
      type: "BuyItNowStarted",
      purchaseId: command.purchaseId,
      buyer: { id: user.id, username: user.username },
      priceMinor: state.buyItNowMinor,
      feeMinor: shareOfMinor(state.buyItNowMinor, rules.feeBasisPoints),
      deadlineAt,
      deposit: depositOf(state.buyItNowMinor, state.currency, user.balanceMinor, rates, rules),
    },
    { type: "AuctionPaused", reason: "buy-it-now", pausedAt: now, pausedUntil: deadlineAt },
  );
};

/** A lot without bids changes without a new version, so only the price says what the buyer saw. */
const priceChanged = ({ contentVersion, currency }: AuctionState, seenMinor: Minor, nowMinor: Minor): ErrorBody => {
  const [before, after] = [toMajor(seenMinor), toMajor(nowMinor)];
  const message =
    `The Buy It Now price has changed from ${formatMoney(before, currency)} to ${formatMoney(after, currency)}. ` +
    "Please look at the lot again before you buy it.";
  return refusal("LOT_CHANGED", { message, contentVersion, changes: [{ field: "buyItNowPrice", before, after }] });
};

/** Forfeits an unpaid purchase. Does nothing before the deadline, or if the purchase has ended in another way. */
export const expirePurchase = (state: AuctionState, rates: ExchangeRates, now: number): Decision => {
  const purchase = unpaidPurchase(state);
  if (!purchase || now < purchase.deadlineAt) return accepted();
  const { id: purchaseId, buyer, priceMinor } = purchase;
  const penaltyMinor = forfeitMinor(priceMinor, state.currency, rates, rulesOf(state));
  return accepted({ type: "PurchaseForfeited", purchaseId, buyer, penaltyMinor }, resumed(state, now));
};

export const unpaidPurchase = ({ purchase }: AuctionState): Purchase | null =>
  purchase?.bidPriceMinor === null ? purchase : null;

export const paid = ({ id: purchaseId, buyer, priceMinor }: Purchase): PurchasePaid => ({
  type: "PurchasePaid",
  purchaseId,
  buyer,
  priceMinor,
});

/** The event that ends the state's purchase without penalty. */
export const voided = (state: AuctionState, purchase: Purchase): PurchaseVoided => ({
  type: "PurchaseVoided",
  purchaseId: purchase.id,
  buyer: purchase.buyer,
  priceMinor: purchase.bidPriceMinor ?? state.priceMinor,
});

const toRefusal = (
  reason: BuyItNowReason,
  state: AuctionState,
  facts: Pick<UsersFacts, "rates" | "maxUnpaidWins"> & { readonly user: WouldBeBuyer },
  now: number,
): ErrorBody => {
  const { user, rates } = facts;
  const unavailable = (message: string): ErrorBody => refusal("BUY_IT_NOW_UNAVAILABLE", { reason, message });
  switch (reason) {
    case "no-price":
      return unavailable("This auction has no Buy It Now price.");
    case "not-active":
      if (state.status === "paused") return refusal("AUCTION_PAUSED");
      if (state.status !== "draft" && state.status !== "cancelled") return refusal("AUCTION_ENDED");
      return unavailable("Buy It Now is not available: this auction is not active.");
    case "ending-soon":
      return unavailable(
        "Buy It Now is not available when the auction ends in 1 hour or less. " +
          `This auction ends in ${hoursAndMinutes(state.endsAt - now)}.`,
      );
    case "own-auction":
      return refusal("OWN_AUCTION", { message: "You cannot use Buy It Now on your own auction" });
    case "email-not-verified":
      return refusal("EMAIL_NOT_VERIFIED", { message: "Please verify your email address before buying." });
    case "insufficient-balance": {
      const required = toMajor(requiredForBuyItNow(state, rates) ?? 0);
      const balance = toMajor(availableOf(user));
      const message =
        `Insufficient balance. You need at least ${formatMoney(required, "NGN")} (20% of Buy It Now price) ` +
        `to use this feature. ${balanceSentence(user)}`;
      return refusal("INSUFFICIENT_BALANCE", { message, required, balance });
    }
    case "signed-out":
      return refusal("UNAUTHENTICATED");
    case "conflict-of-interest":
      return staffRefusal;
    case "account-closing":
      return refusal("FORBIDDEN", { message: CLOSING });
    case "bids-voided":
      return refusal("FORBIDDEN", { message: "Your bids on this auction no longer count, so you cannot buy it." });
    case "unpaid-wins":
      return whyUnpaidWins(facts) ?? refusal("FORBIDDEN");
    case "purchase-open":
      return refusal("BUY_IT_NOW_OPEN");
    case "price-reached":
      return unavailable("Buy It Now is not available: bids have reached its price.");
    case "forfeited-before":
      return unavailable(
        state.forfeitedPurchases >= MOST_FORFEITED
          ? "Buy It Now is not available: this lot was bought twice and not paid."
          : "Buy It Now is not available to you for 30 days after a purchase that you did not pay.",
      );
    default:
      return reason satisfies never;
  }
};

const MINUTE = 60 * 1000;

const hoursAndMinutes = (ms: number): string => {
  const minutes = Math.floor(ms / MINUTE);
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
};
