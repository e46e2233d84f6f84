// Asks each configured witness to cosign the newest checkpoint, at most every ten seconds, and more rarely while one does
// not answer. The log never waits for it. A lease gives the work to one node at a time.
import type { Database } from "../../../platform/database/database.ts";
import { type Job, startJob } from "../../../platform/jobs/job.ts";
import { endLease, holdLease } from "../../../platform/jobs/job-leases.ts";
import type { Published } from "../published/published.ts";
import { consistencyPath } from "../tree/proofs.ts";
import { type AskedWitness, askWitness } from "./ask-witness.ts";
import { newestSigned, storeCosignature } from "./cosignatures.ts";

const LEASE = "ask-witnesses";
const EVERY_MS = 10_000;
/** Longer than all witnesses together may take. */
const LEASE_MS = 60_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

export const startWitnessJob = (deps: {
  readonly database: Database;
  readonly node: string;
  readonly witnesses: readonly AskedWitness[];
  readonly published: Published;
  readonly log: { warn(details: object, message: string): void };
  readonly everyMs?: number;
}): Job => {
  const { database, node, witnesses, published, log, everyMs = EVERY_MS } = deps;
  const failures = new Map<string, { count: number; until: number }>();

  const ask = async (witness: AskedWitness, signal: AbortSignal): Promise<void> => {
    const current = await published.current();
    if (!current || current.stoppedAt !== null || current.size === 0) return;
    const { size, checkpoint: note, tiles, log: number } = current;
    const known = await newestSigned(database, number, witness.name);
    if (known === size) return;
    const read = tiles.readOf(size);
    const proofFrom = (old: number) => consistencyPath(read, old, size);
    const line = await askWitness(witness, { note, size, proofFrom }, known, signal);
    await storeCosignature(database, { log: number, size, witness: witness.name, line });
  };
  const tryOne = async (witness: AskedWitness, signal: AbortSignal): Promise<void> => {
    const failed = failures.get(witness.name);
    if (failed && performance.now() < failed.until) return;
    try {
      await ask(witness, signal);
      failures.delete(witness.name);
    } catch (error) {
      if (signal.aborted) return;
      const count = (failed?.count ?? 0) + 1;
      failures.set(witness.name, {
        count,
        until: performance.now() + Math.min(everyMs * 2 ** count, LONGEST_PAUSE_MS),
      });
      log.warn({ err: error, witness: witness.name, count }, "a witness did not cosign the public log; trying again");
    }
  };
  const job = startJob({
    everyMs,
    run: async (signal) => {
      if (!(await holdLease(database, { job: LEASE, holder: node, forMs: LEASE_MS }))) return;
      await Promise.all(witnesses.map((witness) => tryOne(witness, signal)));
    },
    failed: (error) => log.warn({ err: error }, "witnesses not asked; trying again"),
  });
  return {
    ...job,
    stop: async () => {
      await job.stop();
      await endLease(database, { job: LEASE, holder: node }).catch(() => {});
    },
  };
};
