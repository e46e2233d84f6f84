// Measures three nodes over one PostgreSQL and one Redis, alternating with one node alone: with bids on one hot
// auction, and with bids on many auctions, each of which gets bids through every node.
import { hasRedis, startThrowawayRedis } from "../../test/support/throwaway-redis.ts";
import { buildSite } from "../live/build-site.ts";
import type { Lot } from "../live/participants.ts";
import { type Running, startServer } from "../live/processes.ts";
import { median } from "../median.ts";
import type { BenchOptions } from "../options.ts";
import { onOwnPostgres, type Stage } from "../own-postgres.ts";
import { meter } from "../processor.ts";
import { Crowd } from "./crowd.ts";
import { bidPipelined, type Party, type Pipelined } from "./pipelined.ts";
import { printFigure, printHead } from "./report.ts";

const NODES = 3;
const SOCKETS = 60;
const WINDOW = 8;
const AIM_HOT = 0.8;
const AIM_MANY = 0.9;
/** Each of a node's connections to the database plans each statement first. */
const WARM_UP_MS = 15_000;

/** Microseconds of processor time of one answered bid. */
interface SpentPerBid {
  readonly nodes: number;
  readonly database: number;
  readonly clients: number;
}

interface Measured extends Pipelined {
  readonly spent: SpentPerBid;
}

export const nodesSection = async ({ quick, rounds }: BenchOptions): Promise<void> => {
  if (!hasRedis()) return console.log("Three nodes left out: no Redis is installed.");
  buildSite();
  await onOwnPostgres((stage) => measureNodes(stage, rounds ?? (quick ? 2 : 5), quick ? 1_500 : 3_000));
  console.log("");
};

const measureNodes = async ({ participants, databasePid }: Stage, rounds: number, ms: number): Promise<void> => {
  const redis = await startThrowawayRedis();
  const servers: Running[] = [];
  const crowd = new Crowd();
  try {
    for (let i = 0; i < NODES; i++) {
      servers.push(await startServer({ ...participants.environment, REDIS_URL: redis.url }));
    }
    const tokens = participants.tokens.slice(0, SOCKETS);
    const one = await crowd.open(urlOf(servers, 0), tokens);
    const three = await Promise.all(tokens.map((token, i) => crowd.openOne(urlOf(servers, i % NODES), token)));
    const spent = meter({
      ...Object.fromEntries(servers.map(({ pid }, n) => [`node${n}`, pid])),
      database: databasePid,
      clients: process.pid,
    });
    const measure = async (parties: readonly Party[]): Promise<Measured> => {
      spent.read();
      const figure = await bidPipelined(parties, WINDOW, ms);
      const { database, clients, ...nodes } = spent.read();
      const bids = figure.accepted + figure.refused;
      const usOf = (all: readonly ({ readonly us: number } | undefined)[]) =>
        all.reduce((sum, used) => sum + (used?.us ?? 0), 0) / bids;
      return {
        ...figure,
        spent: { nodes: usOf(Object.values(nodes)), database: usOf([database]), clients: usOf([clients]) },
      };
    };
    const compare = async (what: string, aim: number, lots: readonly Lot[]): Promise<void> => {
      const [atOne, atThree] = [one, three].map((sockets) => sockets.map((socket) => ({ socket, lots })));
      if (!atOne || !atThree) throw new Error("no connections");
      await bidPipelined(atOne, WINDOW, WARM_UP_MS);
      await bidPipelined(atThree, WINDOW, WARM_UP_MS);
      const [alone, together]: [Measured[], Measured[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        alone.push(await measure(atOne));
        together.push(await measure(atThree));
      }
      printHead(`${participants.name}: ${what}, ${SOCKETS} bidders with ${WINDOW} bids on their way each`);
      print(alone, together, aim);
    };
    await compare("one hot auction", AIM_HOT, [participants.hot]);
    await compare(`${participants.many.length} auctions through every node`, AIM_MANY, participants.many);
  } finally {
    crowd.close();
    for (const server of servers) await server.stop();
    await redis.stop();
  }
};

const urlOf = (servers: readonly Running[], n: number): string => {
  const server = servers[n];
  if (!server) throw new Error("no node");
  return server.url;
};

const print = (alone: readonly Measured[], together: readonly Measured[], aim: number): void => {
  const of = (all: readonly Measured[], key: keyof Pipelined): number => median(all.map((figure) => figure[key]));
  const share = (all: readonly Measured[]): number => of(all, "accepted") / (of(all, "accepted") + of(all, "refused"));
  const spentOf = (all: readonly Measured[], key: keyof SpentPerBid): number =>
    median(all.map(({ spent }) => spent[key]));
  printFigure("bids answered/s, one node", of(alone, "perSecond"));
  printFigure(`bids answered/s, ${NODES} nodes`, of(together, "perSecond"));
  printFigure(`${NODES} nodes / one node`, of(together, "perSecond") / of(alone, "perSecond"), { aim, digits: 2 });
  printFigure("of these accepted, the others overtaken: one node", share(alone), { digits: 2 });
  printFigure(`of these accepted: ${NODES} nodes`, share(together), { digits: 2 });
  for (const key of ["nodes", "database"] as const) {
    printFigure(`µs of processor a bid, ${key}: one node`, spentOf(alone, key), { digits: 0 });
    printFigure(`µs of processor a bid, ${key}: ${NODES} nodes`, spentOf(together, key), { digits: 0 });
  }
};
