import { isWireAmount } from "@jara/shared/money";
import { editAmount, groupAmount, readAmount, readNumber, whyUnread, writtenAmount } from "@jara/shared/typed-amount";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

it.each([
  ["", ""],
  ["1", "1"],
  ["1234", "1,234"],
  ["1250000.5", "1,250,000.5"],
  ["1250000.", "1,250,000."],
  [".5", ".5"],
  [" 1000 ", "1,000"],
  ["₦10900000.00", "10,900,000.00"],
  ["1.500.000", "1.500.000"],
  ["250k", "250k"],
  ["1,5", "1,5"],
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
  ["1.500.000", 1_500_000],
  ["1.500.000,50", 1_500_000.5],
  ["1.500,00", 1_500],
  ["1 500 000", 1_500_000],
  ["1 500 000,5", 1_500_000.5],
  ["₦ 2,500", 2_500],
  ["NGN 2500", 2_500],
  ["N2500", 2_500],
  ["$40", 40],
  ["250k", 250_000],
  ["250 K", 250_000],
  ["1.5m", 1_500_000],
  ["1,5m", 1_500_000],
  ["1.1m", 1_100_000],
  ["2 million", 2_000_000],
  ["", null],
  [".", null],
  ["k", null],
  ["-5", null],
  ["1.005", null],
  ["1.500", null],
  ["1,50", null],
  ["12,5", null],
  ["1.5000", null],
  ["0.090", null],
  ["1,500k", null],
  ["1.500k", null],
  ["1,500.000", null],
  ["1.50.000", null],
  ["1,23,456", null],
  ["15 00", null],
  ["1e3", null],
  ["0x10", null],
  ["Infinity", null],
  ["ten", null],
  ["10000000000.01", null],
])("reads %j as %j", (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

it("keeps the sign and the size of a number, so that a form can say what is wrong with it", () => {
  expect(readNumber("-5")).toBe(-5);
  expect(readNumber("20000000000")).toBe(20_000_000_000);
  expect(readNumber("0.0055")).toBe(0.0055);
});

it.each([
  ["1.500", "“1.500” can mean 1.50 or 1,500. Type it without “.”, or with two decimals after a point"],
  ["1,50", "“1,50” can mean 1.50 or 150. Type it without “,”, or with two decimals after a point"],
  ["10.005", "“10.005” can mean 10.005 or 10,005. Type it without “.”, or with two decimals after a point"],
  ["1.5000", "An amount has at most 2 decimals"],
  ["0.0055", "An amount has at most 2 decimals"],
  ["20000000000", "The largest amount is 10,000,000,000"],
  ["250k", null],
  ["ten", null],
])("says why %j is not read: %j", (typed, why) => {
  expect(whyUnread(typed)).toBe(why);
});

describe("an edit", () => {
  /** Types the text key by key, at its end. */
  const typing = (text: string) => [...text].reduce((shown, key) => editAmount(shown, shown + key), "");
  it.each([
    ["1500000", "1,500,000"],
    ["1,500,000", "1,500,000"],
    ["1,5m", "1,5m"],
    ["1,50", "1,50"],
    ["1.500.000", "1.500.000"],
    ["250k", "250k"],
    ["10900000.00", "10,900,000.00"],
  ])("typed key by key, %j shows %j", (keys, shown) => expect(typing(keys)).toBe(shown));

  it("regroups when a digit is removed or added anywhere", () => {
    expect(editAmount("1,500", "1,50")).toBe("150");
    expect(editAmount("1,500", "91,500")).toBe("91,500");
    expect(editAmount("1,500", "1,5007")).toBe("15,007");
    expect(editAmount("1,500,000", "1,00,000")).toBe("100,000");
  });
});

it("writes an amount without empty decimals", () => {
  expect(writtenAmount(76_500)).toBe("76,500");
  expect(writtenAmount(1234.5)).toBe("1,234.50");
});

describe("for any amount of money", () => {
  const amounts = fc.integer({ min: 0, max: 1_000_000_000_000 }).map((minor) => minor / 100);
  const check = (property: fc.IProperty<[number]>) => fc.assert(property, { numRuns: 2_000 });

  it("reads what it writes, however the digits are grouped", () => {
    check(
      fc.property(amounts, (amount) => {
        const [whole = "", cents] = amount.toFixed(2).split(".");
        const spaced = whole.replace(/\B(?=(\d{3})+$)/g, " ");
        for (const text of [
          writtenAmount(amount),
          amount.toFixed(2),
          `₦${writtenAmount(amount)}`,
          `${spaced}.${cents}`,
        ]) {
          expect([text, readAmount(text)]).toEqual([text, amount]);
        }
      }),
    );
  });

  it("shows the same digits after typing them one by one", () => {
    check(
      fc.property(amounts, (amount) => {
        const keys = amount.toFixed(2);
        const shown = [...keys].reduce((text, key) => editAmount(text, text + key), "");
        expect(shown.replaceAll(",", "")).toBe(keys);
        expect(readAmount(shown)).toBe(amount);
      }),
    );
  });
});

it("never reads a text as a smaller amount than its digits say, unless a point stands before two decimals", () => {
  const texts = fc.stringMatching(/^[\d.,]{1,12}$/);
  fc.assert(
    fc.property(texts, (text) => {
      const amount = readAmount(text);
      if (amount === null) return;
      expect(isWireAmount(amount)).toBe(true);
      const hasDecimals = /[.,]\d{0,2}$/.test(text);
      if (!hasDecimals) expect(String(amount)).toBe(text.replace(/[.,]/g, "").replace(/^0+(?=\d)/, ""));
    }),
    { numRuns: 50_000 },
  );
});
