// Tests the log's sentences: every type of event, the reason for each bid's amount, and that no maximum is shown too
// early.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  maxBidId,
  maxBidSet,
  minor,
  person,
  purchaseId,
} from "../../../test/support/given-auction.ts";
import { disclosable, type LoggedContext, type LoggedEvent, summaryOf } from "./history.ts";

const at = Date.UTC(2026, 10, 21, 9, 30);
const moment = "2026-11-21 10:30:00 (Lagos)";
const context = (given: Partial<LoggedContext> = {}): LoggedContext => ({
  actor: person("admin"),
  terms: { currency: "NGN", reserveMinor: null, startingPriceMinor: minor(1000) },
  lastBid: null,
  showsMaxima: true,
  ...given,
});
const bola = { purchaseId: purchaseId("bola"), buyer: person("bola"), priceMinor: minor(5000) };
const wonByAda = { settlementId: "settlement", winner: person("ada"), amountMinor: minor(4000) };

/** Each type of event, by an administrator, and by the clock where the clock can cause it. */
const sentences: Record<LoggedEvent["type"], [LoggedEvent, string, byTheClock?: string]> = {
  AuctionCreated: [anAuction(), "seller created the auction with a starting price of ₦10.00."],
  BidPlaced: [bidPlaced("ada", 1, 1250), "ada bid ₦12.50 (₦2.50 above the starting price)."],
  MaxBidSet: [maxBidSet("ada", 5000), "ada set a maximum of ₦50.00."],
  MaxBidCancelled: [{ type: "MaxBidCancelled", maxBidId: maxBidId("ada"), ownerId: "ada" }, "A maximum became void."],
  MaxBidConfirmed: [
    { type: "MaxBidConfirmed", maxBidId: maxBidId("ada"), ownerId: "ada" },
    "admin confirmed a maximum on the lot as it reads now.",
  ],
  MaxBidSuspended: [
    { type: "MaxBidSuspended", maxBidId: maxBidId("ada"), ownerId: "ada" },
    "A maximum was suspended, because its owner has too many unpaid wins.",
  ],
  MaximaRestated: [{ type: "MaximaRestated", maxBids: [] }, "No maximum remains."],
  EarlierBidsKept: [{ type: "EarlierBidsKept" }, "Earlier bids of this person stay."],
  BidsVoided: [
    {
      type: "BidsVoided",
      bidder: person("troll"),
      reason: "fraud",
      note: "A stolen card",
      priceMinor: minor(1200),
      leader: person("ada"),
      bidCount: 1,
      voidedBidCount: 2,
      voided: [{ number: 2, reason: "fraud" }],
      recorded: [],
      isWinnerVoided: false,
    },
    "admin voided all bids of troll (fraud): “A stolen card”. The price is ₦12.00; ada leads.",
  ],
  AuctionAnnounced: [{ type: "AuctionAnnounced" }, "The lot was announced: everybody can see it before bidding opens."],
  AllBidsVoided: [{ type: "AllBidsVoided", reason: "cancelled" }, "All bids and maxima are void."],
  AuctionExtended: [
    { type: "AuctionExtended", bidNumber: 1, from: at, endsAt: at },
    `The bid moved the end from ${moment} to ${moment}.`,
  ],
  LotRulesTaken: [
    {
      type: "LotRulesTaken",
      rules: { depositPercent: 15, feePercent: 7.5, forfeitPercent: 10, paymentDays: 1, version: 4 },
    },
    "The lot took version 4 of the site's rules: deposit 15%, Buy It Now fee 7.5%, penalty 10%, payment within 1 business day.",
  ],
  IncrementsTaken: [
    { type: "IncrementsTaken", increments: { version: 2, steps: [[null, minor(5_000)]] } },
    "The lot took version 2 of the house's increment table.",
  ],
  AuctionStarted: [
    { type: "AuctionStarted", startsAt: at },
    "admin started the auction.",
    "The start time came: the auction started.",
  ],
  AuctionPaused: [
    { type: "AuctionPaused", reason: "buy-it-now", pausedAt: at, pausedUntil: at },
    `The auction pauses until ${moment} for the payment.`,
  ],
  AuctionResumed: [
    { type: "AuctionResumed", endsAt: at },
    `admin let the auction go on; it ends at ${moment}.`,
    `The auction went on; it ends at ${moment}.`,
  ],
  BuyItNowStarted: [
    { type: "BuyItNowStarted", ...bola, feeMinor: minor(250), deadlineAt: at },
    `bola used Buy It Now for ₦50.00 and a fee of ₦2.50, to be paid before ${moment}.`,
  ],
  PurchasePaid: [{ type: "PurchasePaid", ...bola }, "admin confirmed bola's payment of ₦50.00."],
  PurchaseForfeited: [
    { type: "PurchaseForfeited", purchaseId: bola.purchaseId, buyer: bola.buyer, penaltyMinor: minor(500) },
    "bola did not pay in time: ₦5.00 was taken off the balance.",
  ],
  PurchaseVoided: [
    { type: "PurchaseVoided", ...bola },
    "bola's purchase is void without penalty; the price is ₦50.00.",
  ],
  PurchaseWaived: [
    { type: "PurchaseWaived", purchaseId: bola.purchaseId, buyer: bola.buyer, note: "The bank was down" },
    "admin let bola off the purchase without penalty: “The bank was down”.",
  ],
  SettlementWaived: [
    { type: "SettlementWaived", ...wonByAda, note: null },
    "admin waived ada's payment of ₦40.00 without penalty.",
  ],
  SettlementForfeited: [
    { type: "SettlementForfeited", ...wonByAda, penaltyMinor: minor(400) },
    "ada did not pay the winning bid of ₦40.00 in time: ₦4.00 was taken off the balance.",
  ],
  PaymentReceived: [
    {
      type: "PaymentReceived",
      settlementId: "settlement",
      payer: person("ada"),
      method: "transfer",
      amountMinor: minor(1000),
      ngnMinor: minor(1000),
      reference: "GTB 77",
      note: null,
    },
    "admin booked ada's payment of ₦10.00 by bank transfer.",
  ],
  PaymentCredited: [
    {
      type: "PaymentCredited",
      settlementId: "settlement",
      payer: person("ada"),
      ngnMinor: minor(100),
      method: "transfer",
      reference: null,
    },
    "₦1.00 more than was due went to ada's balance.",
  ],
  SaleRefunded: [
    {
      type: "SaleRefunded",
      settlementId: "settlement",
      payer: person("ada"),
      note: "Damaged",
      transfer: null,
      amountMinor: minor(1100),
      paidNgnMinor: minor(880),
    },
    "admin took the sale back and refunded ₦11.00 to ada's balance: “Damaged”.",
  ],
  PaymentsReversed: [
    {
      type: "PaymentsReversed",
      settlementId: "settlement",
      payer: person("ada"),
      note: "Another lot's",
      reversed: { amountMinor: minor(100), ngnMinor: minor(100) },
    },
    "admin took back the booked payments of ada, ₦1.00: “Another lot's”.",
  ],
  SomePaymentsReversed: [
    {
      type: "SomePaymentsReversed",
      settlementId: "settlement",
      payer: person("ada"),
      note: "Another lot's",
      payments: [
        {
          id: "p",
          at,
          method: "cash",
          amountMinor: minor(100),
          ngnMinor: minor(100),
          reference: null,
          surplusMinor: minor(50),
        },
      ],
      takenMinor: minor(50),
    },
    "admin took back ada's payment of ₦1.00 in cash, with ₦0.50 from the balance: “Another lot's”.",
  ],
  DeadlineExtended: [
    { type: "DeadlineExtended", settlementId: "settlement", winner: person("ada"), dueAt: at, note: "She travels" },
    `admin gave ada until ${moment} to pay: “She travels”.`,
  ],
  PurchaseExtended: [
    { type: "PurchaseExtended", purchaseId: bola.purchaseId, buyer: bola.buyer, deadlineAt: at, note: "Bank away" },
    `admin gave bola until ${moment} to pay: “Bank away”.`,
  ],
  PurchaseReopened: [
    {
      type: "PurchaseReopened",
      purchaseId: bola.purchaseId,
      buyer: bola.buyer,
      pausedAt: at,
      deadlineAt: at,
      note: "It bounced",
      reversed: { amountMinor: minor(1000), ngnMinor: minor(0) },
    },
    `admin took back bola's payment (“It bounced”): it is due before ${moment}.`,
  ],
  PurchasePardoned: [
    {
      type: "PurchasePardoned",
      purchaseId: bola.purchaseId,
      buyer: bola.buyer,
      penaltyMinor: minor(500),
      note: "Our mistake",
    },
    "admin gave bola the penalty of ₦5.00 back: “Our mistake”.",
  ],
  SettlementOpened: [
    {
      type: "SettlementOpened",
      winner: person("ada"),
      amountMinor: minor(4000),
      dueAt: at,
      deposit: { takenMinor: minor(800), worthMinor: minor(800) },
      because: "second-chance",
    },
    `The second chance was accepted. ada has the lot for ₦40.00, to pay before ${moment}; the deposit is ₦8.00.`,
  ],
  SettlementReopened: [
    {
      type: "SettlementReopened",
      settlementId: "settlement",
      winner: person("ada"),
      from: "forfeited",
      dueAt: at,
      note: "Our mistake",
    },
    `admin took back ada's penalty (“Our mistake”): the same payment is due before ${moment}.`,
  ],
  SecondChanceOffered: [
    { type: "SecondChanceOffered", offerId: "offer", person: person("bola"), priceMinor: minor(3000), expiresAt: at },
    `admin offered the lot to bola for ₦30.00, until ${moment}.`,
  ],
  SecondChanceClosed: [
    { type: "SecondChanceClosed", offerId: "offer", person: person("bola"), as: "expired" },
    "bola did not answer the offer in time.",
  ],
  AuctionEnded: [
    { type: "AuctionEnded", endedAt: at, winner: person("ada"), dueAt: at },
    `admin ended the auction. ada won, to pay before ${moment}.`,
    `The end time came: the auction ended. ada won, to pay before ${moment}.`,
  ],
  AuctionCancelled: [{ type: "AuctionCancelled" }, "admin cancelled the auction."],
  AuctionWithdrawn: [{ type: "AuctionWithdrawn" }, "admin put the auction back to draft."],
  AuctionSold: [{ type: "AuctionSold", winner: person("ada") }, "admin marked the auction as sold to ada."],
  AuctionReopened: [{ type: "AuctionReopened" }, "admin opened the auction again."],
  AuctionEdited: [
    {
      type: "AuctionEdited",
      changes: { title: "New", reserveMinor: null, endsAt: at, categories: [], media: [] },
      before: { title: "Old", reserveMinor: minor(2000), endsAt: at, categories: ["toys", "books"], media: [] },
    },
    `admin changed the title from “Old” to “New”, the reserve from ₦20.00 to none, the end time from ${moment} to ` +
      `${moment}, the categories from toys, books to none and the media.`,
  ],
  AuctionRemoved: [{ type: "AuctionRemoved" }, "admin deleted the auction."],
};

describe("the sentence of the history", () => {
  it("says why a lot of a sale ends later", () => {
    const event = {
      type: "AuctionEdited",
      isSaleOrder: true,
      changes: { endsAt: at },
      before: { endsAt: at },
    } as const;
    expect(summaryOf([event], context({ actor: null }))).toBe(
      `The end moved from ${moment} to ${moment}, because an earlier lot of the sale is still open.`,
    );
  });

  it.each(Object.entries(sentences))("describes %s", (_type, [event, byAdmin, byTheClock]) => {
    expect(summaryOf([event], context())).toBe(byAdmin);
    if (byTheClock) expect(summaryOf([event], context({ actor: null }))).toBe(byTheClock);
  });

  it("says what is due after a void lowered a second chance, or a win whose forfeit is taken back", () => {
    const [[voided], [reopened]] = [sentences.BidsVoided, sentences.SettlementReopened];
    const lowered = { ...voided, owedMinor: minor(1100) } as LoggedEvent;
    expect(summaryOf([lowered], context())).toMatch(/ The winner, who accepted a second chance, owes ₦11\.00\.$/);
    const due = { ...reopened, amountMinor: minor(1100) } as LoggedEvent;
    expect(summaryOf([due], context())).toMatch(/ is due before .+\. The winning bid is ₦11\.00\.$/);
  });

  it("describes an end without a winner, a sale without one, an administrator's pause, a cancelled maximum and dollars", () => {
    const summary = (event: LoggedEvent, given: Partial<LoggedContext> = {}) => summaryOf([event], context(given));
    expect(summary({ type: "AuctionEnded", endedAt: at, winner: null, dueAt: null })).toMatch(/without a winner\.$/);
    expect(summary({ type: "AuctionSold", winner: null })).toBe("admin marked the auction as sold.");
    const byBuyer = { actor: person("ada") };
    expect(summary({ type: "AuctionSold", winner: person("ada") }, byBuyer)).toBe("The auction is sold to ada.");
    expect(summary({ type: "AuctionPaused", reason: "admin", pausedAt: at, pausedUntil: null })).toBe(
      "admin paused the auction.",
    );
    const cancelled = { type: "MaxBidCancelled", maxBidId: maxBidId("ada"), ownerId: "ada" } as const;
    expect(summary(cancelled, { actor: person("ada") })).toBe("ada cancelled a maximum.");
    const dollars = { currency: "USD", reserveMinor: null, startingPriceMinor: minor(1000) } as const;
    expect(summary(bidPlaced("ada", 1, 1100), { terms: dollars })).toContain("ada bid $11.00");
  });
});

describe("the sentences about a price", () => {
  const before = { bidder: person("ada"), amountMinor: minor(1100) };

  it("name a bid and the auto-bids that answered it, each above the one before", () => {
    const change = [bidPlaced("bola", 2, 1500), bidPlaced("ada", 3, 1600, "auto")];
    expect(summaryOf(change, context({ lastBid: before }))).toBe(
      "bola bid ₦15.00 (₦4.00 above ada's ₦11.00). ada's auto-bid went to ₦16.00 (₦1.00 above bola's ₦15.00).",
    );
  });

  it("do not describe one person who raises the own bid as two people", () => {
    expect(summaryOf([bidPlaced("ada", 2, 1500)], context({ lastBid: before }))).toBe(
      "ada bid ₦15.00 (₦4.00 above their own ₦11.00).",
    );
  });

  it("explain equal amounts, and a jump to the reserve", () => {
    const tie = [bidPlaced("bola", 2, 1500), bidPlaced("ada", 3, 1500, "auto")];
    expect(summaryOf(tie, context({ lastBid: before }))).toMatch(
      /ada's auto-bid leads at ₦15.00 too: its amount was set first\.$/,
    );
    const terms = { currency: "NGN", reserveMinor: minor(4000), startingPriceMinor: minor(1000) } as const;
    expect(summaryOf([bidPlaced("ada", 2, 4000, "auto")], context({ terms, lastBid: before }))).toBe(
      "ada's auto-bid went to the reserve of ₦40.00.",
    );
  });
});

describe("an event that a newer version wrote", () => {
  const newer = { type: "MadeByNewerVersion", secret: "777700" } as unknown as LoggedEvent;
  const sentence = "A newer version of the site made a change that this server cannot describe.";

  it("gets a general sentence, beside those of the known events", () => {
    expect(summaryOf([newer], context())).toBe(sentence);
    expect(summaryOf([bidPlaced("ada", 1, 1100), newer], context())).toMatch(/^ada bid .* A newer version/);
  });

  it("is hidden like a maximum while the auction is open", () => {
    expect(disclosable([bidPlaced("ada", 1, 1100), newer], false)).toEqual([bidPlaced("ada", 1, 1100)]);
    expect(summaryOf([bidPlaced("ada", 1, 1100), newer], context({ showsMaxima: false }))).not.toContain("newer");
    expect(summaryOf([newer], context({ showsMaxima: false }))).toBe(sentence);
  });
});

describe("a maximum in the history", () => {
  it("is hidden while the auction is open, and only the public part of its change is shown", () => {
    const change = [maxBidSet("ada", 777700), bidPlaced("ada", 1, 1100, "auto")];
    const open = summaryOf(change, context({ showsMaxima: false, actor: person("ada") }));
    expect(open).toBe("ada's auto-bid went to ₦11.00 (₦1.00 above the starting price).");
    expect(JSON.stringify(disclosable(change, false))).not.toContain("777700");
    expect(disclosable([maxBidSet("ada", 777700)], false)).toEqual([]);
    expect(summaryOf(change, context({ actor: person("ada") }))).toMatch(/^ada set a maximum of ₦7,777\.00\. /);
  });
});
