// Tests that at least two hours are left after a change of the lot's content (rule 14), also if it happens during a
// pause.
import { expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  changeStatus,
  decided,
  ENDS_AT,
  edit,
  factsOf,
  NOON,
  stateAfter,
} from "../../test/support/given-auction.ts";
import type { decide } from "./decide.ts";
import type { AuctionEvent } from "./events.ts";
import { evolveChange } from "./evolve.ts";
import type { AuctionState } from "./state.ts";

const HOUR = 60 * 60 * 1000;
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
