// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { EndTime } from "./end-time.tsx";

vi.mock("../../../connection/connection.ts", () => ({ serverNow: () => Date.parse("2026-11-21T12:00:00.000Z") }));
afterEach(cleanup);

const endTime = "2026-11-25T17:00:00.000Z";
const startTime = "2026-11-24T17:00:00.000Z";

it.each([
  ["draft", startTime, "25 Nov 2026, 18:00Starts 24 Nov 2026, 18:00"],
  ["draft", null, "25 Nov 2026, 18:00No start time"],
  ["ended", startTime, "25 Nov 2026, 18:00"],
] as const)(
  "shows for a lot that is %s with the start %j its end, and its start if it is a draft",
  (status, start, words) => {
    const { container } = render(<EndTime auction={{ status, startTime: start, endTime }} />);
    expect(container.textContent).toBe(words);
  },
);
