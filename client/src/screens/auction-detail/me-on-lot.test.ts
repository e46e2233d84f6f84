import type { AuctionView } from "@jara/shared/fold-auction";
import { describe, expect, it } from "vitest";
import { meOn, owedOf } from "./me-on-lot.ts";

const own = { _id: "a-1", amount: 10, kind: "manual", bidder: { username: "You" }, timestamp: "" } as const;
const other = { ...own, _id: "a-2", amount: 20, bidder: { username: "b***a" } };
const view = (change: object = {}, ownBidIds: string[] = []) =>
  ({ auction: { isLeading: false, contentVersion: 1, ...change }, ownBidIds }) as unknown as AuctionView;
const on = (given: Partial<Parameters<typeof meOn>[0]>) =>
  meOn({ view: view(), bids: [], maxBid: null, purchase: null, ...given });

describe("the user on a lot", () => {
  it("has a bid, whether the bid or only its id is known", () => {
    expect(on({ bids: [other, own] })).toMatchObject({ hasBid: true, highestBid: 10 });
    expect(on({ view: view({}, ["a-1"]) })).toMatchObject({ hasBid: true, highestBid: null });
    expect(on({ bids: [other] })).toMatchObject({ hasBid: false, highestBid: null });
  });

  it("has no bid once all of them are voided", () => {
    const bids = [{ ...own, voided: { reason: "fraud" as const, at: "" } }];
    expect(on({ bids, view: view({}, ["a-1"]) })).toMatchObject({ hasBid: false, highestBid: null });
  });

  it.each([
    ["sold by bids", { status: "sold", buyItNowPrice: null }, null, false],
    ["sold to another buyer", { status: "sold", buyItNowPrice: 5 }, { status: "paid", mine: false }, true],
    ["sold, perhaps to a buyer", { status: "sold", buyItNowPrice: 5 }, undefined, true],
    [
      "sold by bids after a purchase",
      { status: "sold", buyItNowPrice: 5 },
      { status: "forfeited", mine: false },
      false,
    ],
    ["open", { status: "active", buyItNowPrice: 5 }, undefined, false],
  ] as const)("knows whether a lot that is %s may have gone to a buyer", (_case, auction, purchase, expected) => {
    const known = purchase && { deadline: "", ...purchase };
    expect(on({ view: view(auction), purchase: known }).isSoldElsewhere).toBe(expected);
  });

  it("owes an own purchase before its amount is known", () => {
    expect(owedOf({ status: "pending", deadline: "", mine: true }, null)).toEqual({
      kind: "buy-it-now",
      status: "open",
      pickup: null,
    });
    expect(owedOf({ status: "pending", deadline: "", mine: false }, null)).toBeNull();
  });
});
