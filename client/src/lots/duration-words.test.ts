import { expect, it } from "vitest";
import { durationWords } from "./duration-words.ts";

it.each([
  [1, "1 second"],
  [30, "30 seconds"],
  [60, "1 minute"],
  [90, "90 seconds"],
  [120, "2 minutes"],
  [3_600, "1 hour"],
  [5_400, "90 minutes"],
  [86_400, "24 hours"],
  [-3, "0 seconds"],
])("writes %i seconds in the largest unit that keeps the number whole", (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});
