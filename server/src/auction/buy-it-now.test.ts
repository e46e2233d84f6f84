// Tests Buy It Now's rules: who may use it and when, to the millisecond and the kobo, and every way in which a purchase
// ends.
import { fallbackRates } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  cancelMaxBid,
  changeStatus,
  closeAuction,
  ENDS_AT,
  expirePurchase,
  factsOf,
  given,
  maxBidSet,
  minor,
  NOON,
  noHolidays,
  person,
  placeBid,
  purchaseId,
  setMaxBid,
  stateAfter,
} from "../../test/support/given-auction.ts";
import { requiredForBuyItNow, whyNoBuyItNow } from "./buy-it-now.ts";
import type { AuctionCreated, AuctionEvent } from "./events.ts";
import { settlementDueAt } from "./settlement/settlement-due.ts";
import { settlementIdOf } from "./state.ts";

const HOUR = 60 * 60 * 1000;
const withPrice = (details: Partial<AuctionCreated> = {}) => anAuction({ buyItNowMinor: minor(5000), ...details });

/** The deposit is 20% of the price. `takenMinor`: the same in naira. */
const started = (
  who: string,
  at = NOON,
  priceMinor = 5000,
  feeMinor = 250,
  takenMinor = Math.ceil(priceMinor / 5),
): AuctionEvent => ({
  type: "BuyItNowStarted",
  purchaseId: purchaseId(who),
  buyer: person(who),
  priceMinor: minor(priceMinor),
  feeMinor: minor(feeMinor),
  deadlineAt: at + HOUR,
  deposit: { takenMinor: minor(takenMinor), worthMinor: minor(Math.ceil(priceMinor / 5)) },
});
const paused = (at = NOON): AuctionEvent => ({
  type: "AuctionPaused",
  reason: "buy-it-now",
  pausedAt: at,
  pausedUntil: at + HOUR,
});
const paid = (who: string): AuctionEvent => ({
  type: "PurchasePaid",
  purchaseId: purchaseId(who),
  buyer: person(who),
  priceMinor: minor(5000),
});
const voided = (who: string, priceMinor = 1000): AuctionEvent => ({
  type: "PurchaseVoided",
  purchaseId: purchaseId(who),
  buyer: person(who),
  priceMinor: minor(priceMinor),
});
/** An administrator confirms that the rest of 42.50 was paid. */
const booked = (who: string): AuctionEvent => ({
  type: "PaymentReceived",
  settlementId: purchaseId(who),
  payer: person(who),
  method: "outside",
  amountMinor: minor(4250),
  ngnMinor: minor(4250),
  reference: null,
  note: null,
});
const sold = (who: string): AuctionEvent => ({ type: "AuctionSold", winner: person(who) });

describe("Buy It Now", () => {
  // S273
  it("starts a purchase with a fee of 5% and pauses the auction for an hour", () => {
    const after = given(withPrice()).when(buyItNow("ada")).thenEvents(started("ada"), paused());
    expect(after).toMatchObject({
      status: "paused",
      pauseReason: "buy-it-now",
      pausedAt: NOON,
      pausedUntil: NOON + HOUR,
      endsAt: ENDS_AT,
      priceMinor: 1000,
      version: 2,
      purchase: { id: purchaseId("ada"), buyer: person("ada"), priceMinor: 5000, feeMinor: 250, bidPriceMinor: null },
    });
  });

  it("is refused at another price than the one that its buyer saw, and names the present one", () => {
    const seen = (priceMinor: number) => ({ ...buyItNow("ada"), priceMinor: minor(priceMinor) });
    given(withPrice()).when(seen(5000)).thenEvents(started("ada"), paused());
    given(withPrice())
      .when(seen(4500))
      .thenRefused("LOT_CHANGED", {
        message:
          "The Buy It Now price has changed from ₦45.00 to ₦50.00. Please look at the lot again before you buy it.",
        contentVersion: 1,
        changes: [{ field: "buyItNowPrice", before: 45, after: 50 }],
      });
    // A rule that forbids the purchase at any price is checked before the price.
    given(anAuction()).when(seen(4500)).thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason: "no-price" });
    given(withPrice(), bidPlaced("bola", 1, 6000))
      .when(seen(4500))
      .thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason: "price-reached" });
  });

  // S455
  it("rounds the fee up to a whole kobo", () => {
    given(withPrice({ buyItNowMinor: minor(1001) }))
      .when(buyItNow("ada"))
      .thenEvents(started("ada", NOON, 1001, 51), paused());
  });

  // S316
  it("stays available while bids are below its price, also for the leader, and ends once a bid reaches it", () => {
    for (const amount of [1100, 4999]) {
      given(withPrice(), bidPlaced("bola", 1, amount))
        .when(buyItNow("ada"))
        .thenEvents(started("ada"), paused());
    }
    for (const amount of [5000, 9000]) {
      given(withPrice(), bidPlaced("bola", 1, amount))
        .when(buyItNow("ada"))
        .thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason: "price-reached" });
    }
    given(withPrice(), bidPlaced("ada", 1, 1100))
      .when(buyItNow("ada"))
      .thenEvents(started("ada"), paused());
  });

  // S307
  it("needs a Buy It Now price", () => {
    given(anAuction()).when(buyItNow("ada")).thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason: "no-price" });
  });

  // S311
  it("needs more than an hour left, to the millisecond, and says how much is left", () => {
    const auction = given(withPrice());
    const at = ENDS_AT - HOUR;
    auction.when(buyItNow("ada"), {}, at - 1).thenEvents(started("ada", at - 1), paused(at - 1));
    const sentence = "Buy It Now is not available when the auction ends in 1 hour or less. This auction ends in";
    for (const [now, left] of [
      [at, "1h 0m"],
      [at + 1, "0h 59m"],
      [ENDS_AT - 90_000, "0h 1m"],
      [ENDS_AT - 1, "0h 0m"],
    ] as const) {
      const message = `${sentence} ${left}.`;
      auction.when(buyItNow("ada"), {}, now).thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason: "ending-soon", message });
    }
    auction.when(buyItNow("ada"), {}, ENDS_AT).thenRefused("AUCTION_ENDED");
  });

  // S309
  it("needs an active auction", () => {
    const gone = (...past: AuctionEvent[]) => given(withPrice(), ...past).when(buyItNow("ada"));
    gone({ type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null }).thenRefused("AUCTION_PAUSED");
    gone({ type: "AuctionEnded", endedAt: NOON, winner: null, dueAt: null }).thenRefused("AUCTION_ENDED");
    gone({ type: "AuctionSold", winner: null }).thenRefused("AUCTION_ENDED");
    gone({ type: "AuctionCancelled" }).thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason: "not-active" });
    gone({ type: "AuctionWithdrawn" }).thenRefused("NOT_FOUND", { message: "Auction not found" });
    given(withPrice({ seller: person("other") }), { type: "AuctionWithdrawn" })
      .when(buyItNow("admin"))
      .thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason: "not-active" });
  });

  it("answers for a draft without a price that there is no such auction, so that it reveals nothing", () => {
    given(anAuction(), { type: "AuctionWithdrawn" }).when(buyItNow("ada")).thenRefused("NOT_FOUND");
  });

  // S312
  it("is only for verified people who are not banned, on auctions of others", () => {
    const auction = given(withPrice());
    auction.when(buyItNow("seller")).thenRefused("OWN_AUCTION");
    auction.when(buyItNow("ada"), { isEmailVerified: false }).thenRefused("EMAIL_NOT_VERIFIED");
    auction.when(buyItNow("ada"), { isBanned: true }).thenRefused("FORBIDDEN");
  });

  // S314
  it("needs 20% of the price as balance, to the kobo, whatever amounts were bid", () => {
    const auction = given(withPrice(), bidPlaced("bola", 1, 1100));
    auction.when(buyItNow("ada"), { balanceMinor: 1000 }).thenEvents(started("ada"), paused());
    auction.when(buyItNow("ada"), { balanceMinor: 999 }).thenRefused("INSUFFICIENT_BALANCE", {
      required: 10,
      balance: 9.99,
      message:
        "Insufficient balance. You need at least ₦10.00 (20% of Buy It Now price) to use this feature. " +
        "Your current balance: ₦9.99",
    });
    auction.when(buyItNow("ada"), { balanceMinor: -500 }).thenRefused("INSUFFICIENT_BALANCE", { balance: -5 });
  });

  // S315
  it("needs 20% of a dollar price in naira at the current rate", () => {
    // 20% of $50.00 is $10.00, which is ₦8,333.30 at a rate of 833.33.
    const auction = given(withPrice({ currency: "USD" }));
    auction
      .when(buyItNow("ada"), { balanceMinor: 833_330 })
      .thenEvents(started("ada", NOON, 5000, 250, 833_330), paused());
    auction.when(buyItNow("ada"), { balanceMinor: 833_329 }).thenRefused("INSUFFICIENT_BALANCE", { required: 8333.3 });
  });

  // S317
  it("is not offered below the reserve, where an older auction has such a price", () => {
    const reason = "no-price";
    given(withPrice({ reserveMinor: minor(5001) }))
      .when(buyItNow("ada"))
      .thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason });
    given(withPrice({ reserveMinor: minor(5000) }))
      .when(buyItNow("ada"))
      .thenEvents(started("ada"), paused());
  });

  // S319
  it("is refused to a buyer with another unpaid purchase", () => {
    given(withPrice()).when(buyItNow("ada"), { openPurchases: 1 }).thenRefused("BUY_IT_NOW_OPEN");
  });

  // S321
  it("is refused for 30 days after the buyer's last forfeit, to the millisecond", () => {
    const over = NOON - 30 * 24 * HOUR;
    const auction = given(withPrice());
    auction
      .when(buyItNow("ada"), { forfeitedAt: over + 1 })
      .thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason: "forfeited-before" });
    auction.when(buyItNow("ada"), { forfeitedAt: over }).thenEvents(started("ada"), paused());
  });

  // S320
  it("is not offered to anybody once two purchases of this auction were forfeited", () => {
    const forfeited = (who: string): AuctionEvent[] => [
      started(who),
      paused(),
      { type: "PurchaseForfeited", purchaseId: purchaseId(who), buyer: person(who), penaltyMinor: minor(500) },
      { type: "AuctionResumed", endsAt: ENDS_AT },
    ];
    given(withPrice(), ...forfeited("bola"))
      .when(buyItNow("ada"))
      .thenEvents(started("ada"), paused());
    given(withPrice(), ...forfeited("bola"), ...forfeited("chidi"))
      .when(buyItNow("ada"))
      .thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason: "forfeited-before" });
  });

  it("is refused to somebody whose bids on this auction were voided for fraud", () => {
    const voidedBids: AuctionEvent = {
      type: "BidsVoided",
      bidder: person("ada"),
      reason: "fraud",
      note: null,
      priceMinor: minor(1000),
      leader: null,
      bidCount: 0,
      voidedBidCount: 1,
      voided: [{ number: 1, reason: "fraud" }],
      recorded: [],
      isWinnerVoided: false,
    };
    const auction = given(withPrice(), bidPlaced("ada", 1, 1100), voidedBids);
    auction.when(buyItNow("ada")).thenRefused("FORBIDDEN");
    auction.when(buyItNow("bola")).thenEvents(started("bola"), paused());
  });

  it("is refused to a second buyer as long as the first one's pause lasts", () => {
    given(withPrice(), started("ada"), paused()).when(buyItNow("bola")).thenRefused("AUCTION_PAUSED");
    given(withPrice(), started("ada"), paused()).when(buyItNow("ada")).thenRefused("AUCTION_PAUSED");
  });

  it("refuses everything that would change the auction during the pause", () => {
    const auction = given(withPrice(), maxBidSet("bola", 9000), bidPlaced("bola", 1, 1100), started("ada"), paused());
    for (const command of [placeBid("chidi", 2000), setMaxBid("chidi", 9000), cancelMaxBid("bola")]) {
      auction.when(command).thenRefused("AUCTION_PAUSED");
    }
    auction.when(closeAuction, {}, ENDS_AT + HOUR).thenEvents();
  });
});

describe("the reason why Buy It Now is not available", () => {
  const state = stateAfter(withPrice());
  const { user } = factsOf("ada");

  it("is the first one of the list that applies", () => {
    const late = ENDS_AT - HOUR;
    const { user: seller } = factsOf("seller", { isEmailVerified: false, balanceMinor: 0 });
    const nobody = seller;
    const why = (who: typeof nobody | null, now = NOON, of = state) => whyNoBuyItNow(of, who, fallbackRates, now);
    expect(why(nobody, late, stateAfter(anAuction()))).toBe("no-price");
    expect(why(nobody, late, stateAfter(withPrice(), { type: "AuctionCancelled" }))).toBe("not-active");
    expect(why(nobody, ENDS_AT)).toBe("not-active");
    expect(why(nobody, late)).toBe("ending-soon");
    expect(why(null, late)).toBe("ending-soon");
    expect(why(null)).toBe("signed-out");
    expect(why(nobody)).toBe("own-auction");
    expect(why({ ...nobody, id: "ada" })).toBe("email-not-verified");
    expect(why({ ...nobody, id: "ada", isEmailVerified: true })).toBe("insufficient-balance");
    expect(why(user)).toBeNull();
  });

  it("names a required balance of 20% of the price in naira", () => {
    expect(requiredForBuyItNow(state, fallbackRates)).toBe(1000);
    expect(requiredForBuyItNow(stateAfter(anAuction()), fallbackRates)).toBeNull();
  });
});

describe("the deadline of a purchase", () => {
  const past = [bidPlaced("bola", 1, 1100), started("ada"), paused()] as const;
  const forfeited = (penaltyMinor: number): AuctionEvent => ({
    type: "PurchaseForfeited",
    purchaseId: purchaseId("ada"),
    buyer: person("ada"),
    penaltyMinor: minor(penaltyMinor),
  });
  const resumed = (at: number): AuctionEvent => ({ type: "AuctionResumed", endsAt: ENDS_AT + (at - NOON) });

  // S456
  it("has not passed a millisecond before it", () => {
    given(withPrice(), ...past)
      .when(expirePurchase, {}, NOON + HOUR - 1)
      .thenEvents();
  });

  // S275
  it("charges 10% of the price when it passes, and the auction continues with its remaining time", () => {
    const after = given(withPrice(), ...past)
      .when(expirePurchase, {}, NOON + HOUR)
      .thenEvents(forfeited(500), resumed(NOON + HOUR));
    expect(after).toMatchObject({
      status: "active",
      endsAt: ENDS_AT + HOUR,
      priceMinor: 1100,
      leader: person("bola"),
      purchase: null,
      pausedUntil: null,
    });
  });

  it("gives back the whole pause also when it is processed hours late", () => {
    const at = NOON + 5 * HOUR;
    given(withPrice(), ...past)
      .when(expirePurchase, {}, at)
      .thenEvents(forfeited(500), resumed(at));
  });

  it("charges naira for a dollar price, at the present rate, rounded up to a kobo", () => {
    // 10% of $50.01 is $5.001, which is ₦4,167.48333 at a rate of 833.33.
    given(
      withPrice({ currency: "USD", buyItNowMinor: minor(5001) }),
      started("ada", NOON, 5001, 251, 833_497),
      paused(),
    )
      .when(expirePurchase, {}, NOON + HOUR)
      .thenEvents(forfeited(416_749), resumed(NOON + HOUR));
  });

  it("has no effect once the purchase has ended in another way", () => {
    for (const end of [
      [paid("ada"), sold("ada")],
      [voided("ada"), resumed(NOON)],
    ]) {
      given(withPrice(), ...past, ...end)
        .when(expirePurchase, {}, NOON + 2 * HOUR)
        .thenEvents();
    }
    given(withPrice()).when(expirePurchase, {}, ENDS_AT).thenEvents();
  });
});

describe("an administrator's status on a purchase", () => {
  const past = [bidPlaced("bola", 1, 1100), started("ada"), paused()] as const;
  const at = NOON + HOUR / 2;
  const auction = given(withPrice(), ...past);

  it("pays it with sold: the buyer wins at the Buy It Now price, and the bids stay unchanged", () => {
    const after = auction
      .when(changeStatus("admin", "sold"), {}, at)
      .thenEvents(booked("ada"), paid("ada"), sold("ada"));
    expect(after).toMatchObject({
      status: "sold",
      winner: person("ada"),
      priceMinor: 5000,
      leader: person("bola"),
      bidCount: 1,
      purchase: { bidPriceMinor: 1100 },
    });
  });

  it("pays it with sold also after the deadline, as long as it has not expired", () => {
    auction
      .when(changeStatus("admin", "sold"), {}, NOON + 2 * HOUR)
      .thenEvents(booked("ada"), paid("ada"), sold("ada"));
  });

  it("voids it with active, without a penalty, and moves the end by the pause so far", () => {
    const after = auction
      .when(changeStatus("admin", "active"), {}, at)
      .thenEvents(voided("ada", 1100), { type: "AuctionResumed", endsAt: ENDS_AT + HOUR / 2 });
    expect(after).toMatchObject({ status: "active", purchase: null, priceMinor: 1100 });
  });

  it("voids it with ended, and the leader wins at the bid price", () => {
    auction.when(changeStatus("admin", "ended"), {}, at).thenEvents(voided("ada", 1100), {
      type: "AuctionEnded",
      endedAt: at,
      winner: person("bola"),
      dueAt: settlementDueAt(at, noHolidays, 3),
      deposit: { takenMinor: minor(220), worthMinor: minor(220) },
      settlementId: settlementIdOf("lot", auction.state.version + 1),
    });
  });

  it.each([
    ["cancelled", { type: "AuctionCancelled" }],
    ["draft", { type: "AuctionWithdrawn" }],
  ] as const)("voids it with %s", (status, event) => {
    const after = auction
      .when(changeStatus("admin", status), {}, at)
      .thenEvents(voided("ada", 1100), { type: "AllBidsVoided", reason: status }, event);
    expect(after).toMatchObject({ status, purchase: null, pausedUntil: null, priceMinor: 1000, bidCount: 0 });
  });

  it("changes nothing with paused, because the auction is paused already", () => {
    auction.when(changeStatus("admin", "paused"), {}, at).thenEvents();
  });

  it("is refused to everybody else", () => {
    auction.when(changeStatus("ada", "sold"), {}, at).thenRefused("FORBIDDEN");
  });

  it("voids it when a sale is undone, and the price is that of the bids again", () => {
    const over = given(withPrice({ reserveMinor: minor(2000) }), ...past, paid("ada"), sold("ada"));
    expect(over.state.priceMinor).toBe(5000);
    const again = over
      .when(changeStatus("admin", "active"), {}, at)
      .thenEvents(voided("ada", 1100), { type: "AuctionReopened" });
    expect(again).toMatchObject({ status: "active", winner: null, priceMinor: 1100, purchase: null });
    // The reserve is compared with the bids, not with the price that the buyer paid.
    over
      .when(changeStatus("admin", "ended"), {}, at)
      .thenEvents(voided("ada", 1100), { type: "AuctionEnded", endedAt: at, winner: null, dueAt: null });
    over.when(changeStatus("admin", "active"), {}, ENDS_AT).thenRefused("END_TIME_PASSED");
  });

  it("leaves the next purchase unaffected after a purchase that failed", () => {
    given(withPrice(), ...past, voided("ada", 1100), { type: "AuctionResumed", endsAt: ENDS_AT })
      .when(buyItNow("chidi"))
      .thenEvents(started("chidi"), paused());
  });
});
