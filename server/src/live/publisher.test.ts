// Tests the publisher: merging of prices, gaps before a change, and that no version is sent twice or out of order.
import type { PushFrame } from "@jara/shared/live-commands";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anAuction, bidPlaced, NOON, STARTED_AT } from "../../test/support/given-auction.ts";
import type { AuctionEvent } from "../auction/events.ts";
import { create, evolveChange } from "../auction/evolve.ts";
import type { AuctionState } from "../auction/state.ts";
import type { Change, Committed } from "../engine/ports.ts";
import { Publisher } from "./publisher.ts";
import { type Connection, Rooms, rooms } from "./rooms.ts";

/** The auction at each version; each version has one more bid. */
const at = (version: number): AuctionState => {
  let state = create(anAuction(), STARTED_AT);
  while (state.version < version)
    state = evolveChange(state, [bidPlaced("ada", state.version, 900 + 100 * state.version)]);
  return state;
};
const changeTo = (version: number): Committed<Change> =>
  ({
    before: at(version - 1),
    after: at(version),
    events: [bidPlaced("ada", version - 1, 800 + 100 * version)],
    actorId: "ada",
  }) as unknown as Committed<Change>;
const found = (...to: number[]) => to.map((version) => ({ change: changeTo(version), at: NOON }));

/** The changes of bids in a soft close, from version 1 on: each moves the end by a second, except where `isCapped`. */
const softChanges = (count: number, isCapped: (version: number) => boolean = () => false): Committed<Change>[] => {
  let after = at(1);
  return Array.from({ length: count }, (_, index) => {
    const [before, version] = [after, index + 2];
    const extended = { type: "AuctionExtended", bidNumber: 1, from: before.endsAt, endsAt: before.endsAt + 1_000 };
    const bid = bidPlaced("ada", version - 1, 800 + 100 * version);
    const events = [bid, ...(isCapped(version) ? [] : [extended])] as AuctionEvent[];
    after = evolveChange(before, events);
    return { before, after, events, actorId: "ada" } as unknown as Committed<Change>;
  });
};
const endOf = ({ after }: Change): string => new Date(after.endsAt).toISOString();

let gaps: string[][];
let heard: { type: string; data: { version: number; fromVersion: number } }[];
let publisher: Publisher;
let allRooms: Rooms;

const versions = () => heard.map(({ data: { fromVersion, version } }) => [fromVersion, version]);
const follow = (room: string): Connection => {
  const connection = {
    rooms: new Set<string>(),
    sendEncoded: (json: string) => heard.push(JSON.parse(json)),
    joined: () => {},
    left: () => {},
  } as unknown as Connection;
  allRooms.enter(connection);
  allRooms.join(connection, room);
  return connection;
};

beforeEach(() => {
  vi.useFakeTimers();
  // The clock of a process that has been running for a while.
  vi.advanceTimersByTime(1000);
  gaps = [];
  heard = [];
  allRooms = new Rooms(() => ({ to: () => ({ emit: () => {} }) }) as never);
  publisher = new Publisher(allRooms, { now: () => NOON } as never, (ids) => gaps.push([...ids]));
});
afterEach(() => {
  publisher.close();
  vi.useRealTimers();
});

describe("the publisher, to an auction's watchers", () => {
  beforeEach(() => follow(rooms.auction("lot")));

  it("sends the change of a quiet auction at once, merges those of a busy one, and always sends the last state", async () => {
    publisher.watched("lot", 1);
    for (const version of [2, 3, 4, 5]) publisher.publish([changeTo(version)], NOON);
    expect(versions()).toEqual([[2, 2]]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(versions()).toEqual([
      [2, 2],
      [3, 5],
    ]);
  });

  it("tells watchers to fetch an auction again that a failover took back, and drops its waiting price", async () => {
    publisher.watched("lot", 1);
    for (const version of [2, 3, 4]) publisher.publish([changeTo(version)], NOON);
    heard = [];
    publisher.takenBack("lot");
    expect(heard).toEqual([{ type: "auction:resync", data: { auctionId: "lot" } }]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard).toHaveLength(1);
    // The new primary goes on from an earlier version.
    publisher.watched("lot", 2);
    publisher.publish([changeTo(3)], NOON);
    expect(versions().at(-1)).toEqual([3, 3]);
  });

  it("merges the ends that bids move in a soft close with the prices, and sends the first and the last of them", async () => {
    publisher.watched("lot", 1);
    // The last bid comes after the cap: it moves nothing, and the end that was moved before it must not be lost.
    const changes = softChanges(4, (version) => version === 5);
    for (const change of changes) publisher.publish([change], NOON);
    const [first, , , last] = changes as object as [Change, Change, Change, Change];
    const framesOf = (change: Change, fromVersion: number, extendedBy: number) => {
      const { version } = change.after;
      return [
        { type: "auction:price", data: { version, fromVersion, bids: Array(version - fromVersion + 1).fill({}) } },
        { type: "auction:extended", data: { version, endTime: endOf(change), extendedBy } },
        { type: "auction:countdown", data: { version, endTime: endOf(change) } },
      ];
    };
    expect(heard).toMatchObject(framesOf(first, 2, 1_000));
    expect(publisher.sentVersion("lot")).toBe(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard.slice(3)).toMatchObject(framesOf(last, 3, 2_000));
  });

  it("keeps the version that was sent apart from the version that waits", async () => {
    publisher.watched("lot", 1);
    for (const version of [2, 3, 4]) publisher.publish([changeTo(version)], NOON);
    expect([publisher.sentVersion("lot"), publisher.latestVersion("lot")]).toEqual([2, 4]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(publisher.sentVersion("lot")).toBe(4);
  });

  it("asks for the missing changes when there is a gap before a change, and sends nothing past the gap", async () => {
    publisher.watched("lot", 1);
    publisher.publish([changeTo(3)], NOON);
    expect(gaps).toEqual([["lot"]]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard).toEqual([]);
  });

  it("catches up the earlier watchers when a new one got a newer version", async () => {
    publisher.watched("lot", 1);
    publisher.watched("lot", 2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(gaps).toEqual([["lot"]]);
    publisher.caughtUp(at(2), found(2));
    expect(versions()).toEqual([[2, 2]]);
  });

  it("catches up the first watcher with what was read before the snapshot, also if an earlier change was sent since", () => {
    publisher.readEarly(at(3));
    publisher.publish([changeTo(2)], NOON);
    publisher.watched("lot", 2);
    expect(gaps).toEqual([["lot"]]);
  });

  it("does not catch up when the commit's own answer arrives in time", async () => {
    publisher.watched("lot", 1);
    publisher.watched("lot", 2);
    publisher.publish([changeTo(2)], NOON);
    await vi.advanceTimersByTimeAsync(1000);
    expect(gaps).toEqual([]);
    expect(versions()).toEqual([[2, 2]]);
  });

  it("catches up with the newest version that new watchers got, also if several came before the check", async () => {
    publisher.watched("lot", 1);
    publisher.watched("lot", 2);
    publisher.watched("lot", 3);
    publisher.publish([changeTo(2)], NOON);
    await vi.advanceTimersByTimeAsync(1000);
    expect(gaps).toEqual([["lot"]]);
  });

  it("does not compare the next watchers' version with one that waited for watchers who have left", async () => {
    publisher.watched("lot", 1);
    for (const version of [2, 3]) publisher.publish([changeTo(version)], NOON);
    publisher.evict("lot");
    // One of two new watchers got version 4. Version 3 is now too old for the other, who would never be sent version 4.
    publisher.watched("lot", 4);
    expect(publisher.sentVersion("lot")).toBe(4);
    await vi.advanceTimersByTimeAsync(1000);
    expect(versions()).toEqual([[2, 2]]);
  });

  it("sends no change twice when it was read from the log before the commit's own answer came", async () => {
    publisher.watched("lot", 1);
    publisher.caughtUp(at(3), found(2, 3));
    publisher.publish([changeTo(2), changeTo(3)], NOON);
    publisher.publish([changeTo(4)], NOON);
    await vi.advanceTimersByTimeAsync(1000);
    expect(versions()).toEqual([
      [2, 3],
      [4, 4],
    ]);
  });

  it("sends only the changes that were not sent during the read", async () => {
    publisher.watched("lot", 1);
    publisher.publish([changeTo(2)], NOON);
    publisher.caughtUp(at(3), found(2, 3));
    await vi.advanceTimersByTimeAsync(1000);
    expect(versions()).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });

  it("tells watchers to fetch the auction again if the missed changes are not known, and goes on from there", async () => {
    publisher.watched("lot", 1);
    publisher.publish([changeTo(3)], NOON);
    publisher.caughtUp(at(3), null);
    expect(heard).toEqual([{ type: "auction:resync", data: { auctionId: "lot" } }]);
    publisher.caughtUp(at(3), null);
    publisher.publish([changeTo(4)], NOON);
    await vi.advanceTimersByTimeAsync(1000);
    expect(versions().slice(1)).toEqual([[4, 4]]);
  });

  it("keeps what it publishes for readers who come later, without a change twice or a gap", () => {
    publisher.watched("lot", 1);
    publisher.publish([changeTo(2)], NOON);
    publisher.publish([changeTo(4)], NOON);
    expect(publisher.recent.between("lot", 1, 4)).toBeNull();
    publisher.caughtUp(at(4), found(3, 4));
    publisher.publish([changeTo(3), changeTo(4)], NOON);
    const kept = publisher.recent.between("lot", 1, 4) ?? [];
    expect(kept.map(({ after }) => after.version)).toEqual([2, 3, 4]);
  });
});

it("keeps the newest price of the listing when an older one arrives after it", async () => {
  allRooms.join(follow(rooms.listing), rooms.listingPrices);
  publisher.listed(at(2));
  publisher.publish([changeTo(5)], NOON);
  publisher.listed(at(4));
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard.map(({ data }) => data.version)).toEqual([2, 5]);
});

describe("the publisher, to the listing", () => {
  let relayed: PushFrame[];
  beforeEach(() => {
    relayed = [];
    allRooms.relay = (_room, frame) => relayed.push(frame);
    allRooms.join(follow(rooms.listing), rooms.listingPrices);
  });
  const ends = () =>
    heard.flatMap(({ type, data }) =>
      type === "auction:updated" ? [(data as object as { auction: { endTime: string } }).auction.endTime] : [],
    );

  it("sends at most 4 prices and ends a second in a soft close, and always the last ones", async () => {
    const changes = softChanges(39);
    for (const change of changes) {
      publisher.publish([change], NOON);
      await vi.advanceTimersByTimeAsync(25);
    }
    // One at once, and one at the end of each interval within this second.
    const prices = heard.filter(({ type }) => type === "auction:price");
    expect([prices.length, ends().length]).toEqual([4, 4]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard.at(-1)).toMatchObject({ type: "auction:price", data: { version: 40 } });
    expect(ends()).toEqual([2, 11, 21, 31, 40].map((version) => endOf(changes[version - 2] as Change)));
    // Another node reads the auction itself, so the end is not sent to it for each bid.
    expect(relayed.filter(({ type }) => type !== "auction:mine")).toEqual([]);
  });

  it("sends the end that another node's bid moved once, and then only prices", async () => {
    const [moved, later] = softChanges(2, (version) => version === 3) as object as [Change, Change];
    for (const { after } of [moved, later]) {
      publisher.listed(after);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(heard.map(({ type, data: { version } }) => [type, version])).toEqual([
      ["auction:updated", 2],
      ["auction:price", 2],
      ["auction:price", 3],
    ]);
    expect(ends()).toEqual([endOf(moved)]);
  });

  it("sends the whole auction first if the state that was read after another node's bid has a later change too", async () => {
    const paused = evolveChange(at(2), [
      { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null } as AuctionEvent,
    ]);
    const status: PushFrame = { type: "auction:status", data: { auctionId: "lot", version: 3, status: "paused" } };
    // The pointer to the bid came, the read found the pause, and the pause's own event comes last.
    publisher.listed(paused);
    publisher.relayed(rooms.listing, status);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard.map(({ type, data: { version } }) => [type, version])).toEqual([
      ["auction:updated", 3],
      ["auction:price", 3],
      ["auction:status", 3],
    ]);
    expect(heard[0]).toMatchObject({ data: { auction: { status: "paused" } } });
  });

  it("sends only a price, and not the whole auction, if the events of the change that was read came first", async () => {
    const edited = { ...at(3), contentVersion: 2 };
    const auction = { _id: "lot", version: 3, status: "active", contentVersion: 2 };
    publisher.listed(at(2));
    await vi.advanceTimersByTimeAsync(1_000);
    publisher.relayed(rooms.listing, { type: "auction:updated", data: { auctionId: "lot", auction } } as never);
    publisher.listed(edited);
    await vi.advanceTimersByTimeAsync(1_000);
    const types = ["auction:price", "auction:updated", "auction:price"];
    expect(heard.map(({ type }) => type)).toEqual(types);
    // Here the event of the next edit has not come yet.
    publisher.listed({ ...at(4), contentVersion: 3 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard.map(({ type }) => type)).toEqual([...types, "auction:updated", "auction:price"]);
  });

  it("never sends a version before the auction's own watchers have it", async () => {
    const watcher = follow(rooms.auction("lot"));
    publisher.watched("lot", 1);
    for (const change of softChanges(12)) {
      publisher.publish([change], NOON);
      // Some of the listing's intervals end while a price waits for the watchers.
      await vi.advanceTimersByTimeAsync(35);
      let latest = 1;
      for (const { type, data } of heard) {
        if (type === "auction:updated") expect(data.version).toBeLessThanOrEqual(latest);
        if (type === "auction:price" && "bids" in data) latest = data.version;
      }
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard.at(-1)).toMatchObject({ type: "auction:price", data: { version: 13 } });
    allRooms.leave(watcher, rooms.auction("lot"));
  });

  it("sends the waiting price when the last watcher has left before their own was sent", async () => {
    const watcher = follow(rooms.auction("lot"));
    publisher.watched("lot", 1);
    const [first, second] = softChanges(2) as object as [Committed<Change>, Committed<Change>];
    publisher.publish([first], NOON);
    await vi.advanceTimersByTimeAsync(230);
    publisher.publish([{ ...second }], NOON);
    publisher.publish([changeTo(4)], NOON);
    allRooms.leave(watcher, rooms.auction("lot"));
    publisher.evict("lot");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard.at(-1)).toMatchObject({ type: "auction:price", data: { version: 4 } });
  });

  const changeBy = (before: AuctionState, ...made: object[]): Committed<Change> => {
    const events = made as AuctionEvent[];
    return { before, after: evolveChange(before, events), events, actorId: "admin" } as unknown as Committed<Change>;
  };
  const inOrder = (frames: readonly PushFrame[]) =>
    frames
      .filter(({ type }) => type === "auction:updated" || type === "auction:status" || type === "auction:price")
      .map(({ type, data }) => [type, (data as { version: number }).version]);

  it("sends the other nodes the whole auction before its new status, because they may not have its last price yet", () => {
    const change = changeBy(at(4), { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null });
    allRooms.relay = (room, frame) => room === rooms.listing && relayed.push(frame);
    publisher.publish([change], NOON);
    expect(inOrder(heard as never)).toEqual([["auction:status", 5]]);
    expect(inOrder(relayed)).toEqual([
      ["auction:updated", 5],
      ["auction:status", 5],
    ]);
    expect(relayed[0]).toMatchObject({ data: { auction: { currentPrice: 12, status: "paused" } } });
  });

  it("sends the whole auction first when a cancellation lowers the price to the starting price", async () => {
    const change = changeBy(at(4), { type: "AllBidsVoided" }, { type: "AuctionCancelled" });
    expect(change.after).toMatchObject({ status: "cancelled", priceMinor: change.after.startingPriceMinor });
    publisher.publish([change], NOON);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(inOrder(heard as never)).toEqual([
      ["auction:updated", 5],
      ["auction:status", 5],
      ["auction:price", 5],
    ]);
    expect(heard[0]).toMatchObject({ data: { auction: { status: "cancelled" } } });
  });

  it("sends the whole auction when it resumes at another end, before its status", () => {
    const paused = evolveChange(at(2), [
      { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null } as AuctionEvent,
    ]);
    const resume = (endsAt: number): Committed<Change> => {
      const events = [{ type: "AuctionResumed", endsAt }] as AuctionEvent[];
      const after = evolveChange(paused, events);
      return { before: paused, after, events, actorId: "admin" } as unknown as Committed<Change>;
    };
    const moved = resume(paused.endsAt + 60_000);
    publisher.publish([moved], NOON);
    expect(heard.map(({ type }) => type)).toEqual(["auction:updated", "auction:status"]);
    expect(ends()).toEqual([endOf(moved)]);
    heard = [];
    publisher.publish([resume(paused.endsAt)], NOON);
    expect(heard.map(({ type }) => type)).toEqual(["auction:status"]);
  });
});

describe("the publisher, to compact watchers", () => {
  /** The auction of these tests ends much later than in five minutes. */
  const FAR_MS = 6_000;
  beforeEach(() => follow(rooms.auctionCompact("lot")));

  it("sends the first price at once, then merged ones every 6 s without bids, and always the last state", async () => {
    for (const version of [2, 3, 4]) publisher.publish([changeTo(version)], NOON);
    expect(versions()).toEqual([[2, 2]]);
    await vi.advanceTimersByTimeAsync(FAR_MS - 100);
    expect(versions()).toEqual([[2, 2]]);
    await vi.advanceTimersByTimeAsync(200);
    expect(versions()).toEqual([
      [2, 2],
      [3, 4],
    ]);
    expect(heard.every(({ data }) => !("bids" in data))).toBe(true);
  });

  it("does not delay or merge the prices of other watchers", async () => {
    follow(rooms.auction("lot"));
    publisher.publish([changeTo(2)], NOON);
    publisher.publish([changeTo(3)], NOON);
    await vi.advanceTimersByTimeAsync(100);
    expect(versions()).toEqual([
      [2, 2],
      [2, 2],
      [3, 3],
    ]);
  });

  it("sends what waits before any event that is more than a price", () => {
    publisher.publish([changeTo(2)], NOON);
    publisher.publish([changeTo(3)], NOON);
    const before = at(3);
    const paused = { type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null } as AuctionEvent;
    const after = evolveChange(before, [paused]);
    publisher.publish([{ before, after, events: [paused], actorId: "admin" } as unknown as Committed<Change>], NOON);
    expect(heard.map(({ type, data: { version } }) => [type, version])).toEqual([
      ["auction:price", 2],
      ["auction:price", 3],
      ["auction:paused", 4],
      ["auction:countdown", 4],
    ]);
  });

  it("brings a moved end with the next price instead of an event for each bid", async () => {
    publisher.publish([changeTo(2)], NOON);
    const before = at(2);
    const events = [bidPlaced("ada", 2, 1_100), { type: "AuctionExtended", endsAt: before.endsAt + 120_000 }];
    const after = evolveChange(before, events as AuctionEvent[]);
    publisher.publish([{ before, after, events, actorId: "ada" } as unknown as Committed<Change>], NOON);
    expect(heard).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(FAR_MS);
    expect(heard.slice(1)).toMatchObject([
      { type: "auction:price", data: { version: 3, fromVersion: 3 } },
      { type: "auction:countdown", data: { version: 3, endTime: new Date(after.endsAt).toISOString() } },
    ]);
  });

  it("sends nothing of a withdrawn lot's draft that another node committed", async () => {
    publisher.publish([changeTo(2)], NOON);
    heard = [];
    const draft: AuctionState = { ...at(2), status: "draft" };
    const events = [{ type: "AuctionEdited", before: {}, changes: {} }] as unknown as AuctionEvent[];
    const after = { ...draft, version: 3 };
    publisher.caughtUp(after, [{ change: { before: draft, after, events } as unknown as Committed<Change>, at: NOON }]);
    await vi.advanceTimersByTimeAsync(2 * FAR_MS);
    expect(heard).toEqual([]);
  });

  it("merges the prices that another node committed in the same way", async () => {
    publisher.publish([changeTo(2)], NOON);
    publisher.caughtUp(at(3), found(3));
    publisher.caughtUp(at(5), found(4, 5));
    await vi.advanceTimersByTimeAsync(FAR_MS);
    expect(versions()).toEqual([
      [2, 2],
      [3, 5],
    ]);
  });
});

it("sends a compact reader of the listing at most one price every 30 s of each auction", async () => {
  allRooms.join(follow(rooms.listing), rooms.listingPricesCompact);
  for (const version of [2, 3, 4]) publisher.publish([changeTo(version)], NOON);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(versions()).toEqual([[2, 2]]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(versions()).toEqual([
    [2, 2],
    [3, 4],
  ]);
});
