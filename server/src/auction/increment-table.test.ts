// Tests increments that rise with the price (rule 17): when a lot takes the site's table, what keeps it, and what an edit may
// change of it.
import { toMajorSteps } from "@jara/shared/increment-steps";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  changeStatus,
  clockFacts,
  decided,
  edit,
  factsOf,
  maxBidSet,
  minor,
  NOON,
  placeBid,
  startAuction,
  stateAfter,
} from "../../test/support/given-auction.ts";
import type { Command } from "./commands.ts";
import { evolveChange } from "./evolve.ts";
import type { AuctionState, SiteIncrements, TakenIncrements } from "./state.ts";
import { toPriceEvent, toView } from "./view/to-public.ts";
import { everyone } from "./view/viewer.ts";

const own: TakenIncrements = {
  version: 1,
  steps: [
    [minor(2_000), minor(100)],
    [minor(5_000), minor(250)],
    [null, minor(1_000)],
  ],
};
const later: SiteIncrements = { version: 2, table: { NGN: [[null, 7]], USD: [[null, 3]] } };

const decideOn = (state: AuctionState, command: Command, increments: SiteIncrements | null = later) => {
  const facts = "userId" in command ? factsOf(command.userId) : clockFacts;
  return decided(state, command, { ...facts, increments } as typeof facts, NOON);
};
const run = (state: AuctionState, command: Command, increments?: SiteIncrements | null) => {
  const decision = decideOn(state, command, increments);
  if (decision.kind === "refused") expect.fail(decision.error.message);
  return { events: decision.events, after: evolveChange(state, decision.events) };
};
const refusalOf = (state: AuctionState, command: Command) => {
  const decision = decideOn(state, command);
  return decision.kind === "refused" ? [decision.error.code, decision.error.issues?.[0]?.path] : null;
};

const draft = stateAfter(anAuction({ status: "draft", increments: own }));
const opened = stateAfter(anAuction({ increments: own }));
const plain = stateAfter(anAuction());

describe("taking the table", () => {
  it.each([
    ["the clock starts it", startAuction],
    ["an administrator activates it", changeStatus("admin", "active")],
    ["an administrator activates it with an edit", edit("admin", { status: "active" })],
    ["it is paused", changeStatus("admin", "paused")],
  ])("takes the one in force when %s, in place of the draft's", (_, command) => {
    const { events, after } = run(draft, command);
    const taken = { version: 2, steps: [[null, 700]] };
    expect(events.filter(({ type }) => type === "IncrementsTaken")).toEqual([
      { type: "IncrementsTaken", increments: taken },
    ]);
    expect([after.increments, after.incrementMinor]).toEqual([taken, 700]);
  });

  it("takes no table if the draft has the one in force, or none at all", () => {
    const same = { version: 1, table: { ...later.table, NGN: toMajorSteps(own.steps) } };
    for (const [state, increments] of [
      [draft, same],
      [stateAfter(anAuction({ status: "draft" })), later],
    ] as const) {
      expect(run(state, startAuction, increments).events.map(({ type }) => type)).toEqual(["AuctionStarted"]);
    }
  });

  it("keeps its table through a pause, an end, a reopening and a cancellation, whatever table is in force then", () => {
    let state = opened;
    for (const status of ["paused", "active", "ended", "active", "cancelled", "active"] as const) {
      state = run(state, changeStatus("admin", status)).after;
      expect([state.status, state.increments]).toEqual([status, own]);
    }
  });

  it("takes the one in force again after the lot was put back to draft", () => {
    const withdrawn = run(opened, changeStatus("admin", "draft")).after;
    expect(run(withdrawn, changeStatus("admin", "active")).after.increments).toMatchObject({ version: 2 });
  });
});

describe("the increment that counts", () => {
  it("follows the price up, and down again when all bids become void", () => {
    const at = (priceMinor: number) => evolveChange(opened, [bidPlaced("ada", 1, priceMinor)]);
    expect([opened, at(1_999), at(2_000), at(5_000), at(1_000_000)].map((state) => state.incrementMinor)).toEqual([
      100, 100, 250, 1_000, 1_000,
    ]);
    const cancelled = run(at(5_000), changeStatus("admin", "cancelled")).after;
    expect([cancelled.priceMinor, cancelled.incrementMinor]).toEqual([1_000, 100]);
  });

  it("is public as the increment, the minimum bid and the table", () => {
    const state = evolveChange(opened, [bidPlaced("ada", 1, 2_000)]);
    expect(toView(state, everyone, NOON)).toMatchObject({
      currentPrice: 20,
      bidIncrement: 2.5,
      minimumBid: 22.5,
      incrementSteps: [
        [20, 1],
        [50, 2.5],
        [null, 10],
      ],
    });
    expect(toPriceEvent(state, state.version, [], everyone, NOON)).toMatchObject({ minimumBid: 22.5 });
    expect(toView(plain, everyone, NOON)).not.toHaveProperty("incrementSteps");
  });

  it("refuses a bid below it and says the minimum", () => {
    const state = evolveChange(opened, [bidPlaced("ada", 1, 5_000)]);
    const decision = decideOn(state, placeBid("bola", 5_999));
    expect(decision).toMatchObject({ kind: "refused", error: { code: "BID_TOO_LOW", minimumBid: 60 } });
  });
});

describe("an edit", () => {
  it("gives a lot without bids the table in force, and its event says the increment too", () => {
    const { events, after } = run(plain, edit("admin", { incrementTable: true }));
    expect(events).toMatchObject([{ changes: { increments: { version: 2 }, incrementMinor: 700 } }]);
    expect(after.incrementMinor).toBe(700);
  });

  it("changes nothing of a lot that was sold by Buy It Now above its starting price, if the edit changes nothing", () => {
    const sold = { ...opened, status: "sold", priceMinor: 5_000, incrementMinor: 1_000 } as unknown as AuctionState;
    expect(run(sold, edit("admin", { startingPriceMinor: sold.startingPriceMinor })).events).toEqual([]);
  });

  it("leaves a lot its table, whatever is in force, and moves the increment with the starting price", () => {
    expect(run(opened, edit("admin", { incrementTable: true })).events).toEqual([]);
    const { events, after } = run(opened, edit("admin", { startingPriceMinor: minor(3_000) }));
    expect(events).toMatchObject([{ changes: { startingPriceMinor: 3_000, incrementMinor: 250 } }]);
    expect([after.increments, after.incrementMinor]).toEqual([own, 250]);
  });

  it("takes the table of the new currency", () => {
    expect(run(opened, edit("admin", { currency: "USD" })).after).toMatchObject({
      increments: { version: 2, steps: [[null, 300]] },
      incrementMinor: 300,
    });
  });

  it("takes the table away, and the increment stays or becomes the one that is named", () => {
    const off = run(opened, edit("admin", { incrementTable: false })).after;
    expect([off.increments, off.incrementMinor]).toEqual([null, 100]);
    const named = run(opened, edit("admin", { incrementTable: false, incrementMinor: minor(40) })).after;
    expect([named.increments, named.incrementMinor]).toEqual([null, 40]);
  });

  it("refuses an increment beside a table, but not the one that the table gives", () => {
    expect(refusalOf(opened, edit("admin", { incrementMinor: minor(50) }))).toEqual(["INVALID", "bidIncrement"]);
    expect(refusalOf(opened, edit("admin", { incrementMinor: minor(100) }))).toBeNull();
  });

  it("neither gives nor removes a table once there is a bid", () => {
    const bid = (state: AuctionState) => evolveChange(state, [bidPlaced("ada", 1, 2_000)]);
    const locked = ["AUCTION_HAS_BIDS", "incrementTable"];
    expect(refusalOf(bid(opened), edit("admin", { incrementTable: false }))).toEqual(locked);
    expect(refusalOf(bid(plain), edit("admin", { incrementTable: true }))).toEqual(locked);
    expect(refusalOf(bid(opened), edit("admin", { incrementTable: true, title: "Another" }))).toBeNull();
  });

  it("is a public change of the lot's content while there is a maximum", () => {
    const waited = evolveChange(plain, [maxBidSet("ada", 1_050)]);
    const { events, after } = run(waited, edit("admin", { incrementTable: true }));
    expect(events[0]).toMatchObject({ type: "AuctionEdited", contentVersion: 2 });
    expect(after.contentVersion).toBe(2);
  });
});
