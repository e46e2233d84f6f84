// Simulates the watchers of one node while prices of a few auctions change without a pause: a price for each auction
// every 50 ms, written to all of its watchers at this node in one go.
import type { Costs } from "./costs.ts";
import { Machine, Program, Simulation, Thread } from "./simulation.ts";

/** The same values stand in publisher.ts and reconciler.ts. */
const MERGED_MS = 50;
const READ_EVERY_MS = 50;
/** Engine.IO asks each connection in this time whether it is still there. */
const PING_EVERY_MS = 10_000;

interface Audience {
  readonly costs: Costs;
  readonly watchers: number;
  /** Auctions of which prices come all the time. Each watcher watches one of them, or all. */
  readonly lots: number;
  readonly lotsOfEach: number;
  readonly everyMs?: number;
  /** Bids come to other nodes: this one reads them from the database. */
  readonly isRemote: boolean;
  readonly cores: { readonly shared: number; readonly hasClients: boolean };
  readonly ms: number;
}

interface AudienceFigures {
  readonly deliveriesPerSecond: number;
  /** A price takes this long from its change at this node until it is written to a watcher. */
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly readsPerSecond: number;
  /** Cores that the node took. */
  readonly busy: number;
}

export const simulateAudience = (audience: Audience): AudienceFigures => {
  const { costs, watchers, lots, lotsOfEach, everyMs = MERGED_MS, isRemote, cores, ms } = audience;
  const simulation = new Simulation(5);
  const machine = new Machine(simulation, cores.shared);
  const node = new Program(machine, costs.helpersShare);
  const client = new Program(machine, costs.helpersShare);
  const backend = new Thread(new Machine(simulation, 1));
  const eachLot = Math.round((watchers * lotsOfEach) / lots);
  let [deliveries, reads] = [0, 0];
  const delays: number[] = [];
  const changed = new Map<number, number>();

  const deliver = (lot: number, since: number): void => {
    node.atOnce(costs.deliveryNode * eachLot, () => {
      // They are written one after the other: the average is half of the way.
      delays.push(simulation.now - since);
      deliveries += eachLot;
      if (cores.hasClients) client.arrive(costs.deliveryClient * eachLot);
      simulation.after(everyMs, () => change(lot));
    });
  };
  const change = (lot: number): void => {
    if (isRemote) changed.set(lot, simulation.now);
    else {
      const since = simulation.now;
      node.arrive(0, () => deliver(lot, since));
    }
  };
  const read = (): void => {
    const all = [...changed];
    changed.clear();
    if (all.length === 0) {
      simulation.after(READ_EVERY_MS / 10, read);
      return;
    }
    const more = all.length - 1;
    reads += 1;
    node.arrive(costs.readNode + costs.readAuctionNode * more, () =>
      backend.arrive(costs.readDatabase + costs.readAuctionDatabase * more, () =>
        node.arrive(0, () => {
          for (const [lot, since] of all) deliver(lot, since);
          node.atOnce(0, () => simulation.after(READ_EVERY_MS, read));
        }),
      ),
    );
  };
  for (let lot = 0; lot < lots; lot++) simulation.after(simulation.random() * everyMs, () => change(lot));
  if (isRemote) read();
  const ping = (): void => {
    // A hundredth of them each time.
    node.arrive(((costs.frameInNode + costs.deliveryNode) * watchers) / 100);
    simulation.after(PING_EVERY_MS / 100, ping);
  };
  ping();
  simulation.run(ms);
  delays.sort((a, b) => a - b);
  const at = (part: number): number => delays[Math.floor(part * delays.length)] ?? Number.NaN;
  return {
    deliveriesPerSecond: deliveries / (ms / 1000),
    medianMs: at(0.5),
    p99Ms: at(0.99),
    readsPerSecond: reads / (ms / 1000),
    busy: node.busyUs / 1000 / ms,
  };
};
