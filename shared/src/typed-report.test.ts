// Typed condition reports: what is stored of them, and what is refused.
import { expect, it } from "vitest";
import { fromTypedReport, isSameReport, reportError, reportRule, toTypedReport } from "./typed-report.ts";

it("stores numbers as numbers, a VIN in capitals, and only fields of the lot's categories", () => {
  const typed = { year: "2015", mileageKm: "120,000", vin: " jtdbr32e720123456 ", storageGb: "128", notes: " " };
  expect(fromTypedReport(typed, ["automobiles"])).toEqual({ year: 2015, mileageKm: 120_000, vin: "JTDBR32E720123456" });
  expect(fromTypedReport(typed, ["electronics"])).toEqual({ year: 2015, storageGb: 128 });
  expect(fromTypedReport({}, ["automobiles"])).toBeNull();
});

it.each([
  ["mileageKm", "about 5", "Mileage is a whole number from 0 to 5,000,000"],
  ["year", "20155", "Year is a whole number from 1000 to 2100"],
  ["vin", "1234", "A VIN has 17 letters and digits, without I, O and Q"],
  ["batteryPercent", "101", "Battery health is a whole number from 0 to 100"],
  ["fuel", "water", "Please choose again"],
] as const)("refuses %s %s in words", (name, typed, words) => {
  expect(reportError(name, typed)).toBe(words);
  expect(reportError(name, "")).toBeNull();
});

it("checks only fields that the lot's categories have", () => {
  expect(reportRule({ vin: "1234" }, ["furniture"])).toBe(true);
  expect(reportRule({ vin: "1234" }, ["automobiles"])).toMatch(/17 letters/);
});

it("compares what was typed, whatever the order", () => {
  expect(isSameReport(toTypedReport({ year: 2015, owners: 1 }), { owners: "1 ", year: "2015" })).toBe(true);
  expect(isSameReport({ year: "2015" }, {})).toBe(false);
});
