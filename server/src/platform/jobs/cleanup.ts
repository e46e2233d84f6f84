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

export const startCleanups = (
  cleanups: readonly Cleanup[],
  deps: { readonly failed: (name: string) => void; readonly log: { warn(details: object, message: string): void } },
): Pick<Job, "stop"> => {
  const started = cleanups.map(({ name, everyMs, run, end }) => {
    const job = startJob({
      everyMs,
      run: (signal) => run(() => signal.aborted),
      failed: (error) => {
        deps.failed(name);
        deps.log.warn({ err: error, job: name }, "a cleanup failed; trying again later");
      },
    });
    return { stop: () => job.stop().then(() => end().catch(() => {})) };
  });
  return { stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))) };
};
