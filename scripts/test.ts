// `npm test`: runs every test that this machine can run. It lists each skipped group in one line with the way to enable
// it, and ends with the number of unsteady tests and one line of totals. `--shuffle` (or `--shuffle=SEED`) runs the
// files and tests of both runners in a random order, and an unsteady test then fails the run. `--workers=N` runs N
// files at a time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { hasPostgres } from "../server/bench/throwaway-postgres.ts";
import { hasArtillery } from "../server/test/support/artillery.ts";
import { hasPython } from "../server/test/support/python.ts";
import { startTestPostgres } from "../server/test/support/test-postgres.ts";
import { hasRedis } from "../server/test/support/throwaway-redis.ts";
import { type FailedTest, readPlaywrightReport, readVitestReport, type TestReport, verdictOf } from "./test-reports.ts";

/** If more files than this have failed tests, lack of time is not the cause. On a slow day it was that of eight. */
const MOST_FILES_AGAIN = 15;

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

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Bytes. The tests wrote 0.2 GB at most when this was measured; the rest is a reserve for the machine. */
const ROOM_NEEDED = 4 * 2 ** 30;

/** Linux's in-memory file system, if it and the memory have enough room; otherwise null. */
const memory = (): string | null => {
  const folder = "/dev/shm";
  if (!existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, freemem()) >= ROOM_NEEDED ? folder : null;
};

// Everything that the tests write: hundreds of databases that live for seconds and need no disk.
const scratch = mkdtempSync(path.join(memory() ?? tmpdir(), "jara-test-"));
// PostgreSQL runs as another user, who must be able to enter the folder.
chmodSync(scratch, 0o711);
const removeScratch = (): void => rmSync(scratch, { recursive: true, force: true });
// Also when Ctrl-C ends this process.
process.once("exit", removeScratch);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const leftOut: string[] = [];
let passed = 0;
const failed: FailedTest[] = [];
/** Tests that failed together with the others and passed alone. */
const unsteady: FailedTest[] = [];

type Command = { command: string; args: string[]; cwd: string; env?: NodeJS.ProcessEnv };

const run = async ({ command, args, cwd, env }: Command): Promise<number> => {
  const child = spawn(command, args, { cwd, stdio: "inherit", env: { ...process.env, TMPDIR: scratch, ...env } });
  const [status] = await once(child, "exit");
  return status ?? 1;
};

const bin = (folder: string, tool: string): string => path.join(root, folder, "node_modules/.bin", tool);

type Runner = {
  name: string;
  /** Writes its report to `file`. `files` are the files to run alone; empty means all files. */
  command: (file: string, files: readonly string[]) => Command;
  read: (file: string) => TestReport;
};

/** A first run: what it found, and how its process ended. */
type FirstRun = { runner: Runner; report: TestReport; status: number };

const reportOf = ({ name }: Runner): string => path.join(scratch, `${name}.json`);

const runAll = async (runner: Runner): Promise<FirstRun> => {
  const status = await run(runner.command(reportOf(runner), []));
  return { runner, report: runner.read(reportOf(runner)), status };
};

/**
 * Counts the tests, and runs each file with a failed test once more, alone. Two CPU cores run several servers and
 * browsers, and the second run separates a test that failed for lack of time from one that found a bug
 * (docs/decisions/0024).
 */
const judge = async ({ runner, report: first, status }: FirstRun): Promise<void> => {
  passed += first.passed;
  if (first.failed.length === 0) {
    if (status !== 0) failed.push({ file: "", title: runner.name, message: `The runner ended with ${status}.` });
    return;
  }

  const files = [...new Set(first.failed.map((test) => test.file))];
  if (files.length > MOST_FILES_AGAIN || files.includes("")) {
    failed.push(...first.failed);
    return;
  }
  console.log(`\nOnce more, alone: ${files.join(", ")}`);
  const fileAgain = path.join(scratch, `${runner.name}-again.json`);
  const statusAgain = await run(runner.command(fileAgain, files));
  const again = runner.read(fileAgain);
  failed.push(...again.failed);
  if (again.failed.length === 0 && statusAgain !== 0) failed.push(...first.failed);
  else {
    const steady = first.failed.filter(({ title }) => again.failed.every((test) => test.title !== title));
    unsteady.push(...steady);
    passed += steady.length;
  }
};

/** The shell is the same browser without windows. The tests need a third less processor time with it. */
const findChromium = (): string | null => {
  const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(":");
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [process.env.CHROMIUM_PATH ?? "", ...candidates].find((file) => file !== "" && existsSync(file)) ?? null;
};

// One PostgreSQL for all tests, unless one is given.
const given = process.env.TEST_DATABASE_URL;
const postgres = given ? null : await startTestPostgres(scratch);
const databaseUrl = given ?? postgres?.url;
if (!hasPostgres()) {
  leftOut.push(
    "the tests of standbys, replicas and dumps: install PostgreSQL's programs (Debian: apt-get install postgresql)",
  );
}
if (!hasRedis()) {
  leftOut.push("the tests of several nodes over Redis: install its server (Debian: apt-get install redis-server)");
}
if (!hasPython()) leftOut.push("the tests of the sample client in Python and of switchover.py: install python3");
if (!hasArtillery()) leftOut.push("the test of the Artillery scenario: npm run setup:artillery");
const env = databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {};

/** Unit, property, integration and end-to-end tests over sockets. */
const vitest: Runner = {
  name: "vitest",
  command: (file, files) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const alone = files.length > 0 ? ["--no-file-parallelism", ...files] : [];
    const args = ["run", "--config", "vitest.workspace.ts", ...reporters, ...alone];
    return { command: bin("", "vitest"), args, cwd: root, env };
  },
  read: readVitestReport,
};

/** A real browser against the real server. */
const playwright = (chromium: string): Runner => ({
  name: "playwright",
  command: (file, files) => {
    const alone = files.length > 0 ? ["--workers=1", ...files] : [];
    const browserEnv = { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
    const args = ["test", "--reporter=list,json", ...playwrightFlags, ...alone];
    return { command: bin("client", "playwright"), args, cwd: path.join(root, "client"), env: browserEnv };
  },
  read: readPlaywrightReport,
});

try {
  // Build first, because the tests also cover the built site.
  const built = await run({ command: process.execPath, args: ["scripts/build.mjs"], cwd: root });
  if (built !== 0) failed.push({ file: "", title: "the build", message: `It ended with ${built}.` });

  const chromium = findChromium();
  if (!chromium) {
    leftOut.push(
      "the browser tests: install Chromium (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH",
    );
  }
  if (chromium && !existsSync(process.env.WHOLE_CHROMIUM_PATH ?? "/usr/bin/chromium")) {
    leftOut.push(
      "the browser tests of push messages: install the whole Chromium (Debian: apt-get install chromium) or set WHOLE_CHROMIUM_PATH",
    );
  }
  // One after the other: with both at a time, more tests of either fail for lack of processor time.
  await judge(await runAll(vitest));
  if (chromium) await judge(await runAll(playwright(chromium)));
} finally {
  await postgres?.stop();
}

const report = (heading: string, tests: readonly FailedTest[]): void => {
  for (const { file, title, message } of tests) {
    console.log(
      `${heading}: ${title} (${path.relative(root, file)})\n  ${message.slice(0, 1500).replaceAll("\n", "\n  ")}`,
    );
  }
};

console.log("");
report("Failed", failed);
report("Unsteady, failed beside the others and passed alone", unsteady);
for (const what of leftOut) console.log(`Left out: ${what}.`);
const { lines, status } = verdictOf({ passed, failed, unsteady, isShuffled: flags.shuffle !== undefined });
for (const line of lines) console.log(line);
process.exit(status);
