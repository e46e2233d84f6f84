import { describe, expect, it } from "vitest";
import { timeLeftOf } from "./time-left.ts";

const now = Date.parse("2026-11-21T12:00:00.000Z");
const lot = (leftMs: number, status: "active" | "paused" | "ended" | "sold" | "cancelled" = "active") => ({
  status,
  endTime: new Date(now + leftMs).toISOString(),
});
const S = 1000;
const M = 60 * S;
const H = 60 * M;

describe("a lot's time left", () => {
  it.each([
    [49 * H, "2d 1h", false, false],
    [24 * H, "1d 0h", false, false],
    [24 * H - 1, "23h 59m", false, false],
    [1 * H, "1h 0m", false, false],
    [1 * H - 1, "59m", true, false],
    [5 * M, "5m", true, false],
    [5 * M - 1, "4m", true, true],
    [1 * M, "1m", true, true],
    [1 * M - 1, "60s", true, true],
    [45 * S, "45s", true, true],
    [1, "1s", true, true],
    [0, "Ended", false, false],
    [-1, "Ended", false, false],
  ])("shows %i ms as %s", (leftMs, text, soon, urgent) => {
    expect(timeLeftOf(lot(leftMs), now, true)).toEqual({ text, soon, urgent });
  });

  // S283
  it("does not show the end while the page is disconnected", () => {
    expect(timeLeftOf(lot(-1), now, false).text).toBe("Reconnecting…");
    expect(timeLeftOf(lot(90 * S), now, false).text).toBe("1m");
  });

  // S284
  it("uses the status in preference to the clock", () => {
    expect(timeLeftOf(lot(2 * H, "ended"), now, true).text).toBe("Ended");
    expect(timeLeftOf(lot(2 * H, "sold"), now, false).text).toBe("Ended");
    expect(timeLeftOf(lot(-1, "paused"), now, true).text).toBe("Paused");
    expect(timeLeftOf(lot(2 * H, "cancelled"), now, true).text).toBe("Cancelled");
  });
});

it("says of a lot that is not open when it opens", () => {
  const upcoming = { ...lot(72 * H), status: "draft" as const, startTime: new Date(now + 49 * H).toISOString() };
  expect(timeLeftOf(upcoming, now, true)).toEqual({ text: "Opens in 2d 1h", soon: false, urgent: false });
  expect(timeLeftOf({ ...upcoming, startTime: null }, now, true).text).toBe("Not open");
});
