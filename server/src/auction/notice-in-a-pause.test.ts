// Tests that at least two hours are left after a change of the lot's content (rule 14), also if it happens during a
// pause, or while the lot was sold.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  changeStatus,
  decided,
  ENDS_AT,
  edit,
  expirePurchase,
  factsOf,
  minor,
  NOON,
  placeBid,
  purchaseId,
  setMaxBid,
  stateAfter,
  withdrawBids,
} from "../../test/support/given-auction.ts";
import { closePayment, extend, reverse } from "../../test/support/given-money.ts";
import { played } from "../../test/support/play-auction.ts";
import type { decide } from "./decide.ts";
import type { AuctionEvent } from "./events.ts";
import { evolveChange } from "./evolve.ts";
import type { AuctionState } from "./state.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const pausedAt = ENDS_AT - HOUR / 2;
const paused: AuctionEvent = { type: "AuctionPaused", reason: "admin", pausedAt, pausedUntil: null };

const after = (state: AuctionState, command: Parameters<typeof decide>[1], now: number): AuctionState => {
  const decision = decided(state, command, factsOf("admin"), now);
  if (decision.kind === "refused") throw new Error(decision.error.code);
  return evolveChange(state, decision.events);
};

it("an edit during a pause leaves two hours when the auction resumes, however long the pause was", () => {
  const state = stateAfter(anAuction(), bidPlaced("ada", 1, 1100), paused);
  const edited = after(state, edit("admin", { title: "An empty box" }), pausedAt + HOUR);
  expect(edited.isEndSet).toBe(false);
  const resumedAt = pausedAt + 5 * HOUR;
  const resumed = after(edited, changeStatus("admin", "active"), resumedAt);
  expect(resumed.endsAt - resumedAt).toBe(2 * HOUR);
});

it("an edit during a pause keeps the end that it sets itself", () => {
  const state = stateAfter(anAuction(), bidPlaced("ada", 1, 1100), paused);
  const endsAt = NOON + 48 * HOUR;
  const edited = after(state, edit("admin", { title: "An empty box", endsAt }), pausedAt + HOUR);
  expect([edited.isEndSet, edited.endsAt]).toEqual([true, endsAt]);
  expect(after(edited, changeStatus("admin", "active"), pausedAt + 5 * HOUR).endsAt).toBe(endsAt);
});

describe("the reversal of a purchase of a lot that changed while it was sold", () => {
  const DAY = 24 * HOUR;
  const id = purchaseId("bola");
  /** Somebody bought the lot and paid for it when 61 minutes were left. */
  const sold = () =>
    played(anAuction({ buyItNowMinor: minor(9000) }))
      .play(setMaxBid("ada", 5000), placeBid("zed", 1200))
      .at(ENDS_AT - 61 * MINUTE)
      .play(buyItNow("bola"), closePayment(id, "paid"));

  it("leaves two hours when the auction resumes, for the owners of suspended maxima", () => {
    const auction = sold().play(edit("admin", { title: "An empty box" }));
    const [reopened, notice] = auction.at(ENDS_AT + DAY).events(reverse(id));
    expect(reopened).toMatchObject({ type: "PurchaseReopened", contentChangedAt: ENDS_AT + DAY });
    expect(notice).toMatchObject({
      type: "AuctionEdited",
      isEndNotice: true,
      changes: { endsAt: ENDS_AT + 59 * MINUTE },
    });
    expect(auction.state).toMatchObject({ status: "paused", isEndSet: false });
    const resumedAt = auction.state.pausedUntil ?? 0;
    auction.at(resumedAt).play(expirePurchase);
    expect(auction.state).toMatchObject({ status: "active", endsAt: resumedAt + 2 * HOUR });
  });

  it("also leaves two hours without maxima, after a second reversal, and after more time to pay", () => {
    const auction = played(anAuction({ buyItNowMinor: minor(9000) })).play(placeBid("zed", 1200));
    auction.at(ENDS_AT - 61 * MINUTE).play(buyItNow("bola"), closePayment(id, "paid"));
    auction.play(edit("admin", { title: "An empty box" }), reverse(id), closePayment(id, "paid"));
    auction.at(ENDS_AT + DAY).play(reverse(id), extend(id, ENDS_AT + 2 * DAY));
    auction.at(ENDS_AT + 2 * DAY).play(expirePurchase);
    expect(auction.state).toMatchObject({ status: "active", endsAt: ENDS_AT + 2 * DAY + 2 * HOUR });
  });

  it("begins the day in which bidders may withdraw, however long ago the change was", () => {
    const auction = sold().play(edit("admin", { title: "An empty box" }));
    auction.at(ENDS_AT + 2 * DAY).play(reverse(id));
    auction.play(withdrawBids("zed")).at(ENDS_AT + 3 * DAY - 1);
    auction.play(withdrawBids("ada"));
    expect(auction.state).toMatchObject({ status: "paused", bidCount: 0, leader: null });
  });

  it("gives back only the time that was left if the lot did not change", () => {
    const auction = sold().at(ENDS_AT + DAY);
    expect(auction.events(reverse(id)).map(({ type }) => type)).toEqual(["PurchaseReopened"]);
    expect(auction.state).toMatchObject({ contentChangedAt: null, endsAt: ENDS_AT });
    const resumedAt = auction.state.pausedUntil ?? 0;
    auction.at(resumedAt).play(expirePurchase);
    expect(auction.state.endsAt).toBe(resumedAt + 61 * MINUTE);
  });
});
