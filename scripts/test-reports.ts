// Reads the reports of the two test runners: how many tests passed, and which failed with what message. Makes the last
// lines and the exit status of a whole run from them.
import { existsSync, readFileSync } from "node:fs";

export type FailedTest = { file: string; title: string; message: string };

export type TestReport = { passed: number; failed: FailedTest[] };

type WholeRun = {
  passed: number;
  failed: readonly FailedTest[];
  /** Tests that failed together with the others and passed alone. */
  unsteady: readonly FailedTest[];
  isShuffled: boolean;
};

/**
 * The last lines of a run, and its status. An unsteady test fails a run in a random order, because a test that depends
 * on the tests before it fails there and passes alone (docs/decisions/0024).
 */
export const verdictOf = ({ passed, failed, unsteady, isShuffled }: WholeRun): { lines: string[]; status: 0 | 1 } => {
  const isOrderInDoubt = isShuffled && unsteady.length > 0;
  return {
    lines: [
      ...(isOrderInDoubt ? ["The run fails, because an unsteady test may depend on the order of the tests."] : []),
      `${unsteady.length} unsteady`,
      `${passed} passed, ${failed.length} failed`,
    ],
    status: failed.length === 0 && passed > 0 && !isOrderInDoubt ? 0 : 1,
  };
};

type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

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
    : { passed: 0, failed: [{ file: "", title: "the whole run", message: "The runner wrote no report." }] };

export const readVitestReport = (file: string): TestReport =>
  readJson<VitestReport>(file, (report) => ({
    passed: report.numPassedTests,
    failed: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults
        .filter((test) => test.status === "failed")
        .map((test) => ({ file: name, title: test.fullName, message: test.failureMessages.join("\n") }));
      // A file that cannot be loaded has no tests.
      return failed.length === 0 && status === "failed" ? [{ file: name, title: "the whole file", message }] : failed;
    }),
  }));

const specsOf = (suite: PlaywrightSuite): PlaywrightSuite["specs"] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
];

export const readPlaywrightReport = (file: string): TestReport =>
  readJson<PlaywrightReport>(file, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: [
      ...errors.map(({ message = "" }) => ({ file: "", title: "the whole run", message })),
      ...suites.flatMap(specsOf).flatMap((spec) =>
        spec.tests
          .filter(({ status }) => status === "unexpected" || status === "flaky")
          .map(({ projectName, results }) => ({
            file: spec.file,
            title: `[${projectName}] ${spec.title}`,
            message: results.flatMap((result) => result.errors.map(({ message = "" }) => message)).join("\n"),
          })),
      ),
    ],
  }));
