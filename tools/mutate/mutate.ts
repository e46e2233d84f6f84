// Mutation testing of the rules, the commit, the access checks and the money code: changes one place of a file, runs the
// tests that import the file, the nearest first, and prints which test found the change ("killed") or that none did
// ("survived").
//   node --import tsx tools/mutate/mutate.ts [--count 60] [--from 0] [--seed 1] [--limit-minutes 20] [CHECKOUT…]
// A checkout is a folder of this project with its packages installed; the default is this one. The mutations are chosen from
// this one and are the same for each; one is skipped where its file differs. `--from` goes on with a run that was stopped.
// Everything happens in a copy beside the checkout, which is removed at the end. Needs Linux.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { findMutations, type Mutation } from "./find-mutations.ts";

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  rules: ["server/src/auction"],
  commit: ["server/src/engine/commit"],
  access: [
    "shared/src/permissions.ts",
    "server/src/app/access.ts",
    "server/src/app/fresh-proof.ts",
    "server/src/features/accounts/sessions",
  ],
  money: [
    "shared/src/money.ts",
    "shared/src/payment-rules.ts",
    "server/src/features/payments",
    "server/src/features/settlements",
    "server/src/features/withdrawals",
  ],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "60" },
    from: { type: "string", default: "0" },
    seed: { type: "string", default: "1" },
    "limit-minutes": { type: "string", default: "20" },
  },
});
const root = path.resolve(import.meta.dirname, "../..");
const limitMs = Number(values["limit-minutes"]) * 60_000;
const checkouts = positionals.length > 0 ? positionals.map((folder) => path.resolve(folder)) : [root];

/** Mulberry32: the same numbers for the same seed. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
};
const random = randomFrom(Number(values.seed));
const takeOne = <T>(from: T[]): T | undefined => from.splice(random(from.length), 1)[0];

const filesOf = (place: string): string[] => {
  const whole = path.join(root, place);
  if (!existsSync(whole)) return [];
  if (!statSync(whole).isDirectory()) return [place];
  return readdirSync(whole, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => path.join(place, name))
    .sort();
};

interface Chosen extends Mutation {
  readonly folder: string;
  readonly file: string;
}

/** Folders take turns, and in each folder its files; in a file first a kind of change is drawn, then a place. */
const choose = (count: number): Chosen[] => {
  const left = Object.entries(FOLDERS).map(([folder, places]) => {
    const files = places.flatMap(filesOf).map((file) => ({
      file,
      mutations: findMutations(readFileSync(path.join(root, file), "utf8")),
    }));
    return { folder, files: files.filter(({ mutations }) => mutations.length > 0), round: [] as typeof files };
  });
  const chosen: Chosen[] = [];
  for (let turn = 0; chosen.length < count && left.some(({ files }) => files.length > 0); turn += 1) {
    const one = left[turn % left.length];
    if (!one || one.files.length === 0) continue;
    if (one.round.length === 0) one.round = [...one.files];
    const drawn = takeOne(one.round);
    if (!drawn) continue;
    const kinds = [...new Set(drawn.mutations.map(({ operator }) => operator))];
    const kind = kinds[random(kinds.length)];
    const mutation = takeOne(drawn.mutations.filter(({ operator }) => operator === kind));
    if (!mutation) continue;
    drawn.mutations.splice(drawn.mutations.indexOf(mutation), 1);
    if (drawn.mutations.length === 0) one.files.splice(one.files.indexOf(drawn), 1);
    chosen.push({ ...mutation, folder: one.folder, file: drawn.file });
  }
  return chosen;
};

/** A copy on the same disk: hard links to the packages, files of its own for what git knows. */
const copyOf = (checkout: string): string => {
  const copy = mkdtempSync(`${checkout}-mutated-`);
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: checkout, encoding: "utf8", maxBuffer: 1 << 26 });
  const files = listed.split("\0").filter((file) => file !== "" && existsSync(path.join(checkout, file)));
  for (const file of files) cpSync(path.join(checkout, file), path.join(copy, file));
  const parts = ["", ...new Set(files.flatMap((file) => (file.endsWith("/package.json") ? [path.dirname(file)] : [])))];
  for (const part of parts) {
    const modules = path.join(checkout, part, "node_modules");
    if (!existsSync(modules)) continue;
    execFileSync("cp", ["-al", modules, path.join(copy, part, "node_modules")]);
    // Programs that the tests build; they would be written through the link.
    rmSync(path.join(copy, part, "node_modules/.cache"), { recursive: true, force: true });
  }
  return copy;
};

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The first failed test, or the file that failed outside of a test. */
const failureIn = (file: string, copy: string): string | null => {
  if (!existsSync(file)) return null;
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  for (const { name, status, assertionResults } of testResults) {
    const test = assertionResults.find((one) => one.status === "failed");
    if (test) return `${path.relative(copy, name)}: ${test.fullName}`;
    if (status === "failed" && assertionResults.length === 0) return `${path.relative(copy, name)} does not run`;
  }
  return null;
};

let running: ChildProcess | null = null;
const endGroup = (child: ChildProcess): void => {
  try {
    process.kill(-(child.pid ?? 0), "SIGKILL");
  } catch {
    // It has ended.
  }
};
process.once("exit", () => running && endGroup(running));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

type Verdict = "killed" | "survived" | "too long" | "skipped";

/** Too long is neither: a change can make an endless loop, and a busy machine can be slow. */
const runTests = async (
  copy: string,
  which: readonly string[],
  projects: readonly string[],
): Promise<{ verdict: Verdict; by?: string }> => {
  const report = path.join(copy, "mutation-report.json");
  rmSync(report, { force: true });
  const child = spawn(
    path.join(copy, "node_modules/.bin/vitest"),
    [
      ...which,
      "--bail=1",
      "--config",
      "vitest.workspace.ts",
      "--passWithNoTests",
      "--reporter=json",
      `--outputFile=${report}`,
      ...projects.map((project) => `--project=${project}`),
    ],
    { cwd: copy, stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  running = child;
  let said = "";
  child.stderr.on("data", (text) => (said += text));
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, limitMs);
  const [status] = await once(child, "close");
  clearTimeout(limit);
  endGroup(child);
  running = null;
  if (isLate) return { verdict: "too long" };
  if (status === 0) return { verdict: "survived" };
  return {
    verdict: "killed",
    by: failureIn(report, copy) ?? `the run ends with ${status}: ${said.trim().slice(-200)}`,
  };
};

const QUICK = ["shared", "proof", "server", "load", "client"];
const SLOW = ["server-live"];

/** First the tests beside the file and those that are named like its folder, then all that import it. */
const tryTests = async (copy: string, file: string): Promise<{ verdict: Verdict; by?: string }> => {
  const folder = path.dirname(file);
  const related = ["related", file, "--run"];
  const stages = [
    { which: ["run", folder], projects: QUICK },
    { which: ["run", path.basename(folder)], projects: SLOW },
    { which: related, projects: QUICK },
    { which: related, projects: SLOW },
  ];
  for (const { which, projects } of stages) {
    const tried = await runTests(copy, which, projects);
    if (tried.verdict !== "survived") return tried;
  }
  return { verdict: "survived" };
};

const chosen = choose(Number(values.count)).slice(Number(values.from));
for (const checkout of checkouts) {
  console.log(`\n${checkout}: ${chosen.length} mutations, seed ${values.seed}`);
  const copy = copyOf(checkout);
  const results: { folder: string; verdict: Verdict }[] = [];
  const note = (folder: string, verdict: Verdict, what: string): void => {
    results.push({ folder, verdict });
    console.log(`${verdict.padEnd(8)}  ${what}`);
  };
  for (const { folder, file, line, start, end, operator, before, after } of chosen) {
    const change = `${operator}: ${before.replace(/\s+/g, " ").slice(0, 60)} → ${after}`;
    const what = `${folder.padEnd(6)} ${file}:${line}  ${change}`;
    const text = readFileSync(path.join(root, file), "utf8");
    const place = path.join(copy, file);
    if (!existsSync(place) || readFileSync(place, "utf8") !== text) {
      note(folder, "skipped", `${what}  (the file differs)`);
      continue;
    }
    writeFileSync(place, text.slice(0, start) + after + text.slice(end));
    const { verdict, by } = await tryTests(copy, file).finally(() => writeFileSync(place, text));
    note(folder, verdict, by ? `${what}\n            by ${by}` : what);
  }
  for (const folder of Object.keys(FOLDERS)) {
    const verdicts = (["killed", "survived", "too long", "skipped"] as const).map((verdict) => {
      const count = results.filter((one) => one.folder === folder && one.verdict === verdict).length;
      return `${count} ${verdict}`;
    });
    console.log(`${folder.padEnd(6)} ${verdicts.join(", ")}`);
  }
  rmSync(copy, { recursive: true, force: true });
}
process.exit(0);
