// A node that takes bids, in the simulator: it reads frames, runs the engine's loop (auction-engine.ts), answers, and
// notifies bidders and the other nodes of what changed. Every duration comes from the costs.
import type { Costs } from "./costs.ts";
import type { DatabaseModel } from "./database-model.ts";
import type { Bid, Socket } from "./market.ts";
import type { Program, Simulation, Thread } from "./simulation.ts";

/** The same values stand in auction-engine.ts and contended-auctions.ts. */
const MAX_BATCH = 500;
const CONTENDED_FOR_MS = 1_000;

/** A node uses these parts of the simulated world. */
export interface Surroundings {
  readonly simulation: Simulation;
  readonly costs: Costs;
  readonly database: DatabaseModel;
  readonly lots: number;
  /** Calls `then` once a message has reached another machine. */
  travel(then: () => void): void;
  /** How many sockets of a bidder hear private events at this node. */
  earsAt(node: NodeModel, bidder: number): number;
  heard(events: number): void;
  answered(socket: Socket, bids: readonly Bid[]): void;
  /** The number of private events of each bidder, for all other nodes. */
  relay(from: NodeModel, notified: ReadonlyMap<number, number>, events: number): void;
  counted(bids: number, misses: number, accepted: number): void;
}

interface Batch {
  readonly bids: readonly Bid[];
  readonly lots: readonly number[];
  readonly hasLock: boolean;
}

interface Decided extends Batch {
  readonly placed: ReadonlySet<Bid>;
  readonly accepted: ReadonlyMap<number, { readonly bids: number; readonly price: number }>;
  readonly engineUs: number;
}

export class NodeModel {
  readonly program: Program;
  readonly #world: Surroundings;
  readonly #costs: Costs;
  readonly #commits: Thread;
  readonly #others: Thread;
  #queue: Bid[] = [];
  #isRunning = false;
  /** Each auction's revision and price in the node's memory; a revision of -1 must be read. */
  readonly #revisions: Int32Array;
  readonly #prices: Float64Array;
  readonly #contendedUntil: Float64Array;

  constructor(program: Program, world: Surroundings) {
    this.program = program;
    this.#world = world;
    this.#costs = world.costs;
    this.#commits = world.database.connect();
    this.#others = world.database.connect();
    this.#revisions = new Int32Array(world.lots);
    this.#prices = new Float64Array(world.lots);
    this.#contendedUntil = new Float64Array(world.lots);
  }

  arrived(bid: Bid): void {
    bid.from.waiting.push(bid);
    if (bid.from.isListed) return;
    bid.from.isListed = true;
    this.program.arrive(this.#costs.frameInNode + this.#costs.bidNode, () => this.#read(bid.from));
  }

  /** Events that another node made. Those of bidders who are not here cost the same until then. */
  relayed(notified: ReadonlyMap<number, number>, events: number): void {
    this.program.arrive(this.#costs.relayedNode * events, () => {
      for (const [bidder, count] of notified) this.#notify(bidder, count, 0);
    });
  }

  /** The node handles one frame of a socket in each tick, also if several arrived together (fair-web-socket-server.ts). */
  #read(socket: Socket): void {
    const bid = socket.waiting.shift();
    if (bid) this.#submit(bid);
    if (socket.waiting.length === 0) socket.isListed = false;
    else this.program.endOfTick(this.#costs.frameInNode + this.#costs.bidNode, () => this.#read(socket));
  }

  #submit(bid: Bid): void {
    this.#queue.push(bid);
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.program.endOfTick(0, () => this.#run());
  }

  #run(): void {
    if (this.#queue.length === 0) {
      this.#isRunning = false;
      return;
    }
    const isContended = this.#queue.slice(0, MAX_BATCH).some(({ lot }) => this.#isContended(lot));
    if (!isContended) {
      this.#load(this.#take(false));
      return;
    }
    const { lockNode, lockDatabase } = this.#costs;
    const { database, travel } = this.#world;
    this.program.atOnce(lockNode / 3, () =>
      travel(() =>
        this.#others.arrive(lockDatabase / 2, () =>
          // Taken after the wait, so that what arrived meanwhile joins the batch.
          database.lock(() => travel(() => this.program.arrive(lockNode / 3, () => this.#load(this.#take(true))))),
        ),
      ),
    );
  }

  #take(hasLock: boolean): Batch {
    const bids = this.#queue.slice(0, MAX_BATCH);
    this.#queue = this.#queue.slice(MAX_BATCH);
    return { bids, lots: [...new Set(bids.map(({ lot }) => lot))], hasLock };
  }

  /** Reads the auctions that are not known, and with the lock those that other nodes write too. */
  #load(batch: Batch): void {
    const { lots, hasLock } = batch;
    const { travel, database } = this.#world;
    const unknown = lots.filter((lot) => this.#revisions[lot] === -1 || (hasLock && this.#isContended(lot)));
    if (unknown.length === 0) {
      this.#decide(batch);
      return;
    }
    const more = unknown.length - 1;
    const nodeUs = this.#costs.reloadNode + this.#costs.readAuctionNode * more;
    const databaseUs = this.#costs.reloadDatabase + this.#costs.readAuctionDatabase * more;
    const loaded = (): void => {
      for (const lot of unknown) {
        const before = this.#revisions[lot] ?? -1;
        this.#revisions[lot] = database.revisions[lot] ?? 0;
        this.#prices[lot] = database.prices[lot] ?? 0;
        if (before !== -1 && before !== this.#revisions[lot]) this.#notice(lot);
      }
      this.#decide(batch);
    };
    // A statement that is too small for the driver to send it at once leaves at the end of the tick.
    this.program.endOfTick(nodeUs / 2, () =>
      travel(() => this.#others.arrive(databaseUs, () => travel(() => this.program.arrive(nodeUs / 2, loaded)))),
    );
  }

  #decide(batch: Batch): void {
    const { bids, lots } = batch;
    const { engineStatementNode, engineLotNode, engineBidNode, engineRefusedNode, engineBefore } = this.#costs;
    const placed = new Set<Bid>();
    const accepted = new Map<number, { bids: number; price: number }>();
    for (const bid of bids) {
      const so = accepted.get(bid.lot);
      if (bid.amount <= (so?.price ?? this.#prices[bid.lot] ?? 0)) continue;
      placed.add(bid);
      accepted.set(bid.lot, { bids: (so?.bids ?? 0) + 1, price: bid.amount });
    }
    const refused = bids.length - placed.size;
    const ofBids = engineBidNode * placed.size + engineRefusedNode * refused;
    const engineUs = this.#world.simulation.vary(engineStatementNode + engineLotNode * lots.length + ofBids);
    const decided = { ...batch, placed, accepted, engineUs };
    const decidedOn = new Map(lots.map((lot) => [lot, this.#revisions[lot] ?? 0]));
    const { travel, database } = this.#world;
    this.program.atOnce(engineUs * engineBefore, () =>
      travel(() =>
        database.commit(this.#commits, { lots, decidedOn, accepted, refused }, (missed) =>
          travel(() => this.program.arrive(0, () => this.#land(decided, missed))),
        ),
      ),
    );
  }

  #land({ bids, lots, hasLock, placed, accepted, engineUs }: Decided, missed: ReadonlySet<number>): void {
    const { engineBefore, lockNode, lockDatabase } = this.#costs;
    const { database, travel, counted } = this.#world;
    if (hasLock) {
      const unlock = (): void => travel(() => this.#others.arrive(lockDatabase / 2, () => database.unlock()));
      this.program.atOnce(lockNode / 3, unlock);
    }
    this.program.atOnce(engineUs * (1 - engineBefore) * (1 - missed.size / lots.length));
    for (const lot of missed) {
      this.#revisions[lot] = -1;
      this.#notice(lot);
    }
    for (const [lot, { price }] of accepted) {
      if (missed.has(lot)) continue;
      this.#revisions[lot] = (this.#revisions[lot] ?? 0) + 1;
      this.#prices[lot] = price;
    }
    const done = bids.filter(({ lot }) => !missed.has(lot));
    if (missed.size > 0) this.#queue = [...bids.filter(({ lot }) => missed.has(lot)), ...this.#queue];
    const written = done.filter((bid) => placed.has(bid));
    counted(done.length, missed.size, written.length);
    this.#publish(written);
    this.#answer(done);
    this.program.atOnce(0, () => this.program.endOfTick(0, () => this.#run()));
  }

  /** A socket's events went first, so its answers wait until these are written, and are written together. */
  #answer(bids: readonly Bid[]): void {
    const { travel, answered } = this.#world;
    const ofSockets = new Map<Socket, Bid[]>();
    for (const bid of bids) {
      const known = ofSockets.get(bid.from);
      if (known) known.push(bid);
      else ofSockets.set(bid.from, [bid]);
    }
    for (const [socket, answers] of ofSockets) {
      const us = this.#costs.deliveryNode * answers.length;
      this.program.atOnce(us, () => travel(() => answered(socket, answers)));
    }
  }

  /** Each bidder of the batch is told what is theirs now, and who does not lead that they were outbid. */
  #publish(bids: readonly Bid[]): void {
    const notified = new Map<number, number>();
    const leaders = new Map(bids.map(({ lot, bidder }) => [lot, bidder]));
    const parts = new Map(bids.map((bid) => [bid.bidder * this.#world.lots + bid.lot, bid]));
    for (const { bidder, lot } of parts.values()) {
      notified.set(bidder, (notified.get(bidder) ?? 0) + (leaders.get(lot) === bidder ? 1 : 2));
    }
    let events = 0;
    for (const [bidder, count] of notified) {
      this.#notify(bidder, count, this.#costs.eventNode);
      events += count;
    }
    if (events > 0) this.#world.relay(this, notified, events);
  }

  #notify(bidder: number, events: number, makingUs: number): void {
    const sockets = this.#world.earsAt(this, bidder);
    this.program.atOnce(events * (makingUs + this.#costs.deliveryNode * sockets), () =>
      this.#world.heard(events * sockets),
    );
  }

  #isContended(lot: number): boolean {
    return (this.#contendedUntil[lot] ?? 0) > this.#world.simulation.now;
  }

  #notice(lot: number): void {
    this.#contendedUntil[lot] = this.#world.simulation.now + CONTENDED_FOR_MS;
  }
}
