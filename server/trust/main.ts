// `pnpm trust [row…]`: tries to break the promises, row by row, on servers of its own; exits with 1 if one broke,
// and with 3 if none could be tried here.
import { parseArgs } from "node:util";
import { CannotBeTried, type Row, type RowContext, type Tried } from "./row.ts";
import { rows } from "./rows.ts";

const help = `pnpm trust [row…] [--quick]

Rows (default: all):
${rows.map(({ name, what }) => `  ${name.padEnd(20)} ${what}`).join("\n")}

Options:
  --quick       a part of the tries, for a first look
  --from <ref>  for \`upgrade\`: the version before, as a tag or commit (default: the last release)
  --rounds <n>  for \`upgrade\`: how many rounds
  --seconds <n> for \`floods\`: how long each flood lasts (default 4, quick 1.5)
  --only <text> for \`floods\`: only floods whose names have this text
  --checkout <folder>  for \`floods\`: another checkout, which is built, whose server is flooded
  --help        this text

Every row starts its own PostgreSQL, Redis and servers, and removes them. PostgreSQL's server programs and redis-server
must be installed.`;

interface Outcome {
  readonly row: Row;
  readonly seconds: number;
  readonly tried: Tried | null;
  /** The reason why it was skipped, or how it was aborted. */
  readonly failure: string | null;
}

/** The exit code if no row could be tried on this machine. Known to scripts/test-long.ts. */
const NOT_TRIED = 3;
/** The most findings that are printed; the rest are counted. */
const SHOWN = 10;
const SHOWN_LENGTH = 500;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const words = (count: number): string => count.toLocaleString("en");

const runRow = async (row: Row, how: Omit<RowContext, "say">): Promise<Outcome> => {
  say(`\n${row.what}`);
  const startedAt = performance.now();
  const ended = (tried: Tried | null, failure: string | null): Outcome => ({
    row,
    seconds: (performance.now() - startedAt) / 1000,
    tried,
    failure,
  });
  try {
    const tried = await row.run({ ...how, say: (line) => say(`  ${line}`) });
    if (tried.tried === 0 && tried.bad === 0) throw new Error("nothing was tried");
    for (const finding of tried.findings.slice(0, SHOWN)) say(`  BAD: ${finding.slice(0, SHOWN_LENGTH)}`);
    for (const note of tried.notes ?? []) say(`  ${note}`);
    say(`  ${words(tried.tried)} tried, ${words(tried.bad)} bad`);
    return ended(tried, null);
  } catch (error) {
    const isExpected = error instanceof CannotBeTried;
    const failure = isExpected
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
    say(`  ${isExpected ? "Not tried" : "BROKE OFF"}: ${failure}`);
    return ended(null, isExpected ? `not tried: ${failure}` : "broke off");
  }
};

const table = (outcomes: readonly Outcome[]): string =>
  [
    "| What | Tried | Bad | Minutes | Repeat with |",
    "|---|---:|---:|---:|---|",
    ...outcomes.map(({ row, seconds, tried, failure }) => {
      const [count, bad] = tried ? [words(tried.tried), words(tried.bad)] : ["–", failure ?? ""];
      return `| ${row.what} | ${count} | ${bad} | ${(seconds / 60).toFixed(1)} | \`pnpm trust ${row.name}\` |`;
    }),
  ].join("\n");

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2).filter((arg) => arg !== "--"),
    allowPositionals: true,
    options: {
      quick: { type: "boolean" },
      from: { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      only: { type: "string" },
      checkout: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return say(help);
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    say(`There is no row ${unknown.join(", ")}.\n\n${help}`);
    process.exitCode = 2;
    return;
  }
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
    say("--rounds must be a whole number above 0.");
    process.exitCode = 2;
    return;
  }
  const seconds = Number(values.seconds ?? 1);
  if (!(seconds > 0)) {
    say("--seconds must be above 0.");
    process.exitCode = 2;
    return;
  }
  const { quick = false, from, only, checkout } = values;
  const how = {
    quick,
    ...(rounds !== undefined && { rounds }),
    ...(from !== undefined && { from }),
    ...(values.seconds !== undefined && { seconds }),
    ...(only !== undefined && { only }),
    ...(checkout !== undefined && { checkout }),
  };
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    if (positionals.length > 0 && !positionals.includes(row.name)) continue;
    outcomes.push(await runRow(row, how));
  }
  say(`\n${table(outcomes)}`);
  const isBroken = ({ tried, failure }: Outcome): boolean => (tried ? tried.bad > 0 : failure === "broke off");
  const isUntried = ({ tried, failure }: Outcome): boolean => !tried && failure !== "broke off";
  if (outcomes.some(isBroken)) process.exitCode = 1;
  else if (outcomes.every(isUntried)) process.exitCode = NOT_TRIED;
};

// Everything that a row started ends with this process, also after Ctrl-C or a signal.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
await main();
