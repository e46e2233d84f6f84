// @vitest-environment happy-dom
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchCalls } from "../../../app/watch-calls-for-test.ts";
import { ApiError } from "../../../lib/api.ts";
import { type BulkAction, planFor } from "../bulk-plan.ts";
import { useLotsRun } from "./use-lots-run.ts";

const NOW = Date.parse("2026-11-22T11:00:00.000Z");
vi.mock("../../../connection/connection.ts", () => ({ serverNow: () => NOW }));

const { put, patch, get, post } = watchCalls();

const lot = (_id: string) =>
  ({
    _id,
    title: _id,
    status: _id === "over" ? "cancelled" : "active",
    bidCount: 0,
    categories: ["general"],
    version: 1,
    endTime: "2026-11-22T12:00:00.000Z",
    startTime: null,
    pausedUntil: null,
    sale: null,
  }) as unknown as ManagedAuction;
const start = (action: BulkAction, ids = ["a", "b", "c"]) => {
  const plan = planFor(ids.map(lot), action, { nowMs: 0, mayRun: true });
  return renderHook(() =>
    useLotsRun(
      plan,
      () => {},
      () => {},
    ),
  );
};
const keysOf = (calls: unknown[][]) => calls.map((call) => (call[2] as { idempotencyKey: string }).idempotencyKey);

beforeEach(() => {
  for (const spy of [put, patch, get, post]) spy.mockReset();
});
afterEach(cleanup);

it("does one lot after the other, and repeats a call without an answer under its key", async () => {
  patch
    .mockRejectedValueOnce(new ApiError(503, { code: "UNAVAILABLE", message: "", retryAfterMs: 1 }))
    .mockResolvedValue({ auction: lot("a") });
  const { result } = start({ kind: "cancel", reason: "" });
  await waitFor(() => expect(result.current.isRunning).toBe(false));
  await waitFor(() => expect(result.current.outcomes.size).toBe(3));
  const keys = keysOf(patch.mock.calls);
  expect(keys).toHaveLength(4);
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
});

it("says which lot was refused, and does only that one again under the same key", async () => {
  patch
    .mockResolvedValueOnce({ auction: lot("a") })
    .mockRejectedValueOnce(new ApiError(403, { code: "CONFLICT_OF_INTEREST", message: "You have an interest." }))
    .mockResolvedValue({ auction: lot("c") });
  const { result } = start({ kind: "cancel", reason: "" });
  await waitFor(() => expect(result.current.outcomes.get("c")).toEqual({ problem: null }));
  expect(result.current.outcomes.get("b")).toEqual({ problem: "You have an interest." });
  act(() => result.current.run());
  await waitFor(() => expect(result.current.outcomes.get("b")).toEqual({ problem: null }));
  expect(patch).toHaveBeenCalledTimes(4);
  const keys = keysOf(patch.mock.calls);
  expect(keys[3]).toBe(keys[1]);
});

it("puts the copy of a relisted lot into the sale, and tries the sale again without another copy", async () => {
  const paused = new ApiError(409, { code: "SALE_STATE", message: "The sale is paused." });
  post
    .mockResolvedValueOnce({ auction: lot("copy") })
    .mockRejectedValueOnce(paused)
    .mockResolvedValue({ auction: lot("copy") });
  const { result } = start({ kind: "relist", reason: "", into: { saleId: "s", title: "Estate" } }, ["over"]);
  await waitFor(() => expect(result.current.outcomes.get("over")).toEqual({ problem: "The sale is paused." }));
  act(() => result.current.run());
  await waitFor(() => expect(result.current.outcomes.get("over")).toEqual({ problem: null }));
  expect(post.mock.calls.map(([path, body]) => [path, body])).toEqual([
    ["/auctions/over/relist", undefined],
    ["/sales/s/lots", { auctionId: "copy" }],
    ["/auctions/over/relist", undefined],
    ["/sales/s/lots", { auctionId: "copy" }],
  ]);
  const keys = keysOf(post.mock.calls.filter(([path]) => path.endsWith("/relist")));
  expect(keys[1]).toBe(keys[0]);
});

it("stops between two lots", async () => {
  let answer: (value: unknown) => void = () => {};
  patch.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const { result } = start({ kind: "cancel", reason: "" });
  await waitFor(() => expect(patch).toHaveBeenCalledTimes(1));
  act(() => result.current.stop());
  act(() => answer({ auction: lot("a") }));
  await waitFor(() => expect(result.current.isRunning).toBe(false));
  expect(patch).toHaveBeenCalledTimes(1);
  expect([...result.current.outcomes.keys()]).toEqual(["a"]);
});

it("undoes an edit, but not on a lot that somebody bid on since", async () => {
  const edited = (id: string) => ({ ...lot(id), endTime: "2026-11-22T13:00:00.000Z" });
  put.mockImplementation((path) => Promise.resolve({ auction: edited(String(path).slice(-1)) }));
  get.mockImplementation((path) => {
    const id = String(path).slice(-1);
    return Promise.resolve({ auction: { ...edited(id), bidCount: id === "b" ? 1 : 0 } });
  });
  const { result } = start({ kind: "shift", minutes: 60 }, ["a", "b"]);
  await waitFor(() => expect(result.current.outcomes.size).toBe(2));
  await waitFor(() => expect(result.current.isRunning).toBe(false));
  act(() => result.current.undo());
  await waitFor(() => expect(result.current.outcomes.get("b")?.undo).toContain("changed since"));
  expect(result.current.outcomes.get("a")).toEqual({ problem: null, undo: null });
  expect(put).toHaveBeenCalledTimes(3);
  expect(put.mock.calls.map(([, body]) => (body as { seen: object }).seen)).toMatchObject([
    { endTime: "2026-11-22T12:00:00.000Z" },
    { endTime: "2026-11-22T12:00:00.000Z" },
    { endTime: edited("a").endTime },
  ]);
  expect(put.mock.calls[2]?.[1]).toMatchObject({ endTime: "2026-11-22T12:00:00.000Z" });
});

it.each([
  ["end that has passed", { endTime: "2026-11-22T10:59:00.000Z" }, "its old end time has passed"],
  ["end within a minute", { endTime: "2026-11-22T11:01:00.000Z" }, "its old end time has passed"],
  [
    "opening that has passed",
    { status: "draft", startTime: "2026-11-22T10:59:00.000Z" },
    "its old start time has passed",
  ],
])("does not undo the shift of a lot if its old times have an %s", async (_what, times, words) => {
  const plan = planFor(
    [{ ...lot("a"), ...times } as ManagedAuction, lot("b")],
    { kind: "shift", minutes: 60 },
    { nowMs: 0, mayRun: true },
  );
  const shifted = (path: unknown) => {
    const { lot: before, step } = plan.todo[String(path).endsWith("a") ? 0 : 1] ?? {};
    return Promise.resolve({ auction: { ...before, ...(step?.kind === "edit" && step.body) } });
  };
  put.mockImplementation(shifted);
  get.mockImplementation(shifted);
  const { result } = renderHook(() =>
    useLotsRun(
      plan,
      () => {},
      () => {},
    ),
  );
  await waitFor(() => expect(result.current.outcomes.size).toBe(2));
  await waitFor(() => expect(result.current.isRunning).toBe(false));
  act(() => result.current.undo());
  await waitFor(() => expect(result.current.outcomes.get("b")?.undo).toBeNull());
  expect(result.current.outcomes.get("a")?.undo).toContain(words);
  expect(put.mock.calls.map(([path]) => String(path).slice(-1))).toEqual(["a", "b", "b"]);
});

it("sends the reason with each relisting, and none where none was given", async () => {
  post.mockResolvedValue({ auction: lot("copy") });
  for (const reason of ["Nobody came", ""]) {
    const unsold = ["a", "b"].map((id) => ({ ...lot(id), status: "ended", winner: null }) as ManagedAuction);
    const plan = planFor(unsold, { kind: "relist", reason }, { nowMs: 0, mayRun: true });
    const { result } = renderHook(() =>
      useLotsRun(
        plan,
        () => {},
        () => {},
      ),
    );
    await waitFor(() => expect([...result.current.outcomes.values()]).toEqual([{ problem: null }, { problem: null }]));
  }
  expect(post.mock.calls.map(([, body]) => body)).toEqual([
    { reason: "Nobody came" },
    { reason: "Nobody came" },
    undefined,
    undefined,
  ]);
});
