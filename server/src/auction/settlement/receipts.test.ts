// Tests the figures of receipts, credit notes and refunds: the price of the debt that they are about, and the rate at which
// its naira were counted.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  buyItNow,
  changeStatus,
  closeAuction,
  ENDS_AT,
  expirePurchase,
  minor,
  NOON,
  noHolidays,
  placeBid,
  purchaseId,
  setMaxBid,
  voidBids,
} from "../../../test/support/given-auction.ts";
import {
  book,
  closePayment,
  creditOnline,
  forfeit,
  payFromBalance,
  reverse,
} from "../../../test/support/given-money.ts";
import { type PlayedAuction, played } from "../../../test/support/play-auction.ts";
import { type ReceiptedChange, receiptsOf } from "./receipts.ts";
import { settlementDueAt } from "./settlement-due.ts";

const HOUR = 60 * 60 * 1000;
const DUE_AT = settlementDueAt(ENDS_AT, noHolidays, 3);
const NEW_RATE = { NGN_TO_USD: 1 / 1500, USD_TO_NGN: 1500 };

const lastChange = ({ steps }: PlayedAuction): ReceiptedChange => steps.at(-1) ?? expect.fail("nothing happened");
const documentsOf = (auction: PlayedAuction) =>
  receiptsOf(lastChange(auction), auction.rates).map(({ facts }) => facts);
const documentOf = (auction: PlayedAuction) => {
  const [facts, ...others] = documentsOf(auction);
  expect(others).toEqual([]);
  return facts ?? expect.fail("no document");
};
const atNewRate = (auction: PlayedAuction): PlayedAuction => {
  auction.rates = NEW_RATE;
  return auction;
};

/** Ada bought the lot and did not pay in time. */
const forfeitedPurchase = (currency: "NGN" | "USD" = "NGN") =>
  played(anAuction({ buyItNowMinor: minor(500_000), currency }))
    .play(buyItNow("ada"))
    .at(NOON + 2 * HOUR)
    .play(expirePurchase);
/** Somebody else won the lot afterwards. */
const wonByBola = (auction: PlayedAuction) => {
  auction
    .play(placeBid("bola", 700_000))
    .at(ENDS_AT + 3 * HOUR)
    .play(closeAuction);
  expect(auction.state.settlement?.winner.id).toBe("bola");
  return auction;
};

describe("the document of a debt that is closed", () => {
  for (const isWon of [false, true]) {
    const also = isWon ? ", also if somebody else has won the lot" : "";

    it(`names the price of a pardoned purchase in naira${also}`, () => {
      const auction = forfeitedPurchase();
      if (isWon) wonByBola(auction);
      auction.play(reverse(purchaseId("ada")));
      expect(documentOf(auction)).toMatchObject({
        kind: "credit-note",
        currency: "NGN",
        priceMinor: 500_000,
        feeMinor: 25_000,
        amountMinor: 50_000,
        ngnMinor: 50_000,
        rate: null,
        depositMinor: 0,
        remainingMinor: 0,
      });
    });

    it(`names the price and the amount of a pardoned purchase in dollars, at the penalty's rate${also}`, () => {
      const auction = forfeitedPurchase("USD");
      if (isWon) wonByBola(auction);
      atNewRate(auction).play(reverse(purchaseId("ada")));
      expect(documentOf(auction)).toMatchObject({
        kind: "credit-note",
        currency: "USD",
        priceMinor: 500_000,
        feeMinor: 25_000,
        amountMinor: 50_000,
        ngnMinor: 41_666_500,
        rate: 833.33,
      });
    });

    it(`names the price of a purchase whose online payment came after the forfeit${also}`, () => {
      const auction = forfeitedPurchase();
      if (isWon) wonByBola(auction);
      auction.play(creditOnline("ada", purchaseId("ada"), 425_000, 425_000, "jara-4711"));
      expect(documentOf(auction)).toMatchObject({ method: "balance", cameBy: "online", reference: "jara-4711" });
      expect(documentOf(auction)).toMatchObject({
        kind: "refund",
        currency: "NGN",
        priceMinor: 500_000,
        feeMinor: 25_000,
        amountMinor: 425_000,
        ngnMinor: 425_000,
        rate: null,
        remainingMinor: 0,
      });
    });

    it(`names price, amount and rate of such a payment in dollars${also}`, () => {
      const auction = forfeitedPurchase("USD");
      if (isWon) wonByBola(auction);
      atNewRate(auction).play(creditOnline("ada", purchaseId("ada"), 354_165_250, 425_000));
      expect(documentOf(auction)).toMatchObject({
        kind: "refund",
        currency: "USD",
        priceMinor: 500_000,
        feeMinor: 25_000,
        amountMinor: 425_000,
        ngnMinor: 354_165_250,
        rate: 833.33,
      });
    });
  }

  it("names the price of a win that was undone before its online payment came", () => {
    const auction = played(anAuction({ currency: "USD" }))
      .play(placeBid("ada", 50_000))
      .at(ENDS_AT)
      .play(closeAuction);
    const id = auction.state.settlement?.id ?? "";
    atNewRate(auction).play(voidBids("ada"), creditOnline("ada", id, 33_333_200, 40_000));
    expect(documentOf(auction)).toMatchObject({ priceMinor: 50_000, feeMinor: 0, amountMinor: 40_000, rate: 833.33 });
  });

  it("is in naira and names no price if the log does not say what the debt was", () => {
    const auction = forfeitedPurchase("USD");
    auction.play(reverse(purchaseId("ada")));
    const [{ facts } = expect.fail()] = receiptsOf({ ...lastChange(auction), log: [] }, auction.rates);
    expect(facts).toMatchObject({ currency: "NGN", priceMinor: 0, amountMinor: 41_666_500, ngnMinor: 41_666_500 });
  });
});

describe("the document of dollars that were paid earlier", () => {
  /** Ada owes $400.00 of $500.00. */
  const won = () => {
    const auction = played(anAuction({ currency: "USD" }));
    return auction.play(placeBid("ada", 50_000)).at(ENDS_AT).play(closeAuction);
  };
  const idOf = ({ state }: PlayedAuction): string => state.settlement?.id ?? "";
  const rates = (auction: PlayedAuction) =>
    documentsOf(auction).map(({ method, amountMinor, ngnMinor, rate }) => [method, amountMinor, ngnMinor, rate]);

  it("names the payment's rate when the payment is reversed after the rate has moved", () => {
    const auction = won();
    atNewRate(auction.play(payFromBalance("ada", idOf(auction)))).play(reverse(idOf(auction)));
    expect(rates(auction)).toEqual([["balance", 40_000, 33_333_200, 833.33]]);
  });

  it("names the rate at which an online payment was started", () => {
    const auction = atNewRate(won());
    auction.play(creditOnline("ada", idOf(auction), 33_333_200, 40_000));
    expect(rates(auction)).toEqual([["online", 40_000, 33_333_200, 833.33]]);
  });

  it("names today's rate for what is taken today", () => {
    const auction = atNewRate(won());
    auction.play(book(idOf(auction), 45_000));
    expect(rates(auction)).toEqual([
      ["transfer", 40_000, 60_000_000, 1500],
      ["balance", 5_000, 7_500_000, 1500],
    ]);
  });

  it("names the rates of the deposit and of the payment that go back after a waiver or a forfeit", () => {
    const returned = [
      ["deposit", 10_000, 8_333_300, 833.33],
      ["balance", 15_000, 22_500_000, 1500],
    ];
    const waived = atNewRate(won());
    waived.play(book(idOf(waived), 15_000));
    waived.rates = { NGN_TO_USD: 1 / 2000, USD_TO_NGN: 2000 };
    waived.play(closePayment(idOf(waived), "waived"));
    expect(rates(waived)).toEqual(returned);
    const forfeited = atNewRate(won());
    forfeited.play(book(idOf(forfeited), 15_000));
    forfeited.rates = { NGN_TO_USD: 1 / 2000, USD_TO_NGN: 2000 };
    forfeited.at(DUE_AT).play(forfeit(idOf(forfeited)));
    expect(rates(forfeited)).toEqual([["balance", 5_000, 10_000_000, 2000], ...returned]);
  });

  it("names the penalty's rate when a forfeit is reversed, and today's rate for the new deposit", () => {
    const auction = won();
    auction.at(DUE_AT).play(forfeit(idOf(auction)));
    atNewRate(auction).play(reverse(idOf(auction)));
    expect(rates(auction)).toEqual([
      ["balance", 5_000, 4_166_650, 833.33],
      ["deposit", 10_000, 15_000_000, 1500],
    ]);
  });

  it("names the deposit's rate exactly if the deposit is no whole number of cents, or was cut to the balance", () => {
    const auction = played(anAuction({ currency: "USD" }))
      .play(placeBid("ada", 50_001))
      .at(ENDS_AT)
      .play(closeAuction);
    atNewRate(auction).play(closePayment(idOf(auction), "waived"));
    expect(rates(auction)).toEqual([["deposit", 10_001, 8_333_467, 833.33]]);
    const poor = played(anAuction({ currency: "USD" })).play(placeBid("ada", 50_000));
    poor.balances.set("ada", 5_000_000);
    poor.at(ENDS_AT).play(closeAuction);
    atNewRate(poor).play(closePayment(idOf(poor), "waived"));
    expect(rates(poor)).toEqual([["deposit", 6_000, 4_999_980, 833.33]]);
  });

  it("names no rate if the payments came at several rates, or if only a part of them goes back", () => {
    const several = won();
    several.play(book(idOf(several), 10_000));
    atNewRate(several).play(payFromBalance("ada", idOf(several)), changeStatus("admin", "cancelled"));
    expect(rates(several)).toEqual([
      ["deposit", 10_000, 8_333_300, 833.33],
      ["balance", 40_000, 8_333_300 + 45_000_000, null],
    ]);
    const part = won();
    part.play(book(idOf(part), 10_000), payFromBalance("ada", idOf(part)), reverse(idOf(part)));
    expect(rates(part)).toEqual([["balance", 40_000, 24_999_900, null]]);
  });

  it("leaves out what was paid outside the site when a sale is undone", () => {
    const auction = won();
    auction.play(creditOnline("ada", idOf(auction), 8_333_300, 10_000));
    atNewRate(auction).play(closePayment(idOf(auction), "paid"), changeStatus("admin", "cancelled"));
    expect(rates(auction)).toEqual([
      ["deposit", 10_000, 8_333_300, 833.33],
      ["balance", 10_000, 8_333_300, 833.33],
    ]);
  });

  it("names the payment's rate for what a void gives back", () => {
    const auction = played(anAuction({ currency: "USD" }));
    auction
      .play(setMaxBid("ada", 50_000, "USD"), placeBid("shill", 40_000))
      .at(ENDS_AT)
      .play(closeAuction);
    auction.play(payFromBalance("ada", idOf(auction)));
    atNewRate(auction).play(voidBids("shill"));
    expect(documentOf(auction)).toMatchObject({
      kind: "refund",
      currency: "USD",
      priceMinor: 1100,
      amountMinor: 39_000,
      ngnMinor: 32_499_870,
      rate: 833.33,
    });
  });

  it("names the part of the deposit that a void gives back after a forfeit was reversed, at the deposit's rate", () => {
    const auction = played(anAuction({ currency: "USD" }));
    auction
      .play(setMaxBid("ada", 50_000, "USD"), placeBid("shill", 40_000))
      .at(ENDS_AT)
      .play(closeAuction);
    auction.at(DUE_AT).play(forfeit(idOf(auction)), reverse(idOf(auction)));
    atNewRate(auction).play(voidBids("shill"));
    expect(rates(auction)).toEqual([["deposit", 7_800, 6_499_974, 833.33]]);
    expect(documentOf(auction)).toMatchObject({ kind: "refund", priceMinor: 1100, depositWorthMinor: 220 });
  });

  it("names the rate of the surplus that a reversal takes from the balance, and none for booked money that never came", () => {
    const paid = won();
    paid.play(book(idOf(paid), 45_000));
    atNewRate(paid).play(reverse(idOf(paid)));
    expect(rates(paid)).toContainEqual(["balance", 5_000, 4_166_650, 833.33]);
    const open = won();
    open.play(book(idOf(open), 10_000));
    atNewRate(open).play(reverse(idOf(open)));
    expect(rates(open)).toEqual([["outside", 10_000, 0, null]]);
  });
});
