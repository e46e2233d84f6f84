// Simulates a market under bids: clients, nodes, the database and Redis.
import { DatabaseModel } from "./database-model.ts";
import type { Bid, Market, MarketFigures, Socket } from "./market.ts";
import { NodeModel, type Surroundings } from "./node-model.ts";
import { Machine, Program, Simulation, Thread } from "./simulation.ts";

/** The part of the time after which it is counted. */
const WARM_UP = 0.25;
/** The same value stands in sequencer-job.ts. */
const LOGGED_AFTER_MS = 200;
/** A node's machine, where machines are not shared. */
const NODE_CORES = 2;

export const simulateBidding = (market: Market): MarketFigures => {
  const { costs, ms, cores, lots } = market;
  const simulation = new Simulation(market.seed);
  const isShared = "shared" in cores;
  const shared = isShared ? new Machine(simulation, cores.shared) : null;
  const machine = (count: number): Machine => shared ?? new Machine(simulation, count);
  const database = new DatabaseModel(simulation, machine(isShared ? 0 : cores.database), costs, lots);
  const redis = new Thread(machine(1));
  const networkMs = isShared ? 0 : cores.networkMs;
  const travel = (then: () => void): void => (networkMs === 0 ? then() : simulation.after(networkMs, then));
  const measuredFrom = ms * WARM_UP;
  let unlogged = 0;
  const count = { statements: 0, bids: 0, misses: 0, accepted: 0 };
  /** A node writes its events for the others into one message, and reads its own messages too. */
  const relayUs = 2 * Math.max(0, costs.relayedNode - costs.eventNode);

  const world: Surroundings = {
    ...{ simulation, costs, database, lots, travel },
    earsAt: (node, bidder) => market.ears?.(bidder).filter((at) => nodes[at] === node).length ?? 1,
    heard: (events) => {
      for (let i = 0; i < events; i++) travel(() => clients.heard());
    },
    answered: (socket, bids) => clients.answered(socket, bids),
    relay: (from, notified, events) => {
      if (!market.hasRedis || nodes.length === 1) return;
      const publish = (): void => {
        for (const node of nodes) if (node !== from) travel(() => node.relayed(notified, events));
      };
      from.program.endOfTick(relayUs * events, () => travel(() => redis.arrive(costs.relayRedis * events, publish)));
    },
    counted: (bids, misses, accepted) => {
      unlogged += accepted;
      if (simulation.now <= measuredFrom) return;
      count.statements += 1;
      count.bids += bids;
      count.misses += misses;
      count.accepted += accepted;
    },
  };
  const nodes = Array.from(
    { length: market.nodes },
    () => new NodeModel(new Program(machine(NODE_CORES), costs.helpersShare), world),
  );
  const clients = new Clients(market, simulation, { machine: machine(1), nodes, travel, measuredFrom });
  clients.start();
  /** One node writes the public log of all, some time after the commits. */
  const writeLog = (): void => {
    nodes[0]?.program.arrive(costs.logBidNode * unlogged);
    database.writeLog(unlogged);
    unlogged = 0;
    simulation.after(LOGGED_AFTER_MS, writeLog);
  };
  if (market.hasLog) writeLog();

  const busy = (): MarketFigures["busy"] => ({
    nodes: nodes.reduce((sum, { program }) => sum + program.busyUs, 0),
    database: database.busyUs,
    clients: clients.busyUs,
  });
  simulation.run(measuredFrom);
  const before = busy();
  simulation.run(ms);
  const after = busy();
  const seconds = (ms - measuredFrom) / 1000;
  const busyCores = (key: keyof typeof after): number => (after[key] - before[key]) / 1e6 / seconds;
  const latencies = clients.latencies.sort((a, b) => a - b);
  const at = (part: number): number => latencies[Math.floor(part * latencies.length)] ?? Number.NaN;
  return {
    perSecond: latencies.length / seconds,
    batch: count.bids / Math.max(1, count.statements),
    statementsPerSecond: count.statements / seconds,
    misses: count.misses,
    accepted: count.accepted / Math.max(1, count.bids),
    medianMs: at(0.5),
    p99Ms: at(0.99),
    busy: { nodes: busyCores("nodes"), database: busyCores("database"), clients: busyCores("clients") },
  };
};

/** All bidders: one process, as in the bench. */
class Clients {
  /** Milliseconds of each answered bid. */
  readonly latencies: number[] = [];
  readonly #market: Market;
  readonly #simulation: Simulation;
  readonly #program: Program;
  readonly #nodes: readonly NodeModel[];
  readonly #travel: (then: () => void) => void;
  readonly #measuredFrom: number;
  /** The highest amount that was sent for each auction. */
  readonly #asked: Float64Array;
  readonly #sockets = new Map<number, Socket>();

  constructor(
    market: Market,
    simulation: Simulation,
    where: { machine: Machine; nodes: readonly NodeModel[]; travel: (then: () => void) => void; measuredFrom: number },
  ) {
    this.#market = market;
    this.#simulation = simulation;
    this.#program = new Program(where.machine, market.costs.helpersShare);
    this.#nodes = where.nodes;
    this.#travel = where.travel;
    this.#measuredFrom = where.measuredFrom;
    this.#asked = new Float64Array(market.lots);
  }

  get busyUs(): number {
    return this.#program.busyUs;
  }

  start(): void {
    const { bidders, window, perBidder } = this.#market;
    for (let bidder = 0; bidder < bidders; bidder++) {
      if (perBidder === undefined) for (let i = 0; i < window; i++) this.#send(bidder);
      else this.#simulation.after((this.#simulation.random() * 1000) / perBidder, () => this.#sendAtPace(bidder));
    }
  }

  heard(): void {
    this.#program.arrive(this.#market.costs.deliveryClient);
  }

  /** A client reads all answers that arrived at one socket at once, so it sends its next bids together. */
  answered({ answers }: Socket, bids: readonly Bid[]): void {
    answers.push(...bids);
    if (answers.length > bids.length) return;
    this.#program.arrive(0, () => {
      for (const bid of answers.splice(0)) {
        this.#program.atOnce(this.#market.costs.roundTripClient / 2, () => this.#readAnswer(bid));
      }
    });
  }

  #readAnswer(bid: Bid): void {
    const { now } = this.#simulation;
    if (now > this.#measuredFrom) this.latencies.push(now - bid.sentAt);
    if (this.#market.perBidder === undefined) this.#send(bid.bidder);
  }

  #sendAtPace(bidder: number): void {
    this.#send(bidder);
    const everyMs = 1000 / (this.#market.perBidder ?? 1);
    this.#simulation.after(-Math.log(1 - this.#simulation.random()) * everyMs, () => this.#sendAtPace(bidder));
  }

  #send(bidder: number): void {
    const { lotOf, nodeOf, biddingNodes, costs } = this.#market;
    const lot = lotOf(bidder, this.#simulation.random());
    const amount = (this.#asked[lot] ?? 0) + 1;
    this.#asked[lot] = amount;
    const at = nodeOf?.(bidder, lot) ?? bidder % biddingNodes;
    const bid = { bidder, lot, amount, sentAt: this.#simulation.now, from: this.#socketOf(bidder, at) };
    this.#program.atOnce(costs.roundTripClient / 2, () => this.#travel(() => this.#nodes[at]?.arrived(bid)));
  }

  #socketOf(bidder: number, at: number): Socket {
    const key = bidder * this.#nodes.length + at;
    const socket = this.#sockets.get(key) ?? { waiting: [], answers: [], isListed: false };
    this.#sockets.set(key, socket);
    return socket;
  }
}
