import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepBriefly } from "./keep-briefly.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const counting = (answerMs = 0) => {
  let made = 0;
  return async () => {
    made += 1;
    const number = made;
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    return number;
  };
};

it("makes a value once for all calls within its time, and again afterwards", async () => {
  const kept = keepBriefly<number>({ keptMs: 1000, atMost: 2 });
  const make = counting(5000);
  const first = [kept.get("a", make), kept.get("a", make)];
  await vi.advanceTimersByTimeAsync(5000);
  expect(await Promise.all(first), "two calls at once, however long the first takes").toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(999);
  expect(await kept.get("a", make)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  const second = kept.get("a", make);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await second).toBe(2);
});

it("makes a value again once `forget` was called, also while an earlier one is being made", async () => {
  const kept = keepBriefly<number>({ keptMs: 1000, atMost: 2 });
  const make = counting(100);
  const before = kept.get("a", make);
  kept.forget();
  const after = kept.get("a", make);
  await vi.advanceTimersByTimeAsync(100);
  expect([await before, await after, await kept.get("a", make)]).toEqual([1, 2, 2]);
});

it("keeps no failure, and at most the given number of keys", async () => {
  const kept = keepBriefly<number>({ keptMs: 1000, atMost: 2 });
  await expect(kept.get("a", () => Promise.reject(new Error("the database is away")))).rejects.toThrow("away");
  const make = counting();
  const made = async (key: string): Promise<number> => {
    const value = kept.get(key, make);
    await vi.advanceTimersByTimeAsync(0);
    return await value;
  };
  expect([await made("a"), await made("b"), await made("c"), await made("b"), await made("a")]).toEqual([
    1, 2, 3, 2, 4,
  ]);
});
