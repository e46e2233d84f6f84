import type { Auction, Bid } from "@jara/shared/auction";
import type { CommandResults, PushFrame } from "@jara/shared/live-commands";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { saver } from "../store/saver.ts";
import type { Fetched } from "./follow-auctions.ts";
import { withOverlay } from "./listing-overlay.ts";
import { createLiveClient } from "./live-client.ts";
import { withOutcome } from "./own-bids.ts";

const auction = (change: Partial<Auction> = {}) =>
  ({
    _id: "a",
    version: 5,
    currentPrice: 100,
    minimumBid: 110,
    bidCount: 3,
    isLeading: false,
    leader: null,
    ...change,
  }) as Auction;
const bid = (number: number): Bid => ({
  _id: `a-${number}`,
  amount: number * 10,
  kind: "manual",
  bidder: { username: "a***e" },
  timestamp: "2026-01-01T00:00:00.000Z",
});
const price = (version: number, fromVersion = version): PushFrame => ({
  type: "auction:price",
  data: {
    auctionId: "a",
    version,
    fromVersion,
    currentPrice: version * 100,
    minimumBid: version * 100 + 10,
    bidCount: version,
    currency: "NGN",
    leader: { username: "b***o" },
    reserveMet: false,
    bids: [bid(version)],
    serverTime: "",
  },
});

type Watcher = Parameters<Parameters<typeof createLiveClient>[0]["connection"]["listen"]>[0];
const open = (fetched: Fetched = { failed: "error" }) => {
  let listeners: Watcher = {};
  const unwatch = vi.fn<() => void>();
  const connection = {
    listen: (given: Watcher) => {
      listeners = given;
      return () => {};
    },
    watchAuction: vi.fn<(id: string, held: () => number | undefined) => () => void>(() => unwatch),
    watchFeed: () => () => {},
    rewatch: vi.fn<(id: string) => void>(),
  };
  const live = createLiveClient({ connection, fetchAuction: async () => fetched });
  const watched = (change: Partial<Auction>, events?: PushFrame[]) =>
    listeners.onWatched?.("a", {
      auction: auction(change),
      viewers: 2,
      serverTime: "",
      ...(events ? { events } : {}),
    } as CommandResults["auction:watch"]);
  const entry = () => live.store.getState().entries.a;
  return {
    live,
    connection,
    unwatch,
    watched,
    push: (frame: PushFrame) => listeners.onFrame?.(frame),
    entry,
    listeners,
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("an auction that the page follows", () => {
  // S058
  it("is loading until an answer comes, by REST or by socket, whichever is first", async () => {
    const { live, entry } = open({ auction: auction() });
    live.retain("a");
    expect(entry()?.status).toBe("loading");
    await vi.advanceTimersByTimeAsync(0);
    expect(entry()).toMatchObject({ status: "ready", view: { auction: { version: 5 } } });
  });

  it("is not-found or error after a failed request, and recovers when the socket answers", async () => {
    const { live, entry, watched } = open({ failed: "error" });
    live.retain("a");
    await vi.advanceTimersByTimeAsync(0);
    expect(entry()?.status).toBe("error");
    watched({});
    expect(entry()?.status).toBe("ready");
  });

  it("folds the next event, and drops one it already has", () => {
    const { live, entry, watched, push } = open();
    live.retain("a");
    watched({});
    push(price(6));
    expect(entry()?.view?.auction.currentPrice).toBe(600);
    push(price(5));
    expect(entry()?.view?.auction.currentPrice).toBe(600);
  });

  // S282
  it("watches again after a gap with the version that it holds, and applies the waiting events once the gap is filled", () => {
    const { live, connection, entry, watched, push } = open();
    live.retain("a");
    watched({});
    push(price(8));
    expect(connection.rewatch).toHaveBeenCalledWith("a");
    expect(entry()?.view?.auction.version).toBe(5);
    expect(connection.watchAuction.mock.calls[0]?.[1]()).toBe(5);
    watched({ version: 7, currentPrice: 700 }, [price(6), price(7)]);
    expect(entry()?.view?.auction).toMatchObject({ version: 8, currentPrice: 800 });
    expect(entry()?.view?.bids.map(({ _id }) => _id)).toEqual(["a-8", "a-7", "a-6"]);
  });

  it("does not lose events that come before the first snapshot", () => {
    const { live, entry, watched, push } = open();
    live.retain("a");
    push(price(6));
    watched({});
    expect(entry()?.view?.auction.version).toBe(6);
  });

  it("keeps the bids when the listing's compact event comes first", () => {
    const { live, entry, watched, push } = open();
    live.retain("a");
    watched({});
    const full = price(6);
    const { bids: _none, ...compact } = full.data as Extract<PushFrame, { type: "auction:price" }>["data"] & {
      bids: Bid[];
    };
    push({ type: "auction:price", data: compact });
    push(full);
    expect(entry()?.view?.bids).toHaveLength(1);
  });

  it("is watched once for two screens and released a little after the second", async () => {
    const { live, connection, unwatch, entry } = open();
    const first = live.retain("a");
    const second = live.retain("a");
    expect(connection.watchAuction).toHaveBeenCalledTimes(1);
    first();
    await vi.advanceTimersByTimeAsync(5000);
    expect(unwatch).not.toHaveBeenCalled();
    second();
    const third = live.retain("a");
    await vi.advanceTimersByTimeAsync(5000);
    expect(unwatch).not.toHaveBeenCalled();
    third();
    await vi.advanceTimersByTimeAsync(5000);
    expect(unwatch).toHaveBeenCalledTimes(1);
    expect(entry()).toBeUndefined();
  });

  it("is followed before its screen is there, and let go if no screen comes", async () => {
    const { live, connection, unwatch, entry } = open();
    live.prefetch("a");
    const release = live.retain("a");
    await vi.advanceTimersByTimeAsync(5000);
    expect(connection.watchAuction).toHaveBeenCalledTimes(1);
    expect(unwatch).not.toHaveBeenCalled();
    release();
    await vi.advanceTimersByTimeAsync(5000);
    live.prefetch("a");
    await vi.advanceTimersByTimeAsync(5000);
    expect(unwatch).toHaveBeenCalledTimes(2);
    expect(entry()).toBeUndefined();
  });

  // S299
  it("shows the outcome of the user's own bid at once, until the view has caught up", () => {
    const { live, entry, watched, push } = open();
    live.retain("a");
    watched({});
    const outcome = {
      _id: "a",
      version: 6,
      currentPrice: 650,
      minimumBid: 660,
      bidCount: 6,
      endTime: "",
      status: "active" as const,
      isLeading: true,
    };
    live.noteOutcome(outcome);
    const shown = () => {
      const held = entry();
      return held && withOutcome(held)?.auction;
    };
    expect(shown()).toMatchObject({ currentPrice: 650, isLeading: true });
    push(price(6));
    expect(shown()).toMatchObject({ currentPrice: 600, version: 6 });
    expect(entry()?.view?.bids).toHaveLength(1);
  });

  it("shows the price at which the user was outbid before the merged event with that price comes", () => {
    const { live, entry, watched, push } = open();
    live.retain("a");
    watched({});
    const own = { _id: "a", version: 6, currentPrice: 650, minimumBid: 660, bidCount: 4, endTime: "" };
    live.noteOutcome({ ...own, status: "active", isLeading: true });
    push({ type: "auction:mine", data: { auctionId: "a", version: 7, isLeading: false, bidIds: [] } });
    push({ type: "bid:outbid", data: { auctionId: "a", title: "", currentPrice: 700, minimumBid: 710 } });
    const shown = () => {
      const held = entry();
      return held && withOutcome(held)?.auction;
    };
    expect(shown()).toMatchObject({ currentPrice: 700, minimumBid: 710, bidCount: 4, isLeading: false });
    // An event about an earlier bid, which came late.
    push({ type: "bid:outbid", data: { auctionId: "a", title: "", currentPrice: 300, minimumBid: 310 } });
    expect(shown()).toMatchObject({ currentPrice: 700 });
  });

  it("uses prices without bids only in data saver, which gets no others", () => {
    const { live, entry, watched, push } = open();
    live.retain("a");
    watched({});
    const { bids: _, ...compact } = price(6).data as { bids: unknown };
    const frame = { type: "auction:price", data: compact } as PushFrame;
    push(frame);
    expect(entry()?.view?.auction.version).toBe(5);
    saver.setState(true, true);
    push(frame);
    expect(entry()?.view?.auction.version).toBe(6);
    saver.setState(false, true);
  });

  it("drops the previous user's data once another user signs in", () => {
    const { live, entry, watched, push } = open();
    live.retain("a");
    watched({ isLeading: true, leader: { username: "You" } });
    push({ type: "auction:mine", data: { auctionId: "a", version: 5, isLeading: true, bidIds: ["a-5"] } });
    live.switchUser();
    expect(entry()?.view).toMatchObject({ ownBidIds: [], auction: { isLeading: false, leader: null } });
  });
});

describe("the listing overlay", () => {
  it("applies newer prices and statuses over fetched auctions, and never older ones", () => {
    const { live, push } = open();
    push(price(6));
    push({ type: "auction:status", data: { auctionId: "a", version: 7, status: "ended" } });
    push(price(5));
    const overlay = live.store.getState().overlays.a;
    expect(withOverlay(auction(), overlay)).toMatchObject({ version: 7, currentPrice: 600, status: "ended" });
    expect(withOverlay(auction({ version: 9, currentPrice: 950 }), overlay).currentPrice).toBe(950);
  });

  it("shows the end that a pause moved, which comes before the new status of the same version", () => {
    const { live, push } = open();
    const resumed = auction({ version: 8, status: "active", endTime: "2026-01-02T00:00:00.000Z", isLeading: true });
    push({
      type: "auction:updated",
      data: { auctionId: "a", version: 8, contentVersion: 1, changes: [], auction: resumed },
    });
    push({ type: "auction:status", data: { auctionId: "a", version: 8, status: "active" } });
    const shown = withOverlay(auction({ endTime: "2026-01-01T00:00:00.000Z" }), live.store.getState().overlays.a);
    expect(shown).toMatchObject({ version: 8, status: "active", endTime: "2026-01-02T00:00:00.000Z" });
    expect(shown.isLeading, "who leads is the user's own feed to say").toBe(false);
  });

  it("shows an auction as outbid until the user leads it again", () => {
    const { live, push } = open();
    push({ type: "bid:outbid", data: { auctionId: "a", title: "", currentPrice: 1, minimumBid: 2 } });
    expect(live.store.getState().outbid.has("a")).toBe(true);
    push({ type: "auction:mine", data: { auctionId: "a", version: 9, isLeading: true, bidIds: [] } });
    expect(live.store.getState().outbid.has("a")).toBe(false);
  });
});
