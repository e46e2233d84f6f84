// Tests who may see an auction: drafts and removed auctions, and what a withdrawal shows of the lot.

import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  edit,
  factsOf,
  given,
  maxBidSet,
  minor,
  NOON,
  stateAfter,
} from "../../../test/support/given-auction.ts";
import { decide } from "../decide.ts";
import type { AuctionEvent } from "../events.ts";
import { evolveChange } from "../evolve.ts";
import type { AuctionState } from "../state.ts";
import { toShownFrames } from "./shown-frames.ts";
import { anyAdmin, everyone, type Viewer } from "./viewer.ts";
import { isShown, publicStatuses, type StateChange, shownAfter } from "./visibility.ts";

const viewers: Viewer[] = [everyone, { kind: "user", id: "bola" }, { kind: "user", id: "seller" }, anyAdmin];
const draft = anAuction({ status: "draft", startsAt: null });
const withdrawn: AuctionEvent = { type: "AuctionWithdrawn" };

const changeOf = (before: AuctionState, ...events: readonly AuctionEvent[]): StateChange => ({
  before,
  after: evolveChange(before, events),
  events,
});
/** An administrator's edit of the auction, as the rules decide it. */
const edited = (before: AuctionState, wanted: Parameters<typeof edit>[1]): StateChange => {
  const decision = decide(before, edit("admin", wanted), factsOf("admin", { role: "admin" }), NOON);
  if (decision.kind !== "accepted") throw new Error(JSON.stringify(decision));
  return changeOf(before, ...decision.events);
};
const framesFor = (change: StateChange, viewer: Viewer) => toShownFrames(change, NOON, viewer, NOON);

describe("the visibility of an auction", () => {
  it("is limited to administrators for a draft", () => {
    expect(viewers.map((viewer) => isShown(stateAfter(draft), viewer))).toEqual([false, false, false, true]);
  });

  it("ends for everybody when the auction is removed", () => {
    const removed = stateAfter(anAuction(), { type: "AuctionRemoved" });
    expect(viewers.map((viewer) => isShown(removed, viewer))).toEqual([false, false, false, false]);
  });

  it("includes everybody with any other status, also a cancelled one", () => {
    for (const status of ["active", "paused", "ended", "cancelled", "sold"] as const) {
      expect(viewers.every((viewer) => isShown({ status }, viewer))).toBe(true);
    }
    expect(publicStatuses).toEqual(["active", "paused", "ended", "cancelled", "sold"]);
  });
});

describe("an upcoming lot", () => {
  const startsAt = NOON + 3_600_000;
  const unread = anAuction({ status: "draft", startsAt: null, lot: { ...anAuction().lot, title: "SECRET" } });
  const announce = (wanted: Parameters<typeof edit>[1], before = stateAfter(unread)): StateChange => {
    const command = { ...edit("admin", wanted), isAnnounced: true };
    const decision = decide(before, command, factsOf("admin", { role: "admin" }), NOON);
    if (decision.kind !== "accepted") throw new Error(JSON.stringify(decision));
    return changeOf(before, ...decision.events);
  };
  const announced = announce({ startsAt, title: "Drum" });

  it("is shown to everybody from its announcement on, without what the draft said before", () => {
    const { after } = announced;
    expect(viewers.every((viewer) => isShown(after, viewer))).toBe(true);
    const [frame] = framesFor(announced, everyone);
    expect(frame).toMatchObject({ type: "auction:updated", data: { changes: [], auction: { isUpcoming: true } } });
    expect(JSON.stringify(frame)).not.toContain("SECRET");
  });

  it("is announced once, and not without a start", () => {
    expect(announce({ startsAt: startsAt + 1 }, announced.after).events.map(({ type }) => type)).toEqual([
      "AuctionEdited",
    ]);
    expect(announce({ title: "Drum" }).after.isUpcoming).toBe(false);
  });

  it.each([
    ["its start", { type: "AuctionStarted", startsAt }],
    ["its cancellation", { type: "AuctionCancelled" }],
    ["a pause", { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null }],
  ] as const)("is no longer upcoming after %s", (_, event) => {
    expect(evolveChange(announced.after, [event]).isUpcoming).toBe(false);
  });

  it("is hidden when it loses its start: everybody is notified, and sees none of its new texts", () => {
    const change = edited(announced.after, { startsAt: null, title: "SECRET" });
    expect(isShown(change.after, everyone)).toBe(false);
    const [frame, ...more] = framesFor(change, everyone);
    expect([frame?.type, more]).toEqual(["auction:updated", []]);
    expect(frame?.data).toMatchObject({ version: change.after.version, auction: { status: "draft", title: "Drum" } });
    expect(JSON.stringify(frame)).not.toMatch(/SECRET|isUpcoming/);
  });
});

describe("a withdrawal", () => {
  const before = stateAfter(anAuction(), bidPlaced("adaeze", 1, 1100));
  const secret = { title: "SECRET", description: "SECRET", location: "SECRET", incrementMinor: minor(77) };
  const change = edited(before, {
    ...secret,
    status: "draft",
    startsAt: NOON + 86_400_000,
    endsAt: NOON + 172_800_000,
  });

  it("shows others the auction as it was before the edit of the same change, with the new status and version", () => {
    for (const viewer of viewers.slice(0, 3)) {
      const frames = framesFor(change, viewer);
      expect(frames.map(({ type }) => type)).toEqual(["auction:updated"]);
      expect(frames[0]?.data).toMatchObject({
        version: 3,
        auction: {
          title: "A lot",
          description: "As seen",
          status: "draft",
          version: 3,
          currentPrice: 11,
          minimumBid: 12,
        },
      });
      expect(frames[0]?.data).toMatchObject({ auction: { startTime: "2026-11-18T09:00:00.000Z" } });
      expect(JSON.stringify(frames)).not.toContain("SECRET");
    }
    expect(JSON.stringify(framesFor(change, anyAdmin))).toContain("SECRET");
  });

  it("does not show others the bid of a maximum that the edit let bid", () => {
    const bid = bidPlaced("bola", 2, 1177, "auto");
    const withBid = changeOf(before, ...change.events.slice(0, 1), bid, withdrawn);
    for (const viewer of viewers.slice(0, 3)) {
      const frames = framesFor(withBid, viewer);
      expect(frames.map(({ type }) => type)).toEqual(["auction:updated"]);
      expect(frames[0]?.data).toMatchObject({
        auction: { currentPrice: 11, bidCount: 1, leader: { username: "a***e" } },
      });
    }
  });

  it("lets no maximum bid on terms that only the draft has", () => {
    const reserved = anAuction({ reserveMinor: minor(6000) });
    const waiting = stateAfter(reserved, maxBidSet("bola", 5000), bidPlaced("bola", 1, 1100, "auto"));
    const types = (status: "draft" | "active") =>
      edited(waiting, { reserveMinor: minor(5000), status }).events.map(({ type }) => type);
    expect(types("active")).toContain("BidPlaced");
    expect(types("draft")).toEqual(["AuctionEdited", "AllBidsVoided", "AuctionWithdrawn"]);
  });

  it("no longer shows a winner, a pause or a purchase", () => {
    const ended = stateAfter(anAuction(), bidPlaced("adaeze", 1, 1100), {
      type: "AuctionEnded",
      endedAt: NOON,
      winner: { id: "adaeze", username: "adaeze" },
      dueAt: NOON,
    });
    const shown = shownAfter(changeOf(ended, withdrawn), everyone);
    expect(shown).toMatchObject({ status: "draft", winner: null, settlement: null });
    const paused = given(anAuction(), { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null });
    expect(shownAfter(changeOf(paused.state, withdrawn), everyone)).toMatchObject({
      pausedAt: null,
      pauseReason: null,
    });
  });
});

describe("a change of a draft", () => {
  const state = stateAfter(draft);

  it("shows others nothing of an edit or a removal, and shows the edit to administrators", () => {
    const titled = edited(state, { title: "SECRET", startingPriceMinor: minor(8765) });
    for (const viewer of viewers.slice(0, 3)) {
      expect(framesFor(titled, viewer)).toEqual([]);
      expect(framesFor(changeOf(titled.after, { type: "AuctionRemoved" }), viewer)).toEqual([]);
    }
    expect(framesFor(titled, anyAdmin)).not.toEqual([]);
  });

  it("shows everybody the whole auction once the same change publishes it", () => {
    const opened = edited(state, { title: "Now public", status: "active" });
    for (const viewer of viewers) expect(JSON.stringify(framesFor(opened, viewer))).toContain("Now public");
  });
});
