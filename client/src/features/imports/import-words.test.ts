import { expect, it } from "vitest";
import { pricesWords, rulesWords } from "./import-words.ts";

const softClose = { windowSeconds: 120, capMinutes: 30 };
const rules = { bidIncrement: 10_000, isSuggested: true, currency: "NGN", softClose, areOfHouse: true } as const;

it.each([
  [
    rules,
    "Gets an increment of ₦10,000.00, which fits its starting price, and a soft close of 2 minutes, at most 30 minutes (the house's defaults).",
  ],
  [
    { ...rules, bidIncrement: null, isSuggested: false, softClose: null },
    "Gets the house's increment table and no soft close (the house's defaults).",
  ],
  [
    { ...rules, currency: "USD", bidIncrement: 5, isSuggested: false, softClose: null, areOfHouse: false } as const,
    "Gets an increment of $5.00 and no soft close.",
  ],
])("says which increment and soft close a lot gets", (given, words) => {
  expect(rulesWords(given)).toBe(words);
});

it("says the prices that the table has for a lot", () => {
  const none = { reservePrice: null, lowEstimate: null, highEstimate: null };
  expect(pricesWords({ ...none, startingPrice: 1_000 }, "NGN")).toBe("Starting price ₦1,000.00");
  expect(pricesWords({ startingPrice: 10, reservePrice: 20, lowEstimate: 30, highEstimate: 50 }, "USD")).toBe(
    "Starting price $10.00, reserve $20.00, estimate $30.00 – $50.00",
  );
});
