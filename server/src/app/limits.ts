// Wires the limits: how much a user or an address may do on this node, and with Redis on all nodes together.
import type { Config } from "../config.ts";
import type { Cluster } from "../live/cluster/join-cluster.ts";
import { createLimiter, type Limiter, unlimited } from "../platform/limits/limiter.ts";
import { createLiveLimits, type LiveLimits } from "../platform/limits/live-rate-limits.ts";
import { type SharedSpending, shareSpending } from "../platform/limits/share-spending.ts";
import { createTimeBudget, type TimeBudget } from "../platform/limits/time-budget.ts";

export interface Limits {
  readonly limiter: Limiter;
  readonly live: LiveLimits;
  readonly time: TimeBudget;
  /** Reports to the other nodes what users spend here. Does nothing without a cluster. */
  shareWith(cluster: Cluster | null): void;
  close(): void;
}

export const createLimits = ({ hasRateLimits }: Pick<Config, "hasRateLimits">): Limits => {
  let spending: SharedSpending | null = null;
  const limiter = hasRateLimits ? createLimiter((...spent) => spending?.spent(...spent)) : unlimited;
  return {
    limiter,
    live: createLiveLimits(limiter, hasRateLimits),
    time: createTimeBudget(limiter),
    shareWith: (cluster) => {
      if (cluster && hasRateLimits) spending = shareSpending(cluster.publishSpent);
    },
    close: () => spending?.close(),
  };
};
