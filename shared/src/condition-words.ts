// The usual words for the conditions of lots, as houses and sellers in Nigeria write them in their tables.
import { type Condition, conditionLabels, conditions } from "./categories.ts";

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** "Used" and "Tokunbo" name no quality, so they are Good, like a lot without a condition. */
const usualWords: Readonly<Record<Condition, readonly string[]>> = {
  new: [
    "brand new",
    "unused",
    "new in box",
    "new with tags",
    "new without tags",
    "sealed",
    "factory sealed",
    "bnib",
    "nib",
  ],
  "like-new": [
    "as new",
    "almost new",
    "nearly new",
    "barely used",
    "hardly used",
    "open box",
    "ex display",
    "mint",
    "near mint",
  ],
  excellent: ["very good", "very clean", "super clean", "grade a"],
  good: [
    "used",
    "fairly used",
    "neatly used",
    "clean",
    "tokunbo",
    "tokunbo used",
    "foreign used",
    "uk used",
    "us used",
    "usa used",
    "london used",
    "belgium",
    "belgium used",
    "second hand",
    "2nd hand",
    "pre owned",
    "pre loved",
    "refurbished",
    "grade b",
  ],
  fair: ["acceptable", "average", "ok", "okay", "nigerian used", "naija used", "locally used", "grade c"],
  poor: [
    "bad",
    "faulty",
    "damaged",
    "broken",
    "not working",
    "for parts",
    "for parts or not working",
    "spares or repair",
    "salvage",
    "scrap",
  ],
};

const byWord = new Map<string, Condition>(
  conditions.flatMap((code) =>
    [code, conditionLabels[code], ...usualWords[code]].map((word) => [bare(word), code] as const),
  ),
);

/**
 * Returns the condition that a cell of a table names: "Used" and "Used - Good" are `good`. Case, spaces and signs do
 * not count. Null if the word is unknown.
 */
export const readCondition = (typed: string): Condition | null => {
  const word = bare(typed).replace(/(?<=.)condition$/, "");
  const known = byWord.get(word);
  if (known) return known;
  const quality = byWord.get(word.replace(/^used/, ""));
  return quality === undefined || quality === "new" ? null : quality;
};
