import { expect, it } from "vitest";
import { lagosClock, lagosMoment } from "./lagos-moment.ts";

it("writes a time as Lagos time", () => {
  expect(lagosMoment("2026-11-22T13:05:00.000Z")).toBe("22 Nov, 14:05");
});

it("omits the day only when both times are on the same Lagos day", () => {
  expect(lagosClock("2026-11-22T17:30:00.000Z", "2026-11-22T17:00:00.000Z")).toBe("18:30");
  expect(lagosClock("2026-11-22T23:10:00.000Z", "2026-11-22T22:40:00.000Z")).toBe("23 Nov, 00:10");
});
