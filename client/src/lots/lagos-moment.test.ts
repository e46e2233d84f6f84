import { expect, it } from "vitest";
import { lagosClock, lagosMoment } from "./lagos-moment.ts";

it("says a moment in Lagos time", () => {
  expect(lagosMoment("2026-11-22T13:05:00.000Z")).toBe("22 Nov, 14:05");
});

it("leaves the day away only where both moments are on one Lagos day", () => {
  expect(lagosClock("2026-11-22T17:30:00.000Z", "2026-11-22T17:00:00.000Z")).toBe("18:30");
  expect(lagosClock("2026-11-22T23:10:00.000Z", "2026-11-22T22:40:00.000Z")).toBe("23 Nov, 00:10");
});
