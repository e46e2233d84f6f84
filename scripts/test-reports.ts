// Reads the reports of the two test runners: how many tests passed, which failed with what message, and which were
// skipped. Makes the last line and the exit status of a whole run from them.
import { existsSync, readFileSync } from "node:fs";

export type FailedTest = { file: string; title: string; message: string };

export type TestReport = { passed: number; failed: FailedTest[]; skipped: { file: string; title: string }[] };

/** The last line of a run, and its status. */
export const verdictOf = ({
  passed,
  failed,
}: Pick<TestReport, "passed" | "failed">): { line: string; status: 0 | 1 } => ({
  line: `${passed} passed, ${failed.length} failed`,
  status: failed.length === 0 && passed > 0 ? 0 : 1,
});

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs: {
    file: string;
    title: string;
    tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
};

type PlaywrightReport = {
  stats: { expected: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};

/** A runner that stopped without a report counts as one failure. */
const readJson = <T>(file: string, read: (report: T) => TestReport): TestReport =>
  existsSync(file)
    ? read(JSON.parse(readFileSync(file, "utf8")) as T)
    : {
        passed: 0,
        skipped: [],
        failed: [{ file: "", title: "the whole run", message: "The runner wrote no report." }],
      };

/** Written by `vitest-report.ts`. */
export const readVitestReport = (file: string): TestReport => readJson<TestReport>(file, (report) => report);

const specsOf = (suite: PlaywrightSuite): PlaywrightSuite["specs"] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

export const readPlaywrightReport = (file: string): TestReport =>
  readJson<PlaywrightReport>(file, ({ stats, errors, suites }) => {
    const tests = suites.flatMap(specsOf).flatMap((spec) =>
      spec.tests.map(({ projectName, status, results }) => ({
        file: spec.file,
        title: `[${projectName}] ${spec.title}`,
        status,
        message: results.flatMap((result) => result.errors.map(({ message = "" }) => message)).join("\n"),
      })),
    );
    return {
      passed: stats.expected,
      failed: [
        ...errors.map(({ message = "" }) => ({ file: "", title: "the whole run", message })),
        ...tests.filter(({ status }) => status === "unexpected" || status === "flaky"),
      ],
      skipped: tests.filter(({ status }) => status === "skipped"),
    };
  });
