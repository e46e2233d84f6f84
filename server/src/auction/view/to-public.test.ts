// Tests what the server sends about an auction: the secrecy of maxima, reserve and ids, the masking of names, and the
// format of amounts and times.

import type { Auction } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  ENDS_AT,
  maxBidSet,
  minor,
  NOON,
  person,
  STARTED_AT,
  stateAfter,
} from "../../../test/support/given-auction.ts";
import type { AuctionEvent, BidPlaced } from "../events.ts";
import type { AuctionState } from "../state.ts";
import {
  toBidView,
  toCountdown,
  toLifeFrames,
  toMaxBidView,
  toOutcomeView,
  toPriceEvent,
  toView,
} from "./to-public.ts";
import { everyone, type Viewer } from "./viewer.ts";

const viewers: Viewer[] = [everyone, { kind: "user", id: "bola" }, { kind: "admin", id: "admin" }];

const lifeEvents: AuctionEvent[] = [
  { type: "AuctionStarted", startsAt: STARTED_AT },
  { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null },
  { type: "AuctionPaused", reason: "buy-it-now", pausedAt: NOON, pausedUntil: NOON + 1 },
  { type: "AuctionResumed", endsAt: ENDS_AT },
  { type: "AuctionEnded", endedAt: NOON, winner: person("adaeze"), dueAt: ENDS_AT },
  { type: "AuctionCancelled" },
  { type: "AuctionWithdrawn" },
  { type: "AuctionSold", winner: person("adaeze") },
  { type: "AuctionReopened" },
];

/** Everything that anybody but the leader can be sent about a state and the bids that led to it, as the bytes sent. */
const allThatOthersSee = (state: AuctionState, bids: readonly BidPlaced[] = []): string => {
  const rival = state.maxBids.get("bola");
  const timed = bids.map((bid) => ({ bid, at: NOON }));
  return JSON.stringify([
    toOutcomeView(state, "bola"),
    rival && toMaxBidView(state, rival),
    toCountdown(state, NOON),
    ...viewers.flatMap((viewer) => [
      toView(state, viewer, NOON),
      toPriceEvent(state, 1, timed, viewer, NOON),
      ...lifeEvents.flatMap((event) => toLifeFrames(event, state, viewer, NOON)),
      ...bids.map((bid) => toBidView(state.id, bid, NOON, viewer)),
    ]),
  ]);
};

describe("a leader's maximum", () => {
  it("does not change a byte of what everybody else sees", () => {
    const seen = [5000, 5001, 999_999].map((amountMinor) =>
      allThatOthersSee(stateAfter(anAuction(), maxBidSet("adaeze", amountMinor), bidPlaced("adaeze", 1, 1100, "auto"))),
    );
    expect(new Set(seen).size).toBe(1);
  });

  it("is shown with its auto-bids to its owner, in major units", () => {
    const state = stateAfter(anAuction(), maxBidSet("adaeze", 123_456), bidPlaced("adaeze", 1, 1150, "auto"));
    const maxBid = state.maxBids.get("adaeze");
    expect(maxBid && toMaxBidView(state, maxBid)).toEqual({
      _id: "max-of-adaeze",
      maxAmount: 1234.56,
      currency: "NGN",
      autoBidCount: 1,
      lastAutoBidAmount: 11.5,
      contentVersion: 1,
      isSuspended: false,
      auction: {
        _id: "lot",
        title: "A lot",
        endTime: "2026-11-19T09:00:00.000Z",
        status: "active",
        currentPrice: 11.5,
        contentVersion: 1,
      },
    });
    const changed = { ...state, contentVersion: 2, fullVersion: 2 };
    expect(maxBid && toMaxBidView(changed, maxBid)).toMatchObject({
      contentVersion: 1,
      isSuspended: true,
      auction: { contentVersion: 2 },
    });
  });
});

it("says of a lot whether the house sells it, and names the seller's account as ever", () => {
  const own = toView(stateAfter(anAuction()), everyone, NOON);
  const consigned = toView(stateAfter(anAuction({ isConsigned: true })), everyone, NOON);
  expect(own.isHouseLot).toBe(true);
  expect(consigned).not.toHaveProperty("isHouseLot");
  expect(own.seller).toEqual(consigned.seller);
});

describe("the reserve", () => {
  const state = stateAfter(anAuction({ reserveMinor: minor(777_777) }), bidPlaced("adaeze", 1, 1100));

  it("is shown as an amount to administrators only, and everybody else sees that there is one and whether it is met", () => {
    for (const viewer of [everyone, { kind: "user", id: "bola" }, { kind: "user", id: "seller" }] as const) {
      const view = toView(state, viewer, NOON);
      expect(view).toMatchObject({ hasReserve: true, reserveMet: false });
      expect(view).not.toHaveProperty("reservePrice");
    }
    expect(toView(state, { kind: "admin", id: "admin" }, NOON).reservePrice).toBe(7777.77);
    expect(toView(stateAfter(anAuction()), { kind: "admin", id: "admin" }, NOON).reservePrice).toBeNull();
  });

  it("is in no event, whatever its amount is", () => {
    const higher = { ...state, reserveMinor: minor(888_888) };
    const events = (of: AuctionState): unknown[] => [
      toPriceEvent(of, 1, [], everyone, NOON),
      toCountdown(of, NOON),
      ...lifeEvents.flatMap((event) => toLifeFrames(event, of, everyone, NOON)),
    ];
    expect(events(higher)).toEqual(events(state));
    expect(JSON.stringify(events(state))).not.toContain("777");
  });

  it("is met at exactly its amount, and always if there is none", () => {
    const at = (reserveMinor: number | null) =>
      toView({ ...state, reserveMinor: reserveMinor === null ? null : minor(reserveMinor) }, everyone, NOON).reserveMet;
    expect([at(1100), at(1101), at(null)]).toEqual([true, false, true]);
  });
});

describe("names", () => {
  const ended: AuctionEvent = { type: "AuctionEnded", endedAt: NOON, winner: person("adaeze"), dueAt: ENDS_AT };
  const led = stateAfter(anAuction(), bidPlaced("adaeze", 1, 1100));
  const won = stateAfter(anAuction(), bidPlaced("adaeze", 1, 1100), ended);
  const names = ({ leader, winner, isLeading }: Auction) => [leader?.username, winner?.username, isLeading];

  // S230
  it("mask leader and winner for all but administrators, also for the leader, who sees isLeading", () => {
    expect(names(toView(won, everyone, NOON))).toEqual(["a***e", "a***e", false]);
    expect(names(toView(won, { kind: "user", id: "bola" }, NOON))).toEqual(["a***e", "a***e", false]);
    expect(names(toView(won, { kind: "user", id: "adaeze" }, NOON))).toEqual(["a***e", "a***e", true]);
    expect(names(toView(won, { kind: "admin", id: "admin" }, NOON))).toEqual(["adaeze", "adaeze", false]);
  });

  it("are masked in the bid history, but full for administrators, and You for the reader's own bids", () => {
    const name = (viewer: Viewer) => toBidView("lot", bidPlaced("adaeze", 1, 1100), NOON, viewer).bidder.username;
    expect(name(everyone)).toBe("a***e");
    expect(name({ kind: "user", id: "bola" })).toBe("a***e");
    expect(name({ kind: "user", id: "adaeze" })).toBe("You");
    expect(name({ kind: "admin", id: "admin" })).toBe("adaeze");
    expect(name({ kind: "admin", id: "adaeze" })).toBe("You");
  });

  it("are in no event for everybody, and neither are bidders' ids", () => {
    // "adaeze" is also the person's id.
    const bid = { bid: bidPlaced("adaeze", 1, 1100), at: NOON };
    const frames = lifeEvents.flatMap((event) => toLifeFrames(event, won, everyone, NOON));
    expect(
      JSON.stringify([frames, toPriceEvent(led, 2, [bid], everyone, NOON), toView(won, everyone, NOON)]),
    ).not.toContain("adaeze");
  });

  it("are not in an outcome, which says to its own reader whether they lead", () => {
    expect(toOutcomeView(led, "adaeze").isLeading).toBe(true);
    expect(toOutcomeView(led, "bola").isLeading).toBe(false);
    expect(toOutcomeView(stateAfter(anAuction()), "bola").isLeading).toBe(false);
  });
});

describe("amounts and times on the wire", () => {
  // S226
  it("are in major units and in ISO 8601 UTC with milliseconds, with a fee of 5% rounded up to a kobo", () => {
    const state = stateAfter(
      anAuction({ startingPriceMinor: minor(1001), incrementMinor: minor(5), buyItNowMinor: minor(9_999_990) }),
    );
    expect(toView(state, everyone, NOON)).toMatchObject({
      startingPrice: 10.01,
      currentPrice: 10.01,
      bidIncrement: 0.05,
      minimumBid: 10.06,
      buyItNowPrice: 99_999.9,
      buyItNowFee: 5000,
      totalAmount: 104_999.9,
      startTime: "2026-11-18T09:00:00.000Z",
      endTime: "2026-11-19T09:00:00.000Z",
      duration: 24,
      serverTime: "2026-11-18T21:00:00.000Z",
    });
  });

  // S228
  it("include neither fee nor total without a Buy It Now price", () => {
    const none = { buyItNowPrice: null, buyItNowFee: null, totalAmount: null };
    expect(toView(stateAfter(anAuction()), everyone, NOON)).toMatchObject(none);
  });

  // S231
  it("come with the first image as picture, not with a video before it", () => {
    const media = [
      { url: "/media/1.mp4", type: "video" as const },
      { url: "/media/2.jpg", type: "image" as const },
      { url: "/media/3.jpg", type: "image" as const },
    ];
    const state = stateAfter(anAuction({ lot: { ...anAuction().lot, media } }));
    expect(toView(state, everyone, NOON)).toMatchObject({ imageUrl: "/media/2.jpg", media });
    expect(toView(stateAfter(anAuction()), everyone, NOON).imageUrl).toBeNull();
  });
});

describe("events", () => {
  it("have the newest 20 bids, newest first, in a price event", () => {
    const bids = Array.from({ length: 25 }, (_, i) => ({
      bid: bidPlaced("adaeze", i + 1, 1100 + i * 100),
      at: NOON + i,
    }));
    const event = toPriceEvent(stateAfter(anAuction(), ...bids.map(({ bid }) => bid)), 2, bids, everyone, NOON);
    expect(event).toMatchObject({ fromVersion: 2, version: 26, bidCount: 25, currentPrice: 35, minimumBid: 36 });
    expect(event.bids.map((bid) => bid._id)).toEqual(Array.from({ length: 20 }, (_, i) => `lot-${25 - i}`));
  });

  it.each([
    ["AuctionStarted", ["auction:updated", "auction:countdown"]],
    ["AuctionPaused", ["auction:paused", "auction:countdown"]],
    ["AuctionResumed", ["auction:resumed", "auction:countdown"]],
    ["AuctionEnded", ["auction:ended"]],
    ["AuctionCancelled", ["auction:ended"]],
    ["AuctionWithdrawn", ["auction:updated"]],
    ["AuctionSold", ["auction:ended"]],
    ["AuctionReopened", ["auction:updated", "auction:countdown"]],
  ])("describe %s as %j", (type, frames) => {
    const event = lifeEvents.find((one) => one.type === type) as AuctionEvent;
    const state = stateAfter(anAuction(), event);
    const made = toLifeFrames(event, state, everyone, NOON);
    expect(made.map((frame) => frame.type)).toEqual(frames);
    for (const frame of made) expect(frame.data).toMatchObject({ auctionId: "lot", version: 2 });
  });

  it("do not describe bids as changes of the auction's life, and describe maxima to nobody", () => {
    const state = stateAfter(anAuction(), bidPlaced("adaeze", 1, 1100));
    const cancelled: AuctionEvent = { type: "MaxBidCancelled", maxBidId: "max-of-adaeze", ownerId: "adaeze" };
    for (const event of [bidPlaced("adaeze", 1, 1100), maxBidSet("adaeze", 5000), cancelled]) {
      expect(toLifeFrames(event, state, everyone, NOON)).toEqual([]);
    }
  });

  it("say that an end has no winner, and whether the reserve was met", () => {
    const noWinner: AuctionEvent = { type: "AuctionEnded", endedAt: NOON, winner: null, dueAt: null };
    const state = stateAfter(anAuction({ reserveMinor: minor(2000) }), bidPlaced("adaeze", 1, 1100), noWinner);
    expect(toLifeFrames(noWinner, state, everyone, NOON)[0]?.data).toMatchObject({
      status: "ended",
      finalPrice: 11,
      winner: null,
      reserveMet: false,
    });
  });
});
