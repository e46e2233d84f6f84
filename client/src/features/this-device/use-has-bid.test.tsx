// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { useHasBid } from "./use-has-bid.ts";

const live = vi.hoisted(() => ({ store: null as unknown }));
vi.mock("../../live/live.ts", () => ({ getLive: () => live }));

const store = createStore(() => ({ hasBid: false }));
const wait = () => act(() => vi.advanceTimersByTime(5_000));

beforeEach(() => {
  vi.useFakeTimers();
  live.store = store;
  store.setState({ hasBid: false });
  window.history.replaceState(null, "", "/auction/a1");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const bid = () => act(() => store.setState({ hasBid: true }));

it("is true some time after the first accepted bid, once the person has left the lot", () => {
  const { result } = renderHook(useHasBid);
  wait();
  expect(result.current).toBe(false);
  bid();
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

it("is true also if the bid was accepted before the code of this part had loaded", () => {
  bid();
  window.history.replaceState(null, "", "/my-bids");
  const { result } = renderHook(useHasBid);
  wait();
  expect(result.current).toBe(true);
});
