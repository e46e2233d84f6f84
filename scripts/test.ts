// `npm test`: everything there is to test on this machine. Says in one line each what had to be left out and how to
// have it, and ends with one line that counts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startThrowawayPostgres } from "../server/bench/throwaway-postgres.ts";
import { hasRedis } from "../server/test/support/throwaway-redis.ts";

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
let failed = 0;

const run = async (command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<number> => {
  const child = spawn(command, args, { cwd, stdio: "inherit", env: { ...process.env, TMPDIR: scratch, ...env } });
  const [status] = await once(child, "exit");
  return status ?? 1;
};

const bin = (folder: string, tool: string): string => path.join(root, folder, "node_modules/.bin", tool);

/** A runner that stopped without a report has failed as a whole. */
const readReport = <T>(
  file: string,
  status: number,
  count: (report: T) => { passed: number; failed: number },
): void => {
  if (!existsSync(file)) {
    failed += 1;
    return;
  }
  const counts = count(JSON.parse(readFileSync(file, "utf8")) as T);
  passed += counts.passed;
  failed += counts.failed === 0 && status !== 0 ? 1 : counts.failed;
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
  if ((await run(process.execPath, ["scripts/build.mjs"], root)) !== 0) failed += 1;

  // --- unit, property, integration, end to end over sockets
  const unit = path.join(scratch, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${unit}`];
  const status = await run(bin("", "vitest"), ["run", "--config", "vitest.workspace.ts", ...reporters], root, env);
  readReport<{ numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }>(
    unit,
    status,
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
    }),
  );

  // --- a real browser on the real server
  const chromium = findChromium();
  if (!chromium) {
    leftOut.push("the browser tests: install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH");
  } else {
    const browser = path.join(scratch, "playwright.json");
    const browserEnv = { ...env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: browser };
    const browserStatus = await run(
      bin("client", "playwright"),
      ["test", "--reporter=list,json"],
      path.join(root, "client"),
      browserEnv,
    );
    readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(
      browser,
      browserStatus,
      ({ stats }) => ({
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky,
      }),
    );
  }
} finally {
  await postgres?.stop();
}

console.log("");
for (const what of leftOut) console.log(`Left out: ${what}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
