import { expect, it } from "vitest";
import { amountOf, groupTyped } from "./grouped-amount.ts";

it.each([
  ["", ""],
  ["1", "1"],
  ["1000", "1,000"],
  ["1,0000", "10,000"],
  ["1234567.5", "1,234,567.5"],
  ["0012", "12"],
  ["0", "0"],
  [".5", "0.5"],
  ["1.", "1."],
  ["1.2.3", "1.23"],
  ["1.239", "1.23"],
  ["₦ 2 500", "2,500"],
  ["-5", "5"],
  ["1e5", "15"],
])("shows “%s” as “%s”", (typed, shown) => {
  expect(groupTyped(typed)).toBe(shown);
  expect(groupTyped(shown)).toBe(shown);
});

it.each([
  ["1,234,567.5", 1_234_567.5],
  ["100", 100],
  ["0", null],
  ["", null],
  [".", null],
  ["99,999,999,999,999", null],
])("reads “%s” as %s", (typed, amount) => {
  expect(amountOf(typed)).toBe(amount);
});
