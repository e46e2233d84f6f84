// Tests the rules for closing payments: an administrator's confirmation or waiver, the forfeit of a win, which payment
// is meant, and what each does to the auction.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  changeStatus,
  ENDS_AT,
  given,
  maxBidSet,
  minor,
  NOON,
  person,
  placeBid,
  purchaseId,
  setMaxBid,
  stateAfter,
} from "../../../test/support/given-auction.ts";
import { extend } from "../../../test/support/given-money.ts";
import { PlayedAuction, played } from "../../../test/support/play-auction.ts";
import type { ClosePayment, ForfeitSettlement } from "../commands.ts";
import type { AuctionEvent } from "../events.ts";
import { settlementIdOf } from "../state.ts";
import { toView } from "../view/to-public.ts";

const HOUR = 60 * 60 * 1000;
const ada = person("ada");
const word = (who: string, settlementId: string, as: ClosePayment["as"], note: string | null = null): ClosePayment => ({
  type: "ClosePayment",
  auctionId: "lot",
  userId: who,
  commandId: "any",
  settlementId,
  as,
  note,
});
const forfeit = (settlementId: string): ForfeitSettlement => ({
  type: "ForfeitSettlement",
  auctionId: "lot",
  settlementId,
});
const DUE_AT = ENDS_AT + 72 * HOUR;
const deposit = { takenMinor: minor(501), worthMinor: minor(501) };
const endedIn = (version: number): AuctionEvent => ({
  type: "AuctionEnded",
  endedAt: ENDS_AT,
  winner: ada,
  dueAt: DUE_AT,
  deposit,
  settlementId: settlementIdOf("lot", version),
});
const ended = endedIn(3);
/** An administrator confirms that the rest was paid. */
const restPaid = (settlementId: string, amountMinor: number): AuctionEvent => ({
  type: "PaymentReceived",
  settlementId,
  payer: ada,
  method: "outside",
  reference: null,
  note: null,
  amountMinor: minor(amountMinor),
  ngnMinor: minor(amountMinor),
});
const reopened: AuctionEvent = { type: "AuctionReopened" };
const past = [bidPlaced("ada", 1, 2505), ended] as const;
const won = given(anAuction(), ...past);
/** Version 1 created the auction, 2 was a bid, 3 ended it. */
const id = settlementIdOf("lot", 3);
const owed = { settlementId: id, winner: ada, amountMinor: minor(2505) };

describe("the settlement of an end with a winner", () => {
  it("is over the price and has its own id for each end, and there is none without a winner", () => {
    expect(won.state.settlement).toEqual({
      id,
      winner: ada,
      amountMinor: 2505,
      dueAt: ENDS_AT + 72 * HOUR,
      status: "open",
      penaltyMinor: null,
      premiumMinor: 0,
      vatMinor: 0,
      depositMinor: 501,
      depositWorthMinor: 501,
      paidMinor: 0,
      paidNgnMinor: 0,
    });
    const again = stateAfter(anAuction(), ...past, reopened, endedIn(5));
    expect(again.settlement?.id).toBe(settlementIdOf("lot", 5));
    const unsold = stateAfter(anAuction(), { type: "AuctionEnded", endedAt: ENDS_AT, winner: null, dueAt: null });
    expect(unsold.settlement).toBeNull();
  });

  it("is closed as paid by a sale", () => {
    const sold = stateAfter(anAuction(), ...past, { type: "AuctionSold", winner: ada });
    expect(sold.settlement).toMatchObject({ id, status: "paid" });
  });

  it("no longer belongs to the auction once the end is undone", () => {
    for (const event of [
      reopened,
      { type: "AuctionCancelled" },
      { type: "AuctionWithdrawn" },
      { type: "AuctionPaused", reason: "admin", pausedAt: ENDS_AT, pausedUntil: null },
    ] satisfies AuctionEvent[]) {
      expect(stateAfter(anAuction(), ...past, event).settlement, event.type).toBeNull();
    }
  });

  it("has a UUID as id that ends with the digits of the public version", () => {
    expect(settlementIdOf("6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21", 300)).toBe("6f1f3c1e-8a52-4c56-b7b1-f0000000012c");
  });

  it("has the same id however many hidden changes came before the end", () => {
    const ids = [[], [setMaxBid("bola", 1010)], [setMaxBid("bola", 1010), setMaxBid("bola", 1020)]].map((hidden) => {
      const auction = new PlayedAuction();
      auction.play(...hidden, placeBid("ada", 1100), changeStatus("admin", "ended"));
      return auction.state.settlement?.id;
    });
    expect(ids).toEqual([id, id, id]);
  });

  it("keeps the id of its revision if its event was logged before events had an id", () => {
    const old: AuctionEvent = { type: "AuctionEnded", endedAt: ENDS_AT, winner: ada, dueAt: DUE_AT, deposit };
    const { settlement } = stateAfter(anAuction(), maxBidSet("bola", 1010), bidPlaced("ada", 1, 2505), old);
    expect(settlement?.id.slice(-12)).toBe("000000000004");
  });
});

describe("the winner that everybody sees", () => {
  const shown = (...events: AuctionEvent[]) =>
    toView(stateAfter(anAuction(), ...past, ...events), { kind: "admin", id: "admin" }, ENDS_AT).winner;

  it("is nobody once the win was forfeited or waived, and the same person if the forfeit is taken back", () => {
    const forfeited = { type: "SettlementForfeited", ...owed, penaltyMinor: minor(251) } as const;
    const waived = { type: "SettlementWaived", ...owed, note: null } as const;
    const again = { type: "SettlementReopened", ...owed, from: "forfeited", dueAt: DUE_AT, note: "" } as const;
    expect(shown()).toEqual({ username: "ada" });
    expect(shown(forfeited)).toBeNull();
    expect(shown(waived)).toBeNull();
    expect(shown(forfeited, again)).toEqual({ username: "ada" });
  });
});

describe("an administrator's command on a win", () => {
  it("sells the auction if it says paid", () => {
    const after = won
      .when(word("admin", id, "paid"))
      .thenEvents(restPaid(id, 2004), { type: "AuctionSold", winner: ada });
    expect(after).toMatchObject({ status: "sold", settlement: { status: "paid", paidMinor: 2004 }, priceMinor: 2505 });
  });

  it("leaves the auction ended with its winner if it says waived, and changes nothing public", () => {
    const after = won
      .when(word("admin", id, "waived", "A flood"))
      .thenEvents({ type: "SettlementWaived", ...owed, note: "A flood" });
    expect(after).toMatchObject({ status: "ended", winner: ada, version: won.state.version });
    expect(after.settlement).toMatchObject({ status: "waived", depositMinor: 0, penaltyMinor: null });
    expect(after.revision).toBe(won.state.revision + 1);
  });

  it("counts after the deadline if the win is not forfeited yet", () => {
    won
      .when(word("admin", id, "paid"), {}, ENDS_AT + 1000 * HOUR)
      .thenEvents(restPaid(id, 2004), { type: "AuctionSold", winner: ada });
  });

  it.each(["paid", "waived"] as const)("takes %s from administrators only, and for this settlement only", (as) => {
    won.when(word("ada", id, as)).thenRefused("FORBIDDEN");
    won.when(word("admin", id, as), { isBanned: true }).thenRefused("FORBIDDEN");
    won.when(word("admin", "another", as)).thenRefused("SETTLEMENT_CLOSED");
    given(anAuction(), ...past, reopened, endedIn(5))
      .when(word("admin", id, as))
      .thenRefused("SETTLEMENT_CLOSED");
    const waived: AuctionEvent = { type: "SettlementWaived", ...owed, note: null };
    given(anAuction(), ...past, waived)
      .when(word("admin", id, as))
      .thenRefused("SETTLEMENT_CLOSED");
  });
});

describe("an administrator's command on a purchase", () => {
  const price = minor(5000);
  const events: AuctionEvent[] = [
    {
      type: "BuyItNowStarted",
      purchaseId: purchaseId("ada"),
      buyer: ada,
      priceMinor: price,
      feeMinor: minor(250),
      deadlineAt: NOON + HOUR,
      deposit: { takenMinor: minor(1000), worthMinor: minor(1000) },
    },
    { type: "AuctionPaused", reason: "buy-it-now", pausedAt: NOON, pausedUntil: NOON + HOUR },
  ];
  const bought = given(anAuction({ buyItNowMinor: price }), bidPlaced("bola", 1, 1100), ...events);

  // S467
  it("makes the buyer the winner at the Buy It Now price if it says paid", () => {
    const after = bought
      .when(word("admin", purchaseId("ada"), "paid"))
      .thenEvents(
        restPaid(purchaseId("ada"), 4250),
        { type: "PurchasePaid", purchaseId: purchaseId("ada"), buyer: ada, priceMinor: price },
        { type: "AuctionSold", winner: ada },
      );
    expect(after).toMatchObject({ status: "sold", winner: ada, priceMinor: 5000 });
  });

  it("costs no penalty if it says waived, and the auction continues with its remaining time", () => {
    const after = bought
      .when(word("admin", purchaseId("ada"), "waived", "Wrong lot"), {}, NOON + HOUR / 2)
      .thenEvents(
        { type: "PurchaseWaived", purchaseId: purchaseId("ada"), buyer: ada, note: "Wrong lot" },
        { type: "AuctionResumed", endsAt: ENDS_AT + HOUR / 2 },
      );
    expect(after).toMatchObject({ status: "active", purchase: null, leader: person("bola"), priceMinor: 1100 });
  });

  it("affects this purchase only, and a paid purchase is not waived", () => {
    bought.when(word("admin", purchaseId("bola"), "waived")).thenRefused("SETTLEMENT_CLOSED");
    const sold: AuctionEvent[] = [
      { type: "PurchasePaid", purchaseId: purchaseId("ada"), buyer: ada, priceMinor: price },
      { type: "AuctionSold", winner: ada },
    ];
    given(anAuction({ buyItNowMinor: price }), ...events, ...sold)
      .when(word("admin", purchaseId("ada"), "waived"))
      .thenRefused("SETTLEMENT_CLOSED");
  });
});

describe("more time for a purchase", () => {
  const DAY = 24 * 60 * 60 * 1000;
  const bought = () => {
    const auction = played(anAuction({ buyItNowMinor: minor(9000) })).play(placeBid("bola", 2000), buyItNow("ada"));
    auction.roles.set("cash", "cashier");
    auction.roles.set("manager", "manager");
    return auction;
  };

  it("pauses the lot for a day at most if it is given by staff who do not run auctions, however often", () => {
    const auction = bought();
    const pausedAt = auction.state.pausedAt ?? expect.fail("not paused");
    const extended = (dueAt: number, who: string) => extend(purchaseId("ada"), dueAt, who);
    auction.play(extended(pausedAt + 2 * 3_600_000, "cash"), extended(pausedAt + DAY, "cash"));
    auction.at(pausedAt + DAY - 1000);
    auction.refuses(extended(pausedAt + DAY + 1, "cash"), "FORBIDDEN", { message: expect.stringContaining("paused") });
    auction.play(extended(pausedAt + 2 * DAY, "manager"));
    auction.refuses(extended(pausedAt + 3 * DAY, "cash"), "FORBIDDEN");
  });
});

describe("a win that stays unpaid", () => {
  // S461
  it("costs 10% of the winning bid, rounded up to a kobo, and the auction stays ended", () => {
    const after = won
      .when(forfeit(id), {}, DUE_AT)
      .thenEvents({ type: "SettlementForfeited", ...owed, penaltyMinor: minor(251) });
    expect(after).toMatchObject({ status: "ended", winner: ada, version: won.state.version });
    expect(after.settlement).toMatchObject({ status: "forfeited", penaltyMinor: 251, depositMinor: 0 });
  });

  it("costs nothing a millisecond before the deadline", () => {
    won.when(forfeit(id), {}, DUE_AT - 1).thenEvents();
  });

  it("costs naira at the present rate if the price is in dollars", () => {
    given(anAuction({ currency: "USD" }), ...past)
      .when(forfeit(id), {}, DUE_AT)
      // 250.5 cents at 833.33
      .thenEvents({ type: "SettlementForfeited", ...owed, penaltyMinor: minor(208_750) });
  });

  it("costs nothing if it is closed already or belongs to another end", () => {
    for (const event of [reopened, { type: "AuctionSold", winner: ada }] satisfies AuctionEvent[]) {
      given(anAuction(), ...past, event)
        .when(forfeit(id), {}, DUE_AT)
        .thenEvents();
    }
    given(anAuction(), ...past, reopened, endedIn(5))
      .when(forfeit(id), {}, DUE_AT)
      .thenEvents();
  });
});
