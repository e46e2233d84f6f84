import { describe, expect, it } from "vitest";
import { readDays, writeDays } from "./takings-days.ts";

/** Half past midnight in Lagos, and still the day before in UTC. */
const NOW = Date.parse("2026-11-21T23:30:00.000Z");
const read = (address: string) => readDays(new URLSearchParams(address), NOW);

describe("the days in the address", () => {
  it.each([
    ["", { from: "2026-11-22", to: "2026-11-22", page: 1 }],
    ["from=2026-11-01", { from: "2026-11-01", to: "2026-11-01", page: 1 }],
    ["from=2026-11-01&to=2026-11-30&page=2", { from: "2026-11-01", to: "2026-11-30", page: 2 }],
    ["from=2026-11-30&to=2026-11-01", { from: "2026-11-01", to: "2026-11-30", page: 1 }],
    ["from=yesterday&to=2026-13-40&page=-1", { from: "2026-11-22", to: "2026-11-22", page: 1 }],
  ])("are read from “%s”, with today for missing or invalid days", (address, days) =>
    expect(read(address)).toEqual(days),
  );

  it("are written unless they are today", () => {
    expect(writeDays(read(""), NOW).toString()).toBe("");
    expect(writeDays(read("from=2026-11-01"), NOW).toString()).toBe("from=2026-11-01");
    expect(writeDays({ ...read("from=2026-11-01&to=2026-11-22"), page: 3 }, NOW).toString()).toBe(
      "from=2026-11-01&to=2026-11-22&page=3",
    );
  });
});
