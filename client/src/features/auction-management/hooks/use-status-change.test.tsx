// @vitest-environment happy-dom
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchCalls } from "../../../app/watch-calls-for-test.ts";
import { useStatusChange } from "./use-status-change.ts";

vi.mock("../../../connection/connection.ts", () => ({ serverNow: () => Date.parse("2026-11-22T11:00:00.000Z") }));

const { patch } = watchCalls();
beforeEach(() => {
  patch.mockReset();
});
afterEach(cleanup);

const lot = (status: AuctionStatus) =>
  ({
    _id: "drum",
    title: "Drum",
    status,
    bidCount: 0,
    version: 1,
    startTime: null,
    pausedUntil: null,
    endTime: "2026-11-22T12:00:00.000Z",
  }) as unknown as Auction;

it("carries out the last status that was chosen while another was not answered", async () => {
  let answer: (body: object) => void = () => {};
  patch.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  patch.mockResolvedValue({ auction: lot("active") });
  const put = vi.fn();
  const { result } = renderHook(() => useStatusChange({ put, onNeedsEndTime: () => {} }));
  act(() => result.current.choose(lot("active"), "paused"));
  act(() => result.current.choose(lot("active"), "cancelled"));
  act(() => result.current.choose(lot("active"), "active"));
  expect(patch).toHaveBeenCalledTimes(1);
  await act(async () => answer({ auction: lot("paused") }));
  await waitFor(() => expect(put.mock.calls.map(([{ status }]) => status)).toEqual(["paused", "active"]));
  expect(patch.mock.calls.map(([, body]) => body)).toEqual([
    { status: "paused", seen: "active" },
    { status: "active", seen: "paused" },
  ]);
});
