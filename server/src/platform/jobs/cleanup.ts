// Runs the jobs that remove unneeded data. A lease gives each job to one node at a time.
import { type Job, startJob } from "./job.ts";

export interface Cleanup {
  readonly name: string;
  /** The pause after a run. */
  readonly everyMs: number;
  /** Checks `isStopped` between its statements. */
  run(isStopped: () => boolean): Promise<void>;
  /** Releases the lease, so that another node may take the job at once. */
  end(): Promise<void>;
}

/** Nothing waits for a cleanup, so a server that starts leaves the database to what somebody waits for. */
const FIRST_AFTER_MS = 5_000;

export const startCleanups = (
  cleanups: readonly Cleanup[],
  deps: {
    readonly failed: (name: string) => void;
    readonly log: { warn(details: object, message: string): void };
    readonly firstAfterMs?: number;
  },
): Pick<Job, "stop"> => {
  const started = cleanups.map(({ name, everyMs, run, end }) => {
    let hasRun = false;
    const job = startJob({
      everyMs,
      firstAfterMs: deps.firstAfterMs ?? FIRST_AFTER_MS,
      run: (signal) => {
        hasRun = true;
        return run(() => signal.aborted);
      },
      failed: (error) => {
        deps.failed(name);
        deps.log.warn({ err: error, job: name }, "a cleanup failed; trying again later");
      },
    });
    return {
      stop: async () => {
        await job.stop();
        if (hasRun) await end().catch(() => {});
      },
    };
  });
  return { stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))) };
};
