// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Countdown } from "./countdown.tsx";

vi.mock("../../connection/connection.ts", () => ({ serverNow: () => Date.now() }));

const START = Date.parse("2026-11-21T12:00:00.000Z");
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

// S280
it("ticks every second", () => {
  const endTime = new Date(START + 62_000).toISOString();
  render(<Countdown auction={{ status: "active", startTime: null, endTime, pausedAt: null }} />);
  const shown = [screen.getByRole("timer").textContent];
  for (let second = 1; second <= 4; second++) {
    act(() => void vi.advanceTimersByTime(1000));
    shown.push(screen.getByRole("timer").textContent);
  }
  // The tick comes a few milliseconds into each second, so that it never shows the previous second.
  act(() => void vi.advanceTimersByTime(10));
  shown.push(screen.getByRole("timer").textContent);
  expect(shown).toEqual(["1m 2s", "1m 2s", "1m 0s", "0m 59s", "0m 58s", "0m 57s"]);
});
