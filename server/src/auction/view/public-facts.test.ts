// Tests the facts of the public log for each event, and replays them: the replay must give what everybody sees.
import { asMinor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  ENDS_AT,
  maxBidSet,
  NOON,
  person,
  stateAfter,
} from "../../../test/support/given-auction.ts";
import type { AuctionEvent } from "../events.ts";
import { lotDocument } from "./lot-document.ts";
import { type Fact, type FactsGiven, factsOf, isPublicAfter, needsLot } from "./public-facts.ts";

const at = (ms: number): string => new Date(ms).toISOString();
const [ada, bola] = [person("ada"), person("bola")];
const debt = { settlementId: "s", winner: ada, amountMinor: asMinor(5_000), note: "a secret note" };
const purchase = { purchaseId: "p", buyer: bola };
const lot = anAuction();

const given: FactsGiven = {
  isByClock: false,
  person: (id) => `commitment to ${id}`,
  seller: () => "commitment to the seller",
  reserveAfter: () => ({ commitment: "the commitment", amount: 5_000, salt: "the salt" }),
  lot: () => ({
    before: stateAfter(lot),
    after: stateAfter(lot),
    lotHash: "the hash",
    media: [{ sha256: null, url: "u" }],
  }),
};

/** One of each type. */
const facts: { readonly [T in AuctionEvent["type"]]: readonly [Extract<AuctionEvent, { type: T }>, readonly Fact[]] } =
  {
    AuctionAnnounced: [{ type: "AuctionAnnounced" }, []],
    BidPlaced: [
      bidPlaced("ada", 3, 1_500, "auto"),
      [{ type: "bid", number: 3, amount: 1_500, kind: "auto", bidder: "commitment to ada" }],
    ],
    AuctionExtended: [
      { type: "AuctionExtended", bidNumber: 3, from: NOON, endsAt: ENDS_AT },
      [{ type: "extended", bid: 3, from: at(NOON), endsAt: at(ENDS_AT) }],
    ],
    BidsVoided: [
      {
        type: "BidsVoided",
        bidder: ada,
        reason: "fraud",
        note: "a secret note",
        priceMinor: asMinor(1_200),
        leader: bola,
        bidCount: 2,
        voidedBidCount: 4,
        isWinnerVoided: false,
        voided: [
          { number: 5, reason: "recalculated" },
          { number: 1, reason: "fraud" },
          { number: 2, reason: "fraud" },
          { number: 4, reason: "fraud" },
        ],
        recorded: [{ number: 7, amountMinor: asMinor(1_200), kind: "auto", bidder: bola, at: NOON }],
      },
      [
        {
          type: "voided",
          bidder: "commitment to ada",
          reason: "fraud",
          price: 1_200,
          leader: "commitment to bola",
          bidCount: 2,
          winnerVoided: false,
          voided: [
            [1, 2, "fraud"],
            [4, 4, "fraud"],
            [5, 5, "recalculated"],
          ],
          recorded: [{ number: 7, amount: 1_200, kind: "auto", bidder: "commitment to bola", at: at(NOON) }],
        },
      ],
    ],
    AllBidsVoided: [{ type: "AllBidsVoided", reason: "cancelled" }, [{ type: "all-voided", reason: "cancelled" }]],
    AuctionEdited: [
      {
        type: "AuctionEdited",
        before: {},
        contentVersion: 2,
        contentChangedAt: NOON,
        isEndNotice: true,
        changes: { title: "Another", reserveMinor: asMinor(4_000), endsAt: ENDS_AT, softClose: null },
      },
      [
        {
          type: "changed",
          contentVersion: 1,
          lotHash: "the hash",
          media: [{ sha256: null, url: "u" }],
          why: "notice",
          endsAt: at(ENDS_AT),
          softClose: null,
          reserve: "the commitment",
        },
      ],
    ],
    AuctionPaused: [
      { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null, staffReason: "a secret note" },
      [{ type: "paused", reason: "admin", until: null }],
    ],
    AuctionResumed: [{ type: "AuctionResumed", endsAt: ENDS_AT }, [{ type: "resumed", endsAt: at(ENDS_AT) }]],
    AuctionEnded: [
      { type: "AuctionEnded", endedAt: ENDS_AT, winner: ada, dueAt: ENDS_AT, staffReason: "a secret note" },
      [
        {
          type: "ended",
          by: "staff",
          endedAt: at(ENDS_AT),
          winner: "commitment to ada",
          reserve: { amount: 5_000, salt: "the salt" },
        },
      ],
    ],
    AuctionSold: [{ type: "AuctionSold", winner: null }, [{ type: "sold", winner: null }]],
    AuctionCancelled: [{ type: "AuctionCancelled", staffReason: "a secret note" }, [{ type: "cancelled" }]],
    AuctionWithdrawn: [{ type: "AuctionWithdrawn", staffReason: "a secret note" }, [{ type: "withdrawn" }]],
    AuctionReopened: [{ type: "AuctionReopened", staffReason: "a secret note" }, [{ type: "reopened" }]],
    AuctionStarted: [{ type: "AuctionStarted", startsAt: NOON }, [{ type: "reopened" }]],
    AuctionRemoved: [{ type: "AuctionRemoved" }, [{ type: "removed" }]],
    LotRulesTaken: [
      {
        type: "LotRulesTaken",
        rules: { version: 2, depositPercent: 20, feePercent: 5, forfeitPercent: 10, paymentDays: 3 },
      },
      [],
    ],
    IncrementsTaken: [
      {
        type: "IncrementsTaken",
        increments: {
          version: 2,
          steps: [
            [asMinor(5_000), asMinor(100)],
            [null, asMinor(500)],
          ],
        },
      },
      [],
    ],
    BuyItNowStarted: [
      { type: "BuyItNowStarted", ...purchase, priceMinor: asMinor(9_000), feeMinor: asMinor(450), deadlineAt: NOON },
      [{ type: "purchase", step: "started", price: 9_000, until: at(NOON) }],
    ],
    PurchasePaid: [
      { type: "PurchasePaid", ...purchase, priceMinor: asMinor(9_000) },
      [{ type: "purchase", step: "paid", price: 9_000, until: null }],
    ],
    PurchaseForfeited: [
      { type: "PurchaseForfeited", ...purchase, penaltyMinor: asMinor(900) },
      [{ type: "purchase", step: "forfeited", price: null, until: null }],
    ],
    PurchaseVoided: [
      { type: "PurchaseVoided", ...purchase, priceMinor: asMinor(1_500) },
      [{ type: "purchase", step: "voided", price: 1_500, until: null }],
    ],
    PurchaseWaived: [
      { type: "PurchaseWaived", ...purchase, note: "a secret note" },
      [{ type: "purchase", step: "waived", price: null, until: null }],
    ],
    PurchaseExtended: [
      { type: "PurchaseExtended", ...purchase, deadlineAt: ENDS_AT, note: "a secret note" },
      [{ type: "purchase", step: "extended", price: null, until: at(ENDS_AT) }],
    ],
    PurchaseReopened: [
      {
        type: "PurchaseReopened",
        ...purchase,
        pausedAt: NOON,
        deadlineAt: ENDS_AT,
        note: "a secret note",
        reversed: { amountMinor: asMinor(9_000), ngnMinor: asMinor(9_000) },
      },
      [{ type: "purchase", step: "reopened", price: null, until: at(ENDS_AT) }],
    ],
    SettlementOpened: [
      {
        type: "SettlementOpened",
        winner: ada,
        amountMinor: asMinor(5_000),
        dueAt: NOON,
        because: "below-reserve",
        deposit: { takenMinor: asMinor(0), worthMinor: asMinor(0) } as never,
      },
      [{ type: "awarded", winner: "commitment to ada", amount: 5_000, because: "below-reserve" }],
    ],
    SettlementReopened: [
      { type: "SettlementReopened", ...debt, from: "paid", dueAt: NOON },
      [{ type: "settlement-reopened", winner: "commitment to ada", from: "paid" }],
    ],
    // Only its owner may know of a maximum.
    MaxBidSet: [maxBidSet("ada", 9_999), []],
    MaxBidCancelled: [{ type: "MaxBidCancelled", maxBidId: "m", ownerId: "ada" }, []],
    MaxBidSuspended: [{ type: "MaxBidSuspended", maxBidId: "m", ownerId: "ada" }, []],
    MaxBidConfirmed: [{ type: "MaxBidConfirmed", maxBidId: "m", ownerId: "ada" }, []],
    MaximaRestated: [{ type: "MaximaRestated", maxBids: [] }, []],
    EarlierBidsKept: [{ type: "EarlierBidsKept" }, []],
    // Payments concern the person who pays.
    PaymentReceived: [{ type: "PaymentReceived", settlementId: "s", payer: ada } as never, []],
    PaymentCredited: [{ type: "PaymentCredited", settlementId: "s", payer: ada } as never, []],
    PaymentsReversed: [{ type: "PaymentsReversed", settlementId: "s", payer: ada, note: "a secret note" } as never, []],
    SomePaymentsReversed: [
      { type: "SomePaymentsReversed", settlementId: "s", payer: ada, note: "a secret note" } as never,
      [],
    ],
    SaleRefunded: [{ type: "SaleRefunded", settlementId: "s", payer: ada, note: "a secret note" } as never, []],
    DeadlineExtended: [{ type: "DeadlineExtended", ...debt, dueAt: NOON }, []],
    PurchasePardoned: [{ type: "PurchasePardoned", ...purchase, penaltyMinor: asMinor(1), note: "a secret note" }, []],
    SettlementWaived: [{ type: "SettlementWaived", ...debt }, []],
    SettlementForfeited: [{ type: "SettlementForfeited", ...debt, penaltyMinor: asMinor(1) }, []],
    SecondChanceOffered: [
      { type: "SecondChanceOffered", offerId: "o", person: ada, priceMinor: asMinor(1), expiresAt: NOON },
      [],
    ],
    SecondChanceClosed: [{ type: "SecondChanceClosed", offerId: "o", person: ada, as: "expired" }, []],
  };

describe("the facts of a change", () => {
  it.each(Object.entries(facts))("are made of %s", (_type, [event, expected]) => {
    const said = factsOf([event as AuctionEvent], true, given);
    expect(said).toEqual(expected);
    expect(JSON.stringify(said)).not.toMatch(/secret note|username|maximum|revision/);
  });

  it("say whether the clock ended the lot", () => {
    const [ended] = facts.AuctionEnded;
    expect(factsOf([ended], true, { ...given, isByClock: true })).toMatchObject([{ type: "ended", by: "clock" }]);
  });

  it("say nothing of a settlement that is due again after a forfeit", () => {
    const event = { type: "SettlementReopened", ...debt, from: "forfeited", dueAt: NOON } as const;
    expect(factsOf([event], true, given)).toEqual([]);
  });

  it("say that the sale ends if a forfeited lot had been set to sold", () => {
    const event = { type: "SettlementReopened", ...debt, from: "forfeited", wasSold: true, dueAt: NOON } as const;
    const said = { type: "settlement-reopened", winner: "commitment to ada", from: "paid" };
    expect(factsOf([event], true, given)).toEqual([said]);
  });

  it("are none while the lot stays a draft", () => {
    const [edit] = facts.AuctionEdited;
    expect([factsOf([edit], false, given), needsLot([edit], false)]).toEqual([null, false]);
    expect(factsOf([{ type: "AuctionRemoved" }], false, given)).toBeNull();
    expect(factsOf([anAuction({ status: "draft" })], false, given)).toBeNull();
  });

  it("begin with what the lot is when it opens, whatever opens it, and leave out what was done to the draft", () => {
    const start = { type: "AuctionStarted", startsAt: NOON } as const;
    const [edit] = facts.AuctionEdited;
    const before = { type: "AllBidsVoided", reason: "draft" } as const;
    const types = (events: readonly AuctionEvent[]) => factsOf(events, false, given)?.map(({ type }) => type);
    expect(types([before, edit, start, bidPlaced("ada", 1, 1_500)])).toEqual(["opened", "bid"]);
    expect(types([{ type: "AuctionCancelled" }])).toEqual(["opened", "cancelled"]);
    expect(types([{ type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null }])).toEqual([
      "opened",
      "paused",
    ]);
    expect(factsOf([anAuction()], false, { ...given, lot: () => ({ ...given.lot(), before: null }) })).toMatchObject([
      {
        type: "opened",
        price: 1_000,
        bidCount: 0,
        seller: "commitment to the seller",
        reserve: "the commitment",
        lotHash: "the hash",
      },
    ]);
  });

  it("say the table of increments by the price from which each counts, and the increment at the starting price", () => {
    const [{ increments }] = facts.IncrementsTaken;
    const after = { ...stateAfter(lot), increments, priceMinor: asMinor(9_000), incrementMinor: asMinor(500) };
    const withTable = { ...given, lot: () => ({ ...given.lot(), before: null, after }) };
    const table = [
      [0, 100],
      [5_000, 500],
    ];
    expect(factsOf([anAuction()], false, withTable)).toMatchObject([{ increment: 100, increments: table }]);
    expect(lotDocument(after)).toMatchObject({ increment: 100, increments: table });
    const edit = { type: "AuctionEdited", changes: { increments }, before: {} } as const;
    expect(factsOf([edit], true, withTable)).toMatchObject([{ type: "changed", increment: 100, increments: table }]);
    const removed = { ...edit, changes: { increments: null, incrementMinor: asMinor(200) } } as const;
    expect(factsOf([removed], true, given)).toMatchObject([{ increment: 100, increments: null }]);
    expect(lotDocument(stateAfter(lot))).not.toHaveProperty("increments");
  });

  it("leave out the edit of a lot that is withdrawn with it", () => {
    const [edit] = facts.AuctionEdited;
    const events = [edit, { type: "AllBidsVoided", reason: "draft" }, { type: "AuctionWithdrawn" }] as const;
    expect(factsOf(events, true, given)?.map(({ type }) => type)).toEqual(["all-voided", "withdrawn"]);
    expect([isPublicAfter(events, true), needsLot(events, true)]).toEqual([false, false]);
  });
});
