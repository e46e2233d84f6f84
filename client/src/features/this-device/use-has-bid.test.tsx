// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { useHasBid } from "./use-has-bid.ts";

const live = vi.hoisted(() => ({ store: null as unknown }));
vi.mock("../../live/live.ts", () => ({ getLive: () => live }));

const store = createStore<{ entries: object; outbid: ReadonlySet<string> }>(() => ({ entries: {}, outbid: new Set() }));
const change = (state: Partial<ReturnType<typeof store.getState>>) => act(() => store.setState(state));
const wait = () => act(() => vi.advanceTimersByTime(5_000));

beforeEach(() => {
  vi.useFakeTimers();
  live.store = store;
  store.setState({ entries: {}, outbid: new Set() });
  window.history.replaceState(null, "", "/auction/a1");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const bidOn = (auctionId: string) => change({ entries: { [auctionId]: { outcome: {} } } });

it("is true some time after the first accepted bid", () => {
  const { result } = renderHook(useHasBid);
  wait();
  expect(result.current).toBe(false);
  bidOn("a1");
  expect(result.current).toBe(false);
  wait();
  expect(result.current).toBe(true);
});

it("is false on the page of a lot on which the person is outbid, until they lead or leave it", () => {
  const { result } = renderHook(useHasBid);
  change({ outbid: new Set(["a1"]) });
  bidOn("a1");
  wait();
  expect(result.current).toBe(false);
  change({ outbid: new Set() });
  wait();
  expect(result.current).toBe(true);

  change({ entries: {} });
  const other = renderHook(useHasBid);
  change({ outbid: new Set(["a1"]) });
  bidOn("a1");
  wait();
  expect(other.result.current).toBe(false);
  window.history.replaceState(null, "", "/my-bids");
  wait();
  expect(other.result.current).toBe(true);
});
