// `pnpm bench phases`: what each phase of a bid costs the node, from the frame that arrives to the frames that leave, at
// a steady 1,000 bids a second with watchers. The program measures nothing for it: V8's profiler says which file the
// processor was in, and the metrics say how long bids waited.
import type { Socket } from "socket.io-client";
import { freePort } from "../../src/platform/lib/free-port.ts";
import { buildSite } from "../live/build-site.ts";
import { connectAll, watch } from "../live/clients.ts";
import { startServer } from "../live/processes.ts";
import { measureSteady, type Offer, type Stage } from "../live/steady.ts";
import type { BenchOptions } from "../options.ts";
import { onOwnPostgres } from "../own-postgres.ts";
import { type NodeTimes, type Sums, watchNode } from "../profile/watch.ts";
import { figureOf } from "../scale/server-figures.ts";
import { phases, WAITS } from "./phases.ts";

const PER_SECOND = 1_000;
const WATCHERS = 50;
const WARM_UP_MS = 4_000;

const offerOf = (roundMs: number): Offer => ({
  perSecond: PER_SECOND,
  rounds: 1,
  roundMs,
  echoMs: 0,
  withinMs: 10 * roundMs,
});

export const phasesSection = async ({ quick }: BenchOptions): Promise<void> => {
  buildSite();
  const measured = await onOwnPostgres(async ({ participants }) => {
    const port = await freePort();
    const server = await startServer(participants.environment, "build", [`--inspect=127.0.0.1:${port}`]);
    const sockets: Socket[] = [];
    try {
      const bidders = await connectAll(server.url, participants.tokens);
      sockets.push(...bidders);
      const watchers = await connectAll(server.url, Array(WATCHERS).fill(undefined));
      sockets.push(...watchers);
      const { hot, ordinary } = participants;
      for (const watcher of watchers) await watch(watcher, hot);
      const stage: Stage = { hot, lots: ordinary, watchers, watched: new Set() };
      const parties = { bidders, echoes: [] };
      await measureSteady(parties, stage, offerOf(WARM_UP_MS));
      const before = await waitsAt(server.url);
      const endOf = await watchNode(server.pid, port, phases);
      const { accepted, overtaken } = await measureSteady(parties, stage, offerOf(quick ? 3_000 : 10_000));
      return {
        bids: accepted + overtaken,
        node: await endOf(),
        waits: { before, after: await waitsAt(server.url) },
      };
    } finally {
      for (const socket of sockets) socket.disconnect();
      await server.stop();
    }
  });
  print(measured);
};

interface Waits {
  readonly commandSeconds: number;
  readonly commands: number;
  readonly commitSeconds: number;
  readonly commits: number;
}

const waitsAt = async (url: string): Promise<Waits> => ({
  commandSeconds: await figureOf(url, "jara_command_seconds_sum"),
  commands: await figureOf(url, "jara_command_seconds_count"),
  commitSeconds: await figureOf(url, "jara_commit_seconds_sum"),
  commits: await figureOf(url, "jara_commit_seconds_count"),
});

interface Measured {
  readonly bids: number;
  readonly node: NodeTimes;
  readonly waits: { readonly before: Waits; readonly after: Waits };
}

const print = ({ bids, node, waits: { before, after } }: Measured): void => {
  const commit = (after.commitSeconds - before.commitSeconds) / (after.commits - before.commits);
  const command = (after.commandSeconds - before.commandSeconds) / (after.commands - before.commands);
  const perCommit = (after.commands - before.commands) / (after.commits - before.commits);
  console.log(`Phases of a bid at ${PER_SECOND} bids/s, ${WATCHERS} watchers of a hot lot\n`);
  line("phase", "µs a bid");
  const us = (sums: Sums, name: string): number => (sums.find(([phase]) => phase === name)?.[1] ?? 0) / bids;
  for (const [name] of phases) if (name !== WAITS) line(name, us(node.groups, name).toFixed(1));
  line("other", us(node.groups, "other").toFixed(1));
  const busy = node.groups.filter(([phase]) => phase !== WAITS).reduce((sum, [, one]) => sum + one, 0);
  line("main thread, all phases", (busy / bids).toFixed(1));
  line("other threads", (node.helpersUs / bids).toFixed(1));
  console.log("");
  line("waits", "ms a bid");
  line("in the queue, for its batch", ((command - commit) * 1000).toFixed(2));
  line("for the statement", (commit * 1000).toFixed(2));
  line("bids in a batch", perCommit.toFixed(1));
  console.log("");
};

const line = (name: string, value: string): void => console.log(`    ${name.padEnd(48)}${value.padStart(12)}`);
