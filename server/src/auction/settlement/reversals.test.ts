// Tests what an administrator may do about a debt besides booking payments: more time, taking back a payment or a
// penalty, and selling a lot that ended below its reserve. No debt arises twice.
import { describe, expect, it } from "vitest";
import { wrongByChecker } from "../../../test/support/check-by-checker.ts";
import {
  anAuction,
  buyItNow,
  changeStatus,
  closeAuction,
  ENDS_AT,
  edit,
  expirePurchase,
  minor,
  NOON,
  noHolidays,
  person,
  placeBid,
  purchaseId,
  RICH,
  setMaxBid,
  voidBids,
} from "../../../test/support/given-auction.ts";
import {
  book,
  closePayment,
  creditOnline,
  extend,
  forfeit,
  offer,
  payFromBalance,
  reverse,
  reverseSome,
  sellToHighestBidder,
} from "../../../test/support/given-money.ts";
import { accountsIn } from "../../../test/support/money-accounts.ts";
import { type PlayedAuction, played } from "../../../test/support/play-auction.ts";
import type { Command } from "../commands.ts";
import {
  type Purchase,
  remainingMinor,
  type Settlement,
  type StoredTakenRules,
  settlementIdOf,
  totalMinor,
} from "../state.ts";
import { postingsOf } from "./postings.ts";
import { receiptsOf } from "./receipts.ts";
import { settlementDueAt } from "./settlement-due.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const DUE_AT = settlementDueAt(ENDS_AT, noHolidays, 3);
const id = settlementIdOf("lot", 3);
const bought = purchaseId("ada");

/** Ada won at 50.00 with a balance of 60.00: the deposit is 10.00. */
const givenWin = (balanceMinor = 6000) => {
  const auction = played();
  auction.balances.set("ada", balanceMinor);
  return auction.play(placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
};
const givenPurchase = () => {
  const auction = played(anAuction({ buyItNowMinor: minor(5000) }));
  auction.balances.set("ada", 10_000);
  return auction.play(placeBid("bola", 1100), buyItNow("ada"));
};

describe("a later deadline", () => {
  it("postpones the forfeit of a win, to the millisecond", () => {
    const later = DUE_AT + 2 * DAY;
    const auction = givenWin().play(extend(id, later));
    expect(auction.state.settlement).toMatchObject({ status: "open", dueAt: later });
    auction.at(later - 1).play(forfeit(id));
    expect(auction.state.settlement?.status).toBe("open");
    auction.at(later).play(forfeit(id));
    expect(auction.state.settlement?.status).toBe("forfeited");
  });

  it("moves also the end of the pause of a purchase", () => {
    const auction = givenPurchase();
    const later = NOON + 5 * HOUR;
    auction.play(extend(bought, later));
    expect(auction.state).toMatchObject({ pausedUntil: later, purchase: { deadlineAt: later } });
    auction.at(later - 1).play(expirePurchase);
    expect(auction.state.status).toBe("paused");
    auction.at(later).play(expirePurchase);
    expect(auction.state.status).toBe("active");
  });

  it("must be later than the old one, within 180 days, and comes only from an administrator", () => {
    const auction = givenWin();
    auction.refuses(extend(id, DUE_AT), "INVALID").refuses(extend(id, auction.now + 180 * DAY + 1), "INVALID");
    auction
      .refuses(extend(id, DUE_AT + 1, "ada"), "FORBIDDEN")
      .refuses(extend("other", DUE_AT + 1), "SETTLEMENT_CLOSED");
    auction.at(DUE_AT + 10).refuses(extend(id, DUE_AT + 5), "INVALID");
    auction.play(extend(id, auction.now + 180 * DAY));
  });

  it("comes from a cashier at most 30 days after the first one, all extensions and reversed forfeits together", () => {
    const last = DUE_AT + 30 * DAY;
    const auction = givenWin();
    auction.roles.set("cashier", "cashier").set("manager", "manager");
    auction.refuses(extend(id, last + 1, "cashier"), "FORBIDDEN").play(extend(id, DUE_AT + 20 * DAY, "cashier"));
    auction.at(DUE_AT + 19 * DAY).refuses(extend(id, last + 1, "cashier"), "FORBIDDEN");
    auction
      .play(extend(id, last, "cashier"))
      .at(last)
      .play(forfeit(id));
    auction.refuses(reverse(id, "cashier"), "FORBIDDEN").play(reverse(id, "manager"));
    auction.refuses(extend(id, auction.now + 20 * DAY, "cashier"), "FORBIDDEN");
    auction.play(extend(id, auction.now + 20 * DAY, "manager"));
  });

  it("lets a cashier reverse a forfeit soon after the first deadline", () => {
    const auction = givenWin().at(DUE_AT).play(forfeit(id));
    auction.roles.set("cashier", "cashier");
    expect(auction.play(reverse(id, "cashier")).state.settlement?.status).toBe("open");
  });
});

/** Every document of the last change. */
const papers = (auction: PlayedAuction) => {
  const step = auction.steps.at(-1);
  const change = step && { ...step, log: auction.log.slice(0, -1) };
  return change ? receiptsOf(change, auction.rates).map(({ facts, correctsAt }) => ({ ...facts, correctsAt })) : [];
};
const isSound = (auction: PlayedAuction): void => {
  accountsIn(auction.steps);
  expect(wrongByChecker(auction)).toEqual([]);
};

describe("a reversal of one of several payments", () => {
  it("leaves the others of an open debt, names the payment in its credit note, and moves no balance", () => {
    const auction = givenWin().play(book(id, 1000, "cash"));
    const cashAt = auction.log.at(-1)?.at;
    auction.play(book(id, 500), creditOnline("ada", id, 300));
    const balance = auction.balanceOf("ada");
    auction.play(reverseSome(id, auction.log, 0));
    expect(auction.state.settlement).toMatchObject({ status: "open", paidMinor: 800, paidNgnMinor: 800 });
    expect(remainingMinor(auction.state.settlement as Settlement)).toBe(5000 - 1000 - 800);
    expect(auction.balanceOf("ada")).toBe(balance);
    expect(papers(auction)).toMatchObject([
      { kind: "credit-note", method: "cash", amountMinor: 1000, ngnMinor: 1000, isOfOne: true, correctsAt: cashAt },
    ]);
    isSound(auction);
  });

  it("makes a paid win due again with what the others paid, also those that were confirmed or paid on the site", () => {
    const auction = givenWin().play(book(id, 1000, "cash"), creditOnline("ada", id, 700), closePayment(id, "paid"));
    expect(auction.state.status).toBe("sold");
    auction.play(reverseSome(id, auction.log, 0));
    expect(auction.state).toMatchObject({
      status: "ended",
      winner: { id: "ada" },
      settlement: { id, status: "open", depositMinor: 1000, paidMinor: 3000, paidNgnMinor: 700 },
    });
    expect(auction.balanceOf("ada")).toBe(5000);
    isSound(auction);
    auction.play(book(id, 1000)).play(reverseSome(id, auction.log, 2));
    expect(auction.state.settlement).toMatchObject({ status: "open", paidMinor: 1700, paidNgnMinor: 1700 });
    isSound(auction);
  });

  it("takes from the balance what came with the payment above what was due, or is refused", () => {
    const sold = () => givenWin().play(book(id, 1500, "cash"), book(id, 4000));
    const auction = sold();
    expect(auction.balanceOf("ada")).toBe(5000 + 1500);
    auction.play(reverseSome(id, auction.log, 1));
    expect(auction.balanceOf("ada")).toBe(5000);
    expect(auction.state.settlement).toMatchObject({ status: "open", paidMinor: 1500 });
    expect(papers(auction)).toMatchObject([
      { method: "transfer", amountMinor: 2500, reference: "bank-1" },
      { method: "balance", amountMinor: 1500, isTakenBack: true },
    ]);
    isSound(auction);
    const spent = sold();
    spent.balances.set("ada", 1499);
    const message = expect.stringContaining("₦0.01 is missing");
    spent.refuses(reverseSome(id, spent.log, 1), "SETTLEMENT_CLOSED", { message });
  });

  it("leaves the surplus of a payment that stays, and a later reversal of everything takes it", () => {
    const auction = givenWin().play(book(id, 1500, "cash"), book(id, 4000));
    auction.play(reverseSome(id, auction.log, 0));
    expect(auction.balanceOf("ada")).toBe(6500);
    expect(auction.state.settlement).toMatchObject({ status: "open", paidMinor: 2500 });
    auction.play(reverse(id));
    expect(auction.balanceOf("ada")).toBe(5000);
    expect(auction.state.settlement).toMatchObject({ status: "open", paidMinor: 0, paidNgnMinor: 0 });
    isSound(auction);
    const again = givenWin().play(book(id, 1500, "cash"), book(id, 4000));
    again.play(reverseSome(id, again.log, 0), book(id, 1500, "cash"), reverse(id));
    expect(again.balanceOf("ada")).toBe(5000);
    isSound(again);
  });

  it("pauses the lot of a purchase again, which keeps what the other payments paid", () => {
    const auction = givenPurchase().play(book(bought, 1000, "cash"), closePayment(bought, "paid"));
    auction.play(reverseSome(bought, auction.log, 0));
    expect(auction.state).toMatchObject({ status: "paused", pauseReason: "buy-it-now", winner: null });
    const paidMinor = totalMinor(auction.state.purchase as Purchase) - 1000 - 1000;
    expect(auction.state.purchase).toMatchObject({ id: bought, paidMinor, paidNgnMinor: 0, bidPriceMinor: null });
    isSound(auction);
    auction.play(payFromBalance("ada", bought));
    expect(auction.state.status).toBe("sold");
    isSound(auction);
  });

  it("gives back after a forfeit only the payments that still count", () => {
    const auction = givenWin().play(book(id, 1000, "cash"), book(id, 500));
    auction
      .play(reverseSome(id, auction.log, 0))
      .at(DUE_AT)
      .play(forfeit(id));
    expect(auction.balanceOf("ada")).toBe(6000 + 500 - 500);
    isSound(auction);
  });

  it("takes both of two payments, and is refused for one that was taken back, is named twice or was on the site", () => {
    const auction = givenWin().play(book(id, 700, "cash"), book(id, 600), creditOnline("ada", id, 500), book(id, 400));
    auction.refuses(reverseSome(id, auction.log, 2), "SETTLEMENT_CLOSED", {
      message: expect.stringContaining("made on the site"),
    });
    auction.refuses(reverseSome(id, auction.log, 1, 1), "SETTLEMENT_CLOSED");
    auction.play(reverseSome(id, auction.log, 0, 1));
    expect(auction.state.settlement).toMatchObject({ paidMinor: 900 });
    const message = expect.stringContaining("in the meantime");
    auction.refuses(reverseSome(id, auction.log, 0), "SETTLEMENT_CLOSED", { message });
    isSound(auction);
  });

  it("takes one of two payments that are alike, and then the other, each once", () => {
    const auction = givenWin();
    const noon = auction.now;
    auction
      .play(book(id, 400, "cash"))
      .at(noon)
      .play(book(id, 400, "cash"));
    auction.play(reverseSome(id, auction.log, 1)).refuses(reverseSome(id, auction.log, 1), "SETTLEMENT_CLOSED");
    expect(auction.state.settlement).toMatchObject({ paidMinor: 400 });
    auction.play(reverseSome(id, auction.log, 0));
    expect(auction.state.settlement).toMatchObject({ paidMinor: 0 });
  });

  it("takes all of them like the reversal of everything if some were made on the site", () => {
    const auction = givenWin().play(book(id, 1000), payFromBalance("ada", id));
    auction.refuses(reverseSome(id, auction.log, 1), "SETTLEMENT_CLOSED");
    auction.play(reverseSome(id, auction.log, 0, 1));
    expect(auction.log.at(-1)?.events).toMatchObject([{ type: "SettlementReopened", reversed: { amountMinor: 4000 } }]);
    isSound(auction);
  });

  it("is refused after a void gave a part back, a forfeit, and the handover", () => {
    const auction = played();
    auction.balances.set("ada", 6000);
    auction.play(setMaxBid("ada", 5000), placeBid("troll", 4000)).at(ENDS_AT).play(closeAuction);
    const lotId = auction.state.settlement?.id ?? "";
    auction.play(book(lotId, 1000, "cash"), closePayment(lotId, "paid"), voidBids("troll"));
    auction.refuses(reverseSome(lotId, auction.log, 0), "SETTLEMENT_CLOSED", {
      message: expect.stringContaining("Reverse all of them"),
    });
    auction.play(reverseSome(lotId, auction.log, 0, 1));
    isSound(auction);
    const forfeited = givenWin().play(book(id, 1000)).at(DUE_AT).play(forfeit(id));
    forfeited.refuses(reverseSome(id, forfeited.log, 0), "SETTLEMENT_CLOSED");
  });
});

describe("a reversal of a payment", () => {
  it("makes the same settlement due again: the payment goes back, and the deposit stays", () => {
    const auction = givenWin().play(payFromBalance("ada", id));
    expect(auction.balanceOf("ada")).toBe(1000);
    auction.play(reverse(id));
    expect(auction.balanceOf("ada")).toBe(5000);
    expect(auction.state).toMatchObject({
      status: "ended",
      winner: { id: "ada" },
      settlement: { id, status: "open", depositMinor: 1000, paidMinor: 0, paidNgnMinor: 0 },
    });
    auction.play(payFromBalance("ada", id));
    expect(auction.balanceOf("ada")).toBe(1000);
    accountsIn(auction.steps);
  });

  it("sets the old deadline, or that of a win of today if it is later", () => {
    const early = givenWin().play(payFromBalance("ada", id), reverse(id));
    expect(early.state.settlement?.dueAt).toBe(settlementDueAt(early.now - 1000, noHolidays, 3));
    const extended = givenWin().play(extend(id, DUE_AT + 9 * DAY), payFromBalance("ada", id), reverse(id));
    expect(extended.state.settlement?.dueAt).toBe(DUE_AT + 9 * DAY);
  });

  it("returns payments made on the site, but not payments that an administrator booked or confirmed", () => {
    const online = creditOnline("ada", id, 700);
    const auction = givenWin().play(online, book(id, 1500), closePayment(id, "paid"), reverse(id));
    expect(auction.balanceOf("ada")).toBe(5000 + 700);
    expect(auction.state.settlement).toMatchObject({ status: "open", paidMinor: 0, paidNgnMinor: 0 });
    accountsIn(auction.steps);
  });

  it("takes the surplus of a transfer that was booked too high from the balance again, because it never came", () => {
    const auction = givenWin().play(book(id, 40_000));
    expect(auction.balanceOf("ada")).toBe(5000 + 36_000);
    auction.play(reverse(id));
    expect(auction.balanceOf("ada")).toBe(5000);
    expect(auction.state.settlement).toMatchObject({ status: "open", depositMinor: 1000, paidMinor: 0 });
    const bought = givenPurchase().play(book(purchaseId("ada"), 40_000));
    bought.play(reverse(purchaseId("ada")));
    expect(bought.balanceOf("ada")).toBe(9000);
    for (const { steps } of [auction, bought]) accountsIn(steps);
  });

  it("takes only the difference if payments made on the site go back in the same change", () => {
    const auction = givenWin().play(creditOnline("ada", id, 3000), book(id, 2500));
    expect(auction.balanceOf("ada")).toBe(5000 + 1500);
    const [reopened] = auction.events(reverse(id));
    expect(reopened).toMatchObject({ reversed: { amountMinor: 4000, ngnMinor: 1500, takenMinor: 0 } });
    expect(auction.balanceOf("ada")).toBe(5000 + 3000);
    accountsIn(auction.steps);
  });

  it("leaves the surplus of an online payment on the balance, because that money came", () => {
    const auction = givenWin().play(book(id, 1500), creditOnline("ada", id, 4000), reverse(id));
    expect(auction.balanceOf("ada")).toBe(5000 + 4000);
    accountsIn(auction.steps);
  });

  it("is refused if the balance does not have what it must take, and says how much is missing", () => {
    const auction = givenWin().play(book(id, 40_000));
    auction.balances.set("ada", 35_999);
    const message = "The reversal takes ₦360.00 of this money from ada's balance, where ₦0.01 is missing.";
    auction.refuses(reverse(id), "SETTLEMENT_CLOSED", { message });
    auction.refuses(changeStatus("admin", "ended"), "SETTLEMENT_CLOSED", { message });
    auction.refuses(edit("admin", { status: "ended" }), "SETTLEMENT_CLOSED", { message });
    auction.balances.set("ada", 36_000);
    auction.play(changeStatus("admin", "ended"));
    expect(auction.balanceOf("ada")).toBe(0);
  });

  it("pauses the lot of a purchase for another hour, at the price of the bids", () => {
    const auction = givenPurchase().play(payFromBalance("ada", bought), reverse(bought));
    expect(auction.balanceOf("ada")).toBe(9000);
    expect(auction.state).toMatchObject({
      status: "paused",
      winner: null,
      priceMinor: 1100,
      pausedUntil: auction.now - 1000 + HOUR,
      purchase: { id: bought, bidPriceMinor: null, depositMinor: 1000, paidMinor: 0 },
    });
    auction.at(auction.now + HOUR).play(expirePurchase);
    expect(auction.balanceOf("ada")).toBe(9500);
    accountsIn(auction.steps);
  });

  it("gives bidders all the time back that was left when the lot was bought", () => {
    const auction = givenPurchase();
    const left = ENDS_AT - (auction.now - 1000);
    auction.play(payFromBalance("ada", bought)).at(NOON + 2 * DAY);
    auction.play(reverse(bought)).at(NOON + 2 * DAY + 2 * HOUR);
    auction.play(expirePurchase);
    expect(auction.state).toMatchObject({ status: "active", endsAt: auction.now - 1000 + left });
    // Bought, paid and taken back twice: the second time counts from the first pause too.
    const again = givenPurchase()
      .play(payFromBalance("ada", bought))
      .at(NOON + DAY);
    again.play(reverse(bought), payFromBalance("ada", bought)).at(NOON + 2 * DAY);
    again
      .play(reverse(bought))
      .at(NOON + 3 * DAY)
      .play(expirePurchase);
    expect(again.state).toMatchObject({ status: "active", endsAt: again.now - 1000 + left });
  });

  it("keeps an end that an administrator set while the lot was being bought", () => {
    const auction = givenPurchase();
    auction.play(edit("admin", { endsAt: NOON + 5 * DAY }), payFromBalance("ada", bought)).at(NOON + DAY);
    auction.play(reverse(bought)).at(NOON + DAY + 2 * HOUR);
    auction.play(expirePurchase);
    expect(auction.state.endsAt).toBe(NOON + 5 * DAY + 2 * HOUR);
  });

  it("is possible once, and not for an open, waived or void debt", () => {
    givenWin().refuses(reverse(id), "SETTLEMENT_CLOSED");
    givenWin().play(closePayment(id, "waived")).refuses(reverse(id), "SETTLEMENT_CLOSED");
    givenWin().play(payFromBalance("ada", id), reverse(id)).refuses(reverse(id), "SETTLEMENT_CLOSED");
    givenWin().play(payFromBalance("ada", id)).refuses(reverse(id, "ada"), "FORBIDDEN");
    givenPurchase().refuses(reverse(bought), "SETTLEMENT_CLOSED");
  });

  it("keeps a deposit in dollars that is worth less than a cent", () => {
    const auction = played(anAuction({ currency: "USD" }));
    auction.play(placeBid("ada", 5000)).at(ENDS_AT);
    auction.balances.set("ada", 833);
    auction.play(closeAuction, closePayment(id, "paid"), reverse(id));
    expect(auction.balanceOf("ada") + (auction.state.settlement?.depositMinor ?? 0)).toBe(833);
    accountsIn(auction.steps);
  });
});

describe("a reversal of booked payments while the debt is open", () => {
  it("makes them due again, and changes neither deadline nor status nor balance", () => {
    const auction = givenWin().play(creditOnline("ada", id, 700), book(id, 1500), book(id, 300, "cash"));
    const { version } = auction.state;
    const events = auction.events(reverse(id));
    expect(events).toEqual([expect.objectContaining({ reversed: { amountMinor: 1800, ngnMinor: 1800 } })]);
    expect(auction.state).toMatchObject({
      status: "ended",
      version,
      settlement: { status: "open", dueAt: DUE_AT, depositMinor: 1000, paidMinor: 700, paidNgnMinor: 700 },
    });
    expect(auction.balanceOf("ada")).toBe(5000);
    accountsIn(auction.steps);
  });

  it("keeps the forfeit from paying them out", () => {
    const auction = givenWin().play(book(id, 3000), reverse(id)).at(DUE_AT).play(forfeit(id));
    expect(auction.balanceOf("ada")).toBe(6000 - 500);
    accountsIn(auction.steps);
  });

  it("is possible for a purchase too, whose pause goes on", () => {
    const auction = givenPurchase().play(book(bought, 1500));
    const { pausedUntil, version } = auction.state;
    auction.play(reverse(bought));
    expect(auction.state).toMatchObject({ status: "paused", pausedUntil, version, purchase: { paidMinor: 0 } });
    auction.refuses(reverse(bought), "SETTLEMENT_CLOSED");
    accountsIn(auction.steps);
  });

  it("is refused if all that was paid came on the site, because that money came", () => {
    const message = "No transfer and no cash was booked, so there is nothing to take back.";
    givenWin()
      .play(creditOnline("ada", id, 700))
      .refuses(reverse(id), "SETTLEMENT_CLOSED", { message });
  });

  it("does not count again when the settlement is paid and reversed afterwards", () => {
    const auction = givenWin().play(book(id, 1500), reverse(id), book(id, 5000), reverse(id));
    expect(auction.balanceOf("ada")).toBe(5000);
    auction.play(book(id, 1500), reverse(id), payFromBalance("ada", id), reverse(id));
    expect(auction.balanceOf("ada")).toBe(5000);
    accountsIn(auction.steps);
  });
});

describe("a lot whose deposit covers the price that a void left", () => {
  /** Bola, a shill, drove Ada's maximum to 81.00. The deposit of 16.20 covers the 12.00 that are left. */
  const lowered = () => {
    const auction = played();
    auction.play(placeBid("chidi", 1100), setMaxBid("ada", 9000), placeBid("bola", 8000));
    return auction.at(ENDS_AT).play(closeAuction, voidBids("bola"));
  };
  const win = settlementIdOf("lot", 5);

  it("stays sold when an administrator reverses it or sets it to ended, because no payment can be taken back", () => {
    const auction = lowered();
    const message = "Nothing was paid after the deposit, so there is no payment to take back.";
    auction.refuses(reverse(win), "SETTLEMENT_CLOSED", { message });
    auction.refuses(changeStatus("admin", "ended"), "SETTLEMENT_CLOSED", { message });
    auction.refuses(edit("admin", { status: "ended" }), "SETTLEMENT_CLOSED", { message });
  });

  /** Ada wins at 81.00 with a deposit of 16.20, and pays as given. Then Bola's bids are voided. */
  const paid = (...payments: readonly Command[]) => {
    const auction = played();
    auction.play(placeBid("chidi", 1100), setMaxBid("ada", 9000), placeBid("bola", 8000));
    auction.at(ENDS_AT).play(closeAuction);
    const before = auction.balanceOf("ada");
    return { auction: auction.play(...payments, voidBids("bola")), before };
  };

  it("loses booked money that the void had refunded, stays sold, and keeps its deposit", () => {
    for (const payment of [book(win, 6480), book(win, 9000), book(win, 6480, "cash"), closePayment(win, "paid")]) {
      const { auction, before } = paid(payment);
      const { version, settlement } = auction.state;
      const surplus = payment.type === "BookPayment" ? payment.amountMinor - 6480 : 0;
      // The void gave back 4.20 of the deposit too, and this refund stays.
      expect(auction.balanceOf("ada")).toBe(before + 6480 + 420 + surplus);
      expect(auction.events(reverse(win))).toEqual([
        expect.objectContaining({
          type: "PaymentsReversed",
          settlementId: win,
          reversed: { amountMinor: 0, ngnMinor: 0, takenMinor: 6480 + surplus },
        }),
      ]);
      expect(auction.balanceOf("ada")).toBe(before + 420);
      expect(auction.state).toMatchObject({ status: "sold", version, settlement });
      accountsIn(auction.steps);
      expect(wrongByChecker(auction)).toEqual([]);
      auction.refuses(reverse(win), "SETTLEMENT_CLOSED");
      auction.refuses(changeStatus("admin", "ended"), "SETTLEMENT_CLOSED");
    }
  });

  it("is reported by the history checker if its reversal takes another amount from the balance", () => {
    for (const takenMinor of [6479, 6480 + 420]) {
      const { auction } = paid(book(win, 6480));
      auction.play(reverse(win));
      const last = auction.log.at(-1) ?? expect.fail("no log");
      const events = [{ ...last.events[0], reversed: { amountMinor: 0, ngnMinor: 0, takenMinor } }];
      auction.log.splice(-1, 1, { ...last, events: events as unknown as typeof last.events });
      expect(wrongByChecker(auction)).toEqual([expect.stringContaining("where 6480 never came")]);
    }
  });

  it("keeps the refund of payments made on the site, because that money came", () => {
    const { auction, before } = paid(creditOnline("ada", win, 2500), book(win, 3980));
    auction.play(reverse(win));
    expect(auction.balanceOf("ada")).toBe(before + 2500 + 420);
    accountsIn(auction.steps);
    expect(wrongByChecker(auction)).toEqual([]);
    const online = paid(creditOnline("ada", win, 6480)).auction;
    online.refuses(reverse(win), "SETTLEMENT_CLOSED", { message: expect.stringContaining("Nothing was paid") });
  });

  it("refuses a reversal that would take the balance below zero, and says how much is missing", () => {
    const { auction } = paid(book(win, 6480));
    auction.balances.set("ada", 6479);
    const message = "The reversal takes ₦64.80 of this money from ada's balance, where ₦0.01 is missing.";
    auction.refuses(reverse(win), "SETTLEMENT_CLOSED", { message });
  });

  it("is sold without a penalty when its settlement is open and due, as in logs from before that refusal", () => {
    const auction = lowered();
    const { settlement } = auction.state;
    if (settlement)
      auction.state = { ...auction.state, status: "ended", settlement: { ...settlement, status: "open" } };
    const before = auction.balanceOf("ada");
    auction.at(DUE_AT).play(forfeit(win));
    expect(auction.state).toMatchObject({ status: "sold", settlement: { status: "paid", penaltyMinor: null } });
    expect(auction.balanceOf("ada")).toBe(before);
  });
});

describe("a reversal of a forfeit", () => {
  it("returns the penalty and takes the deposit again: the same settlement is due", () => {
    const auction = givenWin().at(DUE_AT).play(forfeit(id));
    expect(auction.balanceOf("ada")).toBe(5500);
    auction.play(reverse(id));
    expect(auction.balanceOf("ada")).toBe(5000);
    expect(auction.state.settlement).toMatchObject({ id, status: "open", depositMinor: 1000, penaltyMinor: null });
    auction.play(payFromBalance("ada", id));
    expect(auction.balanceOf("ada")).toBe(1000);
    accountsIn(auction.steps);
  });

  it("takes no deposit that would make the balance negative", () => {
    const auction = givenWin(1200).at(DUE_AT).play(forfeit(id));
    auction.balances.set("ada", -300);
    auction.play(reverse(id));
    // The penalty of 5.00 leaves 2.00 for the deposit.
    expect(auction.balanceOf("ada")).toBe(0);
    expect(auction.state.settlement).toMatchObject({ depositMinor: 200 });
  });

  it("leaves alone what the winner has bound on other auctions", () => {
    const auction = givenWin().at(DUE_AT).play(forfeit(id));
    auction.balances.set("ada", 900);
    auction.reserved.set("ada", minor(800));
    auction.play(reverse(id));
    // The penalty of 5.00 came back: of 14.00, 8.00 are bound.
    expect(auction.state.settlement).toMatchObject({ depositMinor: 600 });
    expect(auction.balanceOf("ada")).toBe(800);
  });

  it("withdraws an offer to the runner-up, so that the lot is never owed twice", () => {
    const auction = played().play(placeBid("bola", 1100), placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
    const win = settlementIdOf("lot", 4);
    auction.at(DUE_AT).play(forfeit(win), offer(win));
    expect(auction.state.secondChance).not.toBeNull();
    auction.play(reverse(win));
    expect(auction.state).toMatchObject({ secondChance: null, settlement: { status: "open", winner: { id: "ada" } } });
  });

  it("is public if the lot had been set to sold, because everybody saw that", () => {
    const auction = givenWin().at(DUE_AT).play(forfeit(id));
    auction.logged(changeStatus("admin", "sold"), { type: "AuctionSold", winner: person("ada") });
    const { version } = auction.state;
    auction.play(reverse(id));
    expect(auction.state).toMatchObject({ status: "ended", version: version + 1, settlement: { status: "open" } });
    const ended = givenWin().at(DUE_AT).play(forfeit(id));
    const before = ended.state.version;
    expect(ended.play(reverse(id)).state.version).toBe(before);
  });

  it("only returns the penalty of a purchase once, and does not change the auction", () => {
    const auction = givenPurchase()
      .at(NOON + HOUR + 1000)
      .play(expirePurchase);
    expect(auction.balanceOf("ada")).toBe(9500);
    const before = auction.state;
    expect(before.forfeitedPurchases).toBe(1);
    auction.play(reverse(bought));
    expect(auction.balanceOf("ada")).toBe(10_000);
    expect(auction.state).toMatchObject({ status: "active", version: before.version, forfeitedPurchases: 0 });
    auction.refuses(reverse(bought), "SETTLEMENT_CLOSED");
    accountsIn(auction.steps);
  });
});

describe("a reversal of a forfeit, before or after a void that lowers the price,", () => {
  const [theVoid, theReversal] = [() => voidBids("shill"), () => reverse(id)];
  /** Ada's maximum of 50.00 won at 41.00 against a shill. The win was forfeited; then these commands came. */
  const forfeitedAnd = (
    balanceMinor: number,
    currency: "NGN" | "USD",
    commands: readonly Command[],
    rules?: StoredTakenRules,
  ) => {
    const auction = played(anAuction({ currency, ...(rules && { rules }) }));
    auction.play(setMaxBid("ada", 5000, currency), placeBid("shill", 4000)).at(ENDS_AT);
    auction.balances.set("ada", balanceMinor);
    auction.play(closeAuction).at(auction.state.settlement?.dueAt ?? 0);
    return auction.play(forfeit(settlementIdOf("lot", 4)), ...commands);
  };
  const id = settlementIdOf("lot", 4);
  const outcome = (auction: PlayedAuction) => {
    const { amountMinor, status, penaltyMinor, ...received } = auction.state.settlement ?? expect.fail("no win");
    const { depositMinor, depositWorthMinor, paidMinor, paidNgnMinor } = received;
    expect(wrongByChecker(auction)).toEqual([]);
    accountsIn(auction.steps);
    const moved = auction.steps.flatMap(postingsOf).reduce((sum, posting) => sum + posting.amountMinor, 0);
    const price = auction.state.priceMinor;
    return {
      price,
      status,
      amountMinor,
      penaltyMinor,
      depositMinor,
      depositWorthMinor,
      paidMinor,
      paidNgnMinor,
      balance: auction.balanceOf("ada"),
      moved,
    };
  };

  it("makes the same amount due with the same deposit, balance and ledger", () => {
    for (const currency of ["NGN", "USD"] as const) {
      const whole = currency === "NGN" ? 220 : 183_333;
      // Enough for each deposit; for the smaller one only; for neither; for none at all once the penalty is taken.
      for (const balance of [whole * 100, whole * 2, whole, whole - 1, Math.floor(whole / 3), 1, 0]) {
        const voidedFirst = outcome(forfeitedAnd(balance, currency, [theVoid(), theReversal()]));
        const reversedFirst = outcome(forfeitedAnd(balance, currency, [theReversal(), theVoid()]));
        expect(reversedFirst, `${currency}, ${balance}`).toEqual(voidedFirst);
        expect(voidedFirst).toMatchObject({ price: 1100, amountMinor: 1100, status: "open", penaltyMinor: null });
        expect(voidedFirst).toMatchObject({ depositMinor: expect.any(Number), balance: balance + voidedFirst.moved });
        if (balance > whole)
          expect(voidedFirst).toMatchObject({ depositWorthMinor: 220, moved: -voidedFirst.depositMinor });
      }
    }
  });

  it("has the lot's own deposit percent, also if that is of half a cent", () => {
    const rules: StoredTakenRules = {
      depositPercent: 33,
      feePercent: 5,
      forfeitPercent: 7,
      paymentDays: 2,
      version: 3,
    };
    for (const currency of ["NGN", "USD"] as const) {
      const voidedFirst = outcome(forfeitedAnd(RICH, currency, [theVoid(), theReversal()], rules));
      expect(outcome(forfeitedAnd(RICH, currency, [theReversal(), theVoid()], rules))).toEqual(voidedFirst);
      expect(voidedFirst).toMatchObject({ amountMinor: 1100, depositWorthMinor: 363 });
    }
  });

  it("leaves the same to be paid, and gives the same back, whatever was paid between them", () => {
    const voidedFirst = forfeitedAnd(10_000, "NGN", [theVoid(), theReversal(), payFromBalance("ada", id)]);
    const paidBetween = forfeitedAnd(10_000, "NGN", [theReversal(), payFromBalance("ada", id), theVoid()]);
    expect(outcome(paidBetween)).toEqual(outcome(voidedFirst));
    expect(paidBetween.state).toMatchObject({ status: "sold", settlement: { amountMinor: 1100, depositMinor: 220 } });
    const partBetween = forfeitedAnd(10_000, "NGN", [theReversal(), book(id, 500), theVoid()]);
    const partAfter = forfeitedAnd(10_000, "NGN", [theVoid(), theReversal(), book(id, 500)]);
    expect(outcome(partBetween)).toEqual(outcome(partAfter));
    expect(outcome(paidBetween.play(reverse(id)))).toEqual(outcome(voidedFirst.play(reverse(id))));
  });

  it("gives a deposit in dollars back in the naira that were paid, whatever the rate is then", () => {
    for (const rate of [400, 833.33, 1600]) {
      const auction = forfeitedAnd(20_000_000, "USD", [theReversal()]);
      const { depositMinor } = auction.state.settlement ?? expect.fail("no win");
      auction.rates = { ...auction.rates, USD_TO_NGN: rate };
      auction.play(theVoid());
      const kept = auction.state.settlement?.depositMinor ?? 0;
      expect(Math.abs(kept - (depositMinor * 220) / 820)).toBeLessThanOrEqual(1);
      expect(auction.balanceOf("ada")).toBe(20_000_000 - kept);
      accountsIn(auction.steps);
    }
  });

  it("takes the penalty of the lower price if the win is forfeited again", () => {
    const auction = forfeitedAnd(10_000, "NGN", [theVoid(), theReversal()]);
    auction.at(auction.state.settlement?.dueAt ?? 0).play(forfeit(id));
    expect(auction.state.settlement).toMatchObject({ status: "forfeited", amountMinor: 1100, penaltyMinor: 110 });
    expect(auction.balanceOf("ada")).toBe(10_000 - 110);
  });

  it("is found by the history checker with another amount, or with the deposit of the old one", () => {
    for (const [commands, change] of [
      [[theVoid(), theReversal()], { amountMinor: 4100 }],
      [[theReversal(), theVoid()], { deposit: undefined }],
      [[theReversal(), theVoid()], { deposit: { takenMinor: 300, worthMinor: 300 } }],
    ] as const) {
      const auction = forfeitedAnd(10_000, "NGN", commands);
      const last = auction.log.at(-1) ?? expect.fail("no log");
      const [event, ...others] = last.events;
      auction.log.splice(-1, 1, { ...last, events: [{ ...event, ...change }, ...others] as typeof last.events });
      expect(wrongByChecker(auction), JSON.stringify(change)).toHaveLength(1);
    }
  });

  it("keeps the amount if the void did not lower the price", () => {
    const auction = forfeitedAnd(10_000, "NGN", [theReversal()]);
    expect(auction.state.settlement).toMatchObject({ amountMinor: 4100, depositMinor: 820 });
    expect(auction.log.at(-1)?.events[0]).not.toHaveProperty("amountMinor");
  });
});

describe("an administrator's status on a settlement", () => {
  it("books the rest once with sold", () => {
    const auction = givenWin().play(book(id, 1500), changeStatus("admin", "sold"));
    expect(auction.state.settlement).toMatchObject({ status: "paid", paidMinor: 4000, paidNgnMinor: 1500 });
    expect(auction.balanceOf("ada")).toBe(5000);
    accountsIn(auction.steps);
  });

  it("does not return a booked transfer with ended after sold, because an undone transfer never came", () => {
    const auction = givenWin().play(book(id, 1500), payFromBalance("ada", id));
    expect(auction.balanceOf("ada")).toBe(5000 - 2500);
    auction.play(changeStatus("admin", "ended"));
    expect(auction.balanceOf("ada")).toBe(5000);
    accountsIn(auction.steps);
  });

  it("does not make the runner-up a buyer with sold after the winner was voided, because nobody has asked them", () => {
    const auction = played().play(placeBid("bola", 1100), placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
    auction.play(voidBids("ada"));
    const message = expect.stringContaining("second chance");
    auction.refuses(changeStatus("admin", "sold"), "AUCTION_NOT_ACTIVE", { message });
    expect(auction.state).toMatchObject({ status: "ended", winner: null, settlement: null });
    expect(auction.balanceOf("bola")).toBe(RICH);
    accountsIn(auction.steps);
  });

  it("ends a lot that was sold by Buy It Now with its leader as the winner", () => {
    const auction = givenPurchase().play(payFromBalance("ada", bought), changeStatus("admin", "ended"));
    expect(auction.state).toMatchObject({ status: "ended", winner: { id: "bola" }, settlement: { status: "open" } });
    accountsIn(auction.steps);
  });

  it("makes the same settlement due again with ended after sold, and opens no second one", () => {
    const auction = givenWin().play(payFromBalance("ada", id), changeStatus("admin", "ended"));
    expect(auction.state.settlement).toMatchObject({ id, status: "open", depositMinor: 1000 });
    expect(auction.balanceOf("ada")).toBe(5000);
    const waived = givenWin().play(closePayment(id, "waived"));
    waived.logged(changeStatus("admin", "sold"), { type: "AuctionSold", winner: person("ada") });
    waived.play(changeStatus("admin", "ended"));
    expect(waived.state.settlement).toMatchObject({ id, status: "waived" });
    expect(waived.balanceOf("ada")).toBe(6000);
    accountsIn(waived.steps);
  });
});

describe("the sale of a lot that ended below its reserve", () => {
  const unmet = () =>
    played(anAuction({ reserveMinor: minor(9000) }))
      .play(placeBid("bola", 1100), placeBid("ada", 5000))
      .at(ENDS_AT)
      .play(closeAuction);

  it("goes to its highest bidder like a win, once", () => {
    const auction = unmet();
    auction.balances.set("ada", 700);
    auction.play(sellToHighestBidder());
    expect(auction.state).toMatchObject({
      status: "ended",
      winner: { id: "ada" },
      settlement: { id: settlementIdOf("lot", 5), status: "open", amountMinor: 5000, depositMinor: 700 },
    });
    expect(auction.balanceOf("ada")).toBe(0);
    auction.refuses(sellToHighestBidder(), "AUCTION_NOT_ACTIVE");
    accountsIn(auction.steps);
  });

  it.each([5000, 4000, null])("is possible after the end if the reserve of 9000 was lowered to %s", (reserve) => {
    const auction = unmet();
    auction.play(edit("admin", { reserveMinor: reserve === null ? null : minor(reserve) }));
    expect(auction.state).toMatchObject({ status: "ended", winner: null });
    auction.play(sellToHighestBidder());
    expect(auction.state).toMatchObject({
      winner: { id: "ada" },
      settlement: { status: "open", amountMinor: 5000, depositMinor: 1000 },
    });
    accountsIn(auction.steps);
  });

  it("is refused after the winner was voided, even if the reserve was lowered since", () => {
    const auction = played(anAuction({ reserveMinor: minor(3000) }));
    auction.play(setMaxBid("ada", 2500), placeBid("troll", 3500)).at(ENDS_AT).play(closeAuction, voidBids("troll"));
    auction.play(edit("admin", { reserveMinor: minor(1000) }));
    const message = expect.stringContaining("second chance");
    auction.refuses(sellToHighestBidder(), "AUCTION_NOT_ACTIVE", { message });
  });

  it("is refused for a lot whose sale by Buy It Now was undone, with or without a reserve that its bids have met", () => {
    for (const reserveMinor of [null, minor(4000)]) {
      const auction = played(anAuction({ reserveMinor, buyItNowMinor: minor(9000) }));
      auction.play(
        placeBid("ada", 5000),
        buyItNow("bola"),
        changeStatus("admin", "sold"),
        changeStatus("admin", "ended"),
      );
      auction.refuses(sellToHighestBidder(), "AUCTION_NOT_ACTIVE");
    }
  });

  it("is what the status sold does, while the lot is open and after its end", () => {
    const byButton = unmet().play(sellToHighestBidder());
    const bySold = unmet().play(changeStatus("admin", "sold"));
    expect(bySold.log.at(-1)?.events).toEqual(byButton.log.at(-1)?.events);
    expect(bySold.state).toMatchObject({ status: "ended", winner: { id: "ada" }, settlement: { status: "open" } });
    expect(bySold.balanceOf("ada")).toBe(RICH - 1000);
    for (const status of ["active", "paused"] as const) {
      const open = played(anAuction({ reserveMinor: minor(9000) })).play(placeBid("ada", 5000));
      open.play(changeStatus("admin", status), changeStatus("admin", "sold"));
      expect(open.state).toMatchObject({
        status: "ended",
        winner: { id: "ada" },
        pausedAt: null,
        settlement: { status: "open", amountMinor: 5000, depositMinor: 1000 },
      });
      open.play(changeStatus("admin", "sold"));
      expect(open.state).toMatchObject({ status: "sold", settlement: { status: "paid" } });
      accountsIn(open.steps);
    }
  });

  it("is refused for a suspended bidder, whichever way it is asked for", () => {
    const message = expect.stringContaining("suspended");
    for (const sold of [sellToHighestBidder(), changeStatus("admin", "sold")]) {
      const auction = unmet();
      auction.gone.add("ada");
      auction.refuses(sold, "FORBIDDEN", { message });
    }
    const open = played(anAuction({ reserveMinor: minor(9000) })).play(placeBid("ada", 5000));
    open.gone.add("ada");
    open.refuses(changeStatus("admin", "sold"), "FORBIDDEN", { message });
  });

  it("is not replaced by a sale without a buyer or a debt", () => {
    const nobody = played().at(ENDS_AT).play(closeAuction);
    nobody.refuses(changeStatus("admin", "sold"), "AUCTION_NOT_ACTIVE", {
      message: "Nobody has bid on this lot, so it cannot be sold.",
    });
    const forfeited = givenWin().at(DUE_AT).play(forfeit(id));
    forfeited.refuses(changeStatus("admin", "sold"), "SETTLEMENT_CLOSED", {
      message: expect.stringContaining("Reverse the forfeit"),
    });
    const waived = givenWin().play(closePayment(id, "waived"));
    waived.refuses(changeStatus("admin", "sold"), "SETTLEMENT_CLOSED", { status: "waived" });
  });

  it("takes no deposit from what the bidder has bound on other auctions", () => {
    const auction = unmet();
    auction.balances.set("ada", 1000);
    auction.reserved.set("ada", minor(1000));
    auction.play(sellToHighestBidder());
    expect(auction.state.settlement).toMatchObject({ status: "open", amountMinor: 5000, depositMinor: 0 });
    expect(auction.balanceOf("ada")).toBe(1000);
  });

  it("needs an administrator and a bid", () => {
    unmet().refuses(sellToHighestBidder("ada"), "FORBIDDEN");
    played().at(ENDS_AT).play(closeAuction).refuses(sellToHighestBidder(), "AUCTION_NOT_ACTIVE");
    played().play(placeBid("ada", 1100)).refuses(sellToHighestBidder(), "AUCTION_NOT_ACTIVE");
  });

  it("is refused if the winner was voided, because the runner-up is asked and not made to buy", () => {
    const auction = played().play(placeBid("bola", 1100), placeBid("ada", 5000)).at(ENDS_AT).play(closeAuction);
    auction.play(voidBids("ada")).refuses(sellToHighestBidder(), "AUCTION_NOT_ACTIVE");
  });

  it("is refused if the bids without the voided winner's are below the reserve, also after sold and ended", () => {
    const auction = played(anAuction({ reserveMinor: minor(3000) }));
    auction.play(setMaxBid("ada", 2500), placeBid("troll", 3000), placeBid("troll", 3500)).at(ENDS_AT);
    auction.play(closeAuction, voidBids("troll"));
    expect(auction.state).toMatchObject({ priceMinor: 1100, leader: { id: "ada" }, winner: null });
    const message = expect.stringContaining("second chance");
    auction.refuses(sellToHighestBidder(), "AUCTION_NOT_ACTIVE", { message });
    auction.logged(changeStatus("admin", "sold"), { type: "AuctionSold", winner: null });
    auction.play(changeStatus("admin", "ended"));
    auction.refuses(sellToHighestBidder(), "AUCTION_NOT_ACTIVE", { message });
    expect(auction.decide(offer("any")).kind).toBe("accepted");
  });

  it("is possible after the lot with the voided winner opened again and ended below its reserve", () => {
    const auction = played(anAuction({ reserveMinor: minor(3000) }));
    auction.play(setMaxBid("ada", 2500), placeBid("troll", 3500)).at(ENDS_AT).play(closeAuction, voidBids("troll"));
    auction.play(edit("admin", { endsAt: ENDS_AT + 24 * 3_600_000, status: "active" }), changeStatus("admin", "ended"));
    auction.play(sellToHighestBidder());
    expect(auction.state.winner?.id).toBe("ada");
  });

  it("is not a second chance, because nobody failed to pay", () => {
    unmet().refuses(offer("any"), "SETTLEMENT_CLOSED");
  });
});

describe("a void after the end", () => {
  /** Bola, a shill, drove Ada's maximum to 41.00. */
  const driven = (currency: "NGN" | "USD" = "NGN") => {
    const auction = played(anAuction({ currency }));
    auction.play(placeBid("chidi", 1100), setMaxBid("ada", 9000, currency), placeBid("bola", 4000));
    return auction.at(ENDS_AT).play(closeAuction);
  };
  const win = settlementIdOf("lot", 5);

  it("lowers the amount due, and returns the surplus of payments in the way they were made", () => {
    const auction = driven();
    auction.balances.set("ada", 5000);
    auction.play(payFromBalance("ada", win));
    expect(auction.balanceOf("ada")).toBe(5000 - 3280);
    auction.play(voidBids("bola"));
    // 12.00 are due: of the payments 32.80 - 29.00 are left, and the deposit of 8.20.
    expect(auction.balanceOf("ada")).toBe(5000 - 3280 + 2900);
    expect(auction.state).toMatchObject({ status: "sold", settlement: { amountMinor: 1200, paidMinor: 380 } });
    accountsIn(auction.steps);
  });

  it("returns dollars in the naira that were paid, whatever the rate is then", () => {
    for (const rate of [400, 833.33, 1600]) {
      const auction = driven("USD");
      const before = auction.balanceOf("ada");
      auction.play(payFromBalance("ada", win));
      auction.rates = { ...auction.rates, USD_TO_NGN: rate };
      const taken = before - auction.balanceOf("ada");
      auction.play(voidBids("bola"));
      const returned = auction.balanceOf("ada") - (before - taken);
      expect(returned).toBe(Math.floor((taken * 2900) / 3280));
      auction.play(changeStatus("admin", "cancelled"));
      accountsIn(auction.steps);
    }
  });

  it("gives nothing away if the payment that it refunded is reversed, however an administrator had booked it", () => {
    for (const payment of [book(win, 3280), closePayment(win, "paid")]) {
      const auction = driven().play(payment);
      const before = auction.balanceOf("ada");
      auction.play(voidBids("bola"));
      expect(auction.balanceOf("ada")).toBe(before + 2900);
      auction.play(reverse(win));
      expect(auction.balanceOf("ada")).toBe(before);
      expect(auction.state.settlement).toMatchObject({ status: "open", amountMinor: 1200, depositMinor: 820 });
      accountsIn(auction.steps);
    }
    // 25.00 of the 32.80 came online, and the void returned 29.00.
    const mixed = driven().play(creditOnline("ada", win, 2500), book(win, 780));
    const before = mixed.balanceOf("ada");
    mixed.play(voidBids("bola"), reverse(win));
    expect(mixed.balanceOf("ada")).toBe(before + 2500);
    accountsIn(mixed.steps);
  });

  it("sells the lot at once if the lower price is paid already, and returns a part of the deposit if necessary", () => {
    const auction = driven().play(book(win, 100));
    const before = auction.balanceOf("ada");
    auction.play(book(win, 2000), voidBids("bola"));
    expect(auction.state).toMatchObject({ status: "sold", settlement: { amountMinor: 1200, paidMinor: 380 } });
    expect(auction.balanceOf("ada")).toBe(before + 1720);
    accountsIn(auction.steps);
  });

  it("never raises the price of an accepted second chance", () => {
    const auction = played().play(placeBid("dayo", 1100), placeBid("bola", 3000), placeBid("ada", 5000));
    auction.at(ENDS_AT).play(closeAuction).at(DUE_AT);
    auction.play(forfeit(win), offer(win), {
      type: "AnswerSecondChance",
      auctionId: "lot",
      userId: "bola",
      commandId: "any",
      offerId: "offer-1",
      answer: "accept",
    });
    expect(auction.state.settlement).toMatchObject({ winner: { id: "bola" }, amountMinor: 3000 });
    auction.play(voidBids("dayo"));
    expect(auction.state.settlement).toMatchObject({ winner: { id: "bola" }, amountMinor: 3000 });
    accountsIn(auction.steps);
  });

  it("does not return an online payment twice", () => {
    const auction = driven();
    auction.balances.set("ada", 0);
    auction.play(creditOnline("ada", win, 3280), voidBids("bola"), changeStatus("admin", "cancelled"));
    expect(auction.balanceOf("ada")).toBe(3280 + 820);
    accountsIn(auction.steps);
  });
});
