// A reporter of Vitest for `npm test`: writes the number of passed tests and every failure to the file that TEST_REPORT
// names. Vitest's own JSON has no errors outside of tests, for example of a promise that nobody awaits.
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestModule } from "vitest/node";
import type { FailedTest, TestReport } from "./test-reports.ts";

type RunError = Parameters<NonNullable<Reporter["onTestRunEnd"]>>[1][number];

/** The message, what differs from what was expected, and the places in the code. */
const messageOf = (errors: readonly RunError[]): string =>
  errors
    .map(({ name, message, stack, diff }) => {
      const text = stack ?? `${name}: ${message}`;
      return diff ? text.replace(message, () => `${message}\n${stripVTControlCharacters(String(diff))}`) : text;
    })
    .join("\n");

const failuresOf = (module: TestModule): FailedTest[] => {
  const file = module.moduleId;
  const tests = [...module.children.allTests("failed")].map((test) => ({
    file,
    title: test.fullName,
    message: messageOf(test.result().errors ?? []),
  }));
  const hooks = [module, ...module.children.allSuites()]
    .map((suite) => ({ title: suite.type === "suite" ? suite.fullName : "the whole file", errors: suite.errors() }))
    .filter(({ errors }) => errors.length > 0)
    .map(({ title, errors }) => ({ file, title, message: messageOf(errors) }));
  return [...tests, ...hooks];
};

/** One failure for each file and message, because one fault often rejects many promises. */
const unhandled = (errors: readonly RunError[]): FailedTest[] => {
  const failures = new Map<string, FailedTest>();
  for (const error of errors) {
    const [file, during] = [String(error.VITEST_TEST_PATH ?? ""), String(error.VITEST_TEST_NAME ?? "no test")];
    const message = messageOf([error]);
    failures.set(`${file} ${message}`, { file, title: `an unhandled error while this ran: ${during}`, message });
  }
  return [...failures.values()];
};

export const reportOf = (modules: readonly TestModule[], errors: readonly RunError[]): TestReport => ({
  passed: modules.reduce((sum, { children }) => sum + [...children.allTests("passed")].length, 0),
  failed: [...modules.flatMap(failuresOf), ...unhandled(errors)],
  skipped: modules.flatMap(({ moduleId, children }) =>
    [...children.allTests("skipped")].map((test) => ({ file: moduleId, title: test.fullName })),
  ),
});

export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly RunError[]): void {
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(reportOf(modules, errors)));
  }
}
