// The bench section `live`: the latency from a bid to its answer and to another watcher's screen, over real sockets,
// with the server in a process of its own. A bare Socket.IO echo runs alternately; the result is the ratio.
import { availableParallelism, loadavg } from "node:os";
import type { Socket } from "socket.io-client";
import type { BenchOptions } from "../options.ts";
import { buildSite } from "./build-site.ts";
import { connectAll, watch } from "./clients.ts";
import { measureIdle, type Parties } from "./idle.ts";
import { type Participants, participantsOnBuiltIn, participantsOnPostgres } from "./participants.ts";
import { type Running, startEcho, startServer } from "./processes.ts";
import { printLive } from "./report.ts";
import { measureSteady, type Offer, type Stage } from "./steady.ts";

const PER_SECOND = 1000;
/** On the hot auction all of them watch; on ordinary auctions one each. */
const WATCHERS = 50;

interface Pace {
  readonly idleBids: number;
  readonly warmUp: Offer;
  readonly brisk: Offer;
  readonly busy: Offer;
}

const paceOf = ({ quick, rounds }: BenchOptions): Pace => ({
  idleBids: quick ? 100 : 500,
  // The warm-up, until statements are planned and code is compiled.
  warmUp: { perSecond: PER_SECOND, rounds: 1, roundMs: 2000, echoMs: 1000, withinMs: 10_000 },
  brisk: { perSecond: 100, rounds: 1, roundMs: quick ? 1000 : 3000, echoMs: 0, withinMs: 10_000 },
  busy: {
    perSecond: PER_SECOND,
    rounds: rounds ?? (quick ? 2 : 5),
    roundMs: quick ? 1000 : 2000,
    echoMs: 1000,
    withinMs: 20_000,
  },
});

export const liveSection = async (options: BenchOptions): Promise<void> => {
  buildSite();
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  console.log(
    `${cores} cores, load average ${load.toFixed(1)}${load > cores / 2 ? ": not idle, so figures are high" : ""}\n`,
  );
  const echo = await startEcho();
  try {
    await measureOn(await participantsOnPostgres(), echo, paceOf(options));
    await measureOn(await participantsOnBuiltIn(), echo, paceOf(options));
  } finally {
    await echo.stop();
  }
};

const measureOn = async (participants: Participants | null, echo: Running, pace: Pace): Promise<void> => {
  if (!participants) return console.log("PostgreSQL left out: none is given, and none is installed.\n");
  const sockets: Socket[] = [];
  const connected = async (url: string, tokens: readonly (string | undefined)[]): Promise<Socket[]> => {
    const some = await connectAll(url, tokens);
    sockets.push(...some);
    return some;
  };
  let server: Running | undefined;
  try {
    server = await startServer(participants.environment);
    const parties: Parties = {
      bidders: await connected(server.url, participants.tokens),
      echoes: await connected(echo.url, participants.tokens),
    };
    const watchers = await connected(server.url, Array(WATCHERS).fill(undefined));
    const busy = await busyStage(participants, watchers);
    await measureSteady(parties, busy, pace.warmUp);

    const [idler, briskWatcher] = await connected(server.url, [undefined, undefined]);
    if (!idler || !briskWatcher) throw new Error("no watchers");
    for (const lot of participants.resting) await watch(idler, lot);
    await watch(briskWatcher, participants.brisk);
    const brisk: Stage = {
      hot: null,
      lots: [participants.brisk],
      watchers: [briskWatcher],
      watched: new Set([participants.brisk.id]),
    };
    printLive(
      participants.name,
      await measureIdle(parties, idler, participants.resting, pace.idleBids),
      await measureSteady(parties, brisk, pace.brisk),
      await measureSteady(parties, busy, pace.busy),
      PER_SECOND,
    );
  } finally {
    for (const socket of sockets) socket.disconnect();
    await server?.stop();
    await participants.discard();
  }
};

const busyStage = async ({ hot, ordinary }: Participants, watchers: readonly Socket[]): Promise<Stage> => {
  const watched = ordinary.slice(0, watchers.length);
  for (const [i, watcher] of watchers.entries()) {
    await watch(watcher, hot);
    const own = watched[i];
    if (own) await watch(watcher, own);
  }
  return { hot, lots: ordinary, watchers, watched: new Set(watched.map(({ id }) => id)) };
};
