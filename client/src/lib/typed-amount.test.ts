import { expect, it } from "vitest";
import { groupAmount, readAmount, writtenAmount } from "./typed-amount.ts";

it.each([
  ["", ""],
  ["1", "1"],
  ["1234", "1,234"],
  ["1,2345", "12,345"],
  ["1250000.5", "1,250,000.5"],
  ["1250000.", "1,250,000."],
  [".5", ".5"],
  [" 1000 ", "1,000"],
  ["1.500.000", "1.500.000"],
  ["250k", "250k"],
  ["1.005", "1.005"],
])("shows %j as %j", (typed, shown) => {
  expect(groupAmount(typed)).toBe(shown);
  expect(groupAmount(shown)).toBe(shown);
});

it.each([
  ["1,250,000.50", 1_250_000.5],
  ["0", 0],
  [".5", 0.5],
  ["100.", 100],
  ["", null],
  [".", null],
  ["-5", null],
  ["1.005", null],
  ["1.500.000", null],
  ["250k", null],
  ["1e3", null],
  ["10000000000.01", null],
])("reads %j as %j", (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

it("writes an amount without empty decimals", () => {
  expect(writtenAmount(76_500)).toBe("76,500");
  expect(writtenAmount(1234.5)).toBe("1,234.50");
});
