import { expect, it } from "vitest";
import { byLotNumber, lotNumberText, numbered, readLotNumber } from "./sale-order.ts";

it("reads and writes a lot number with its letter", () => {
  expect(["12", "#12", " 012a", "12A"].map(readLotNumber)).toEqual([
    { lotNumber: 12 },
    { lotNumber: 12 },
    { lotNumber: 12, suffix: "A" },
    { lotNumber: 12, suffix: "A" },
  ]);
  expect(["", "0", "A12", "12AA", "1.5", "1234567"].map(readLotNumber)).toEqual(Array(6).fill(null));
  expect([{ lotNumber: 12 }, { lotNumber: 12, suffix: "A" }].map(lotNumberText)).toEqual(["12", "12A"]);
});

it("sorts 12 before 12A before 12B before 13", () => {
  const typed = ["13", "12B", "2", "12", "12A"];
  const sorted = typed.flatMap((one) => readLotNumber(one) ?? []).sort(byLotNumber);
  expect(sorted.map(lotNumberText)).toEqual(["2", "12", "12A", "12B", "13"]);
});

it("numbers lots from 1, and refuses letters that do not follow their lot or do not ascend", () => {
  expect(numbered([undefined, "A", "B", undefined])?.map(lotNumberText)).toEqual(["1", "1A", "1B", "2"]);
  expect(numbered([])).toEqual([]);
  for (const wrong of [["A"], [undefined, "B", "A"], [undefined, "A", "A"]]) expect(numbered(wrong)).toBeNull();
});
