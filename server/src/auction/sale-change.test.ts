// Tests which changes of an auction count as a sale or as its undoing, and therefore need a fresh proof of the person.
import { type AuctionStatus, auctionStatuses } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  ENDS_AT,
  minor,
  NOON,
  person,
  purchaseId,
  stateAfter,
} from "../../test/support/given-auction.ts";
import type { AuctionEvent } from "./events.ts";
import { changesSale } from "./sale-change.ts";
import { type AuctionState, settlementIdOf } from "./state.ts";

const HOUR = 60 * 60 * 1000;
const ada = person("ada");
const led = [bidPlaced("ada", 1, 1100)];
const deposit = { takenMinor: minor(220), worthMinor: minor(220) };
const won: AuctionEvent = { type: "AuctionEnded", endedAt: NOON, winner: ada, dueAt: NOON + HOUR, deposit };
const endedWithoutWinner: AuctionEvent = { type: "AuctionEnded", endedAt: NOON, winner: null, dueAt: null };
const of = { settlementId: settlementIdOf("lot", 3), winner: ada, amountMinor: minor(1100) };
const forfeited: AuctionEvent = { type: "SettlementForfeited", ...of, penaltyMinor: minor(110) };
const bought: AuctionEvent[] = [
  {
    type: "BuyItNowStarted",
    purchaseId: purchaseId("ada"),
    buyer: ada,
    priceMinor: minor(5000),
    feeMinor: minor(250),
    deadlineAt: NOON + HOUR,
    deposit,
  },
  { type: "AuctionPaused", reason: "buy-it-now", pausedAt: NOON, pausedUntil: NOON + HOUR },
];
const paused: AuctionEvent = { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null };

const withoutSale: [string, AuctionState][] = [
  ["draft", stateAfter(anAuction({ status: "draft" }))],
  ["active without bids", stateAfter(anAuction())],
  ["paused by the staff, without bids", stateAfter(anAuction(), paused)],
  ["ended without a winner", stateAfter(anAuction(), endedWithoutWinner)],
  ["cancelled", stateAfter(anAuction(), { type: "AuctionCancelled" })],
];
const withBids: [string, AuctionState, AuctionStatus[]][] = [
  ["active", stateAfter(anAuction(), ...led), ["draft", "ended", "cancelled", "sold"]],
  ["paused by the staff", stateAfter(anAuction(), ...led, paused), ["draft", "ended", "cancelled", "sold"]],
  ["ended with a forfeited win", stateAfter(anAuction(), ...led, won, forfeited), ["draft", "cancelled", "sold"]],
];
const withSale: [string, AuctionState][] = [
  ["ended with a win that is due", stateAfter(anAuction(), ...led, won)],
  ["paused by a purchase", stateAfter(anAuction(), ...bought)],
  ["sold", stateAfter(anAuction(), ...led, won, { type: "AuctionSold", winner: ada })],
  ["sold to nobody", stateAfter(anAuction(), { type: "AuctionSold", winner: null })],
];
const changesOf = (state: AuctionState): AuctionStatus[] =>
  auctionStatuses.filter((status) => changesSale(state, { status }, NOON));

describe("a change of status", () => {
  it.each(withoutSale)("changes a sale only if it sells the lot, on a lot that is %s", (_what, state) => {
    expect(changesOf(state)).toEqual(["sold"]);
  });

  it.each(withBids)(
    "changes a sale if it ends the lot or voids bids, on a lot with bids that is %s",
    (_what, state, all) => {
      expect(changesOf(state).sort()).toEqual(all.sort());
    },
  );

  it.each(withSale)("always changes the sale of a lot that is %s", (_what, state) => {
    expect(changesOf(state)).toEqual(auctionStatuses.filter((status) => status !== state.status));
  });
});

describe("an edit without a status", () => {
  it.each([...withoutSale, ...withSale])("changes no sale if it keeps the end of a lot that is %s", (_what, state) => {
    expect(changesSale(state, {}, NOON)).toBe(false);
    expect(changesSale(state, { status: state.status, endsAt: ENDS_AT }, NOON)).toBe(false);
  });

  it("changes a sale if its end closes a lot with bids or a buyer, at once or within a minute", () => {
    for (const state of [stateAfter(anAuction(), ...bought), stateAfter(anAuction(), ...led)]) {
      expect(changesSale(state, { endsAt: NOON - HOUR }, NOON)).toBe(true);
      expect(changesSale(state, { endsAt: NOON + 1_000 }, NOON)).toBe(true);
      expect(changesSale(state, { endsAt: NOON + HOUR }, NOON)).toBe(false);
    }
    for (const [, other] of withoutSale) expect(changesSale(other, { endsAt: NOON - HOUR }, NOON)).toBe(false);
  });
});

describe("a removal", () => {
  it("changes a sale if somebody is buying the lot, and not otherwise", () => {
    expect(changesSale(stateAfter(anAuction(), ...bought), { isRemoval: true }, NOON)).toBe(true);
    for (const [, state] of withoutSale) expect(changesSale(state, { isRemoval: true }, NOON)).toBe(false);
  });
});
