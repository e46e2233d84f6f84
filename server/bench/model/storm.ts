// Simulates a reconnect storm: all connections are lost at once, come back through the system's queue, the node's lanes
// and its gathered reads, and watch their auctions again. The structure is that of scale/reconnect.ts, admission.ts,
// watch-auction.ts and the system's network; every duration comes from the costs.
import type { Costs } from "./costs.ts";
import { createLanes, gatherReads } from "./lanes.ts";
import { Machine, Program, Simulation, Thread } from "./simulation.ts";

/** Connections that the system keeps until the node accepts them: the least of the node's wish and the system's limit. */
const KEPT_BY_SYSTEM = 4_096;
/** A client's system asks again after so many seconds, each time twice as long. */
const ASKS_AGAIN_MS = 1_000;
const FIRST_WITHIN_MS = 1_000;
/** How a client's cost of opening is divided: until it connects, until it has sent its request, until it has the answer. */
const TO_CONNECT = 0.5;
const TO_ASK = 0.1;
const BID_EVERY_MS = 50;
/** A client that is not back by then counts as lost. */
const GIVEN_UP_AFTER_MS = 120_000;

interface Storm {
  readonly costs: Costs;
  readonly connections: number;
  readonly lots: number;
  /** One of this many has a token, of so many users. */
  readonly signedIn: number;
  readonly users: number;
  /** Cores that everything shares, or the node's own while clients and database have machines of theirs. */
  readonly cores: { readonly shared: number } | { readonly node: number; readonly networkMs: number };
  readonly seed?: number;
}

export interface StormFigures {
  readonly halfMs: number;
  readonly p99Ms: number;
  readonly allMs: number;
  readonly turnedAway: { readonly handshakes: number; readonly sessions: number; readonly watches: number };
  /** Requests to connect for which the system had no room. */
  readonly dropped: number;
  /** Milliseconds of processor time. */
  readonly busy: { readonly node: number; readonly database: number; readonly clients: number };
}

export const simulateStorm = ({ costs, connections, lots, signedIn, users, cores, seed }: Storm): StormFigures => {
  const simulation = new Simulation(seed);
  const shared = "shared" in cores ? new Machine(simulation, cores.shared) : null;
  const networkMs = "shared" in cores ? 0 : cores.networkMs;
  const nodeMachine = shared ?? new Machine(simulation, "shared" in cores ? cores.shared : cores.node);
  const node = new Program(nodeMachine, costs.helpersShare);
  const client = new Program(shared ?? new Machine(simulation, 1), costs.helpersShare);
  const databaseMachine = shared ?? new Machine(simulation, 4);
  const backends = [new Thread(databaseMachine), new Thread(databaseMachine)] as const;
  const lanes = createLanes(simulation, node);
  const travel = (then: () => void): void => (networkMs === 0 ? then() : simulation.after(networkMs, then));
  const toClient = (us: number, then?: () => void): void => travel(() => client.arrive(us, then));

  const parts: Parts = { simulation, costs, node, client, backends, lanes, travel, toClient };
  const queue = systemQueue(parts);
  const backAt: number[] = [];
  const comeBack = wayBack(parts, {
    ...{ lots, signedIn, users, ...gatheredReads(parts), knock: queue.knock },
    onBack: () => backAt.push(simulation.now - from),
  });
  const bid = bidding(parts, { lots, connections, back: () => backAt.length });

  let from = 0;
  client.arrive(costs.closeClient * connections, () => {
    from = simulation.now;
    for (let i = 0; i < connections; i++) simulation.after(simulation.random() * FIRST_WITHIN_MS, () => comeBack(i));
  });
  // The node notices while the client is still closing.
  for (let i = 0; i < connections; i++) {
    simulation.after((costs.closeClient * i) / 1000, () => node.arrive(costs.closeNode));
  }
  bid();
  simulation.run(GIVEN_UP_AFTER_MS);
  const dropped = queue.dropped();
  backAt.sort((a, b) => a - b);
  const at = (part: number): number => backAt[Math.ceil(part * connections) - 1] ?? Number.NaN;
  return {
    halfMs: at(0.5),
    p99Ms: at(0.99),
    allMs: at(1),
    turnedAway: {
      handshakes: lanes.handshakes.turnedAway,
      sessions: lanes.sessions.turnedAway,
      watches: lanes.watches.turnedAway,
    },
    dropped,
    busy: {
      node: node.busyUs / 1000,
      database: backends.reduce((sum, { busyUs }) => sum + busyUs, 0) / 1000,
      clients: client.busyUs / 1000,
    },
  };
};

interface Parts {
  readonly simulation: Simulation;
  readonly costs: Costs;
  readonly node: Program;
  readonly client: Program;
  /** The database's processes: one reads auctions, the other reads sessions and writes bids. */
  readonly backends: readonly [Thread, Thread];
  readonly lanes: ReturnType<typeof createLanes>;
  /** One way between two machines. */
  readonly travel: (then: () => void) => void;
  /** Sends something to the client, which works on it for so many microseconds. */
  readonly toClient: (us: number, then?: () => void) => void;
}

type GatheredRead = ReturnType<typeof gatherReads>;

/** The node's reads of auctions and of sessions. */
const gatheredReads = (parts: Parts): { readonly readAuction: GatheredRead; readonly readSession: GatheredRead } => {
  const { simulation, costs, node, backends, travel } = parts;
  const readOf =
    (backend: Thread, nodeUs: number, databaseUs: number, moreNodeUs: number, moreDatabaseUs: number) =>
    (count: number, done: () => void): void => {
      const [ofNode, ofDatabase] = [nodeUs + moreNodeUs * (count - 1), databaseUs + moreDatabaseUs * (count - 1)];
      node.endOfTick(ofNode / 2, () =>
        travel(() => backend.arrive(ofDatabase, () => travel(() => node.arrive(ofNode / 2, done)))),
      );
    };
  const more = [costs.readAuctionNode, costs.readAuctionDatabase] as const;
  const readAuction = gatherReads(
    simulation,
    { atOnce: 100, everyMs: 10 },
    readOf(backends[0], costs.readNode, costs.readDatabase, ...more),
  );
  const readSession = gatherReads(
    simulation,
    { atOnce: 200, everyMs: 5 },
    readOf(backends[1], costs.readNode, costs.tokenDatabase, ...more),
  );
  return { readAuction, readSession };
};

/** The system's queue of connections that the node has not accepted. */
const systemQueue = ({ simulation, costs, node, toClient }: Parts) => {
  const kept: (() => void)[] = [];
  let dropped = 0;
  const knock = (opened: () => void, waitMs = ASKS_AGAIN_MS): void => {
    if (kept.length >= KEPT_BY_SYSTEM) {
      dropped += 1;
      simulation.after(waitMs, () => knock(opened, waitMs * 2));
      return;
    }
    // The system says that the connection stands, and the client sends its request.
    toClient(costs.openClient * TO_ASK);
    kept.push(opened);
    if (kept.length === 1) node.arrive(costs.acceptNode, accept);
  };
  /** Node's event loop accepts one connection each tick (since libuv 1.45). */
  const accept = (): void => {
    kept.shift()?.();
    if (kept.length > 0) node.arrive(costs.acceptNode, accept);
  };
  return { knock, dropped: (): number => dropped };
};

interface WayBack extends Pick<Storm, "lots" | "signedIn" | "users">, ReturnType<typeof gatheredReads> {
  readonly knock: (opened: () => void) => void;
  readonly onBack: () => void;
}

/** The way back of the client with that number: it opens a connection, connects, and watches its auction. */
const wayBack = (
  { simulation, costs, node, client, lanes, travel, toClient }: Parts,
  { lots, signedIn, users, readAuction, readSession, knock, onBack }: WayBack,
): ((i: number) => void) => {
  const comeBack = (i: number): void => {
    const again = (ms: number): void => simulation.after(ms, () => comeBack(i));
    client.arrive(costs.acceptClient + costs.openClient * TO_CONNECT, () =>
      travel(() => knock(() => handshake(i, again))),
    );
  };
  const handshake = (i: number, again: (ms: number) => void): void => {
    node.arrive(costs.openNode / 2, () => {
      const turnedAway = lanes.handshakes.run((done) => {
        done();
        node.atOnce(costs.openNode / 2, () =>
          toClient(costs.openClient * (1 - TO_CONNECT - TO_ASK) + costs.connectClient / 2, () => connect(i, again)),
        );
      });
      if (turnedAway === 0) return;
      // Refused without a time: the client chooses one.
      node.atOnce(Math.max(0, costs.refusedNode - costs.acceptNode - costs.openNode / 2), () =>
        toClient(Math.max(0, costs.refusedClient - costs.acceptClient - costs.openClient * (TO_CONNECT + TO_ASK)), () =>
          again(250 + 250 * simulation.random()),
        ),
      );
    });
  };
  const connect = (i: number, again: (ms: number) => void): void => {
    travel(() =>
      node.arrive(costs.connectNode / 2, () => {
        const turnedAway = lanes.sessions.run((done) => {
          const connected = (): void => {
            done();
            node.atOnce(costs.connectNode / 2, () =>
              toClient(costs.connectClient / 2 + costs.watchClient / 2, () => watch(i)),
            );
          };
          if (i % signedIn !== 0) connected();
          else readSession(i % users, () => node.atOnce(costs.tokenNode, connected));
        });
        if (turnedAway > 0) {
          toClient(costs.connectClient / 2, () => again(turnedAway * (1 + simulation.random() / 4)));
        }
      }),
    );
  };
  const watch = (i: number): void => {
    travel(() =>
      node.arrive(costs.frameInNode, () => {
        const turnedAway = lanes.watches.run((done) => {
          node.atOnce((costs.watchNode - costs.frameInNode) / 2, () =>
            readAuction(i % lots, () => {
              done();
              node.atOnce((costs.watchNode - costs.frameInNode) / 2, () => toClient(costs.watchClient / 2, onBack));
            }),
          );
        });
        if (turnedAway > 0) {
          toClient(costs.watchClient / 2, () =>
            simulation.after(turnedAway * (1 + simulation.random() / 4), () => watch(i)),
          );
        }
      }),
    );
  };
  return comeBack;
};

interface Bidding {
  readonly lots: number;
  readonly connections: number;
  /** How many are back. */
  readonly back: () => number;
}

/** Bids go on until everybody is back, each with a price for those who are. */
const bidding = ({ simulation, costs, node, backends, toClient }: Parts, { lots, connections, back }: Bidding) => {
  const bid = (): void => {
    if (back() === connections) return;
    const nodeUs = costs.frameInNode + costs.bidNode + costs.engineStatementNode + costs.engineBidNode;
    node.arrive(nodeUs, () =>
      backends[1].arrive(costs.statementDatabase + costs.lotDatabase + costs.bidDatabase, () => {
        const watchers = Math.round(back() / lots);
        node.arrive(costs.deliveryNode * (1 + watchers));
        toClient(costs.roundTripClient + costs.deliveryClient * watchers);
      }),
    );
    simulation.after(BID_EVERY_MS, bid);
  };
  return bid;
};
