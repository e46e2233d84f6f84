import { readAmount } from "@jara/shared/typed-amount";
import { describe, expect, it } from "vitest";
import { balanceAfter, lowers } from "./balance-edit.ts";

describe("a typed amount", () => {
  it.each([
    ["0", 0],
    ["12.5", 12.5],
    [" 7.05 ", 7.05],
    ["10000000000", 10_000_000_000],
  ])("accepts %j as an amount", (typed, amount) => expect(readAmount(typed)).toBe(amount));

  // S357
  it.each(["", " ", "-1", "abc", "1.005", "10000000000.01", "Infinity", "NaN"])("refuses %j", (typed) =>
    expect(readAmount(typed)).toBeNull(),
  );
});

describe("balanceAfter", () => {
  // S148
  it.each([
    [100, "set", 30, 30],
    [0.1, "add", 0.2, 0.3],
    [100, "subtract", 99.99, 0.01],
    [10, "subtract", 30, -20],
    [-50.5, "add", 0.5, -50],
    [-50.5, "set", 0, 0],
  ] as const)("calculates that from %d, %s %d gives %d", (balance, action, amount, after) =>
    expect(balanceAfter(balance, action, amount)).toBe(after),
  );
});

describe("lowers", () => {
  it.each([
    [100, "set", 30, true],
    [100, "set", 100, false],
    [100, "set", 130, false],
    [100, "add", 130, false],
    [100, "subtract", 0, true],
    [100, "subtract", -5, false],
    [-50, "set", 0, false],
  ] as const)("says whether an edit lowers the balance: from %d, %s, to %d: %s", (before, action, after, expected) =>
    expect(lowers(before, action, after)).toBe(expected),
  );
});
