// Calibrates what transport, bids and events cost at a node and at its clients: bids on auctions of
// the bidders' own (no two on one auction), at one node alone and with others that listen.
import { setTimeout as sleep } from "node:timers/promises";
import { hasRedis, startThrowawayRedis } from "../../test/support/throwaway-redis.ts";
import type { Lot, Participants } from "../live/participants.ts";
import { type Running, startServer } from "../live/processes.ts";
import { meter } from "../processor.ts";
import { Crowd } from "../scale/crowd.ts";
import { bidPipelined } from "../scale/pipelined.ts";
import { figureOf } from "../scale/server-figures.ts";
import type { EchoCosts } from "./calibrate-echo.ts";
import type { EngineCosts } from "./calibrate-engine.ts";
import type { Costs } from "./costs.ts";

type BidCosts = Pick<
  Costs,
  "frameInNode" | "roundTripClient" | "bidNode" | "besideDatabase" | "relayedNode" | "relayRedis" | "helpersShare"
>;

const SOCKETS = 60;
const WINDOW = 8;
/** Nodes that listen to what another one tells them. */
const OTHERS = 2;

/** Until the server's code is compiled. */
const WARM_UP_MS = 10_000;

interface Run {
  readonly bids: number;
  readonly statements: number;
  readonly events: number;
  /** Microseconds. */
  readonly node: number;
  readonly nodeFirst: number;
  readonly client: number;
  readonly database: number;
  readonly others: number;
  readonly redis: number;
}

interface Stage {
  readonly participants: Participants;
  readonly databasePid: number;
  readonly ms: number;
}

export const calibrateBids = async (
  stage: Stage,
  echo: EchoCosts,
  known: EngineCosts & Pick<Costs, "deliveryNode" | "eventNode" | "logBidNode">,
): Promise<BidCosts> => {
  const { node: echoNode, client: roundTripClient } = echo;
  const own = await runBids(stage, 0);
  const clustered = await runBids(stage, OTHERS);
  // Each statement has each of its bidders' auctions once, and makes an event for each.
  const node =
    known.engineStatementNode * own.statements +
    known.engineLotNode * own.events +
    (known.engineBidNode + known.logBidNode) * own.bids +
    (known.eventNode + known.deliveryNode) * own.events;
  const database =
    known.statementDatabase * own.statements + known.lotDatabase * own.events + known.bidDatabase * own.bids;
  return {
    frameInNode: echoNode - known.deliveryNode,
    roundTripClient,
    bidNode: (own.node - node) / own.bids - echoNode,
    besideDatabase: (own.database - database) / own.bids,
    relayedNode: clustered.others / OTHERS / clustered.events,
    relayRedis: clustered.redis / clustered.events,
    helpersShare: 1 - own.nodeFirst / own.node,
  };
};

/** Each bidder has an auction. `others`: so many nodes only listen. */
const runBids = async ({ participants, databasePid, ms }: Stage, others: number): Promise<Run> => {
  const redis = others > 0 && hasRedis() ? await startThrowawayRedis() : null;
  const environment = { ...participants.environment, ...(redis && { REDIS_URL: redis.url }) };
  const servers: Running[] = [];
  const crowd = new Crowd();
  try {
    for (let i = 0; i < (redis ? 1 + others : 1); i++) servers.push(await startServer(environment));
    const [server, ...listening] = servers;
    if (!server) throw new Error("no server");
    const sockets = await crowd.open(server.url, participants.tokens.slice(0, SOCKETS));
    let events = 0;
    for (const socket of sockets) {
      socket.onEvent = () => {
        events += 1;
      };
    }
    const parties = sockets.map((socket, i) => ({ socket, lot: participants.ordinary[i] as Lot }));
    await bidPipelined(parties, WINDOW, WARM_UP_MS);
    const statements = (): Promise<number> => figureOf(server.url, "jara_batch_commands_count");
    const before = await statements();
    const spent = meter({
      node: server.pid,
      client: process.pid,
      database: databasePid,
      second: listening[0]?.pid ?? 0,
      third: listening[1]?.pid ?? 0,
      redis: redis?.pid() ?? 0,
    });
    await sleep(ms / 2);
    const idle = spent.read();
    events = 0;
    const from = performance.now();
    const { accepted: bids, refused } = await bidPipelined(parties, WINDOW, ms);
    if (refused > 0) throw new Error("a bid on an auction of one's own was overtaken");
    const idleTimes = (performance.now() - from) / (ms / 2);
    const { node, client, database, second, third, redis: ofRedis } = spent.read();
    return {
      bids,
      statements: (await statements()) - before,
      events,
      node: node.us,
      nodeFirst: node.firstUs,
      client: client.us,
      database: database.us,
      // The other nodes do this work also without bids, so the events did not cause it.
      others: second.us + third.us - idleTimes * (idle.second.us + idle.third.us),
      redis: ofRedis.us - idleTimes * idle.redis.us,
    };
  } finally {
    crowd.close();
    for (const server of servers) await server.stop();
    await redis?.stop();
  }
};
