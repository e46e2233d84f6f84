// The engine's metrics: the outcomes of commands, how long commands waited, and how the batches went.
import { Counter, type Registry } from "prom-client";
import { BOUNDS_IN_SECONDS } from "../platform/observe/histogram-bounds.ts";
import { createDistribution, createTally } from "../platform/observe/tally.ts";
import type { EngineObserver, EngineStore, Miss } from "./ports.ts";

export const observeEngine = (registry: Registry): EngineObserver => {
  const answered = createTally(
    {
      registry,
      name: "jara_commands_total",
      help: "Commands that the engine answered, by type and by code: ok, or why they were refused.",
    },
    ["type", "code"],
  );
  const seconds = createDistribution(
    { registry, name: "jara_command_seconds", help: "From a command's arrival at the engine to its answer." },
    BOUNDS_IN_SECONDS,
  );
  return {
    answered: (type, code, ms) => {
      answered(type, code);
      seconds(ms / 1000);
    },
  };
};

export interface CommitObserver {
  committed(commands: number, ms: number, misses: Iterable<Miss>): void;
  failed(ms: number): void;
  /** Counts locks that were granted, and locks without which the node went on. */
  lockTaken(ms: number): void;
}

export const observeCommits = (registry: Registry): CommitObserver => {
  const commands = createDistribution(
    { registry, name: "jara_batch_commands", help: "Users' commands that one statement wrote together." },
    [1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500],
  );
  const seconds = createDistribution(
    { registry, name: "jara_commit_seconds", help: "From sending a batch to the database's answer." },
    BOUNDS_IN_SECONDS,
  );
  const missed = new Counter({
    name: "jara_fence_misses_total",
    help: "Auctions' parts of batches that were not written and were decided again, by why: stale is another node's write.",
    labelNames: ["reason"],
    registers: [registry],
  });
  const failed = new Counter({
    name: "jara_commits_failed_total",
    help: "Batches whose outcome is not known; their callers were told UNAVAILABLE.",
    registers: [registry],
  });
  const lockWaits = createDistribution(
    {
      registry,
      name: "jara_advisory_lock_wait_seconds",
      help: "How long a batch waited for the advisory locks of contended auctions, which several nodes write.",
    },
    BOUNDS_IN_SECONDS,
  );
  return {
    lockTaken: (ms) => lockWaits(ms / 1000),
    committed: (count, ms, misses) => {
      commands(count);
      seconds(ms / 1000);
      for (const reason of misses) missed.inc({ reason });
    },
    failed: (ms) => {
      seconds(ms / 1000);
      failed.inc();
    },
  };
};

/** Wraps the store so that its commits are observed. */
export const observedStore = (store: EngineStore, observe: CommitObserver): EngineStore => ({
  ...store,
  async takeAdvisoryLocks(auctionIds) {
    const askedAt = performance.now();
    const releaseLock = await store.takeAdvisoryLocks(auctionIds);
    observe.lockTaken(performance.now() - askedAt);
    return releaseLock;
  },
  prepare(batch) {
    const write = store.prepare(batch);
    return async () => {
      const sentAt = performance.now();
      try {
        const result = await write();
        observe.committed(batch.commands.length, performance.now() - sentAt, result.misses.values());
        return result;
      } catch (error) {
        observe.failed(performance.now() - sentAt);
        throw error;
      }
    };
  },
});
