// Tests "Refund and cancel the sale": what goes back, to where, once, and what the lot is afterwards.
import { fallbackRates } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import { wrongByChecker } from "../../../test/support/check-by-checker.ts";
import {
  anAuction,
  buyItNow,
  changeStatus,
  closeAuction,
  ENDS_AT,
  edit,
  minor,
  placeBid,
  purchaseId,
  voidBids,
} from "../../../test/support/given-auction.ts";
import {
  answer,
  book,
  closePayment,
  forfeit,
  offer,
  payFromBalance,
  refund,
  reverse,
  sellToHighestBidder,
} from "../../../test/support/given-money.ts";
import { accountsIn } from "../../../test/support/money-accounts.ts";
import { type PlayedAuction, played } from "../../../test/support/play-auction.ts";
import { settlementIdOf } from "../state.ts";
import { receiptsOf } from "./receipts.ts";

const id = settlementIdOf("lot", 3);
const bought = purchaseId("ada");
const BALANCE = 6000;

/** Ada won at 50.00 with a balance of 60.00: the deposit is 10.00, and 40.00 remain. */
const givenWin = () => {
  const auction = played();
  auction.balances.set("ada", BALANCE);
  return auction.play(placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
};
const givenPurchase = () => {
  const auction = played(anAuction({ buyItNowMinor: minor(5000) }));
  auction.balances.set("ada", BALANCE);
  return auction.play(placeBid("bola", 1100), buyItNow("ada"));
};
const receiptsOfLast = (auction: PlayedAuction) => {
  const last = auction.steps.at(-1);
  return last ? receiptsOf(last, fallbackRates) : [];
};

describe("a refund of a sold lot", () => {
  it.each([
    ["a transfer", book(id, 4000), BALANCE + 4000],
    ["cash, booked above what was due", book(id, 5000, "cash"), BALANCE + 5000],
    ["money from the balance", payFromBalance("ada", id), BALANCE],
    ["money that staff confirmed without a method", closePayment(id, "paid"), BALANCE + 4000],
  ])("gives the deposit and %s back to the balance", (_, payment, balance) => {
    const auction = givenWin().play(payment, refund(id));
    expect(auction.balanceOf("ada")).toBe(balance);
    expect(auction.state).toMatchObject({ status: "ended", winner: null, settlement: null });
    accountsIn(auction.steps);
    expect(wrongByChecker(auction)).toEqual([]);
  });

  it("makes one credit note over everything, and no other receipt", () => {
    const auction = givenWin().play(book(id, 4000), refund(id));
    expect(receiptsOfLast(auction)).toMatchObject([
      {
        settlementId: id,
        corrects: "payment",
        facts: { kind: "credit-note", method: "balance", amountMinor: 5000, ngnMinor: 5000 },
      },
    ]);
  });

  it("sends the money to the bank in the same change, so that the balance stays as it was", () => {
    const auction = givenWin().play(book(id, 4000), refund(id, { withdrawalId: "w" }));
    expect(auction.balanceOf("ada")).toBe(BALANCE - 1000);
    expect(auction.log.at(-1)?.events[0]).toMatchObject({ transfer: { withdrawalId: "w", ngnMinor: 5000 } });
    expect(receiptsOfLast(auction)).toMatchObject([{ facts: { method: "transfer", ngnMinor: 5000 } }]);
    accountsIn(auction.steps);
  });

  it("is paid out in cash in the same change, so that the balance stays as it was", () => {
    const auction = givenWin().play(book(id, 4000, "cash"), refund(id, "cash"));
    expect(auction.balanceOf("ada")).toBe(BALANCE - 1000);
    expect(auction.log.at(-1)?.events[0]).toMatchObject({ transfer: null, cashNgnMinor: 5000 });
    expect(receiptsOfLast(auction)).toMatchObject([{ facts: { method: "cash", ngnMinor: 5000 } }]);
    accountsIn(auction.steps);
    expect(wrongByChecker(auction)).toEqual([]);
    auction.refuses(refund(id, "cash"), "SETTLEMENT_CLOSED");
  });

  it("is not paid out in cash to somebody whose balance is below zero, nor by staff who may not change balances", () => {
    const auction = givenWin().play(book(id, 4000));
    auction.balances.set("ada", -1);
    const message = expect.stringContaining("below zero");
    auction.refuses(refund(id, "cash"), "SETTLEMENT_CLOSED", { message });
    auction.balances.set("ada", 0);
    const asCashier = (to: "balance" | "cash") =>
      auction.decide({ ...refund(id, to), userId: "chi" } as never, { role: "cashier" });
    expect(asCashier("cash")).toMatchObject({ error: { code: "FORBIDDEN" } });
    expect(asCashier("balance").kind).toBe("accepted");
    auction.play(refund(id, "cash"));
    expect(auction.balanceOf("ada")).toBe(0);
  });

  it("sends only what a balance below zero leaves, and nothing if that is nothing", () => {
    const auction = givenWin().play(book(id, 4000));
    auction.balances.set("ada", -5000);
    auction.refuses(refund(id, { withdrawalId: "w" }), "SETTLEMENT_CLOSED", {
      message: expect.stringContaining("Refund it to the balance"),
    });
    auction.balances.set("ada", -2000);
    auction.play(refund(id, { withdrawalId: "w" }));
    expect(auction.log.at(-1)?.events[0]).toMatchObject({ transfer: { ngnMinor: 3000 } });
    expect(auction.balanceOf("ada")).toBe(0);
  });

  it("happens once, whatever staff ask for afterwards", () => {
    const auction = givenWin().play(book(id, 4000), refund(id));
    for (const again of [refund(id), refund(id, { withdrawalId: "w" }), reverse(id), closePayment(id, "waived")]) {
      auction.refuses(again, "SETTLEMENT_CLOSED");
    }
    for (const sold of [changeStatus("admin", "sold"), sellToHighestBidder(), offer(id)]) {
      expect(auction.decide(sold).kind, sold.type).toBe("refused");
    }
  });

  it("sells the lot to nobody, also if it had ended below its reserve", () => {
    const belowReserve = (buyItNowMinor = minor(9000)) =>
      played(anAuction({ reserveMinor: minor(8000), buyItNowMinor }));
    const win = belowReserve().play(placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction, sellToHighestBidder());
    const winId = win.state.settlement?.id ?? expect.fail("not sold");
    const purchase = belowReserve().play(placeBid("bola", 1100), buyItNow("ada"));
    win.play(payFromBalance("ada", winId), refund(winId));
    purchase.play(payFromBalance("ada", bought), refund(bought));
    for (const auction of [win, purchase]) {
      const message = expect.stringContaining("refunded");
      auction.refuses(sellToHighestBidder(), "AUCTION_NOT_ACTIVE", { message });
      auction.refuses(changeStatus("admin", "sold"), "AUCTION_NOT_ACTIVE", { message });
      auction.play(edit("admin", { endsAt: auction.now + 3_600_000, status: "active" }));
      auction.at(auction.state.endsAt).play(closeAuction, sellToHighestBidder());
    }
  });

  it("offers the lot to nobody, also if its buyer had it by a second chance after a void", () => {
    const auction = played().play(placeBid("chidi", 1100), placeBid("bola", 1700), placeBid("ada", 5000));
    auction.at(ENDS_AT).play(closeAuction, voidBids("ada"), offer("void"), answer("bola", "accept"));
    const bolas = auction.state.settlement?.id ?? expect.fail("not sold");
    auction.play(closePayment(bolas, "paid"), refund(bolas));
    auction.refuses(offer(bolas, "offer-2"), "SETTLEMENT_CLOSED");
    const message = expect.stringContaining("refunded");
    auction.refuses(sellToHighestBidder(), "AUCTION_NOT_ACTIVE", { message });
  });

  it("makes a purchase void, and its bids do not sell the lot", () => {
    const auction = givenPurchase().play(payFromBalance("ada", bought), refund(bought));
    expect(auction.balanceOf("ada")).toBe(BALANCE);
    expect(auction.state).toMatchObject({ status: "ended", winner: null, purchase: null, priceMinor: 1100 });
    auction.refuses(refund(bought), "SETTLEMENT_CLOSED");
    accountsIn(auction.steps);
    expect(wrongByChecker(auction)).toEqual([]);
  });

  it("is refused while the lot is not paid, and names the way on", () => {
    const message = expect.stringContaining("Waive");
    givenWin().play(book(id, 1000)).refuses(refund(id), "SETTLEMENT_CLOSED", { message });
    givenPurchase().refuses(refund(bought), "SETTLEMENT_CLOSED", { message });
    givenWin()
      .at(ENDS_AT + 40 * 24 * 3_600_000)
      .play(forfeit(id))
      .refuses(refund(id), "SETTLEMENT_CLOSED");
  });

  it("is refused to people who are not staff of payments, and to staff with an interest in the lot", () => {
    const paid = givenWin().play(book(id, 4000));
    for (const role of ["user", "cataloguer"] as const) {
      expect(paid.decide({ ...refund(id), userId: "eve" } as never, { role })).toMatchObject({
        error: { code: "FORBIDDEN" },
      });
    }
    expect(paid.decide({ ...refund(id), userId: "ada" } as never, { role: "admin" })).toMatchObject({
      error: { code: "CONFLICT_OF_INTEREST" },
    });
  });

  it("lets the lot open again with a settlement of its own", () => {
    const auction = givenWin().play(book(id, 4000), refund(id));
    auction.play(edit("admin", { endsAt: auction.now + 3_600_000, status: "active" }));
    expect(auction.state).toMatchObject({ status: "active", settlement: null });
    auction.at(auction.state.endsAt).play(closeAuction);
    expect(auction.state.settlement?.id).not.toBe(id);
  });
});

describe("the history checker", () => {
  it.each([
    ["gives back too little", { paidNgnMinor: 3999 }],
    ["counts too much", { amountMinor: 6000 }],
    ["pays more cash out than was paid", { cashNgnMinor: 5001 }],
    ["sends more than was paid", { transfer: { withdrawalId: "w", ngnMinor: 9000 } }],
  ])("finds a refund that %s", (_, change) => {
    const auction = givenWin().play(book(id, 4000), refund(id));
    const last = auction.log.at(-1) ?? expect.fail("no log");
    const [event, ...others] = last.events;
    auction.log.splice(-1, 1, { ...last, events: [{ ...event, ...change }, ...others] as typeof last.events });
    expect(wrongByChecker(auction).length).toBeGreaterThan(0);
  });

  it("finds a second refund of the same sale", () => {
    const auction = givenWin().play(book(id, 4000), refund(id));
    const [event] = auction.log.at(-1)?.events ?? [];
    auction.logged(refund(id), event as never);
    expect(wrongByChecker(auction).length).toBeGreaterThan(0);
  });
});
