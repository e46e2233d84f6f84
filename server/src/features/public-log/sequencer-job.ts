// Runs the sequencer of the public log: soon after each commit, and every second for the commits of other nodes. A lease
// gives it to one node at a time, which saves work. What is written is right without the lease.

import type { Database } from "../../platform/database/database.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { endLease, holdLease } from "../../platform/jobs/job-leases.ts";
import type { Sequencer } from "./sequencer.ts";

const LEASE = "sequence-public-log";
/** Longer than any batch, so that a working node never loses it. */
const LEASE_MS = 20_000;
const RENEW_AFTER_MS = 5_000;
const ASK_AGAIN_AFTER_MS = 900;
/** A leaf must not wait longer than two seconds, and the batch takes a part of it. */
const EVERY_MS = 1_000;
/** Many commits make one batch. */
const WOKEN_AFTER_MS = 200;
/** New pages of the log of the auctions get their summary now and then; until then each search reads them. */
const SUMMARIZE_EVERY_MS = 60_000;

export const startSequencerJob = (deps: {
  readonly database: Database;
  /** This node's uuid. */
  readonly node: string;
  readonly sequencer: Sequencer;
  /** Called when a run failed. */
  readonly failed: () => void;
  readonly log: { warn(details: object, message: string): void };
  readonly everyMs?: number;
}): Job => {
  const { database, node, sequencer, everyMs = EVERY_MS } = deps;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isMine = false;
  let summarizedAt = performance.now();
  /** Resolves to true if this node has the lease. Asks again only after a while. */
  const hold = async (): Promise<boolean> => {
    const now = performance.now();
    if (now - askedAt < (isMine ? RENEW_AFTER_MS : ASK_AGAIN_AFTER_MS)) return isMine;
    askedAt = now;
    const wasMine = isMine;
    isMine = await holdLease(database, { job: LEASE, holder: node, forMs: LEASE_MS });
    if (isMine && !wasMine) sequencer.restart();
    return isMine;
  };
  const job = startJob({
    everyMs,
    wokenBy: { database, topics: ["log"] },
    wokenAfterMs: Math.min(WOKEN_AFTER_MS, everyMs),
    run: async (signal) => {
      await sequencer.run(async () => !signal.aborted && (await hold()));
      if (isMine && performance.now() - summarizedAt > SUMMARIZE_EVERY_MS) {
        summarizedAt = performance.now();
        // It is text, because it only calls a function of PostgreSQL.
        await database.query("select brin_summarize_new_values('auction_events_at')");
      }
    },
    failed: (error) => {
      deps.failed();
      deps.log.warn({ err: error }, "the public log was not continued; trying again");
    },
  });
  return {
    ...job,
    stop: async () => {
      await job.stop();
      await endLease(database, { job: LEASE, holder: node }).catch(() => {});
    },
  };
};
