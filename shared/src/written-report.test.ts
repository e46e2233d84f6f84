// Tests condition reports in one cell of a table: written, read back, and refused.
import { expect, it } from "vitest";
import { readReport, writeReport } from "./written-report.ts";

const full = {
  year: 2015,
  mileageKm: 120_000,
  vin: "JTDBR32E720123456",
  transmission: "automatic",
  batteryPercent: 87,
  accidents: "none",
  working: "partly",
  notes: "Clean; one scratch: left door",
};

it("reads what it wrote", () => {
  expect(writeReport(full)).toContain(
    "Year: 2015; Mileage: 120,000 km; VIN: JTDBR32E720123456; Transmission: Automatic",
  );
  expect(readReport(writeReport(full))).toEqual({ report: full });
});

it("takes names, codes and units as people write them", () => {
  expect(readReport("MILEAGE KM: 120000\nfuel: Petrol; battery health: 87 %;")).toEqual({
    report: { mileageKm: 120_000, fuel: "petrol", batteryPercent: 87 },
  });
  expect(readReport("")).toEqual({ report: {} });
});

it("takes free text as the notes, also after a field", () => {
  expect(readReport("Small chip at the rim; polished")).toEqual({
    report: { notes: "Small chip at the rim; polished" },
  });
  expect(readReport("Working order: Works; a dent: left side")).toEqual({ fault: expect.stringContaining("Notes") });
  expect(readReport("Working order: Works; dented; see: picture 2")).toEqual({
    report: { working: "yes", notes: "dented; see: picture 2" },
  });
});

it.each(["2015", "Doors: 4", "Year: new", "Fuel: water", "Year: 2015; Year: 2016"])("refuses %s in words", (cell) => {
  expect(readReport(cell)).toEqual({ fault: expect.stringMatching(/“.*”/) });
});
