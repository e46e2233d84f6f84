import { expect, it } from "vitest";
import { needsSecondLook } from "./second-look.ts";

it("asks for a confirmation of a bid of five increments or more above the minimum", () => {
  const terms = { minimumBid: 100, bidIncrement: 0.1 };
  expect(needsSecondLook(100.49, terms)).toBe(false);
  expect(needsSecondLook(100.5, terms)).toBe(true);
});
