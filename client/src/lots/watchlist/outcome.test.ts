import type { Auction } from "@jara/shared/auction";
import { expect, it } from "vitest";
import { isOver } from "../is-over.ts";
import { outcomeOf } from "./outcome.ts";

const ended: Parameters<typeof outcomeOf>[0] = {
  status: "ended" as const,
  bidCount: 3,
  hasReserve: false,
  reserveMet: true,
  isLeading: false,
  winner: { username: "a***e" },
  leader: { username: "a***e" },
  endedAt: "2026-11-29T19:00:00.000Z",
};

it.each([
  [{}, "Somebody won it."],
  [{ isLeading: true }, "You won."],
  [{ isLeading: true, status: "sold", winner: { username: "b***a" } }, "Somebody won it."],
  [{ isLeading: true, status: "sold" }, "You won."],
  // A buyer whose masked name is the reader's.
  [{ isLeading: true, status: "sold", endedAt: null }, "Somebody won it."],
  [{ status: "sold" }, "Somebody won it."],
  [{ status: "sold", winner: null }, "It was sold."],
  [{ winner: null, bidCount: 0 }, "There were no bids."],
  [{ winner: null, hasReserve: true, reserveMet: false }, "Reserve not met."],
  [{ winner: null }, "There is no winner."],
  [{ status: "cancelled", winner: null }, "The auction was cancelled."],
] as [Partial<Auction>, string][])("says of an auction with %j: %s", (change, words) => {
  expect(outcomeOf({ ...ended, ...change })).toBe(words);
});

it("says of a lot that the reader bought with Buy It Now that they bought it, also where somebody had bid", () => {
  expect(outcomeOf({ ...ended, status: "sold", bidCount: 0, leader: null }, true)).toBe(
    "You bought it with Buy It Now.",
  );
  expect(outcomeOf({ ...ended, status: "cancelled", winner: null }, true)).toBe("The auction was cancelled.");
});

it.each([
  ["active", false],
  ["paused", false],
  ["draft", false],
  ["ended", true],
  ["sold", true],
  ["cancelled", true],
] as const)("takes a lot that is %s as over: %s", (status, over) => {
  expect(isOver({ status })).toBe(over);
});
