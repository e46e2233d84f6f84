import { expect, it } from "vitest";
import { sizeInWords } from "./size-in-words.ts";

it("rounds to whole kB, and to tenths of MB from 1 MB on", () => {
  expect([0, 499, 1_500, 999_499, 999_500, 12_340_000].map(sizeInWords)).toEqual([
    "0 kB",
    "0 kB",
    "2 kB",
    "999 kB",
    "1.0 MB",
    "12.3 MB",
  ]);
});
