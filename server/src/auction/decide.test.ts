// Tests the bidding rules that the worked examples (proxy-bidding.test.ts) do not show: who may bid and when, the
// balance, the content of refusals, and maxima that do not change the price. Numbers are those of the bidding rules. It
// is one long file so that each rule is found under its number.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  cancelMaxBid,
  clockFacts,
  closeAuction,
  ENDS_AT,
  factsOf,
  given,
  maxBidId,
  maxBidSet,
  minor,
  NOON,
  person,
  placeBid,
  setMaxBid,
  startAuction,
  stateAfter,
} from "../../test/support/given-auction.ts";
import { decide } from "./decide.ts";
import type { AuctionEvent } from "./events.ts";
import { settlementIdOf } from "./state.ts";

const inDollars = anAuction({ currency: "USD" });

describe("1. a manual bid", () => {
  it("is accepted at exactly the minimum bid, and its bidder leads", () => {
    const after = given(anAuction(), bidPlaced("ada", 1, 1100))
      .when(placeBid("bola", 1200))
      .thenEvents(bidPlaced("bola", 2, 1200));
    expect(after).toMatchObject({ priceMinor: 1200, leader: person("bola"), bidCount: 2 });
  });

  // S295
  it("is refused one kobo below the minimum bid, with the minimum in a sentence in the auction's currency", () => {
    given(anAuction(), bidPlaced("ada", 1, 1100))
      .when(placeBid("bola", 1199))
      .thenRefused("BID_TOO_LOW", { minimumBid: 12, message: "Bid must be at least ₦12.00" });
    given(inDollars)
      .when(placeBid("bola", 1099))
      .thenRefused("BID_TOO_LOW", { minimumBid: 11, message: "Bid must be at least $11.00" });
  });

  it("becomes the price unchanged if it is far above the minimum", () => {
    given(anAuction())
      .when(placeBid("ada", 987_654_321))
      .thenEvents(bidPlaced("ada", 1, 987_654_321));
  });
});

describe("2. a max bid", () => {
  it("is refused at the price, with the price in the answer, and kept one kobo above it", () => {
    const auction = given(anAuction(), bidPlaced("ada", 1, 1100));
    auction.when(setMaxBid("bola", 1100)).thenRefused("MAX_BID_TOO_LOW", {
      currentPrice: 11,
      message: "Max bid must be higher than current price of ₦11.00",
    });
    auction.when(setMaxBid("bola", 1101)).thenEvents(maxBidSet("bola", 1101));
  });

  it("is refused in another currency than the auction's, even with a sufficient amount", () => {
    given(anAuction())
      .when(setMaxBid("ada", 5000, "USD"))
      .thenRefused("WRONG_CURRENCY");
    given(inDollars)
      .when(setMaxBid("ada", 5000, "NGN"))
      .thenRefused("WRONG_CURRENCY");
  });

  it("replaces the earlier one, upwards and downwards, and keeps the count of its auto-bids", () => {
    const past: AuctionEvent[] = [maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto")];
    for (const amountMinor of [4000, 6000]) {
      const after = given(anAuction(), ...past)
        .when(setMaxBid("ada", amountMinor))
        .thenEvents(maxBidSet("ada", amountMinor));
      expect([...after.maxBids.values()]).toEqual([
        {
          id: maxBidId("ada"),
          owner: person("ada"),
          amountMinor,
          reachedRevision: 4,
          autoBidCount: 1,
          lastAutoBidMinor: 1100,
          contentVersion: 1,
        },
      ]);
    }
  });
});

describe("3. a new max bid acts at once", () => {
  it("bids at exactly the minimum bid, and one kobo below it is kept without a bid", () => {
    const auction = given(anAuction(), bidPlaced("ada", 1, 1100));
    auction.when(setMaxBid("bola", 1200)).thenEvents(maxBidSet("bola", 1200), bidPlaced("bola", 2, 1200, "auto"));
    const kept = auction.when(setMaxBid("bola", 1199)).thenEvents(maxBidSet("bola", 1199));
    expect(kept).toMatchObject({ priceMinor: 1100, leader: person("ada"), version: 2, revision: 3 });
  });
});

describe("4. of equal maxima the one that was set first wins", () => {
  const reached = (...past: AuctionEvent[]) => stateAfter(anAuction(), ...past).maxBids.get("ada")?.reachedRevision;

  it("keeps its place in time when the same value is set again, and loses it for every other value", () => {
    expect(reached(maxBidSet("ada", 5000))).toBe(2);
    expect(reached(maxBidSet("ada", 5000), maxBidSet("ada", 5000))).toBe(2);
    expect(reached(maxBidSet("ada", 5000), maxBidSet("ada", 5001))).toBe(3);
    expect(reached(maxBidSet("ada", 5000), maxBidSet("ada", 4000), maxBidSet("ada", 5000))).toBe(4);
  });

  it("takes a new place after cancelling and setting it again, with no auto-bids yet", () => {
    const cancelled: AuctionEvent = { type: "MaxBidCancelled", maxBidId: maxBidId("ada"), ownerId: "ada" };
    const past = [maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"), cancelled, maxBidSet("ada", 5000)];
    expect(stateAfter(anAuction(), ...past).maxBids.get("ada")).toMatchObject({
      reachedRevision: 5,
      autoBidCount: 0,
      lastAutoBidMinor: 0,
    });
  });
});

describe("6. closed form", () => {
  it("places at most three bids for a manual bid between two far maxima, and counts auto-bids for their owners", () => {
    const past = [maxBidSet("ada", 900_000), bidPlaced("ada", 1, 1100, "auto")];
    const after = given(anAuction(), ...past)
      .when(setMaxBid("bola", 800_000))
      .thenEvents(
        maxBidSet("bola", 800_000),
        bidPlaced("bola", 2, 800_000, "auto"),
        bidPlaced("ada", 3, 800_100, "auto"),
      );
    expect(after.maxBids.get("ada")).toMatchObject({ autoBidCount: 2, lastAutoBidMinor: 800_100 });
    expect(after.maxBids.get("bola")).toMatchObject({ autoBidCount: 1, lastAutoBidMinor: 800_000 });
  });

  it("counts a manual bid as nobody's auto-bid, even if its bidder has a maximum", () => {
    const past = [maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto")];
    const after = given(anAuction(), ...past)
      .when(placeBid("ada", 2000))
      .thenEvents(bidPlaced("ada", 2, 2000));
    expect(after.maxBids.get("ada")).toMatchObject({ autoBidCount: 1, lastAutoBidMinor: 1100 });
  });
});

describe("7. nobody outbids themselves", () => {
  it.each([1101, 1199, 1200, 9000])(
    "does not move the price if the leader by a manual bid sets a maximum of %i",
    (amountMinor) => {
      const after = given(anAuction(), bidPlaced("ada", 1, 1100))
        .when(setMaxBid("ada", amountMinor))
        .thenEvents(maxBidSet("ada", amountMinor));
      expect(after).toMatchObject({ priceMinor: 1100, version: 2 });
    },
  );

  it("requires the increment from a leader's manual bid as from everybody's", () => {
    const auction = given(anAuction(), bidPlaced("ada", 1, 1100));
    auction.when(placeBid("ada", 1199)).thenRefused("BID_TOO_LOW", { minimumBid: 12 });
    auction.when(placeBid("ada", 1200)).thenEvents(bidPlaced("ada", 2, 1200));
  });
});

describe("8. cancelling a max bid", () => {
  const withMaximum = given(anAuction(), maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"));

  it("removes the maximum and nothing else: its owner still leads at the price", () => {
    const after = withMaximum
      .when(cancelMaxBid("ada"))
      .thenEvents({ type: "MaxBidCancelled", maxBidId: maxBidId("ada"), ownerId: "ada" });
    expect(after).toEqual({ ...withMaximum.state, maxBids: new Map(), revision: withMaximum.state.revision + 1 });
  });

  it("finds no maximum of another person, of an unknown id or of a cancelled one", () => {
    withMaximum.when(cancelMaxBid("bola", maxBidId("ada"))).thenRefused("NOT_FOUND", { message: "Max bid not found" });
    withMaximum.when(cancelMaxBid("ada", "another")).thenRefused("NOT_FOUND");
    given(anAuction()).when(cancelMaxBid("ada")).thenRefused("NOT_FOUND");
  });
});

describe("9. reserve", () => {
  const reserved = anAuction({ reserveMinor: minor(5000) });

  it("bids the minimum for a maximum one kobo below the reserve, and the reserve in one bid for one at the reserve", () => {
    given(reserved)
      .when(setMaxBid("ada", 4999))
      .thenEvents(maxBidSet("ada", 4999), bidPlaced("ada", 1, 1100, "auto"));
    given(reserved)
      .when(setMaxBid("ada", 5000))
      .thenEvents(maxBidSet("ada", 5000), bidPlaced("ada", 1, 5000, "auto"));
  });

  it("never raises the price to the reserve for a manual bid alone", () => {
    given(reserved)
      .when(placeBid("ada", 4900))
      .thenEvents(bidPlaced("ada", 1, 4900));
  });

  it("raises the price to the reserve when a leader by a manual bid sets a maximum at the reserve", () => {
    given(reserved, bidPlaced("ada", 1, 1100))
      .when(setMaxBid("ada", 5000))
      .thenEvents(maxBidSet("ada", 5000), bidPlaced("ada", 2, 5000, "auto"));
  });

  it("places the winner's one auto-bid at the reserve after a contest below the reserve", () => {
    given(reserved, maxBidSet("ada", 3000), bidPlaced("ada", 1, 1100, "auto"))
      .when(setMaxBid("bola", 9000))
      .thenEvents(maxBidSet("bola", 9000), bidPlaced("ada", 2, 3000, "auto"), bidPlaced("bola", 3, 5000, "auto"));
  });

  it("does not lower the price of a contest above the reserve", () => {
    given(reserved, maxBidSet("ada", 4999), bidPlaced("ada", 1, 1100, "auto"))
      .when(setMaxBid("bola", 9000))
      .thenEvents(maxBidSet("bola", 9000), bidPlaced("ada", 2, 4999, "auto"), bidPlaced("bola", 3, 5099, "auto"));
  });
});

describe("10. balance", () => {
  // 20% of 1000.03 is 200.006: a part of a kobo is rounded up to a whole one.
  const auction = given(anAuction({ startingPriceMinor: minor(100_003) }));

  // S340
  it("requires 20% of the amount for a manual bid, to the kobo", () => {
    // 20% of 9000.03 is 1800.006.
    const bid = placeBid("ada", 900_003);
    auction.when(bid, { balanceMinor: 180_001 }).thenEvents(bidPlaced("ada", 1, 900_003));
    auction.when(bid, { balanceMinor: 180_000 }).thenRefused("INSUFFICIENT_BALANCE", {
      required: 1800.01,
      balance: 1800,
      message: "Insufficient balance. You need at least ₦1,800.01 (20% of your bid). Your current balance: ₦1,800.00",
    });
  });

  // S341
  it("refuses a bid of ₦10,000,000,000 with a balance of ₦220", () => {
    given(anAuction({ startingPriceMinor: minor(100_000) }))
      .when(placeBid("ada", 1_000_000_000_000), { balanceMinor: 22_000 })
      .thenRefused("INSUFFICIENT_BALANCE", { required: 2_000_000_000, balance: 220 });
  });

  // S453
  it("requires 20% of the maximum for a max bid, to the kobo", () => {
    const set = setMaxBid("ada", 500_002);
    auction
      .when(set, { balanceMinor: 100_001 })
      .thenEvents(maxBidSet("ada", 500_002), bidPlaced("ada", 1, 100_103, "auto"));
    auction
      .when(set, { balanceMinor: 100_000 })
      .thenRefused("INSUFFICIENT_BALANCE", { required: 1000.01, balance: 1000 });
  });

  // S454
  it("converts the 20% for dollars to naira at the present rate, to the kobo", () => {
    // 20% of $11.01 at 833.33 is 1834.99266 naira.
    const dollars = given(anAuction({ currency: "USD", startingPriceMinor: minor(1001) }));
    dollars.when(placeBid("ada", 1101), { balanceMinor: 183_500 }).thenEvents(bidPlaced("ada", 1, 1101));
    dollars.when(placeBid("ada", 1101), { balanceMinor: 183_499 }).thenRefused("INSUFFICIENT_BALANCE", {
      required: 1835,
      balance: 1834.99,
    });
    // 20% of $50.00 at 833.33 is 8333.30 naira.
    const set = setMaxBid("ada", 5000, "USD");
    dollars.when(set, { balanceMinor: 833_330 }).thenEvents(maxBidSet("ada", 5000), bidPlaced("ada", 1, 1101, "auto"));
    dollars.when(set, { balanceMinor: 833_329 }).thenRefused("INSUFFICIENT_BALANCE", { required: 8333.3 });
  });

  it("reports a balance below zero as it is", () => {
    auction
      .when(placeBid("ada", 900_000), { balanceMinor: -150 })
      .thenRefused("INSUFFICIENT_BALANCE", { balance: -1.5 });
  });

  it("does not check a later auto-bid again, because only a person who acts must qualify", () => {
    given(anAuction(), maxBidSet("ada", 900_000), bidPlaced("ada", 1, 1100, "auto"))
      .when(placeBid("bola", 500_000), { balanceMinor: 100_000 })
      .thenEvents(bidPlaced("bola", 2, 500_000), bidPlaced("ada", 3, 500_100, "auto"));
  });

  it("allows cancelling a max bid with any balance", () => {
    given(anAuction(), maxBidSet("ada", 900_000))
      .when(cancelMaxBid("ada"), { balanceMinor: -1 })
      .thenEvents({ type: "MaxBidCancelled", maxBidId: maxBidId("ada"), ownerId: "ada" });
  });
});

describe("11. who may bid, and when", () => {
  const past = [maxBidSet("ada", 9000), bidPlaced("ada", 1, 1100, "auto")];
  const commands = [placeBid("ada", 5000), setMaxBid("ada", 5000), cancelMaxBid("ada")];
  const ended: AuctionEvent = { type: "AuctionEnded", endedAt: NOON, winner: null, dueAt: null };
  const paused: AuctionEvent = { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null };

  describe.each(commands)("$type", (command) => {
    it.each([
      ["paused", paused, "AUCTION_PAUSED"],
      ["ended", ended, "AUCTION_ENDED"],
      ["sold", { type: "AuctionSold", winner: null }, "AUCTION_ENDED"],
      ["cancelled", { type: "AuctionCancelled" }, "AUCTION_NOT_ACTIVE"],
      ["draft", { type: "AuctionWithdrawn" }, "NOT_FOUND"],
    ] as const)("is refused on an auction that is %s", (_status, event, code) => {
      given(anAuction(), ...past, event)
        .when(command)
        .thenRefused(code);
    });

    it("is refused on a draft with its status for an administrator, and as unknown for everybody else", () => {
      const draft = given(anAuction(), ...past, { type: "AuctionWithdrawn" });
      draft.when(command, { role: "admin" }).thenRefused("AUCTION_NOT_ACTIVE", { status: "draft" });
      draft.when(command).thenRefused("NOT_FOUND", { message: "Auction not found" });
    });

    // S269
    it("is accepted in the last millisecond, and refused at the end time and later", () => {
      const auction = given(anAuction(), ...past);
      expect(decide(auction.state, command, factsOf("ada"), ENDS_AT - 1).kind).toBe("accepted");
      auction.when(command, {}, ENDS_AT).thenRefused("AUCTION_ENDED");
      auction.when(command, {}, ENDS_AT + 1).thenRefused("AUCTION_ENDED");
    });

    it("is refused to a banned user", () => {
      given(anAuction(), ...past)
        .when(command, { isBanned: true })
        .thenRefused("FORBIDDEN");
    });

    it("throws without its user's facts, because that is a bug", () => {
      expect(() => decide(stateAfter(anAuction()), command, clockFacts, NOON)).toThrow(command.type);
    });
  });

  // S382
  it("refuses bids and maxima of the seller on the own auction, and of administrators", () => {
    for (const role of ["user", "admin"] as const) {
      given(anAuction()).when(placeBid("seller", 5000), { role }).thenRefused("OWN_AUCTION");
      given(anAuction()).when(setMaxBid("seller", 5000), { role }).thenRefused("OWN_AUCTION");
    }
  });

  // S004
  it("refuses bids and maxima of a person with an unverified e-mail address", () => {
    given(anAuction()).when(placeBid("ada", 5000), { isEmailVerified: false }).thenRefused("EMAIL_NOT_VERIFIED");
    given(anAuction()).when(setMaxBid("ada", 5000), { isEmailVerified: false }).thenRefused("EMAIL_NOT_VERIFIED");
  });
});

describe("the clock", () => {
  const deposit = (amountMinor: number) => ({ takenMinor: minor(amountMinor), worthMinor: minor(amountMinor) });

  it("closes an active auction once at its end time, and not a millisecond before", () => {
    const auction = given(anAuction(), bidPlaced("ada", 1, 1100));
    auction.when(closeAuction, {}, ENDS_AT - 1).thenEvents();
    // Thursday 10:00 in Lagos, so three business days later is Tuesday.
    const dueAt = Date.UTC(2026, 10, 24, 9);
    const end: AuctionEvent = {
      type: "AuctionEnded",
      endedAt: ENDS_AT,
      winner: person("ada"),
      dueAt,
      deposit: deposit(220),
      settlementId: settlementIdOf("lot", 3),
    };
    auction.when(closeAuction, {}, ENDS_AT).thenEvents(end);
    given(anAuction(), bidPlaced("ada", 1, 1100), end)
      .when(closeAuction, {}, ENDS_AT + 1)
      .thenEvents();
  });

  it("closes without a winner if nobody bid or the reserve is not met, and with one if it is met exactly", () => {
    const none: AuctionEvent = { type: "AuctionEnded", endedAt: ENDS_AT, winner: null, dueAt: null };
    given(anAuction()).when(closeAuction, {}, ENDS_AT).thenEvents(none);
    const reserved = anAuction({ reserveMinor: minor(1101) });
    given(reserved, bidPlaced("ada", 1, 1100))
      .when(closeAuction, {}, ENDS_AT)
      .thenEvents(none);
    const met = given(reserved, bidPlaced("ada", 1, 1101)).when(closeAuction, {}, ENDS_AT);
    const won = { winner: person("ada"), dueAt: Date.UTC(2026, 10, 24, 9), deposit: deposit(221) };
    met.thenEvents({ ...none, ...won, settlementId: settlementIdOf("lot", 3) });
  });

  it("does not close a paused auction, because its remaining time is frozen", () => {
    const paused: AuctionEvent = { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null };
    given(anAuction(), paused)
      .when(closeAuction, {}, ENDS_AT + 1)
      .thenEvents();
  });

  it("starts a scheduled draft at its start time and not before, and no draft without one", () => {
    const scheduled = given(anAuction({ status: "draft", startsAt: NOON }));
    scheduled.when(startAuction, {}, NOON - 1).thenEvents();
    const after = scheduled.when(startAuction, {}, NOON).thenEvents({ type: "AuctionStarted", startsAt: NOON });
    expect(after.status).toBe("active");
    given(anAuction({ status: "draft", startsAt: null }))
      .when(startAuction, {}, NOON)
      .thenEvents();
    given(anAuction({ status: "draft", startsAt: NOON }), { type: "AuctionWithdrawn" })
      .when(startAuction, {}, NOON + 1)
      .thenEvents();
    given(anAuction()).when(startAuction, {}, NOON).thenEvents();
  });
});
