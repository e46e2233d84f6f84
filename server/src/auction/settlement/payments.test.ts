// Tests payments of wins and purchases: from the balance, online, booked by an administrator, in naira and in dollars.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  buyItNow,
  closeAuction,
  ENDS_AT,
  minor,
  placeBid,
  purchaseId,
  removeAuction,
} from "../../../test/support/given-auction.ts";
import { book, closePayment, creditOnline, forfeit, payFromBalance } from "../../../test/support/given-money.ts";
import { accountsIn } from "../../../test/support/money-accounts.ts";
import { played } from "../../../test/support/play-auction.ts";
import { remainingMinor, settlementIdOf } from "../state.ts";

/** Ada won at 50.00: deposit 10.00, and 40.00 remain. Revision 2 was the bid, 3 the end. */
const id = settlementIdOf("lot", 3);
const givenWin = (currency: "NGN" | "USD" = "NGN", balanceMinor = 1_000_000_00) => {
  const auction = played(anAuction({ currency }));
  auction.balances.set("ada", balanceMinor);
  return auction.play(placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
};
const givenPurchase = () => {
  const auction = played(anAuction({ buyItNowMinor: minor(5000) }));
  auction.balances.set("ada", 10_000);
  return auction.play(buyItNow("ada"));
};
const typesOf = (events: readonly { readonly type: string }[]): string[] => events.map(({ type }) => type);

describe("an online payment for a lot that was deleted meanwhile", () => {
  it("goes to the balance of whoever paid", () => {
    const auction = givenPurchase().play(removeAuction("admin"));
    const before = auction.balanceOf("ada");
    auction.play(creditOnline("ada", purchaseId("ada"), 4250));
    expect(auction.balanceOf("ada")).toBe(before + 4250);
    expect(auction.state).toMatchObject({ isRemoved: true, purchase: null });
    accountsIn(auction.steps);
  });
});

describe("a payment from the balance", () => {
  it("takes the rest, sells the lot, and does nothing else", () => {
    const auction = givenWin("NGN", 10_000);
    expect(auction.balanceOf("ada")).toBe(9000);
    expect(typesOf(auction.events(payFromBalance("ada", id)))).toEqual(["PaymentReceived", "AuctionSold"]);
    expect(auction.balanceOf("ada")).toBe(5000);
    expect(auction.state).toMatchObject({ status: "sold", settlement: { status: "paid", paidMinor: 4000 } });
    auction.refuses(payFromBalance("ada", id), "SETTLEMENT_CLOSED");
    accountsIn(auction.steps);
  });

  it("counts after the deadline until the win is forfeited, and not once it is forfeited or waived", () => {
    const late = givenWin().at(ENDS_AT + 30 * 86_400_000);
    expect(typesOf(late.events(payFromBalance("ada", id)))).toContain("AuctionSold");
    for (const close of [forfeit(id), closePayment(id, "waived")]) {
      givenWin()
        .at(ENDS_AT + 30 * 86_400_000)
        .play(close)
        .refuses(payFromBalance("ada", id), "SETTLEMENT_CLOSED");
    }
  });

  it("requires the whole rest, to the kobo", () => {
    const auction = givenWin("NGN", 4999);
    auction.refuses(payFromBalance("ada", id), "INSUFFICIENT_BALANCE", { required: 40, balance: 39.99 });
    auction.balances.set("ada", 4000);
    auction.play(payFromBalance("ada", id));
    expect(auction.balanceOf("ada")).toBe(0);
  });

  it("is only for the winner", () => {
    givenWin()
      .refuses(payFromBalance("bola", id), "NOT_FOUND")
      .refuses(payFromBalance("ada", "other"), "SETTLEMENT_CLOSED");
    givenWin().refuses(payFromBalance("ada", id), "FORBIDDEN", {}, { isBanned: true });
  });

  it("takes price and fee less the deposit for a purchase", () => {
    const auction = givenPurchase();
    expect(typesOf(auction.events(payFromBalance("ada", purchaseId("ada"))))).toEqual([
      "PaymentReceived",
      "PurchasePaid",
      "AuctionSold",
    ]);
    // 50.00 and a fee of 2.50.
    expect(auction.balanceOf("ada")).toBe(10_000 - 5250);
    expect(auction.state).toMatchObject({ status: "sold", winner: { id: "ada" }, priceMinor: 5000 });
  });

  it("takes naira for dollars at the present rate, rounded up to a kobo", () => {
    const auction = givenWin("USD");
    const before = auction.balanceOf("ada");
    auction.rates = { ...auction.rates, USD_TO_NGN: 900.0001 };
    auction.play(payFromBalance("ada", id));
    expect(before - auction.balanceOf("ada")).toBe(3_600_001);
    accountsIn(auction.steps);
  });
});

describe("an online payment", () => {
  it("sells the lot and moves no balance if it is the whole rest", () => {
    const auction = givenWin("NGN", 1000);
    expect(typesOf(auction.events(creditOnline("ada", id, 4000)))).toEqual(["PaymentReceived", "AuctionSold"]);
    expect(auction.balanceOf("ada")).toBe(0);
    accountsIn(auction.steps);
  });

  it("goes wholly to the balance if it comes after another payment of the rest", () => {
    const auction = givenWin("NGN", 5000).play(payFromBalance("ada", id));
    expect(typesOf(auction.events(creditOnline("ada", id, 4000)))).toEqual(["PaymentCredited"]);
    expect(auction.balanceOf("ada")).toBe(4000);
    accountsIn(auction.steps);
  });

  it("is credited to the balance after a waiver, and to a banned person too", () => {
    const auction = givenWin("NGN", 1000).play(closePayment(id, "waived"));
    auction.events(creditOnline("ada", id, 4000), { isBanned: true });
    expect(auction.balanceOf("ada")).toBe(5000);
  });

  it("counts for the remaining amount if a part was paid meanwhile, and the balance gets the surplus", () => {
    const auction = givenWin("NGN", 1000).play(book(id, 1500));
    const [credited, received] = auction.events(creditOnline("ada", id, 4000));
    expect(credited).toMatchObject({ type: "PaymentCredited", ngnMinor: 1500 });
    expect(received).toMatchObject({ type: "PaymentReceived", amountMinor: 2500, ngnMinor: 2500 });
    expect(auction.state.status).toBe("sold");
    accountsIn(auction.steps);
  });

  it("loses and creates no kobo, whatever part of a large sum is left over", () => {
    for (const part of [1, 333_333_333, 666_666_667, 999_999_998]) {
      const auction = played(anAuction());
      auction.balances.set("ada", 250_000_000);
      auction.play(placeBid("ada", 1_249_999_999)).at(ENDS_AT).play(closeAuction, book(id, part));
      const { settlement } = auction.state;
      const due = settlement ? remainingMinor(settlement) : 0;
      const events = auction.events(creditOnline("ada", id, 999_999_999));
      const sum = events.reduce((total, event) => total + ("ngnMinor" in event ? event.ngnMinor : 0), 0);
      expect(sum).toBe(999_999_999);
      // In naira a payment counts for itself.
      expect(events.find(({ type }) => type === "PaymentReceived")).toMatchObject({ amountMinor: due, ngnMinor: due });
      accountsIn(auction.steps);
    }
  });

  it("counts at the promised rate until the promise ends, and at the present rate from then on", () => {
    // 40.00 dollars remain. The promise was made when a dollar was 800 naira; meanwhile it is 1,000, or 500.
    const [ngnMinor, worthMinor] = [4000 * 800, 4000];
    for (const [usdToNgn, late] of [
      [1_000, { paid: 3_200, isSold: false, surplus: 0 }],
      [500, { paid: 4_000, isSold: true, surplus: 1_200_000 }],
    ] as const) {
      for (const isLate of [false, true]) {
        const auction = givenWin("USD");
        auction.rates = { NGN_TO_USD: 1 / usdToNgn, USD_TO_NGN: usdToNgn };
        const before = auction.balanceOf("ada");
        auction.play(creditOnline("ada", id, ngnMinor, worthMinor, "online-1", ENDS_AT + (isLate ? -1 : 60_000)));
        const { paid, isSold, surplus } = isLate ? late : { paid: 4_000, isSold: true, surplus: 0 };
        expect(auction.state.settlement).toMatchObject({ paidMinor: paid, status: isSold ? "paid" : "open" });
        expect(auction.balanceOf("ada")).toBe(before + surplus);
        accountsIn(auction.steps);
      }
    }
  });

  it("goes to the payer's balance if somebody else owes the settlement", () => {
    const auction = givenWin("NGN", 1000);
    auction.balances.set("bola", 0);
    expect(typesOf(auction.events(creditOnline("bola", id, 4000)))).toEqual(["PaymentCredited"]);
    expect(auction.balanceOf("bola")).toBe(4000);
    expect(auction.state.settlement).toMatchObject({ status: "open", paidMinor: 0 });
  });

  it("goes to the balance also if it is worth less than a cent", () => {
    const auction = givenWin("USD").play(closePayment(id, "paid"));
    const before = auction.balanceOf("ada");
    auction.play(creditOnline("ada", id, 500, 0));
    expect(auction.balanceOf("ada")).toBe(before + 500);
  });
});

describe("a payment that an administrator books", () => {
  it("leaves the rest due if it is less than the rest", () => {
    const auction = givenWin("NGN", 1000);
    expect(typesOf(auction.events(book(id, 3999)))).toEqual(["PaymentReceived"]);
    expect(auction.state).toMatchObject({ status: "ended", settlement: { status: "open", paidMinor: 3999 } });
    expect(typesOf(auction.events(book(id, 1, "cash")))).toEqual(["PaymentReceived", "AuctionSold"]);
    expect(auction.balanceOf("ada")).toBe(0);
  });

  it("sells the lot if it is exactly the rest", () => {
    const auction = givenWin("NGN", 1000).play(book(id, 4000));
    expect(auction.state).toMatchObject({ status: "sold", settlement: { paidNgnMinor: 4000 } });
    auction.refuses(book(id, 1), "SETTLEMENT_CLOSED");
  });

  it("sells the lot if it is more than the rest, and the surplus goes to the balance", () => {
    const auction = givenWin("NGN", 1000);
    expect(typesOf(auction.events(book(id, 4321)))).toEqual(["PaymentCredited", "PaymentReceived", "AuctionSold"]);
    expect(auction.balanceOf("ada")).toBe(321);
    accountsIn(auction.steps);
  });

  it("takes naira for dollars as they came, and loses no kobo of them", () => {
    for (const [amount, ngnMinor] of [
      [3_999, 3_200_123],
      [4_000, 3_200_199],
      [5_333, 4_266_667],
    ] as const) {
      const auction = givenWin("USD");
      const before = auction.balanceOf("ada");
      const events = auction.events(book(id, amount, "cash", ngnMinor));
      const sum = events.reduce((total, event) => total + ("ngnMinor" in event ? event.ngnMinor : 0), 0);
      expect(sum).toBe(ngnMinor);
      expect(auction.state.settlement).toMatchObject({ paidMinor: Math.min(amount, 4_000) });
      expect(auction.balanceOf("ada") - before).toBe(amount > 4_000 ? Math.floor((ngnMinor * 1_333) / amount) : 0);
      accountsIn(auction.steps);
    }
  });

  it("splits the naira of a surplus in dollars without losing a kobo", () => {
    for (const amount of [4001, 4007, 5333, 9999]) {
      const auction = givenWin("USD");
      const events = auction.events(book(id, amount));
      const sum = events.reduce((total, event) => total + ("ngnMinor" in event ? event.ngnMinor : 0), 0);
      expect(sum).toBe(Math.floor(Number((amount * auction.rates.USD_TO_NGN).toFixed(4))));
      accountsIn(auction.steps);
    }
  });

  it("is only for administrators", () => {
    givenWin().refuses({ ...book(id, 4000), userId: "ada" } as ReturnType<typeof book>, "FORBIDDEN");
  });
});

describe("an administrator's confirmation that the rest came", () => {
  it("is one payment from outside, which moves no balance and is not returned by itself", () => {
    const auction = givenWin("NGN", 1000).play(book(id, 1000), closePayment(id, "paid"));
    expect(auction.state.settlement).toMatchObject({ status: "paid", paidMinor: 4000, paidNgnMinor: 1000 });
    accountsIn(auction.steps);
  });
});
