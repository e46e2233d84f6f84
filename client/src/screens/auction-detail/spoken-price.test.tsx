// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SpokenPrice } from "./spoken-price.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const at = (currentPrice: number) => (
  <SpokenPrice
    auction={{ currentPrice, currency: "NGN", status: "active", leader: { username: "a***e" } } as Auction}
    position="none"
  />
);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("announces no price at first, the first change at once, and then the last of many changes every 5 s", () => {
  const { rerender, container } = render(at(100));
  const spoken = () => container.textContent;
  pass(20_000);
  expect(spoken()).toBe("");
  rerender(at(110));
  pass(0);
  expect(spoken()).toBe("Current price ₦110.00. Leader: a***e.");
  for (const price of [120, 130, 140]) {
    rerender(at(price));
    pass(1000);
    expect(spoken()).toContain("₦110.00");
  }
  pass(2000);
  expect(spoken()).toContain("₦140.00");
});
