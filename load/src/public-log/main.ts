// `pnpm verify-log`: checks a site's public log as an outsider. Exits with 0 if everything held; with 1 if the house broke a
// rule or its word, or a seller's proof does not hold; with 2 for wrong usage or if the site could not be read.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { COSIGNATURE, parseVkey } from "@jara/proof/signed-note";
import { Mistake } from "../mistake.ts";
import { reportOf } from "./report.ts";
import { openSource, Unread } from "./source.ts";
import { readState, writeState } from "./state-file.ts";
import { type Run, verifySite } from "./verify-site.ts";

const HELP = `Usage: pnpm verify-log <site> [flags]

Reads the public log of a site, as https://auction.example (or a folder with its files: file:///…), and checks it from
the first entry to the newest: the signatures, that nothing before was changed, and every lot by the rules.

  --state <file>      what is remembered for the next run (default: verify-log-<host>.json in this folder)
  --key <vkey>        a key of the house that you have from elsewhere; can be given more than once
  --witness <vkey>    the key of a witness, as the witness itself told it; can be given more than once
  --with <file>       another person's state file: you must both have been shown the same log
  --lot <id>          reports this lot alone (the whole log is checked all the same)
  --receipts <folder> bid receipts, or proof files of bidders and sellers (*.json), with which the log must agree
  --compare <n>       so many of the newest lots are compared with what the site shows (default 50)
  --tiles             checks the hashes too that the site serves for other tools
  --no-cache          does not keep downloaded files beside the state file

Contradictory signatures of the house are kept in <state>.evidence. The exit code is 0 if everything held, 1 if not,
2 for wrong use or if the site could not be read.`;

const options = {
  state: { type: "string" },
  key: { type: "string", multiple: true },
  witness: { type: "string", multiple: true },
  with: { type: "string", multiple: true },
  lot: { type: "string" },
  receipts: { type: "string" },
  compare: { type: "string" },
  tiles: { type: "boolean" },
  "no-cache": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** Resolves against the folder in which the command was typed, because pnpm runs it in the package's folder. */
const fileAt = (name: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), name);

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: args.filter((arg) => arg !== "--"), options, strict: true, allowPositionals: true });
  } catch (error) {
    throw new Mistake(`${(error as Error).message.split(". ")[0]}. (--help lists all flags.)`);
  }
};

const countIn = (given: string | undefined): number => {
  if (given === undefined) return 50;
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new Mistake(`--compare must be a whole number, not ${given}.`);
};

const witnessesIn = (vkeys: readonly string[]): readonly string[] => {
  const wrong = vkeys.find((vkey) => parseVkey(vkey)?.type !== COSIGNATURE);
  if (wrong !== undefined) throw new Mistake(`${wrong} is no key of a witness.`);
  return vkeys;
};

const siteIn = (positionals: readonly string[]): string => {
  const [site, ...more] = positionals;
  if (site === undefined) throw new Mistake("Which site? (--help says how to name it.)");
  if (more.length > 0) throw new Mistake(`Name one site only, without ${more.join(" ")}.`);
  return URL.canParse(site) && new URL(site).protocol !== "file:" ? new URL(site).origin : site;
};

const keepEvidence = ({ findings }: Run, folder: string): string[] => {
  if (findings.evidence.length === 0) return [];
  mkdirSync(folder, { recursive: true });
  const stamp = new Date().toISOString().replaceAll(":", "-");
  return findings.evidence.map(({ name, text }) => {
    const file = path.join(folder, `${stamp}-${name}`);
    writeFileSync(file, text);
    return file;
  });
};

const main = async (): Promise<number> => {
  const { values, positionals } = parsed(process.argv.slice(2));
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const site = siteIn(positionals);
  const host = URL.canParse(site) ? new URL(site).host : "";
  const stateFile = fileAt(values.state ?? `verify-log-${host.replaceAll(":", "-") || "folder"}.json`);
  const source = openSource(site, values["no-cache"] ? null : `${stateFile}.cache`);
  const others = (values.with ?? []).flatMap((file) => Object.values(readState(fileAt(file), site).checkpoints));
  const run = await verifySite(source, readState(stateFile, site), {
    others,
    witnesses: witnessesIn(values.witness ?? []),
    keys: values.key ?? [],
    lot: values.lot ?? null,
    hasTiles: values.tiles ?? false,
    now: Date.now(),
    receipts: values.receipts === undefined ? null : fileAt(values.receipts),
    compared: site.startsWith("file:") ? 0 : countIn(values.compare),
  });
  process.stdout.write(`${reportOf(run, values.lot ?? null)}\n`);
  for (const file of keepEvidence(run, `${stateFile}.evidence`)) process.stdout.write(`Kept: ${file}\n`);
  if (run.findings.hasFault) return 1;
  writeState(stateFile, run.next);
  return run.sellers.failed.length > 0 ? 1 : 0;
};

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const isExpected = error instanceof Mistake || error instanceof Unread;
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 2;
  },
);
