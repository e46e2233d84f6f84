import { expect, it } from "vitest";
import { type LotForm, newLotForm } from "../../lots/lot-form/lot-form.ts";
import { reviewLot, timesOf } from "./review-lot.ts";

/** 13:00 in Lagos. */
const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const picture = { url: "/media/a.webp", type: "image" as const };
const pictures = Array.from({ length: 10 }, () => picture);
const sound: LotForm = {
  ...newLotForm,
  title: "Drum",
  description: "Carved in Oyo, goat skin, plays well, with its beater.",
  categories: ["toys"],
  location: "Ibadan, Oyo",
  startingPrice: "10,000",
  bidIncrement: "500",
};
const remarks = (change: Partial<LotForm>, media = pictures) =>
  reviewLot({ ...sound, ...change }, media, NOW, undefined);

it("says nothing about a lot in which nothing is missing or odd", () => {
  expect(remarks({})).toEqual([]);
});

it.each<[string, Partial<LotForm>, RegExp]>([
  ["a short description", { description: "A drum." }, /very short/],
  ["no category", { categories: [] }, /no category/],
  ["no location", { location: " " }, /no location/],
  ["a location without a state", { location: "Ibadan" }, /names no state/],
  ["a reserve far above the start", { reservePrice: "100,000" }, /reserve of ₦100,000.00 is far above .* ₦10,000.00/],
  ["a large increment", { bidIncrement: "3,000" }, /increment of ₦3,000.00 is large/],
  ["a small increment", { bidIncrement: "1.00" }, /increment of ₦1.00 is small/],
  ["an end within the hour", { endTime: "2026-11-21T13:59" }, /less than an hour/],
  ["an end at night", { endTime: "2026-11-22T22:00" }, /ends at night, at 22:00/],
  ["an end before the morning", { endTime: "2026-11-23T06:59" }, /ends at night, at 06:59/],
])("remarks on %s", (_what, change, words) => {
  expect(remarks(change)).toEqual([expect.stringMatching(words)]);
});

it.each<[string, Partial<LotForm>]>([
  ["a reserve of nine times the start", { reservePrice: "99,999" }],
  ["exactly an hour", { endTime: "2026-11-21T14:00" }],
  ["an end at 7:00", { endTime: "2026-11-23T07:00" }],
  ["an end at 21:59", { endTime: "2026-11-22T21:59" }],
])("does not remark on %s", (_what, change) => {
  expect(remarks(change)).toEqual([]);
});

it("counts the pictures", () => {
  expect(remarks({}, [])).toEqual([expect.stringMatching(/no picture/)]);
  expect(remarks({}, [picture])).toEqual([expect.stringMatching(/^It has 1 picture\./)]);
});

it("counts the duration from a start in the future, and from now otherwise", () => {
  expect(timesOf({ ...sound, startTime: "2026-11-22T10:00", duration: "2" }, NOW)).toEqual({
    startsMs: Date.parse("2026-11-22T09:00:00Z"),
    endsMs: Date.parse("2026-11-22T11:00:00Z"),
  });
  expect(timesOf({ ...sound, startTime: "2020-01-01T10:00", duration: "2" }, NOW).endsMs).toBe(NOW + 2 * 3_600_000);
});

it("says how the lot differs from the house's rules of new lots, if they are known", () => {
  const house = { incrementTable: true, softClose: { windowSeconds: 120, capMinutes: 30 } };
  const withHouse = (change: Partial<LotForm>) => reviewLot({ ...sound, ...change }, pictures, NOW, house);
  expect(withHouse({ incrementKind: "table" })).toEqual([]);
  expect(withHouse({ softCloseWindow: "off" })).toEqual([
    "It has an increment of ₦500.00 instead of the house's table.",
    "It has no soft close.",
  ]);
});
