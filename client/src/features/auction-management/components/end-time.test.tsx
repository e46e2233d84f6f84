// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { EndTime } from "./end-time.tsx";

vi.mock("../../../connection/connection.ts", () => ({ serverNow: () => Date.parse("2026-11-21T12:00:00.000Z") }));
afterEach(cleanup);

const endTime = "2026-11-25T17:00:00.000Z";
const startTime = "2026-11-24T17:00:00.000Z";

const updatedAt = "2026-11-20T09:30:00.000Z";

it.each(["ended", "sold", "cancelled"] as const)("never shows a future end for a lot that is %s", (status) => {
  const times = { status, startTime, endTime, updatedAt };
  const shown = (endedAt?: string) => render(<EndTime auction={{ ...times, ...(endedAt && { endedAt }) }} />).container;
  expect(shown().textContent).toBe("20 Nov 2026, 10:30");
  expect(shown("2026-11-19T08:00:00.000Z").textContent).toBe("19 Nov 2026, 09:00");
});

it.each([
  ["draft", startTime, "25 Nov 2026, 18:00Starts 24 Nov 2026, 18:00"],
  ["draft", null, "25 Nov 2026, 18:00No start time"],
  ["active", startTime, "25 Nov 2026, 18:004d 5h left"],
] as const)(
  "shows for a lot that is %s with the start %j its end, and its start if it is a draft",
  (status, start, words) => {
    const { container } = render(<EndTime auction={{ status, startTime: start, endTime, updatedAt }} />);
    expect(container.textContent).toBe(words);
  },
);
