// Tests rule 13 (soft close): which bids move the end, to which millisecond, and how far at most.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  cancelMaxBid,
  changeStatus,
  closeAuction,
  confirmMaxBid,
  ENDS_AT,
  edit,
  given,
  maxBidConfirmed,
  maxBidSet,
  minor,
  NOON,
  person,
  placeBid,
  setMaxBid,
  stateAfter,
} from "../../test/support/given-auction.ts";
import { played } from "../../test/support/play-auction.ts";
import type { AuctionCreated, AuctionEvent, AuctionExtended } from "./events.ts";
import { endAt, endsByOf, latestEndOf, windowStartOf } from "./soft-close.ts";
import { settlementIdOf } from "./state.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const WINDOW = 2 * MINUTE;
/** A window of 2 minutes, at most 5 minutes past the scheduled end. */
const CAP = 5 * MINUTE;
const softly = (given: Partial<AuctionCreated> = {}) =>
  anAuction({ softClose: { windowSeconds: 120, capMinutes: 5 }, ...given });

const extended = (bidNumber: number, from: number, endsAt: number): AuctionExtended => ({
  type: "AuctionExtended",
  bidNumber,
  from,
  endsAt,
});

describe("a bid within the window", () => {
  // S322
  it("moves the end to its own time plus the window, from the first millisecond after the window's beginning", () => {
    const auction = given(softly());
    const start = ENDS_AT - WINDOW;
    for (const at of [NOON, start - 1, start]) {
      expect(auction.when(placeBid("ada", 1100), {}, at).thenEvents(bidPlaced("ada", 1, 1100)).endsAt).toBe(ENDS_AT);
    }
    for (const at of [start + 1, ENDS_AT - MINUTE, ENDS_AT - 1]) {
      const after = auction
        .when(placeBid("ada", 1100), {}, at)
        .thenEvents(bidPlaced("ada", 1, 1100), extended(1, ENDS_AT, at + WINDOW));
      expect(after).toMatchObject({ endsAt: at + WINDOW, extendedFrom: ENDS_AT });
    }
  });

  // S323
  it("moves the end again and again, but never past the scheduled end plus the cap", () => {
    let auction = given(softly());
    const past: AuctionEvent[] = [];
    let [endsAt, number] = [ENDS_AT, 0];
    const bid = (at: number): void => {
      number += 1;
      const who = number % 2 ? "ada" : "bola";
      const amount = 1000 + number * 100;
      const to = Math.min(at + WINDOW, ENDS_AT + CAP);
      const events = [bidPlaced(who, number, amount), ...(to > endsAt ? [extended(number, endsAt, to)] : [])];
      auction.when(placeBid(who, amount), {}, at).thenEvents(...events);
      past.push(...events);
      auction = given(softly(), ...past);
      endsAt = to;
    };
    for (let i = 0; i < 8; i++) bid(endsAt - MINUTE);
    // The cap is reached: bids are accepted until the last millisecond, and do not move the end.
    expect(auction.state).toMatchObject({ endsAt: ENDS_AT + CAP, extendedFrom: ENDS_AT });
    bid(ENDS_AT + CAP - 1);
    expect(auction.state.endsAt).toBe(ENDS_AT + CAP);
    auction.when(placeBid("chidi", 9000), {}, ENDS_AT + CAP).thenRefused("AUCTION_ENDED");
    auction.when(closeAuction, {}, ENDS_AT + CAP - 1).thenEvents();
  });

  it("moves the end also if an auto-bid answers it, or if it is the auto-bid of a maximum that takes the lead", () => {
    const at = ENDS_AT - MINUTE;
    given(softly(), maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"))
      .when(placeBid("bola", 2000), {}, at)
      .thenEvents(bidPlaced("bola", 2, 2000), bidPlaced("ada", 3, 2100, "auto"), extended(3, ENDS_AT, at + WINDOW));
    given(softly())
      .when(setMaxBid("ada", 5000), {}, at)
      .thenEvents(maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"), extended(1, ENDS_AT, at + WINDOW));
  });

  it("moves the end if a confirmed maximum places it", () => {
    const at = ENDS_AT - MINUTE;
    const changed: AuctionEvent = {
      type: "AuctionEdited",
      changes: { title: "Another lot" },
      before: { title: "A lot" },
      contentVersion: 2,
      contentChangedAt: NOON,
    };
    given(softly(), bidPlaced("ada", 1, 1100), maxBidSet("bola", 5000), changed)
      .when(confirmMaxBid("bola", 2), {}, at)
      .thenEvents(maxBidConfirmed("bola"), bidPlaced("bola", 2, 1200, "auto"), extended(2, ENDS_AT, at + WINDOW));
  });

  it("moves the end if an edit brings the end into the window and lets a maximum bid", () => {
    const wanted = { reserveMinor: minor(4000), endsAt: NOON + MINUTE };
    const auction = played(softly({ reserveMinor: minor(5000) })).play(setMaxBid("ada", 4000), edit("admin", wanted));
    const editedAt = NOON + 1000;
    expect(auction.state).toMatchObject({
      priceMinor: minor(4000),
      endsAt: editedAt + WINDOW,
      extendedFrom: NOON + MINUTE,
    });
  });

  it.each(["draft", "cancelled"] as const)("counts the cap of a lot that starts anew from its end then: %s", (was) => {
    const auction = played(softly()).at(ENDS_AT - MINUTE);
    auction.play(placeBid("ada", 1100), changeStatus("admin", was), changeStatus("admin", "active"));
    const end = auction.state.endsAt;
    expect(auction.state).toMatchObject({ status: "active", extendedFrom: null });
    expect(end).toBeGreaterThan(ENDS_AT);
    auction.at(end - 1).play(placeBid("bola", 1100));
    expect(auction.state).toMatchObject({ endsAt: end - 1 + WINDOW, extendedFrom: end });
  });

  it("does not move the end of an auction without soft close", () => {
    given(anAuction())
      .when(placeBid("ada", 1100), {}, ENDS_AT - 1)
      .thenEvents(bidPlaced("ada", 1, 1100));
  });
});

describe("the end does not move", () => {
  const at = ENDS_AT - 1;
  const led = given(softly(), maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"));

  it("when a leader raises, lowers or cancels a hidden maximum", () => {
    for (const amount of [4000, 5000, 9000]) {
      led.when(setMaxBid("ada", amount), {}, at).thenEvents(maxBidSet("ada", amount));
    }
    expect(led.when(cancelMaxBid("ada"), {}, at).thenEvents(cancelled("ada")).endsAt).toBe(ENDS_AT);
  });

  it("when a maximum below the minimum bid is kept and cannot bid", () => {
    led.when(setMaxBid("bola", 1150), {}, at).thenEvents(maxBidSet("bola", 1150));
  });

  it("when a bid is refused or has expired", () => {
    led.when(placeBid("bola", 1199), {}, at).thenRefused("BID_TOO_LOW");
    led.when(placeBid("bola", 1200), {}, ENDS_AT).thenRefused("AUCTION_ENDED");
  });
});

const cancelled = (who: string): AuctionEvent => ({
  type: "MaxBidCancelled",
  maxBidId: `max-of-${who}`,
  ownerId: who,
});

describe("a moved end", () => {
  const at = ENDS_AT - MINUTE;
  const past = [bidPlaced("ada", 1, 1100), extended(1, ENDS_AT, at + WINDOW)];
  const auction = given(softly({ buyItNowMinor: minor(9000) }), ...past);

  it("is the time at which the auction closes and refuses bids", () => {
    const end = at + WINDOW;
    auction.when(closeAuction, {}, ENDS_AT).thenEvents();
    auction.when(placeBid("bola", 1200), {}, end).thenRefused("AUCTION_ENDED");
    expect(auction.state.endsAt).toBe(end);
    expect(
      given(softly(), ...past)
        .when(closeAuction, {}, end)
        .thenEvents(endedAt(end)).status,
    ).toBe("ended");
  });

  it("moves with its scheduled end during a pause, so that the cap stays as far away", () => {
    const pausedAt = at + MINUTE;
    const paused: AuctionEvent = { type: "AuctionPaused", reason: "admin", pausedAt, pausedUntil: null };
    const resumed: AuctionEvent = { type: "AuctionResumed", endsAt: at + WINDOW + HOUR };
    const after = given(softly(), ...past, paused)
      .when(changeStatus("admin", "active"), {}, pausedAt + HOUR)
      .thenEvents(resumed);
    expect(after).toMatchObject({ endsAt: at + WINDOW + HOUR, extendedFrom: ENDS_AT + HOUR });
    expect(latestEndOf(after)).toBe(ENDS_AT + HOUR + CAP);
    const late = after.endsAt - 1;
    given(softly(), ...past, paused, resumed)
      .when(placeBid("bola", 1200), {}, late)
      .thenEvents(bidPlaced("bola", 2, 1200), extended(2, after.endsAt, late + WINDOW));
  });

  it("becomes the schedule once an administrator sets another end", () => {
    const endsAt = ENDS_AT + 3 * HOUR;
    const edited = auction
      .when(edit("admin", { endsAt }))
      .thenEvents({ type: "AuctionEdited", changes: { endsAt }, before: { endsAt: at + WINDOW } });
    expect(edited).toMatchObject({ endsAt, extendedFrom: null });
    expect(latestEndOf(edited)).toBe(endsAt + CAP);
  });

  it("is the end that the last hour of Buy It Now counts from", () => {
    const long = softly({ buyItNowMinor: minor(9000), softClose: { windowSeconds: 2 * 3600, capMinutes: 24 * 60 } });
    const moved = given(long, bidPlaced("ada", 1, 1100), extended(1, ENDS_AT, ENDS_AT + HOUR));
    const tooLate = ENDS_AT;
    moved.when(buyItNow("bola"), {}, tooLate).thenRefused("BUY_IT_NOW_UNAVAILABLE", { reason: "ending-soon" });
    expect(moved.when(buyItNow("bola"), {}, tooLate - 1).thenAccepted().status).toBe("paused");
  });

  it("is kept when the ended auction is opened again", () => {
    expect(stateAfter(softly(), ...past, endedAt(at + WINDOW), { type: "AuctionReopened" }).endsAt).toBe(at + WINDOW);
  });
});

const endedAt = (at: number): AuctionEvent => ({
  type: "AuctionEnded",
  endedAt: at,
  winner: person("ada"),
  dueAt: Date.UTC(2026, 10, 24, 9, 1),
  deposit: { takenMinor: minor(220), worthMinor: minor(220) },
  settlementId: settlementIdOf("lot", 4),
});

describe("the soft close of an auction", () => {
  // S350
  it("can change until the first bid, and not after it", () => {
    const softClose = { windowSeconds: 60, capMinutes: 10 };
    const none = given(anAuction());
    const after = none
      .when(edit("admin", { softClose }))
      .thenEvents({ type: "AuctionEdited", changes: { softClose }, before: { softClose: null } });
    expect(after.softClose).toEqual(softClose);
    const message = "This auction has bids: its soft close can no longer change.";
    const issues = [{ path: "softClose", message }];
    for (const wanted of [softClose, null]) {
      given(softly(), bidPlaced("ada", 1, 1100))
        .when(edit("admin", { softClose: wanted }))
        .thenRefused("AUCTION_HAS_BIDS", { message, issues });
    }
    given(softly(), bidPlaced("ada", 1, 1100))
      .when(edit("admin", { softClose: { windowSeconds: 120, capMinutes: 5 } }))
      .thenEvents();
  });

  it("calculates the end from the commit's time, never earlier than before and never past the cap", () => {
    const state = stateAfter(softly());
    const endsBy = endsByOf(state);
    expect(endsBy).toEqual({ windowMs: WINDOW, latestMs: ENDS_AT + CAP, earliestMs: ENDS_AT });
    if (!endsBy) return;
    expect(endAt(endsBy, ENDS_AT - WINDOW)).toBe(ENDS_AT);
    expect(endAt(endsBy, ENDS_AT - 5 * WINDOW)).toBe(ENDS_AT);
    expect(endAt(endsBy, ENDS_AT - 1)).toBe(ENDS_AT - 1 + WINDOW);
    expect(endAt(endsBy, ENDS_AT + CAP)).toBe(ENDS_AT + CAP);
    expect(windowStartOf(state)).toBe(ENDS_AT - WINDOW);
    expect([endsByOf(stateAfter(anAuction())), latestEndOf(stateAfter(anAuction()))]).toEqual([null, null]);
  });
});
