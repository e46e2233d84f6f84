import { expect, it } from "vitest";
import { isSameOrder, movedTo, refusedPlaces } from "./lot-order.ts";

it.each([
  [0, 2, ["b", "c", "a", "d"]],
  [3, 0, ["d", "a", "b", "c"]],
  [1, 99, ["a", "c", "d", "b"]],
  [2, -5, ["c", "a", "b", "d"]],
  [1, 1, ["a", "b", "c", "d"]],
  [9, 0, ["a", "b", "c", "d"]],
])("moves the entry at %i to %i", (from, to, moved) => {
  expect(movedTo(["a", "b", "c", "d"], from, to)).toEqual(moved);
});

it("reads which lots the server refused", () => {
  expect([...refusedPlaces([{ path: "auctionIds.0" }, { path: "auctionIds.12" }, { path: "revision" }])]).toEqual([
    0, 12,
  ]);
});

it("tells whether two orders are the same", () => {
  expect([isSameOrder(["a", "b"], ["a", "b"]), isSameOrder(["a", "b"], ["b", "a"]), isSameOrder(["a"], [])]).toEqual([
    true,
    false,
    false,
  ]);
});
