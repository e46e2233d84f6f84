// Jobs that remove what nobody needs any more. One node at a time has each of them, by a lease.
import { type Job, startJob } from "./job.ts";

export interface Cleanup {
  readonly name: string;
  /** The rest after a run. */
  readonly everyMs: number;
  /** Looks at `isStopped` between its statements. */
  run(isStopped: () => boolean): Promise<void>;
  /** Lets another node have it at once. */
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
        deps.log.warn({ err: error, job: name }, "a cleanup failed; tried again later");
      },
    });
    return { stop: () => job.stop().then(() => end().catch(() => {})) };
  });
  return { stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))) };
};
