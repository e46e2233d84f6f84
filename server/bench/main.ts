// `pnpm bench [section…]`: measures this program on this machine, section by section, and leaves nothing behind.
import { parseArgs } from "node:util";
import { callsSection } from "./calls/section.ts";
import { costSection } from "./cost/section.ts";
import { engineSection } from "./engine/section.ts";
import { againstSection } from "./live/against.ts";
import { liveSection } from "./live/section.ts";
import { logSection } from "./log/section.ts";
import type { BenchOptions } from "./options.ts";
import { phasesSection } from "./phases/section.ts";
import { profileSection } from "./profile/section.ts";
import { checkoutsSection } from "./reads/checkouts.ts";
import { readsSection } from "./reads/section.ts";
import { receiptsSection } from "./receipts/section.ts";
import { replicasSection } from "./replicas/section.ts";
import { rowsSection } from "./rows/section.ts";
import { nodesSection } from "./scale/nodes.ts";
import { scaleSection } from "./scale/section.ts";
import { searchesSection } from "./searches/section.ts";
import { watchersSection } from "./watchers/section.ts";

/** The sections, in the order in which they run by default. */
const sections: Record<string, { readonly about: string; run(options: BenchOptions): Promise<void> }> = {
  engine: {
    about: "bids per second through the engine, beside a bare statement and one transaction a bid",
    run: engineSection,
  },
  cost: { about: "what one bid costs in processor time, log and disk, on PostgreSQL", run: costSection },
  profile: {
    about: "which functions of the node and of PostgreSQL a bid's time goes to",
    run: profileSection,
  },
  phases: { about: "what each phase of a bid costs the node, and how long a bid waits", run: phasesSection },
  receipts: { about: "what a bid receipt costs a bid, by the size of its batch", run: receiptsSection },
  rows: { about: "what refused commands leave behind, and bids while expired commands are removed", run: rowsSection },
  live: { about: "time from a bid to its answer and to another watcher, over Socket.IO", run: liveSection },
  scale: { about: "many watchers and a reconnect storm, each beside its limit", run: scaleSection },
  nodes: { about: "three nodes beside one, on one hot auction and on 1,000", run: nodesSection },
  searches: { about: "published lots against 10,000 saved searches, and bids meanwhile", run: searchesSection },
  log: { about: "how far the public log is behind while bids come", run: logSection },
  watchers: { about: "what happens to a lot with 5,000 watchers and 2,000 bidders", run: watchersSection },
  replicas: { about: "how much of the primary's processor time a replica for lists frees", run: replicasSection },
  reads: { about: "lists, searches and pages over HTTP, in a small and a large market", run: readsSection },
  calls: { about: "what each call costs the server's thread, in a large market, the dearest first", run: callsSection },
  against: { about: "the latencies of another checkout beside this one's, run alternately", run: againstSection },
  checkouts: { about: "the reads of two checkouts, asked alternately", run: checkoutsSection },
};

const help = `pnpm bench [section…] [options]

Sections (default: all):
${Object.entries(sections)
  .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
  .join("\n")}

Options:
  --quick       short rounds, for a first look (about 30 s)
  --rounds <n>  rounds of each contender; the table shows medians (default 5, quick 3)
  --help        this text

Environment:
  JARA_BENCH_MARKETS   for reads: addresses of databases that \`pnpm seed:large\` filled, separated by commas, the small one
                       first; by default two are made and dropped, which takes minutes
  JARA_BENCH_CHECKOUTS for checkouts: two folders and their databases, the older one first:
                       <folder>=<address>,<folder>=<address>
  JARA_BENCH_CHECKOUT  for calls: the folder of another checkout, which is built, whose server is measured; for against:
                       the checkout to compare with
  TEST_DATABASE_URL or DATABASE_URL   a PostgreSQL to measure on; the bench makes a database of its own there and
                                      drops it. Without either, a throwaway PostgreSQL is started if its server
                                      programs are installed. The built-in PostgreSQL is measured too.`;

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: "boolean" }, rounds: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) return console.log(help);
  const unknown = positionals.filter((name) => !(name in sections));
  const rounds = values.rounds === undefined ? null : Number(values.rounds);
  if (unknown.length > 0 || (rounds !== null && !(Number.isInteger(rounds) && rounds > 0))) {
    console.error(help);
    process.exitCode = 2;
    return;
  }
  for (const [name, section] of Object.entries(sections)) {
    if (positionals.length === 0 || positionals.includes(name)) {
      await section.run({ quick: values.quick ?? false, rounds });
    }
  }
};

await main();
