// `npm test`: runs every test of `npm test` that this machine can run. It names each skipped test, lists each skipped
// group in one line with the way to enable it, and ends with one line of totals. `--shuffle` (or `--shuffle=SEED`) runs
// the files and tests of both runners in a random order. `--workers=N` runs N files at a time. `npm run test:long` runs the rest.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { parseArgs } from "node:util";
import { bin, findChromium, findLeftOut, makeScratch, openTestPostgres, root } from "./test-machine.ts";
import { readPlaywrightReport, readVitestReport, type TestReport, verdictOf } from "./test-reports.ts";

const { values: flags } = parseArgs({
  args: process.argv
    .slice(2)
    .map((arg) => (arg === "--shuffle" ? `--shuffle=${Math.floor(Math.random() * 2 ** 31)}` : arg)),
  options: { shuffle: { type: "string" }, workers: { type: "string" } },
});
const playwrightFlags: string[] = [];
if (flags.shuffle) {
  // Read by vitest.workspace.ts.
  process.env.TEST_SHUFFLE = flags.shuffle;
  // Playwright uses the same seed for the order of its files and tests.
  playwrightFlags.push(`--shuffle=${flags.shuffle}`);
  console.log(`In a random order: repeat it with --shuffle=${flags.shuffle}`);
}
if (flags.workers) {
  // A project's own number would overrule the flag of Vitest.
  process.env.TEST_WORKERS = flags.workers;
  playwrightFlags.push(`--workers=${flags.workers}`);
}

// Also when Ctrl-C ends this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
const scratch = makeScratch();

const whole: TestReport = { passed: 0, failed: [], skipped: [] };

type Command = { command: string; args: string[]; cwd: string; env?: NodeJS.ProcessEnv };

const run = async ({ command, args, cwd, env }: Command): Promise<number> => {
  const child = spawn(command, args, { cwd, stdio: "inherit", env: { ...process.env, TMPDIR: scratch, ...env } });
  const [status] = await once(child, "exit");
  return status ?? 1;
};

/** Runs all tests of a runner, and adds its report to that of the whole run. */
const runAll = async (name: string, command: Command, read: () => TestReport): Promise<void> => {
  const status = await run(command);
  const { passed, failed, skipped } = read();
  whole.passed += passed;
  whole.failed.push(...failed);
  whole.skipped.push(...skipped);
  if (failed.length === 0 && status !== 0)
    whole.failed.push({ file: "", title: name, message: `The runner ended with ${status}; its output says why.` });
};

/** Unit, property, integration and end-to-end tests over sockets. */
const runVitest = async (env: NodeJS.ProcessEnv): Promise<void> => {
  const file = path.join(scratch, "vitest.json");
  const reporters = ["--reporter=default", `--reporter=${path.join(root, "scripts/vitest-report.ts")}`];
  const args = ["run", "--config", "vitest.workspace.ts", "--project=!long", ...reporters];
  const command = { command: bin("", "vitest"), args, cwd: root, env: { ...env, TEST_REPORT: file } };
  await runAll("Vitest", command, () => readVitestReport(file));
};

/** A real browser against the real server. */
const runPlaywright = async (env: NodeJS.ProcessEnv): Promise<void> => {
  const file = path.join(scratch, "playwright.json");
  const args = ["test", "--project=short", "--reporter=list,json", ...playwrightFlags];
  const browserEnv = { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const command = { command: bin("client", "playwright"), args, cwd: path.join(root, "client"), env: browserEnv };
  await runAll("Playwright", command, () => readPlaywrightReport(file));
};

// One PostgreSQL for all tests.
const postgres = await openTestPostgres(scratch);
try {
  const env = { TEST_DATABASE_URL: postgres.url };
  // Build first, because the tests also cover the built site.
  const built = await run({ command: process.execPath, args: ["scripts/build.mjs"], cwd: root });
  if (built !== 0) whole.failed.push({ file: "", title: "the build", message: `It ended with ${built}.` });
  // One after the other: with both at a time, more tests of either fail for lack of processor time.
  await runVitest(env);
  const chromium = findChromium();
  if (chromium) await runPlaywright({ ...env, CHROMIUM_PATH: chromium });
} finally {
  await postgres.stop();
}

console.log("");
for (const { file, title, message } of whole.failed) {
  const where = file && ` (${path.relative(root, file)})`;
  console.log(`Failed: ${title}${where}\n  ${message.slice(0, 1500).replaceAll("\n", "\n  ")}`);
}
for (const { file, title } of whole.skipped) console.log(`Skipped: ${title} (${path.relative(root, file)})`);
for (const what of findLeftOut()) console.log(`Left out: ${what}.`);
const { line, status } = verdictOf(whole);
console.log(line);
process.exit(status);
