import { expect, it } from "vitest";
import { conditionLabels, conditions } from "./categories.ts";
import { readCondition } from "./condition-words.ts";

it.each([
  ["Brand New", "new"],
  ["like new", "like-new"],
  ["Used", "good"],
  ["Used - Good", "good"],
  ["Used – like new", "like-new"],
  ["used (fair)", "fair"],
  ["Used/Acceptable", "fair"],
  ["Fairly used", "good"],
  ["TOKUNBO", "good"],
  ["Foreign-used", "good"],
  ["Nigerian used", "fair"],
  ["Very good condition", "excellent"],
  ["For parts", "poor"],
  ["Unused", "new"],
])("takes “%s” for %s", (typed, condition) => {
  expect(readCondition(typed)).toBe(condition);
});

it("reads every code and label, and no unknown word", () => {
  for (const code of conditions)
    expect([readCondition(code), readCondition(conditionLabels[code])]).toEqual([code, code]);
  for (const typed of ["", "used ok then", "See report", "condition", "Newish", "Used - New"])
    expect(readCondition(typed)).toBeNull();
});
