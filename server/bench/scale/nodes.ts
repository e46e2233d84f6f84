// Measures three nodes over one PostgreSQL and one Redis with bids on one hot auction, alternating with one node alone.
import { hasRedis, startThrowawayRedis } from "../../test/support/throwaway-redis.ts";
import type { Participants } from "../live/participants.ts";
import { type Running, startServer } from "../live/processes.ts";
import { median } from "../median.ts";
import { meter } from "../processor.ts";
import { Crowd } from "./crowd.ts";
import { bidPipelined, type Pipelined } from "./pipelined.ts";
import type { RawSocket } from "./raw-socket.ts";
import { printFigure, printHead } from "./report.ts";

const NODES = 3;
const SOCKETS = 60;
const WINDOW = 8;
const AIM = 0.8;
/** Each of a node's connections to the database plans each statement first. */
const WARM_UP_MS = 15_000;

/** Microseconds of processor time of one answered bid. */
export interface SpentPerBid {
  readonly nodes: number;
  readonly database: number;
  readonly clients: number;
}

/** Medians: bids answered a second, and the part of them that was accepted. */
export interface NodesFigures {
  readonly one: number;
  readonly three: number;
  readonly acceptedOfOne: number;
  readonly acceptedOfThree: number;
  /** Only if the database's process is known. */
  readonly spentOfOne: SpentPerBid;
  readonly spentOfThree: SpentPerBid;
}

interface Measured extends Pipelined {
  readonly spent: SpentPerBid;
}

/** Null if it was left out. */
export const measureNodes = async (
  { participants, databasePid = 0 }: { readonly participants: Participants; readonly databasePid?: number },
  rounds: number,
  ms: number,
): Promise<NodesFigures | null> => {
  if (!hasRedis()) {
    console.log("Three nodes left out: no Redis is installed.");
    return null;
  }
  const redis = await startThrowawayRedis();
  const servers: Running[] = [];
  const crowd = new Crowd();
  try {
    for (let i = 0; i < NODES; i++) {
      servers.push(await startServer({ ...participants.environment, REDIS_URL: redis.url }));
    }
    const tokens = participants.tokens.slice(0, SOCKETS);
    const at = async (
      url: string,
      some: readonly string[],
    ): Promise<{ socket: RawSocket; lot: typeof participants.hot }[]> => {
      const opened = await crowd.open(url, some);
      return opened.map((socket) => ({ socket, lot: participants.hot }));
    };
    const [server] = servers;
    if (!server) throw new Error("no node");
    const one = await at(server.url, tokens);
    const three = (
      await Promise.all(
        servers.map(({ url }, n) =>
          at(
            url,
            tokens.filter((_, i) => i % NODES === n),
          ),
        ),
      )
    ).flat();
    const alone: Measured[] = [];
    const together: Measured[] = [];
    const [firstPid = 0, secondPid = 0, thirdPid = 0] = servers.map(({ pid }) => pid);
    const spent = meter({
      first: firstPid,
      second: secondPid,
      third: thirdPid,
      database: databasePid,
      clients: process.pid,
    });
    const measure = async (parties: typeof one): Promise<Measured> => {
      spent.read();
      const figure = await bidPipelined(parties, WINDOW, ms);
      const { first, second, third, database, clients } = spent.read();
      const bids = figure.accepted + figure.refused;
      return {
        ...figure,
        spent: {
          nodes: (first.us + second.us + third.us) / bids,
          database: database.us / bids,
          clients: clients.us / bids,
        },
      };
    };
    await bidPipelined(one, WINDOW, WARM_UP_MS);
    await bidPipelined(three, WINDOW, WARM_UP_MS);
    for (let round = 0; round < rounds; round++) {
      alone.push(await measure(one));
      together.push(await measure(three));
    }
    const of = (all: readonly Measured[], key: keyof Pipelined): number => median(all.map((figure) => figure[key]));
    const spentOf = (all: readonly Measured[]): SpentPerBid => {
      const each = (key: keyof SpentPerBid): number => median(all.map((figure) => figure.spent[key]));
      return { nodes: each("nodes"), database: each("database"), clients: each("clients") };
    };
    printHead(`${participants.name}: one hot auction, ${SOCKETS} bidders with ${WINDOW} bids on their way each`);
    printFigure("bids answered/s, one node", of(alone, "perSecond"));
    printFigure(`bids answered/s, ${NODES} nodes`, of(together, "perSecond"));
    printFigure(`${NODES} nodes / one node`, of(together, "perSecond") / of(alone, "perSecond"), {
      aim: AIM,
      digits: 2,
    });
    const share = (all: readonly Measured[]): number =>
      of(all, "accepted") / (of(all, "accepted") + of(all, "refused"));
    printFigure("of these accepted, the others overtaken: one node", share(alone), { digits: 2 });
    printFigure(`of these accepted: ${NODES} nodes`, share(together), { digits: 2 });
    return {
      one: of(alone, "perSecond"),
      three: of(together, "perSecond"),
      acceptedOfOne: share(alone),
      acceptedOfThree: share(together),
      spentOfOne: spentOf(alone),
      spentOfThree: spentOf(together),
    };
  } finally {
    crowd.close();
    for (const server of servers) await server.stop();
    await redis.stop();
  }
};
