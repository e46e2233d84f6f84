import { expect, it } from "vitest";
import { amountInWords, minorInWords } from "./amount-in-words.ts";
import { asMinor } from "./money.ts";

it.each([
  [2_500_000.5, "two million, five hundred thousand naira, fifty kobo"],
  [0.01, "zero naira, one kobo"],
  [1, "one naira"],
  [13, "thirteen naira"],
  [20, "twenty naira"],
  [21.99, "twenty-one naira, ninety-nine kobo"],
  [100, "one hundred naira"],
  [101, "one hundred and one naira"],
  [999, "nine hundred and ninety-nine naira"],
  [1000, "one thousand naira"],
  [1005, "one thousand and five naira"],
  [1205, "one thousand, two hundred and five naira"],
  [25_000, "twenty-five thousand naira"],
  [1_000_001, "one million and one naira"],
  [10_000_000_000, "ten billion naira"],
  [
    1_234_567_890.12,
    "one billion, two hundred and thirty-four million, five hundred and sixty-seven thousand, eight hundred and ninety naira, twelve kobo",
  ],
])("writes %d naira in words", (amount, words) => {
  expect(amountInWords(amount, "NGN")).toBe(words);
});

it("writes dollars and cents, with the singular for one of each", () => {
  expect(amountInWords(1.01, "USD")).toBe("one dollar, one cent");
  expect(amountInWords(42.1, "USD")).toBe("forty-two dollars, ten cents");
});

it("throws for a value that is not an amount", () => {
  expect(() => amountInWords(1.005, "NGN")).toThrow(RangeError);
  expect(() => amountInWords(Number.NaN, "NGN")).toThrow(RangeError);
});

it("writes amounts in minor units that are larger than any call accepts", () => {
  expect(minorInWords(asMinor(8_333_300_000_000_05), "NGN")).toBe(
    "eight trillion, three hundred and thirty-three billion, three hundred million naira, five kobo",
  );
});
