import { expect, it } from "vitest";
import { countdownText, type Timing } from "./countdown-text.ts";

const end = Date.parse("2026-03-01T12:00:00.000Z");
const timing = (change: Partial<Timing> = {}): Timing => ({
  status: "active",
  startTime: null,
  endTime: "2026-03-01T12:00:00.000Z",
  pausedAt: null,
  ...change,
});
const MINUTE = 60_000;

it("shows days, then hours, then minutes and seconds", () => {
  expect(countdownText(timing(), end - 26 * 60 * MINUTE).text).toBe("1d 2h 0m");
  expect(countdownText(timing(), end - 61 * MINUTE).text).toBe("1h 1m 0s");
  expect(countdownText(timing(), end - 1500).text).toBe("0m 1s");
});

it('returns "soon" below an hour', () => {
  expect(countdownText(timing(), end - 60 * MINUTE).soon).toBe(false);
  expect(countdownText(timing(), end - 60 * MINUTE + 1).soon).toBe(true);
});

// S272
it("shows the end only after the server reports it, however late that is", () => {
  for (const late of [0, 1, 5000, 86_400_000]) expect(countdownText(timing(), end + late).text).toBe("Closing…");
  expect(countdownText(timing({ status: "ended" }), end - MINUTE).text).toBe("Auction ended");
});

it("stops during a pause at the time that was left", () => {
  const paused = timing({ status: "paused", pausedAt: "2026-03-01T11:30:00.000Z" });
  expect(countdownText(paused, end - MINUTE).text).toBe("30m 0s (paused)");
  expect(countdownText(paused, end + 99 * MINUTE).text).toBe("30m 0s (paused)");
});

it("counts down to the opening of an upcoming lot, and says of other drafts that they are not open", () => {
  const startTime = "2026-03-01T10:00:00.000Z";
  const draft = timing({ status: "draft", startTime });
  const upcoming = { ...draft, isUpcoming: true } as const;
  expect(countdownText(upcoming, end - 3 * 60 * MINUTE).text).toBe("Opens in 1h 0m 0s");
  expect(countdownText(upcoming, end).text).toBe("Not open");
  expect(countdownText(draft, end - 3 * 60 * MINUTE).text).toBe("Not open");
});

it("is in its last minute below a minute, and not while it is closing", () => {
  expect([60_000, 59_999, 0].map((left) => countdownText(timing(), end - left).isLast ?? false)).toEqual([
    false,
    true,
    false,
  ]);
});
