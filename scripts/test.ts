// `npm test`: everything there is to test on this machine. Says in one line each what had to be left out and how to
// have it, and ends with one line that counts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startThrowawayPostgres } from "../server/bench/throwaway-postgres.ts";
import { hasRedis } from "../server/test/support/throwaway-redis.ts";
import { type FailedTest, readPlaywrightReport, readVitestReport, type TestReport } from "./test-reports.ts";

/** More files than these with failed tests are no matter of time. */
const MOST_FILES_AGAIN = 5;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Bytes. What the tests write took 0.2 GB at once where it was measured; the rest is for the machine. */
const ROOM_NEEDED = 4 * 2 ** 30;

/** Linux's file system in memory, where it and the memory have room. */
const memory = (): string | null => {
  const folder = "/dev/shm";
  if (!existsSync(folder)) return null;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, freemem()) >= ROOM_NEEDED ? folder : null;
};

// Everything that the tests write: hundreds of databases that live for seconds and need no disk.
const scratch = mkdtempSync(path.join(memory() ?? tmpdir(), "jara-test-"));
// PostgreSQL runs as another user, who passes through.
chmodSync(scratch, 0o711);
const removeScratch = (): void => rmSync(scratch, { recursive: true, force: true });
// Also where Ctrl-C ends this process.
process.once("exit", removeScratch);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const leftOut: string[] = [];
let passed = 0;
const failed: FailedTest[] = [];
/** Tests that failed beside the others and passed alone. */
const unsteady: FailedTest[] = [];

const run = async (command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<number> => {
  const child = spawn(command, args, { cwd, stdio: "inherit", env: { ...process.env, TMPDIR: scratch, ...env } });
  const [status] = await once(child, "exit");
  return status ?? 1;
};

const bin = (folder: string, tool: string): string => path.join(root, folder, "node_modules/.bin", tool);

type Runner = {
  /** Writes its report to `file`; `files` are those to run alone, or nothing for all. */
  run: (file: string, files: readonly string[]) => Promise<number>;
  read: (file: string) => TestReport;
};

/**
 * Runs all tests, and each file with a failed test once more, alone: two cores carry several servers and browsers, and a
 * test that fails for want of time is told apart from one that finds a fault (docs/decisions/0024).
 */
const runTests = async (name: string, { run: runFiles, read }: Runner): Promise<void> => {
  const file = path.join(scratch, `${name}.json`);
  const status = await runFiles(file, []);
  const first = read(file);
  passed += first.passed;
  if (first.failed.length === 0) {
    if (status !== 0) failed.push({ file: "", title: name, message: `The runner ended with ${status}.` });
    return;
  }

  const files = [...new Set(first.failed.map((test) => test.file))];
  if (files.length > MOST_FILES_AGAIN || files.includes("")) {
    failed.push(...first.failed);
    return;
  }
  console.log(`\nOnce more, alone: ${files.join(", ")}`);
  const fileAgain = path.join(scratch, `${name}-again.json`);
  const statusAgain = await runFiles(fileAgain, files);
  const again = read(fileAgain);
  failed.push(...again.failed);
  if (again.failed.length === 0 && statusAgain !== 0) failed.push(...first.failed);
  else {
    const steady = first.failed.filter(({ title }) => again.failed.every((test) => test.title !== title));
    unsteady.push(...steady);
    passed += steady.length;
  }
};

const findChromium = (): string | null => {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(":");
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [process.env.CHROMIUM_PATH ?? "", ...candidates].find((file) => file !== "" && existsSync(file)) ?? null;
};

// --- a PostgreSQL of our own, unless one is given
const given = process.env.TEST_DATABASE_URL;
const postgres = given ? null : await startThrowawayPostgres(scratch);
const databaseUrl = given ?? postgres?.url;
if (!databaseUrl) {
  leftOut.push(
    "the tests on real PostgreSQL: install its server (Debian: apt-get install postgresql) or set TEST_DATABASE_URL",
  );
}
if (!hasRedis()) {
  leftOut.push("the tests of several nodes over Redis: install its server (Debian: apt-get install redis-server)");
}
const env = databaseUrl ? { TEST_DATABASE_URL: databaseUrl } : {};

try {
  // What is served is tested too.
  const built = await run(process.execPath, ["scripts/build.mjs"], root);
  if (built !== 0) failed.push({ file: "", title: "the build", message: `It ended with ${built}.` });

  // --- unit, property, integration, end to end over sockets
  await runTests("vitest", {
    run: (file, files) => {
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
      const alone = files.length > 0 ? ["--no-file-parallelism", ...files] : [];
      return run(bin("", "vitest"), ["run", "--config", "vitest.workspace.ts", ...reporters, ...alone], root, env);
    },
    read: readVitestReport,
  });

  // --- a real browser on the real server
  const chromium = findChromium();
  if (!chromium) {
    leftOut.push("the browser tests: install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH");
  } else {
    await runTests("playwright", {
      run: (file, files) => {
        const alone = files.length > 0 ? ["--workers=1", ...files] : [];
        const browserEnv = { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
        const args = ["test", "--reporter=list,json", ...alone];
        return run(bin("client", "playwright"), args, path.join(root, "client"), browserEnv);
      },
      read: readPlaywrightReport,
    });
  }
} finally {
  await postgres?.stop();
}

const tell = (heading: string, tests: readonly FailedTest[]): void => {
  for (const { file, title, message } of tests) {
    console.log(
      `${heading}: ${title} (${path.relative(root, file)})\n  ${message.slice(0, 1500).replaceAll("\n", "\n  ")}`,
    );
  }
};

console.log("");
tell("Failed", failed);
tell("Unsteady, failed beside the others and passed alone", unsteady);
for (const what of leftOut) console.log(`Left out: ${what}.`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 && passed > 0 ? 0 : 1);
