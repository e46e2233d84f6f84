import { expect, it } from "vitest";
import { fieldList, valueWords } from "./change-words.ts";

it("describes the changed fields with everyday words", () => {
  expect(fieldList([{ field: "title" }, { field: "bidIncrement" }, { field: "media" }])).toBe(
    "title, bid increment, pictures and videos",
  );
});

it.each([
  ["title", "(empty box)", "(empty box)"],
  ["location", null, "none"],
  ["condition", "like-new", "Like New"],
  ["categories", [], "none"],
  ["bidIncrement", 500, "₦500.00"],
  ["buyItNowPrice", null, "none"],
  ["hasReserve", false, "without a reserve"],
  ["softClose", { windowSeconds: 120, capMinutes: 30 }, "by 2 minutes, at most 30 minutes in total"],
  ["softClose", null, "off"],
  ["addenda", [], "none"],
  ["addenda", [{ at: "2026-11-22T13:05:00.000Z", text: "No lid." }], "22 Nov, 14:05: No lid."],
  ["conditionReport", { mileageKm: 120_000, year: 2015 }, "Year: 2015\nMileage: 120,000 km"],
  ["conditionReport", null, "none"],
  ["endTime", "2026-11-22T13:05:00.000Z", "Sun, 22 Nov, 14:05 WAT"],
])("describes a value of %s in words", (field, value, words) => {
  expect(valueWords(field, value, "NGN")).toBe(words);
});
