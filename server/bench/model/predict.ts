// Predicts with the model the three scenarios that are measured too: bids at one node and at three, and a reconnect
// storm.
import { simulateBidding } from "./bidding.ts";
import type { Costs } from "./costs.ts";
import type { MarketFigures } from "./market.ts";
import { type StormFigures, simulateStorm } from "./storm.ts";

/** scale/nodes.ts does the same: each bidder has a socket at the first node and one at a node of the three. */
const SOCKETS = 60;
const WINDOW = 8;
const NODES = 3;
/** The same values stand in live/participants.ts and scale/reconnect.ts. */
const LOTS = 200;
const SIGNED_IN = 5;
const USERS = 200;
/** Seeds differ, and the median of some is predicted, as the median of some rounds is measured. */
const SEEDS = [1, 2, 3] as const;

const medianBy = <T>(all: readonly T[], value: (one: T) => number): T =>
  all.toSorted((a, b) => value(a) - value(b))[Math.floor(all.length / 2)] as T;

export const predictNodes = (costs: Costs, cores: number, ms: number): { one: MarketFigures; three: MarketFigures } => {
  const run = (biddingNodes: number): MarketFigures =>
    medianBy(
      SEEDS.map((seed) =>
        simulateBidding({
          ...{ costs, nodes: NODES, biddingNodes, bidders: SOCKETS, ears: (bidder) => [0, bidder % NODES] },
          ...{
            window: WINDOW,
            lots: 1,
            lotOf: () => 0,
            hasRedis: true,
            hasLog: true,
            cores: { shared: cores },
            ms,
            seed,
          },
        }),
      ),
      ({ perSecond }) => perSecond,
    );
  return { one: run(1), three: run(NODES) };
};

export const predictStorm = (costs: Costs, cores: number, connections: number): StormFigures =>
  medianBy(
    SEEDS.map((seed) =>
      simulateStorm({
        ...{ costs, connections, lots: LOTS, signedIn: SIGNED_IN, users: USERS, cores: { shared: cores }, seed },
      }),
    ),
    ({ p99Ms }) => p99Ms,
  );
