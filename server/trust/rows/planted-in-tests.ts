// Plants each fault in the sources, and runs the test of `npm test` that must fail then.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type FailedTest, readVitestReport } from "../../../scripts/test-reports.ts";
import { projectRoot } from "../../src/config.ts";
import startPostgresForTests from "../../test/support/test-postgres.ts";
import { faults } from "../planted/faults.ts";
import type { Row } from "../row.ts";

/** A file that cannot be loaded has not found the fault. */
const WHOLE_FILE = "the whole file";

export const plantedInTests: Row = {
  name: "planted-in-tests",
  what: "Planted faults, each of which the named test of `npm test` must find",
  run: async ({ say }) => {
    const folder = mkdtempSync(path.join(tmpdir(), "jara-planted-"));
    const findings: string[] = [];
    let tried = 0;
    // Once for all: its address and the migrated database are in the environment, where each run finds them.
    const stopPostgres = await startPostgresForTests();
    /** Runs these test files, with the fault if there is one, and returns what failed. */
    const failuresOf = async (tests: readonly string[], fault: string | null): Promise<FailedTest[]> => {
      const report = path.join(folder, `${fault ?? "none"}.json`);
      const args = ["run", "--config", "vitest.workspace.ts", "--bail=1", "--reporter=./scripts/vitest-report.ts"];
      const running = spawn(path.join(projectRoot, "node_modules/.bin/vitest"), [...args, ...tests], {
        cwd: projectRoot,
        stdio: "ignore",
        env: { ...process.env, TEST_REPORT: report, ...(fault && { PLANTED_FAULT: fault }) },
      });
      await once(running, "exit");
      return readVitestReport(report).failed;
    };
    try {
      const tests = new Set(faults.flatMap(({ test }) => test ?? []));
      // A test that fails anyway finds nothing.
      for (const { file, title } of await failuresOf([...tests], null))
        findings.push(`without a fault, "${title}" of ${file} fails`);
      for (const { name, test } of faults) {
        if (test === null) continue;
        const found = (await failuresOf([test], name)).find(({ file, title }) => file && title !== WHOLE_FILE);
        tried += 1;
        if (!found) findings.push(`${name} is not found by ${test}`);
        say(`${name}: ${found ? `found by "${found.title}"` : "NOT FOUND"}`);
      }
    } finally {
      await stopPostgres?.();
      rmSync(folder, { recursive: true, force: true });
    }
    return { tried, bad: findings.length, findings };
  },
};
