// Opens the public log: what readers get of it, and the job that continues it. Without a key nothing is added; what is
// there stays readable.
import type { LogKeys } from "../../log-key.ts";
import type { Clock } from "../../platform/database/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { createCheckpointMemory, type SharedMemory } from "./checkpoint-memory.ts";
import type { LogObserver } from "./metrics.ts";
import { createPublished, type Published } from "./published.ts";
import { Sequencer } from "./sequencer.ts";
import { startSequencerJob } from "./sequencer-job.ts";

export interface PublicLog {
  readonly published: Published;
  /** Call after a commit with a public change. */
  poke(): void;
  stop(): Promise<void>;
}

export const openPublicLog = (deps: {
  readonly database: Database;
  readonly keys: LogKeys | null;
  /** This node's uuid. */
  readonly node: string;
  readonly folder: string | null;
  readonly shared: SharedMemory | null;
  readonly isProduction: boolean;
  readonly clock: Clock;
  readonly observe: LogObserver;
  readonly log: Record<"warn" | "error", (details: object, message: string) => void>;
}): PublicLog => {
  const { database, keys, observe, log } = deps;
  const memory = createCheckpointMemory({
    ...deps,
    stopped: (reason) => log.error({ reason }, "the public log is stopped; see docs/operations.md"),
  });
  const published = createPublished({
    database,
    mayPublish: async (head) => {
      if (keys === null) return true;
      if (!(await memory.continues(head))) return false;
      await memory.remember(head);
      return true;
    },
  });
  if (keys === null) return { published, poke: () => {}, stop: async () => {} };
  const sequencer = new Sequencer({
    ...{ database, keys, observe, log },
    now: () => deps.clock.now(),
    mayGrow: memory.continues,
  });
  const job = startSequencerJob({ ...deps, sequencer, failed: observe.failed });
  return { published, poke: job.poke, stop: job.stop };
};
