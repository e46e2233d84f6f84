import type { Bid } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import { contiguousBids, mergeBids, PAGE_SIZE, pageOf, replayedBids } from "./merge-bids.ts";

const bid = (number: number, username = "a***e"): Bid => ({
  _id: `x-${number}`,
  amount: number,
  kind: "manual",
  bidder: { username },
  timestamp: "",
});
const bids = (...numbers: number[]) => numbers.map((number) => bid(number));
const numbersOf = (list: Bid[]) => list.map(({ amount }) => amount);

describe("joining loaded and live bids", () => {
  it("gives each bid once, newest first by number and not by text", () => {
    expect(numbersOf(mergeBids(bids(9, 8), bids(10, 9), []))).toEqual([10, 9, 8]);
  });

  it("marks the user's own bids as You, whether the page or a live event marked them", () => {
    const names = mergeBids([bid(2, "You"), bid(1)], bids(3, 2), ["x-3"]).map(({ bidder }) => bidder.username);
    expect(names).toEqual(["You", "You", "a***e"]);
  });
});

it("keeps a bid voided when an older copy without the void comes after it", () => {
  const voided = { reason: "fraud" as const, at: "" };
  const [one] = mergeBids([{ ...bid(1), voided }], [bid(1)], []);
  expect(one?.voided).toEqual(voided);
});

describe("the contiguous run of newest bids", () => {
  it("is complete when it reaches the first bid", () => {
    expect(contiguousBids(bids(3, 2, 1), 3)).toMatchObject({ gap: null, next: null });
  });

  it("names the newest missing bid between live and loaded bids", () => {
    const run = contiguousBids(bids(30, 29, 5, 4), 30);
    expect(numbersOf(run.bids)).toEqual([30, 29]);
    expect(run.gap).toBe(28);
  });

  it("names the newest bid when no bid is loaded yet", () => {
    expect(contiguousBids(bids(5, 4), 7)).toMatchObject({ gap: 7, bids: [] });
    expect(contiguousBids([], 7).gap).toBe(7);
  });

  it("names the next older bid as missing where only live bids are known, for example after a lost connection", () => {
    expect(contiguousBids(bids(2), 2)).toMatchObject({ gap: 1, next: 1 });
  });

  it("names the next older bid and reports no gap where a page is known", () => {
    const page = bids(...Array.from({ length: PAGE_SIZE }, (_, index) => 30 - index));
    expect(contiguousBids(page, 30)).toMatchObject({ gap: null, next: 10 });
    expect(contiguousBids([], 0)).toMatchObject({ gap: null, next: null });
  });
});

it("sorts by time when bids were recorded again after a void, and counts the missing bids", () => {
  const at = (number: number, second: number): Bid => ({
    ...bid(number),
    timestamp: new Date(second * 1000).toISOString(),
  });
  const run = replayedBids([at(5, 10), at(3, 30), at(2, 20)], 5);
  expect(numbersOf(run.bids)).toEqual([3, 2, 5]);
  expect(run).toMatchObject({ gap: 2, next: 2 });
  expect(replayedBids([], 5).gap).toBe(5);
  expect(replayedBids(run.bids, 3).next).toBeNull();
});

it("finds the page that has a bid", () => {
  expect(pageOf(45, 45)).toBe(1);
  expect(pageOf(26, 45)).toBe(1);
  expect(pageOf(25, 45)).toBe(2);
  expect(pageOf(1, 45)).toBe(3);
});
