import { lotNumberText } from "@jara/shared/sale-order";
import { expect, it } from "vitest";
import {
  type ChosenLot,
  isSameOrder,
  lettersOf,
  movedTo,
  numbersOf,
  placedByNumber,
  refusedPlaces,
  renumbered,
} from "./lot-order.ts";

const lots = (text: string) =>
  text.split(" ").map((one) => {
    const [_id = "", suffix] = one.split(".");
    return { _id, ...(suffix && { suffix }) } as ChosenLot;
  });
/** "a:1 b:2 c:2A": each lot with its number. */
const said = (of: readonly ChosenLot[]): string => {
  const numbers = numbersOf(of).map(lotNumberText);
  return of.map(({ _id }, place) => `${_id}:${numbers[place]}`).join(" ");
};

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

it("numbers lots from 1, and puts a letter after the lot of its number", () => {
  expect(said(lots("a b c.A d.B e"))).toBe("a:1 b:2 c:2A d:2B e:3");
  expect(said(lots("a.A b.B c.A")), "no letter comes first, and none descends").toBe("a:1 b:1B c:2");
});

it.each([
  ["a b c d", 3, "2", "a:1 d:2 b:3 c:4"],
  ["a b c d", 0, "3", "b:1 c:2 a:3 d:4"],
  ["a b c d", 3, "1a", "a:1 d:1A b:2 c:3"],
  ["a b c d", 0, "3A", "b:1 c:2 a:2A d:3"],
  ["a b.B c d", 3, "1A", "a:1 d:1A b:1B c:2"],
  ["a b.A c", 1, "3", "a:1 c:2 b:3"],
  ["a b c", 0, "99", "b:1 c:2 a:3"],
  ["a b c", 0, "x", "a:1 b:2 c:3"],
])("puts a lot of “%s” at a typed number", (of, place, typed, wanted) => {
  expect(said(renumbered(lots(of), place, typed))).toBe(wanted);
});

it("keeps the letters of imported numbers that follow their lots, and no other letter", () => {
  const numbers = new Map([
    ["a", "012"],
    ["b", "12A"],
    ["c", "12B"],
    ["d", "13B"],
    ["e", "13C"],
    ["f", ""],
  ]);
  expect(lettersOf(["a", "b", "c", "d", "e", "f"], numbers)).toEqual({ b: "A", c: "B" });
  expect(lettersOf(["b", "c"], numbers)).toEqual({});
});

it.each([
  ["a1 a2 a4", "a3", "a1 a2 a3 a4"],
  ["a1 a3", "a2 a4", "a1 a2 a3 a4"],
  ["a2", "a1", "a1 a2"],
  ["a1 x a3 y", "a2 a10", "a1 x a2 a3 a10 y"],
  ["x y", "a2 a1", "x y a1 a2"],
  ["a1 a2", "x", "a1 a2 x"],
  ["a12 a13", "a12A", "a12 a12A a13"],
])("puts imported lots among “%s” by their numbers: “%s”", (held, added, wanted) => {
  const ids = [...held.split(" "), ...added.split(" ")];
  const numbers = new Map(ids.map((id) => [id, id.startsWith("a") ? id.slice(1) : ""]));
  expect(placedByNumber(held.split(" "), added.split(" "), numbers).join(" ")).toBe(wanted);
});
