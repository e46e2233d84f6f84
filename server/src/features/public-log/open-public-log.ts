// Opens the public log: what readers get of it, and the job that continues it. Without a key nothing is added; what is
// there stays readable.
import type { LogKeys } from "../../config/log-key.ts";
import type { Witness } from "../../config/log-witness.ts";
import type { Clock } from "../../platform/database/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { LogObserver } from "./metrics.ts";
import { createCheckpointMemory, type SharedMemory } from "./published/checkpoint-memory.ts";
import { createPublished, type Published } from "./published/published.ts";
import { Sequencer } from "./sequencer.ts";
import { startSequencerJob } from "./sequencer-job.ts";
import { createRunCheck } from "./verdicts/run-check.ts";
import { startVerdictJob } from "./verdicts/verdict-job.ts";
import { isAsked } from "./witnesses/ask-witness.ts";
import { startWitnessJob } from "./witnesses/witness-job.ts";

export interface PublicLog {
  readonly published: Published;
  /** Begins to continue the log. Not before the demo market is made, because its bids are moved into the past. */
  start(): void;
  stop(): Promise<void>;
}

export const openPublicLog = (deps: {
  readonly database: Database;
  readonly keys: LogKeys | null;
  readonly witnesses: readonly Witness[];
  /** This node's uuid. */
  readonly node: string;
  readonly folder: string | null;
  readonly shared: SharedMemory | null;
  readonly isProduction: boolean;
  readonly clock: Clock;
  readonly publicUrl: string;
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
  if (keys === null) {
    log.warn({}, "LOG_KEY is not set: nothing is added to the public log, and bids get no receipts");
    return { published, start: () => {}, stop: async () => {} };
  }
  const sequencer = new Sequencer({
    database,
    keys,
    observe,
    log,
    now: () => deps.clock.now(),
    mayGrow: memory.continues,
  });
  let job: ReturnType<typeof startSequencerJob> | undefined;
  let asking: ReturnType<typeof startWitnessJob> | undefined;
  let judging: ReturnType<typeof startVerdictJob> | undefined;
  return {
    published,
    start: () => {
      job = startSequencerJob({ ...deps, sequencer, failed: observe.failed });
      const witnesses = deps.witnesses.filter(isAsked);
      if (witnesses.length > 0) asking = startWitnessJob({ ...deps, witnesses, published });
      judging = startVerdictJob({
        database,
        keys,
        log,
        clock: deps.clock,
        node: deps.node,
        site: deps.publicUrl,
        seen: observe.judged,
        runCheck: createRunCheck(database.url),
      });
    },
    stop: async () => {
      await judging?.stop();
      await asking?.stop();
      await job?.stop();
      deps.shared?.close();
    },
  };
};
