// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { useHasBid } from "./use-has-bid.ts";

const live = vi.hoisted(() => ({ store: null as unknown }));
vi.mock("../../live/live.ts", () => ({ getLive: () => live }));

const store = createStore<{ entries: object }>(() => ({ entries: {} }));
const change = (state: Partial<ReturnType<typeof store.getState>>) => act(() => store.setState(state));
const wait = () => act(() => vi.advanceTimersByTime(5_000));

beforeEach(() => {
  vi.useFakeTimers();
  live.store = store;
  store.setState({ entries: {} });
  window.history.replaceState(null, "", "/auction/a1");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const bidOn = (auctionId: string) => change({ entries: { [auctionId]: { outcome: {} } } });

it("is true some time after the first accepted bid, once the person has left the lot", () => {
  const { result } = renderHook(useHasBid);
  wait();
  expect(result.current).toBe(false);
  bidOn("a1");
  wait();
  expect(result.current).toBe(false);
  window.history.replaceState(null, "", "/my-bids");
  wait();
  expect(result.current).toBe(true);
});

it("stays false without a bid", () => {
  window.history.replaceState(null, "", "/my-bids");
  const { result } = renderHook(useHasBid);
  wait();
  expect(result.current).toBe(false);
});
