import { describe, expect, it } from "vitest";
import type { Auction, Bid } from "./auction.ts";
import { type AuctionView, bidNumber, foldEvent, foldSnapshot, mergeBids } from "./fold-auction.ts";
import type { PriceEvent, PushFrame } from "./live-commands.ts";

const serverTime = "2026-11-21T10:00:00.000Z";
const auction: Auction = {
  _id: "lot",
  title: "Talking drum",
  description: "",
  categories: [],
  condition: "good",
  location: null,
  media: [],
  imageUrl: null,
  currency: "NGN",
  startingPrice: 1000,
  currentPrice: 1000,
  minimumBid: 1100,
  bidIncrement: 100,
  bidCount: 0,
  buyItNowPrice: null,
  buyItNowFee: null,
  totalAmount: null,
  hasReserve: false,
  reserveMet: true,
  startTime: null,
  softClose: null,
  latestEndTime: null,
  contentVersion: 1,
  contentChangedAt: null,
  endTime: "2026-11-21T12:00:00.000Z",
  duration: 24,
  status: "active",
  pausedAt: null,
  pausedUntil: null,
  seller: { _id: "s", username: "seller" },
  leader: null,
  winner: null,
  isLeading: false,
  version: 5,
  createdAt: serverTime,
  updatedAt: serverTime,
  serverTime,
};
const view = foldSnapshot(null, auction, 1);

const bid = (number: number, username = "a***a"): Bid => ({
  _id: `lot-${number}`,
  amount: 1000 + number * 100,
  kind: "manual",
  bidder: { username },
  timestamp: serverTime,
});

const price = (version: number, fromVersion = version, bids: Bid[] = []): PushFrame => ({
  type: "auction:price",
  data: {
    auctionId: "lot",
    version,
    fromVersion,
    currentPrice: 1000 + version,
    minimumBid: 1100 + version,
    bidCount: version - 1,
    currency: "NGN",
    leader: { username: "a***a" },
    reserveMet: true,
    bids,
    serverTime,
  } satisfies PriceEvent,
});

const changed = (from: AuctionView, frame: PushFrame): AuctionView => {
  const result = foldEvent(from, frame);
  if (result.kind !== "changed") throw new Error(result.kind);
  return result.view;
};

describe("folding events onto a view", () => {
  it("applies the next version", () => {
    const { auction: next } = changed(view, price(6));
    expect(next).toMatchObject({ version: 6, currentPrice: 1006, minimumBid: 1106 });
  });

  it("applies a merged event that begins at its version or earlier", () => {
    expect(changed(view, price(9, 6)).auction.version).toBe(9);
    expect(changed(view, price(9, 3)).auction.version).toBe(9);
  });

  it("ignores an event that is not newer", () => {
    expect(foldEvent(view, price(5))).toEqual({ kind: "unchanged" });
    expect(foldEvent(view, price(4))).toEqual({ kind: "unchanged" });
  });

  it("reports a gap and does not guess the missing changes", () => {
    expect(foldEvent(view, price(7))).toEqual({ kind: "gap", sinceVersion: 5 });
    const countdown: PushFrame = {
      type: "auction:countdown",
      data: { auctionId: "lot", version: 6, status: "active", endTime: auction.endTime, serverTime },
    };
    expect(foldEvent(view, countdown)).toEqual({ kind: "gap", sinceVersion: 5 });
  });

  it("accepts a countdown that repeats its version or moves the end", () => {
    const endTime = "2026-11-21T13:00:00.000Z";
    const data = { auctionId: "lot", version: 5, status: "active" as const, endTime, serverTime };
    expect(changed(view, { type: "auction:countdown", data }).auction.endTime).toBe(endTime);
    expect(foldEvent(view, { type: "auction:countdown", data: { ...data, version: 4 } })).toEqual({
      kind: "unchanged",
    });
  });

  it("pauses, resumes with the moved end, and ends with the winner", () => {
    const paused = changed(view, {
      type: "auction:paused",
      data: { auctionId: "lot", version: 6, reason: "admin", statusReason: "A check", pausedUntil: null, serverTime },
    });
    expect(paused.auction).toMatchObject({ status: "paused", pausedAt: serverTime, statusReason: "A check" });
    const endTime = "2026-11-21T12:30:00.000Z";
    const resumed = changed(paused, {
      type: "auction:resumed",
      data: { auctionId: "lot", version: 7, endTime, serverTime },
    });
    expect(resumed.auction).toMatchObject({ status: "active", endTime, pausedAt: null, statusReason: undefined });
    const ended = changed(resumed, {
      type: "auction:ended",
      data: {
        auctionId: "lot",
        version: 8,
        status: "ended",
        finalPrice: 1500,
        winner: { username: "a***a" },
        reserveMet: true,
        endedAt: endTime,
        serverTime: endTime,
      },
    });
    expect(ended.auction).toMatchObject({
      status: "ended",
      endedAt: endTime,
      currentPrice: 1500,
      winner: { username: "a***a" },
    });
    expect(ended.auction.updatedAt, "the end is a change, and lists show when it was").toBe(endTime);
  });

  it("applies an extension before or after the bid that caused it, and loses neither", () => {
    const endTime = "2026-11-21T12:02:00.000Z";
    const extended: PushFrame = {
      type: "auction:extended",
      data: { auctionId: "lot", version: 6, endTime, extendedBy: 120_000, serverTime },
    };
    for (const frames of [
      [extended, price(6)],
      [price(6), extended],
    ]) {
      const last = frames.reduce(changed, view);
      expect(last.auction).toMatchObject({ version: 6, currentPrice: 1006, endTime });
    }
    expect(foldEvent(view, { ...extended, data: { ...extended.data, version: 7 } }).kind).toBe("gap");
    expect(foldEvent(view, { ...extended, data: { ...extended.data, version: 4 } }).kind).toBe("unchanged");
  });

  it("lowers the price when bids are voided, and has no leader if no bid counts any more", () => {
    const leading = { ...view, auction: { ...auction, isLeading: true, currentPrice: 9000, bidCount: 4 } };
    const now = { currentPrice: 1000, minimumBid: 1100, bidCount: 0, leader: null, reserveMet: false };
    const voided: PushFrame = {
      type: "auction:bids-voided",
      data: { auctionId: "lot", version: 6, bidder: { username: "a***a" }, reason: "fraud", ...now, serverTime },
    };
    expect(changed(leading, voided).auction).toMatchObject({ ...now, version: 6, isLeading: false });
  });

  it("recognises one's own bids by their ids in either order, and leading only from the server's word", () => {
    const folded = changed(view, {
      type: "auction:mine",
      data: { auctionId: "lot", version: 6, isLeading: true, bidIds: ["lot-1"] },
    });
    expect(folded.auction.isLeading).toBe(true);
    const shown = changed(folded, price(6, 6, [bid(1)]));
    expect(shown.bids[0]?.bidder.username).toBe("You");
    // Another bidder with the same masked name is not "You".
    expect(changed(shown, price(7, 7, [bid(2)])).bids.map(({ bidder }) => bidder.username)).toEqual(["a***a", "You"]);
  });

  const mine = (version: number, isLeading: boolean, bidIds: string[] = []): PushFrame => ({
    type: "auction:mine",
    data: { auctionId: "lot", version, isLeading, bidIds },
  });

  it("keeps the newest `isLeading` when an older `auction:mine` comes after it, and takes the older one's bids", () => {
    const outbid = changed(view, mine(7, false, ["lot-6"]));
    const late = changed(outbid, mine(6, true, ["lot-5"]));
    expect(late).toMatchObject({ auction: { isLeading: false }, ownBidIds: ["lot-5", "lot-6"] });
    // A price does not say whether the user leads, so it may come before the `auction:mine` of an earlier version.
    expect(changed(changed(view, price(6)), mine(5, true)).auction.isLeading).toBe(true);
  });

  it("ignores the `isLeading` of an `auction:mine` that is older than the snapshot", () => {
    expect(changed(view, mine(4, true)).auction.isLeading).toBe(false);
  });

  it("does not go back to leading when an older snapshot comes after the event that the user was outbid", () => {
    const led = foldSnapshot(null, { ...auction, isLeading: true }, 1);
    const outbid = changed(led, mine(6, false));
    // It was read before the rival's bid, and its answer took longer.
    const again = foldSnapshot(outbid, { ...auction, isLeading: true }, 1);
    expect(again.auction).toMatchObject({ version: 5, isLeading: false });
    expect(changed(again, price(6)).auction).toMatchObject({ version: 6, isLeading: false });
    expect(foldSnapshot(again, { ...auction, version: 6, isLeading: true }, 1).auction.isLeading).toBe(true);
    // A failover took the rival's bid back.
    expect(foldSnapshot(outbid, { ...auction, isLeading: true }, 1, 6).auction.isLeading).toBe(true);
  });

  it("keeps each bid once, newest first, by number and not by text", () => {
    const merged = mergeBids([bid(9), bid(2)], [bid(10), bid(9)], []);
    expect(merged.map(bidNumber)).toEqual([10, 9, 2]);
  });
});

describe("folding a snapshot", () => {
  it("replaces an older view and keeps its bids", () => {
    const withBids = { ...view, bids: [bid(1)] };
    const next = foldSnapshot(withBids, { ...auction, version: 8 }, 3);
    expect(next).toMatchObject({ auction: { version: 8 }, viewers: 3, bids: [{ _id: "lot-1" }] });
  });

  it("keeps a newer view when an older snapshot comes", () => {
    expect(foldSnapshot({ ...view, auction: { ...auction, version: 9 } }, auction, 2).auction.version).toBe(9);
  });

  it("goes back, with the bids that are left, if the server has only an earlier version than it was asked for", () => {
    const seen = { ...view, auction: { ...auction, version: 9, bidCount: 2 }, bids: [bid(2), bid(1)] };
    const taken = foldSnapshot(seen, { ...auction, version: 8, bidCount: 1 }, 2, 9);
    expect(taken).toMatchObject({ auction: { version: 8, bidCount: 1 }, bids: [{ _id: "lot-1" }] });
    expect(taken.bids).toHaveLength(1);
    // The view moved on after the question, so the answer is only late.
    expect(foldSnapshot(seen, { ...auction, version: 8 }, 2, 8).auction.version).toBe(9);
  });
});

describe("the increment", () => {
  const at = (currentPrice: number, minimumBid: number, version = 6): PushFrame => {
    const frame = price(version);
    return { ...frame, data: { ...frame.data, currentPrice, minimumBid } } as PushFrame;
  };
  const after = (of: Partial<Auction>, ...frames: PushFrame[]) =>
    frames.reduce(
      (now, frame) => {
        const folded = foldEvent(now, frame);
        return folded.kind === "changed" ? folded.view : now;
      },
      foldSnapshot(null, { ...auction, ...of }, 1),
    ).auction;

  it("follows the price of a lot with a table, and stays otherwise", () => {
    const incrementSteps: [number | null, number][] = [
      [2_000, 100],
      [null, 250.5],
    ];
    const shown = { currentPrice: 2_000, minimumBid: 2_250.5 };
    expect(after({ incrementSteps }, at(2_000, 2_250.5))).toMatchObject({ ...shown, bidIncrement: 250.5 });
    expect(after({}, at(2_000, 2_100))).toMatchObject({ minimumBid: 2_100, bidIncrement: 100 });
  });
});
