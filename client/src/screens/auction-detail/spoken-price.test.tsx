// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import type { LotState } from "@jara/shared/lot-state";
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SpokenPrice } from "./spoken-price.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const at = (currentPrice: number, state: Partial<LotState> = {}, status: Auction["status"] = "active") => (
  <SpokenPrice
    auction={{ currentPrice, currency: "NGN", status, leader: { username: "a***e" } } as Auction}
    state={{ name: "free", position: "none", ...state } as LotState}
  />
);
const leads = { name: "leading", position: "leading" } as const;
const outbid = { name: "outbid", position: "outbid" } as const;
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
    expect(spoken(), "an old price is not left to be read").toBe("");
  }
  pass(2000);
  expect(spoken()).toContain("₦140.00");
});

it("announces a lost lead at once, and leaves no older standing to be read", () => {
  const { rerender, container } = render(at(100));
  const spoken = () => container.textContent;
  rerender(at(100, leads));
  pass(0);
  expect(spoken()).toBe("Current price ₦100.00. You lead.");
  rerender(at(110, outbid));
  expect(spoken()).toBe("");
  pass(0);
  expect(spoken()).toBe("Current price ₦110.00. You have been outbid. Leader: a***e.");
  rerender(at(110, { name: "unsold", position: "none" }, "ended"));
  pass(0);
  expect(spoken()).toBe("Current price ₦110.00. The auction has ended. This lot was not sold.");
});
