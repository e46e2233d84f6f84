import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLimiter } from "./limiter.ts";
import { Refusals } from "./refusals.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("refuses a flood at once, then late, then by closing, and other addresses at once meanwhile", async () => {
  const refusals = new Refusals(createLimiter(undefined, () => Date.now()));
  const answers: boolean[] = [];
  const refuse = async () => void answers.push(await refusals.mayAnswer("198.51.100.7"));
  for (let n = 0; n < 150; n++) void refuse();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers.splice(0)).toEqual([...Array(100).fill(true), ...Array(40).fill(false)]);
  expect(await refusals.mayAnswer("198.51.100.8")).toBe(true);
  await vi.advanceTimersByTimeAsync(250);
  expect(answers.splice(0)).toEqual(Array(10).fill(true));
  void refuse();
  await vi.advanceTimersByTimeAsync(0);
  // Two came back in a quarter of a second.
  expect(answers).toEqual([true]);
});

it("lets ten refusals of a /48 wait, whatever the addresses in it", async () => {
  const refusals = new Refusals(createLimiter(undefined, () => Date.now()));
  const answers: boolean[] = [];
  for (let n = 0; n < 450; n++)
    void refusals.mayAnswer(`2001:db8:7:${n.toString(16)}::/64`).then((may) => answers.push(may));
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([...Array(400).fill(true), ...Array(40).fill(false)]);
});
