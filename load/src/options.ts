// The command line: strict, and each error message names the wrong argument.
import { parseArgs } from "node:util";
import {
  about,
  bounds,
  defaults,
  MOST_CLOSING,
  type ScenarioName,
  type Sizes,
  scenarioNames,
  warmUp,
} from "./bounds.ts";
import { guardedUrl } from "./host-guard.ts";
import { Mistake } from "./mistake.ts";
import { transports } from "./observer.ts";
import type { Limits } from "./thresholds.ts";

const transportChoices = [...transports, "both"] as const;

export interface Options extends Sizes {
  readonly scenario: ScenarioName;
  /** The server's origin and the participants file; null: the run starts its own server. */
  readonly target: Target | null;
  /** In seconds. */
  readonly warmUp: number;
  readonly transport: (typeof transportChoices)[number];
  readonly json: string | null;
  readonly html: string | null;
  /** The output file of the history, for `pnpm load:check`. */
  readonly history: string | null;
  readonly limits: Limits;
}

export interface Target {
  readonly url: string;
  readonly participantsFile: string;
}

const text = { type: "string" } as const;
const flags = {
  url: text,
  "allow-host": text,
  participants: text,
  transport: text,
  // Older names of the two flags above, which still work.
  field: text,
  carrier: text,
  bidders: text,
  watchers: text,
  rate: text,
  time: text,
  auctions: text,
  "warm-up": text,
  json: text,
  html: text,
  history: text,
  "max-p99-answer": text,
  "max-p99-watcher": text,
  "min-rate": text,
  "max-lost": text,
  "max-unknown": text,
  "max-catch-up": text,
  help: { type: "boolean", short: "h" },
} as const;

const most = (name: keyof Sizes): string => bounds[name].most.toLocaleString("en");
const list = scenarioNames.map((name) => {
  const { bidders, watchers, rate, time, auctions } = defaults[name];
  const sizes = `${bidders} bidders, ${watchers} watchers, ${rate}/s, ${time} s, ${auctions} auction${auctions > 1 ? "s" : ""}`;
  return `  ${name.padEnd(9)} ${about[name]}\n            (${sizes})`;
});

export const HELP = `Usage: pnpm load <scenario> [flags]

Without --url the run starts a server of its own on a database of its own, loads it, and removes both.

Scenarios, with their default sizes:
${list.join("\n")}

The load:
  --transport <name>     socket.io (default), websocket, or both: half and half
  --bidders <n>          connections that bid (at most ${most("bidders")})
  --watchers <n>         connections that only watch (at most ${most("watchers")})
  --rate <n>             commands a second, sent on time whether or not answers came (at most ${most("rate")})
  --time <s>             duration in seconds (at most ${most("time")})
  --warm-up <s>          seconds of the same load before the measurement (default ${warmUp.usual}, at most ${warmUp.most})
  --auctions <n>         number of auctions (at most ${most("auctions")}; for close ${MOST_CLOSING})

The server:
  --url <address>        the server, as http://127.0.0.1:3000
  --participants <file>  bidders and auctions there, made by \`pnpm load:participants\`
  --allow-host <name>    required for any host but this machine; the host of --url again. Load only servers that are yours

The results:
  --json <file>          the report for programs
  --html <file>          the report as one page with plots
  --history <file>       every command and every event that watchers got, for \`pnpm load:check\`; only with --url, because
                         a run's own server removes its database
  --max-p99-answer <ms>  fails above this: bid to answer, 99th percentile
  --max-p99-watcher <ms> the same, bid to watcher
  --min-rate <n>         fails below this: commands accepted a second
  --max-lost <n>         fails above this: deliveries and bids lost (default 0)
  --max-unknown <n>      fails above this: commands with an unknown outcome
  --max-catch-up <ms>    storm: fails above this: until all are back and have caught up

METRICS_TOKEN in the environment is sent to the server's /metrics. Ctrl-C stops early and still reports.
The exit code is 0; 1 if a limit or a promise was not kept; 2 for wrong use, or if it could not run.`;

/** Null: help was requested. Throws a Mistake. */
export const readOptions = (args: readonly string[]): Options | null => {
  const { values, positionals } = parsed(args[0] === "--" ? args.slice(1) : args);
  if (values.help) return null;
  const [scenario, ...more] = positionals;
  if (scenario === undefined)
    throw new Mistake(`Which scenario? One of ${scenarioNames.join(", ")}. (--help lists them.)`);
  if (!isOneOf(scenarioNames, scenario)) {
    throw new Mistake(`There is no scenario ${scenario}; there are ${scenarioNames.join(", ")}.`);
  }
  if (more.length > 0) throw new Mistake(`Name one scenario only, without ${more.join(" ")}.`);
  const transport = values.transport ?? values.carrier ?? "socket.io";
  if (!isOneOf(transportChoices, transport)) {
    throw new Mistake(`--transport is one of ${transportChoices.join(", ")}, not ${transport}.`);
  }
  const usual = defaults[scenario];
  const size = (name: keyof Sizes): number =>
    inBounds(name, values[name], usual[name], { ...bounds[name], ...(mostOf(scenario, name) ?? {}) });
  const limit = (name: `${"max" | "min"}-${string}` & keyof typeof values): number | null => {
    const given = values[name];
    if (given === undefined) return null;
    const value = numberIn(given);
    if (value !== null) return value;
    throw new Mistake(`--${name} must be a number of at least 0, not ${given}.`);
  };
  if (values["max-catch-up"] !== undefined && scenario !== "storm") {
    throw new Mistake("--max-catch-up is only for storm, because other scenarios drop no connections.");
  }
  const sizes: Sizes = {
    bidders: size("bidders"),
    watchers: size("watchers"),
    rate: size("rate"),
    time: size("time"),
    auctions: size("auctions"),
  };
  if (values["max-p99-watcher"] !== undefined && sizes.watchers === 0) {
    throw new Mistake("--max-p99-watcher needs watchers, but this run has none.");
  }
  return {
    scenario,
    ...sizes,
    target: targetOf({ ...values, participants: values.participants ?? values.field }),
    warmUp: inBounds("warm-up", values["warm-up"], warmUp.usual, { least: 0, most: warmUp.most }),
    transport,
    json: values.json ?? null,
    html: values.html ?? null,
    history: values.history ?? null,
    limits: {
      maxP99AnswerMs: limit("max-p99-answer"),
      maxP99WatcherMs: limit("max-p99-watcher"),
      minAcceptedPerSecond: limit("min-rate"),
      maxLost: limit("max-lost") ?? 0,
      maxUnknown: limit("max-unknown"),
      maxCatchUpMs: limit("max-catch-up"),
    },
  };
};

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\. (?=To specify)/);
    throw new Mistake(`${sentence?.replace(/\.$/, "")}. (--help lists all flags.)`);
  }
};

interface TargetFlags {
  readonly url?: string | undefined;
  readonly participants?: string | undefined;
  readonly "allow-host"?: string | undefined;
  readonly history?: string | undefined;
}

const targetOf = (values: TargetFlags): Target | null => {
  if (values.url) {
    const url = guardedUrl(values.url, values["allow-host"] ?? null);
    if (values.participants) return { url, participantsFile: values.participants };
    throw new Mistake(
      "--participants is missing: a file that `pnpm load:participants` makes on the deployment that --url names.",
    );
  }
  for (const name of ["participants", "allow-host", "history"] as const) {
    if (values[name]) throw new Mistake(`--${name} goes with --url; without it a server of its own is started.`);
  }
  return null;
};

const isOneOf = <T extends string>(all: readonly T[], given: string): given is T => all.includes(given as T);

const mostOf = (scenario: ScenarioName, name: keyof Sizes) =>
  scenario === "close" && name === "auctions" ? { most: MOST_CLOSING } : null;

const numberIn = (given: string): number | null => (/^\d{1,9}(\.\d{1,3})?$/.test(given) ? Number(given) : null);

/** Counts must be whole numbers; a rate and a time may have decimals. */
const inBounds = (
  name: keyof Sizes | "warm-up",
  given: string | undefined,
  usual: number,
  { least, most }: { least: number; most: number },
): number => {
  if (given === undefined) return usual;
  const value = numberIn(given);
  const isWhole = name !== "rate" && name !== "time" && name !== "warm-up";
  if (value !== null && value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? "a whole number" : "a number";
  throw new Mistake(`--${name} must be ${kind} from ${least} to ${most.toLocaleString("en")}, not ${given}.`);
};
