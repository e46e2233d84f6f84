// Tests the last lines of `npm test`: the number of unsteady tests, the totals, and the exit status.
import { expect, it } from "vitest";
import { verdictOf } from "../../scripts/test-reports.ts";

const one = { file: "a.test.ts", title: "a", message: "" };
const run = { passed: 9, failed: [], unsteady: [], isShuffled: false };

it("counts the unsteady tests in the last line before the totals", () => {
  expect(verdictOf(run)).toEqual({ lines: ["0 unsteady", "9 passed, 0 failed"], status: 0 });
  expect(verdictOf({ ...run, unsteady: [one] }).lines).toEqual(["1 unsteady", "9 passed, 0 failed"]);
});

it("fails a run with a failed test, and one in which no test passed", () => {
  expect(verdictOf({ ...run, failed: [one] }).status).toBe(1);
  expect(verdictOf({ ...run, passed: 0 }).status).toBe(1);
});

it("fails a run with an unsteady test only if its order was random", () => {
  expect(verdictOf({ ...run, unsteady: [one] }).status).toBe(0);
  expect(verdictOf({ ...run, isShuffled: true }).status).toBe(0);
  const { lines, status } = verdictOf({ ...run, unsteady: [one], isShuffled: true });
  expect([lines.slice(-2), status]).toEqual([["1 unsteady", "9 passed, 0 failed"], 1]);
});
