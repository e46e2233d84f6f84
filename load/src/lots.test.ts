import { describe, expect, it } from "vitest";
import { type Lot, learn, nextBid, nextMaximum, reached, senderOf } from "./lots.ts";

const lot = (): Lot => ({
  id: "a",
  incrementMinor: 100,
  bidCountBefore: 0,
  bidMinor: 1000,
  priceMinor: 1000,
  maximumMinor: 1000,
});
const outcome = {
  _id: "a",
  version: 2,
  minimumBid: 0,
  bidCount: 1,
  endTime: "",
  status: "active",
  isLeading: true,
} as const;

describe.each([
  [1, 2],
  [1, 200],
  [3, 2],
  [10, 12],
  [10, 50],
  [12, 12],
  [1000, 200],
])("%i auctions and %i bidders", (lots, bidders) => {
  it("gives every bidder the same number of turns, and nobody two in a row on one auction", () => {
    const senders = Array.from({ length: lots * bidders * 3 }, (_, index) => senderOf(index, lots, bidders));
    const counts = new Map<number, number>();
    for (const sender of senders) counts.set(sender, (counts.get(sender) ?? 0) + 1);
    expect(counts.size).toBe(bidders);
    expect(new Set(counts.values()).size).toBe(1);
    expect(senders.filter((sender, index) => sender === senders[index + lots])).toEqual([]);
  });
});

it("bids one increment above the last bid, whether that was answered or not", () => {
  const one = lot();
  expect([nextBid(one), nextBid(one)].map(({ amount }) => amount)).toEqual([11, 12]);
});

it("bids above the price that others have reached", () => {
  const one = lot();
  learn(one, { ...outcome, currentPrice: 50 });
  expect(nextBid(one).amount).toBe(51);
  reached(one, 4000);
  expect(nextBid(one).amount).toBe(52);
  reached(one, 9000);
  expect(nextBid(one).amount).toBe(91);
});

it("sets two of three maxima above the lead and the third one below them as a rival", () => {
  const one = lot();
  const [first, second, rival] = [0, 1, 2].map((index) => nextMaximum(one, index).amount);
  expect(first).toBeGreaterThan(10);
  expect(second).toBeGreaterThan(first ?? 0);
  expect(rival).toBe(11);
  expect(rival).toBeLessThan(second ?? 0);
});
