import type { Auction } from "@jara/shared/auction";
import { expect, it } from "vitest";
import { isSameCard } from "./same-card.ts";

const media: Auction["media"] = [];
const lot = { _id: "a", currentPrice: 100, media, isLeading: false, serverTime: "2026-11-23T12:00:00Z" } as Auction;
const same = (change: object, props: object = {}) =>
  isSameCard({ auction: lot, outbid: false }, { auction: { ...lot, ...change } as Auction, outbid: false, ...props });

it("is the same for a new answer without news", () => {
  expect(same({ serverTime: "2026-11-23T12:00:05Z" })).toBe(true);
});

it.each([[{ currentPrice: 101 }], [{ isLeading: true }], [{ media: [] }], [{ buyItNowPrice: 5 }]])(
  "is another after the change %j",
  (change) => {
    expect(same(change)).toBe(false);
  },
);

it("is another when a value disappears, or the user is outbid", () => {
  const { isLeading: _, ...without } = lot;
  expect(isSameCard({ auction: lot, outbid: false }, { auction: without as Auction, outbid: false })).toBe(false);
  expect(same({}, { outbid: true })).toBe(false);
  expect(same({}, { collectIn: "Lagos" })).toBe(false);
});
