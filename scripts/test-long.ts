// `npm run test:long [part…]`: runs tests that take long and seldom fail: the files of server/test/long, the browser
// tests of the project `long`, the rows of `pnpm trust`, and more rounds of some tests of `npm test`. Prints a line for
// each part, with a file that has its output, and ends with a verdict. A part that fails stops no other; Ctrl-C ends
// the run. Two parts run at a time, because most of a part is waiting; `--at-once=1` runs one at a time. `--list`
// prints the parts' names. A name runs every part whose name contains it: `three-nodes`, `trust/`.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { rows } from "../server/trust/rows.ts";
import { bin, findChromium, findLeftOut, findLeftOutOfLong, makeScratch, root } from "./test-machine.ts";
import { readVitestReport } from "./test-reports.ts";

interface Part {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly folder?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** How often it runs, until it fails. */
  readonly rounds?: number;
}

/** A part that hangs must not stop the others. */
const LIMIT_MS = 60 * 60_000;
/** For servers and databases to end in an orderly way. */
const GRACE_MS = 30_000;
/** `pnpm trust` and `node-versions.ts` end with it if nothing could be tried on this machine. */
const NOT_TRIED = 3;

const vitest = (name: string, args: readonly string[], times = 1): Part => ({
  name,
  command: bin("", "vitest"),
  args: [
    "run",
    "--config",
    "vitest.workspace.ts",
    ...args,
    "--reporter=default",
    `--reporter=${path.join(root, "scripts/vitest-report.ts")}`,
  ],
  // Read by `timesOf`: so many times as many random histories.
  env: { TEST_TIMES: String(times) },
});

const longFiles = readdirSync(path.join(root, "server/test/long"))
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => vitest(`long/${file.split(".")[0]}`, ["--project=long", `test/long/${file}`], 10));

/** Races and random workloads, of which one round may miss a fault. */
const REPEATED = [
  "history-checker",
  "invitations",
  "lot-drafts",
  "passkey-attacks",
  "second-factor-over-nodes",
  "second-person",
];
const repeated: Part = {
  ...vitest("rounds", ["--project=server-live", ...REPEATED.map((name) => `test/e2e/${name}.e2e.test.ts`)]),
  rounds: 5,
};

/** Together these take hours in full, so a part of each runs here; `pnpm trust <row>` runs all of one. */
const QUICK = [
  "backends-terminated",
  "built-in-kills",
  "concurrent-admins",
  "deletions",
  "failover",
  "floods",
  "frozen-nodes",
  "full-disks",
  "late-payments",
  "links",
  "log-readers",
  "node-kills",
  "postgres-restarts",
  "redis-restarts",
  "restore",
  "upgrade",
  "waived-payments",
  "wrong-clocks",
];
const trustRows = rows.map(
  ({ name }): Part => ({
    name: `trust/${name}`,
    command: process.execPath,
    args: ["--import", "tsx", "trust/main.ts", name, ...(QUICK.includes(name) ? ["--quick"] : [])],
    folder: "server",
  }),
);

const missing = [
  ...REPEATED.filter((name) => !existsSync(path.join(root, `server/test/e2e/${name}.e2e.test.ts`))),
  ...QUICK.filter((name) => !rows.some((row) => row.name === name)),
];
if (missing.length > 0) throw new Error(`The parts name tests or rows that are gone: ${missing.join(", ")}`);

const browser: Part = {
  name: "browser",
  command: bin("client", "playwright"),
  args: ["test", "--project=long"],
  folder: "client",
};

/** These parts make what others use, or measure times, so they run first, and nothing runs beside them. */
const ALONE = ["build", "browser", "long/account-enumeration", "trust/answer-times", "trust/floods"];

const parts: readonly Part[] = [
  { name: "build", command: process.execPath, args: ["scripts/build.mjs"] },
  // Fifty times the number of `npm test`.
  vitest("histories", ["--project=server", "property"], 50),
  ...longFiles,
  repeated,
  { name: "node-versions", command: process.execPath, args: ["--import", "tsx", "server/test/long/node-versions.ts"] },
  ...(findChromium() ? [browser] : []),
  ...trustRows,
];

const { values: flags, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean" }, "at-once": { type: "string", default: "2" } },
});
const chosen = parts.filter(({ name }) => asked.length === 0 || asked.some((word) => name.includes(word)));
const unknown = asked.filter((word) => !parts.some(({ name }) => name.includes(word)));
if (flags.list || unknown.length > 0) {
  for (const word of unknown) console.error(`No part has "${word}" in its name.`);
  for (const { name } of parts) console.log(name);
  process.exit(unknown.length > 0 ? 2 : 0);
}

const scratch = makeScratch();
const outputs = mkdtempSync(path.join(tmpdir(), "jara-test-long-"));
const running = new Set<ChildProcess>();
let isStopped = false;

/** Ends a process with all that it started. The group has its own id, so that Ctrl-C reaches this process alone. */
const end = async (child: ChildProcess): Promise<void> => {
  const kill = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch {
      // Nothing of it runs any more.
    }
  };
  if (child.exitCode === null && child.signalCode === null) {
    kill("SIGINT");
    await Promise.race([once(child, "exit"), new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())]);
  }
  kill("SIGKILL");
};
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    isStopped = true;
    for (const child of running) void end(child);
  });
}

type Result = "passed" | "failed" | "left out" | "too long" | "stopped";

const runOnce = async ({ command, args, folder = "", env }: Part, output: number): Promise<Result> => {
  const own = mkdtempSync(path.join(scratch, "part-"));
  chmodSync(own, 0o711);
  const report = path.join(own, "report.json");
  const child = spawn(command, args, {
    cwd: path.join(root, folder),
    detached: true,
    stdio: ["ignore", output, output],
    env: { ...process.env, TMPDIR: own, TEST_REPORT: report, ...env },
  });
  running.add(child);
  let isTooLong = false;
  const limit = setTimeout(() => {
    isTooLong = true;
    void end(child);
  }, LIMIT_MS);
  const [status] = await once(child, "exit");
  clearTimeout(limit);
  await end(child);
  running.delete(child);
  const isLeftOut =
    status === NOT_TRIED || (status === 0 && existsSync(report) && readVitestReport(report).passed === 0);
  rmSync(own, { recursive: true, force: true });
  if (isStopped) return "stopped";
  if (isTooLong) return "too long";
  return isLeftOut ? "left out" : status === 0 ? "passed" : "failed";
};

const run = async (part: Part, file: string): Promise<Result> => {
  const output = openSync(file, "w");
  let result: Result = "passed";
  for (let round = 0; round < (part.rounds ?? 1) && result === "passed"; round += 1)
    result = await runOnce(part, output);
  closeSync(output);
  return result;
};

for (const what of [...findLeftOut(), ...findLeftOutOfLong()]) console.log(`Left out: ${what}.`);
const minutesSince = (start: number): string => ((performance.now() - start) / 60_000).toFixed(1);
const startedAt = performance.now();
const results: Result[] = [];
const runAndTell = async (part: Part): Promise<void> => {
  const file = path.join(outputs, `${part.name.replaceAll("/", "-")}.txt`);
  const partStartedAt = performance.now();
  const result = await run(part, file);
  results.push(result);
  console.log(`${result.padEnd(8)} ${minutesSince(partStartedAt).padStart(6)} min  ${part.name.padEnd(28)} ${file}`);
};
/** Several calls with one iterator share its parts. */
const runEach = async (some: IterableIterator<Part>): Promise<void> => {
  for (const part of some) if (!isStopped) await runAndTell(part);
};
const isAlone = ({ name }: Part): boolean => ALONE.includes(name);
await runEach(chosen.filter(isAlone).values());
const others = chosen.filter((part) => !isAlone(part)).values();
await Promise.all(Array.from({ length: Number(flags["at-once"]) || 1 }, () => runEach(others)));

const count = (wanted: Result): number => results.filter((result) => result === wanted).length;
const bad = count("failed") + count("too long");
const notRun = chosen.length - results.length + count("stopped");
console.log(
  `${count("passed")} passed, ${bad} failed, ${count("left out")} left out, ${notRun} not run, in ${minutesSince(startedAt)} minutes`,
);
process.exit(isStopped ? 130 : bad === 0 ? 0 : 1);
