// Tests the times of a lot that belongs to a sale: a shift, and an end that waits for an earlier lot.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  changeStatus,
  decided,
  ENDS_AT,
  factsOf,
  NOON,
  STARTED_AT,
  stateAfter,
} from "../../test/support/given-auction.ts";
import type { Command, ShiftTimes } from "./commands.ts";
import type { Decision } from "./decision.ts";
import type { AuctionEvent } from "./events.ts";
import { evolveChange } from "./evolve.ts";
import type { AuctionState } from "./state.ts";

const MINUTE = 60_000;
const paused: AuctionEvent = { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null };
const shift: ShiftTimes = {
  type: "ShiftTimes",
  auctionId: "lot",
  userId: "admin",
  commandId: "shift",
  byMs: 10 * MINUTE,
};

const by = (state: AuctionState, command: Command, now = NOON): Decision =>
  decided(state, command, factsOf("admin"), now);
const eventsOf = (decision: Decision): readonly AuctionEvent[] => {
  if (decision.kind !== "accepted") throw new Error(decision.kind);
  return decision.events;
};

describe("a shift", () => {
  it("moves the end of an open lot, and not its start", () => {
    const [event, ...more] = eventsOf(by(stateAfter(anAuction()), shift));
    expect(event).toEqual({
      type: "AuctionEdited",
      changes: { endsAt: ENDS_AT + 10 * MINUTE },
      before: { endsAt: ENDS_AT },
    });
    expect(more).toEqual([]);
  });

  it("moves the start and the end of a draft", () => {
    const startsAt = STARTED_AT + 60 * MINUTE;
    const [event] = eventsOf(by(stateAfter(anAuction({ status: "draft", startsAt })), shift, STARTED_AT));
    expect(event).toMatchObject({ changes: { startsAt: startsAt + 10 * MINUTE, endsAt: ENDS_AT + 10 * MINUTE } });
  });

  it("moves the end of a draft without a start", () => {
    const [event] = eventsOf(by(stateAfter(anAuction({ status: "draft", startsAt: null })), shift, STARTED_AT));
    expect(event).toMatchObject({ changes: { endsAt: ENDS_AT + 10 * MINUTE } });
  });

  it("moves the end of a paused lot, and resuming adds the length of the pause to it", () => {
    const state = stateAfter(anAuction(), paused);
    const moved = evolveChange(state, eventsOf(by(state, shift, NOON + MINUTE)));
    expect([moved.isEndSet, moved.endsAt]).toEqual([false, ENDS_AT + 10 * MINUTE]);
    const resumed = evolveChange(moved, eventsOf(by(moved, changeStatus("admin", "active"), NOON + 5 * MINUTE)));
    expect(resumed.endsAt).toBe(ENDS_AT + 15 * MINUTE);
  });

  it("refuses a lot that is over, and an open lot whose end has passed", () => {
    expect(by(stateAfter(anAuction()), shift, ENDS_AT)).toMatchObject({ error: { code: "AUCTION_ENDED" } });
    const ended = stateAfter(anAuction(), { type: "AuctionEnded", endedAt: ENDS_AT, winner: null, dueAt: null });
    expect(by(ended, shift, ENDS_AT + MINUTE)).toMatchObject({ error: { code: "AUCTION_ENDED" } });
  });

  it("is for staff who may run auctions, and not for one with an interest in the lot", () => {
    const state = stateAfter(anAuction());
    const bidder = decided(state, { ...shift, userId: "ada" }, factsOf("ada"), NOON);
    expect(bidder).toMatchObject({ error: { code: "FORBIDDEN" } });
  });
});

describe("a lot that waits for an earlier one", () => {
  const keep = (untilMs: number): Command => ({ type: "KeepOpen", auctionId: "lot", untilMs });

  it("stays open until then, also a moment after its end", () => {
    for (const now of [NOON, ENDS_AT + 500]) {
      const [event] = eventsOf(by(stateAfter(anAuction()), keep(ENDS_AT + MINUTE), now));
      expect(event).toMatchObject({ isSaleOrder: true, changes: { endsAt: ENDS_AT + MINUTE } });
    }
  });

  it.each([
    ["it ends later already", stateAfter(anAuction()), ENDS_AT],
    ["it would end earlier", stateAfter(anAuction()), ENDS_AT - MINUTE],
    ["it is paused", stateAfter(anAuction(), paused), ENDS_AT + MINUTE],
    ["it is a draft", stateAfter(anAuction({ status: "draft" })), ENDS_AT + MINUTE],
  ])("stays as it is if %s", (_why, state, until) => {
    expect(eventsOf(by(state, keep(until)))).toEqual([]);
  });
});
