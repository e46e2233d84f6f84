// Figure 5: three nodes over one PostgreSQL and one Redis with bids on one hot auction, alternating with one node
// alone.
import { hasRedis, startThrowawayRedis } from "../../test/support/throwaway-redis.ts";
import type { Field } from "../live/field.ts";
import { type Running, startServer } from "../live/processes.ts";
import { Crowd } from "./crowd.ts";
import { bidPipelined, type Pipelined } from "./pipelined.ts";
import type { RawSocket } from "./raw-socket.ts";
import { median, printFigure, printHead } from "./report.ts";

const NODES = 3;
const SOCKETS = 60;
const WINDOW = 8;
const AIM = 0.8;

/** Medians: bids answered a second, and the part of them that was accepted. */
export interface NodesFigures {
  readonly one: number;
  readonly three: number;
  readonly acceptedOfOne: number;
  readonly acceptedOfThree: number;
}

/** Null if it was left out. */
export const measureNodes = async (field: Field, rounds: number, ms: number): Promise<NodesFigures | null> => {
  if (!hasRedis()) {
    console.log("Three nodes left out: no Redis is installed.");
    return null;
  }
  const redis = await startThrowawayRedis();
  const servers: Running[] = [];
  const crowd = new Crowd();
  try {
    for (let i = 0; i < NODES; i++) {
      servers.push(await startServer({ ...field.environment, REDIS_URL: redis.url }));
    }
    const tokens = field.tokens.slice(0, SOCKETS);
    const at = async (
      url: string,
      some: readonly string[],
    ): Promise<{ socket: RawSocket; lot: typeof field.hot }[]> => {
      const opened = await crowd.open(url, some);
      return opened.map((socket) => ({ socket, lot: field.hot }));
    };
    const [first] = servers;
    if (!first) throw new Error("no node");
    const one = await at(first.url, tokens);
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
    const alone: Pipelined[] = [];
    const together: Pipelined[] = [];
    await bidPipelined(one, WINDOW, ms);
    await bidPipelined(three, WINDOW, ms);
    for (let round = 0; round < rounds; round++) {
      alone.push(await bidPipelined(one, WINDOW, ms));
      together.push(await bidPipelined(three, WINDOW, ms));
    }
    const of = (all: readonly Pipelined[], key: keyof Pipelined): number => median(all.map((figure) => figure[key]));
    printHead(`${field.name}: one hot auction, ${SOCKETS} bidders with ${WINDOW} bids on their way each`);
    printFigure("bids answered/s, one node", of(alone, "perSecond"));
    printFigure(`bids answered/s, ${NODES} nodes`, of(together, "perSecond"));
    printFigure(`${NODES} nodes / one node`, of(together, "perSecond") / of(alone, "perSecond"), {
      aim: AIM,
      digits: 2,
    });
    const share = (all: readonly Pipelined[]): number =>
      of(all, "accepted") / (of(all, "accepted") + of(all, "refused"));
    printFigure("of these accepted, the others overtaken: one node", share(alone), { digits: 2 });
    printFigure(`of these accepted: ${NODES} nodes`, share(together), { digits: 2 });
    return {
      one: of(alone, "perSecond"),
      three: of(together, "perSecond"),
      acceptedOfOne: share(alone),
      acceptedOfThree: share(together),
    };
  } finally {
    crowd.close();
    for (const server of servers) await server.stop();
    await redis.stop();
  }
};
