// Tests the verdict of `npm test`: the totals, the exit status, and the words of an error outside of every test.
import { expect, it } from "vitest";
import { verdictOf } from "../../scripts/test-reports.ts";
import { reportOf } from "../../scripts/vitest-report.ts";

const one = { file: "a.test.ts", title: "a", message: "" };

it("fails a run with a failed test, and one in which no test passed", () => {
  expect(verdictOf({ passed: 9, failed: [] })).toEqual({ line: "9 passed, 0 failed", status: 0 });
  expect(verdictOf({ passed: 9, failed: [one] })).toEqual({ line: "9 passed, 1 failed", status: 1 });
  expect(verdictOf({ passed: 0, failed: [] }).status).toBe(1);
});

it("reports an error outside of every test once, with its words, its file and the test that ran meanwhile", () => {
  const error = {
    name: "TypeError",
    message: "lost",
    stack: "TypeError: lost\n    at send",
    VITEST_TEST_PATH: "/site/a.test.ts",
    VITEST_TEST_NAME: "sends",
  };
  expect(reportOf([], [error, error]).failed).toEqual([
    { file: "/site/a.test.ts", title: "an unhandled error while this ran: sends", message: error.stack },
  ]);
});
