// Tests which changes are kept in memory: a run without gaps, bounded, and none from before something was hidden.
import { describe, expect, it } from "vitest";
import { anAuction, bidPlaced, NOON, person, STARTED_AT } from "../../test/support/given-auction.ts";
import type { AuctionEvent } from "../auction/events.ts";
import { create, evolveChange } from "../auction/evolve.ts";
import type { AuctionState } from "../auction/state.ts";
import type { Change } from "../engine/ports.ts";
import { MOST_CHANGES, RecentChanges } from "./recent-changes.ts";

const opened = (auctionId = "lot") => create(anAuction({ auctionId }), STARTED_AT);
const changeBy = (before: AuctionState, ...made: object[]): Change => {
  const events = made as AuctionEvent[];
  return { before, after: evolveChange(before, events), events, actorId: "ada" };
};
const bidOn = (before: AuctionState): Change =>
  changeBy(before, bidPlaced("ada", before.bidCount + 1, 1_000 + 100 * before.version));
const given = (auctionId?: string) => {
  const recent = new RecentChanges();
  let state = opened(auctionId);
  const add = (change: Change): void => {
    state = change.after;
    recent.add(change, NOON);
  };
  const bid = (times = 1): void => {
    for (let i = 0; i < times; i += 1) add(bidOn(state));
  };
  const versions = (since: number, upTo: number) =>
    recent.between("lot", since, upTo)?.map(({ after }) => after.version) ?? null;
  return { recent, add, bid, versions, now: () => state };
};

it("gives the changes between two versions, and null if one of them is not kept", () => {
  const { bid, versions, recent } = given();
  bid(3);
  expect([versions(1, 4), versions(2, 3), versions(3, 4)]).toEqual([[2, 3, 4], [3], [4]]);
  expect([versions(0, 4), versions(1, 5), recent.between("other", 1, 2)]).toEqual([null, null, null]);
});

it("begins anew after a change that this node did not see, and ignores one that it has", () => {
  const { recent, bid, versions, now } = given();
  bid();
  const missed = bidOn(now());
  recent.add(bidOn(missed.after), NOON);
  expect([versions(1, 4), versions(3, 4)]).toEqual([null, [4]]);
  recent.add(missed, NOON);
  expect(versions(3, 4)).toEqual([4]);
});

it("keeps the newest hundred changes of a lot", () => {
  const { bid, versions } = given();
  bid(MOST_CHANGES + 5);
  expect(versions(5, MOST_CHANGES + 6)).toBeNull();
  expect(versions(6, MOST_CHANGES + 6)).toHaveLength(MOST_CHANGES);
});

describe("keeps nothing from before", () => {
  const edited = { type: "AuctionEdited", before: {}, changes: {} };
  const hiding: [name: string, events: object[]][] = [
    [
      "a void of somebody's bids",
      [{ type: "BidsVoided", bidder: person("ada"), reason: "mistaken-amount", leader: null }],
    ],
    ["a void of all bids", [{ type: "AllBidsVoided", reason: "cancelled" }, { type: "AuctionCancelled" }]],
    ["a withdrawal", [{ type: "AuctionWithdrawn" }]],
    ["the removal of the lot", [{ type: "AuctionRemoved" }]],
  ];
  it.each(hiding)("%s", (_name, events) => {
    const { add, bid, versions, now } = given();
    bid(2);
    const { version } = now();
    add(changeBy(now(), ...events));
    for (let since = 1; since <= version; since += 1) expect(versions(since, version + 1)).toBeNull();
  });

  it("the opening of a draft", () => {
    const { add, bid, versions, now } = given();
    add(changeBy(now(), { type: "AuctionWithdrawn" }));
    add(changeBy(now(), edited));
    add(changeBy(now(), { type: "AuctionStarted", startsAt: NOON }));
    const { version } = now();
    bid();
    expect([versions(version - 1, version), versions(version - 1, version + 1)]).toEqual([null, null]);
    expect(versions(version, version + 1)).toEqual([version + 1]);
  });
});

it("keeps no maximum and no secret event", () => {
  const { add, recent, now } = given();
  const maximum = { type: "MaxBidSet", maxBidId: "m", owner: person("ada"), amountMinor: 987_654 };
  add(changeBy(now(), maximum, bidPlaced("ada", 1, 1_000)));
  expect(now().maxBids.size).toBe(1);
  const kept = recent.between("lot", 1, 2);
  expect([kept?.[0]?.after.maxBids.size, recent.newest("lot")?.maxBids.size]).toEqual([0, 0]);
  expect(JSON.stringify(kept)).not.toContain("987654");
});

it("drops the lots that changed the longest ago when all together take too much", () => {
  const { recent, bid, versions } = given();
  bid();
  const description = "x".repeat(200_000);
  for (let i = 0; i < 100; i += 1) {
    const before = create(anAuction({ auctionId: `long-${i}` }), STARTED_AT);
    const long = { ...before, lot: { ...before.lot, description } };
    recent.add(changeBy(long, { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null }), NOON);
  }
  expect(versions(1, 2)).toBeNull();
  expect(recent.between("long-0", 1, 2)).toBeNull();
  expect(recent.between("long-99", 1, 2)).toHaveLength(1);
});

it("goes on from the state that a watcher got, and keeps what the log can still fill", () => {
  const { recent, bid, versions, now } = given();
  recent.startAt(now());
  bid();
  const later = Array.from({ length: 50 }).reduce<AuctionState>((state) => bidOn(state).after, now());
  recent.startAt(later);
  expect([versions(1, 2), recent.newest("lot")?.version]).toEqual([[2], 2]);
  const muchLater = { ...later, version: 200 };
  recent.startAt(muchLater);
  expect([versions(1, 2), recent.newest("lot")?.version]).toEqual([null, 200]);
});
