import { expect, it } from "vitest";
import { collectWords } from "./collect-words.ts";

const place = "Warehouse, 14 Broad Street, Lagos Island";

it.each([
  [
    "the place, and where the lot is until then",
    [place],
    "Bodija, Ibadan",
    `Collect it at ${place}. Until then it is in Bodija, Ibadan.`,
  ],
  [
    "another part of the same town",
    [place],
    "Lekki, Lagos",
    `Collect it at ${place}. Until then it is in Lekki, Lagos.`,
  ],
  ["a location that the place names already once", [place], "lagos island, LAGOS", `Collect it at ${place}.`],
  [
    "a town that is only a part of a word as another place",
    ["Toyo Street, Ikeja"],
    "Oyo",
    "Collect it at Toyo Street, Ikeja. Until then it is in Oyo.",
  ],
  [
    "all places of which the buyer can choose one",
    [place, "Yaba"],
    "Yaba",
    `Collect it at ${place} or Yaba. Until then it is in Yaba.`,
  ],
  ["the place alone where nobody said where the lot is", [place], undefined, `Collect it at ${place}.`],
  ["the location where no place is known", [], "Bodija, Ibadan", "Collect it in Bodija, Ibadan."],
  ["nothing where nobody said anything", [], undefined, null],
])("names %s", (_, places, location, words) => {
  expect(collectWords({ places, location })).toBe(words);
});
