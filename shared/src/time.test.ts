import { describe, expect, it } from "vitest";
import { formatCountdown, formatLagosTime, formatTimeLeft } from "./time.ts";

const at = (days: number, hours: number, minutes: number, seconds: number) =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;

describe("the countdown", () => {
  // S271
  it.each([
    [at(2, 3, 4, 5), "2d 3h 4m"],
    [at(1, 0, 0, 0), "1d 0h 0m"],
    [at(0, 23, 59, 59), "23h 59m 59s"],
    [at(0, 0, 59, 59), "59m 59s"],
    [at(0, 0, 0, 1), "0m 1s"],
    [1, "0m 0s"],
    [0, "Auction ended"],
    [-5, "Auction ended"],
  ])("shows %d ms as %s", (left, text) => {
    expect(formatCountdown(left)).toBe(text);
  });
});

describe("a card's time left", () => {
  it.each([
    [at(2, 3, 4, 5), "2d 3h"],
    [at(0, 3, 4, 5), "3h 4m"],
    [at(0, 0, 4, 59), "4m"],
    [0, "Ended"],
  ])("shows %d ms as %s", (left, text) => {
    expect(formatTimeLeft(left)).toBe(text);
  });
});

it("shows a moment in Lagos, an hour ahead of UTC the whole year", () => {
  expect(formatLagosTime("2026-11-21T23:30:00.000Z")).toMatch(/22 Nov.*00:30 WAT$/);
  expect(formatLagosTime("2026-07-01T12:00:00.000Z")).toMatch(/13:00 WAT$/);
});
