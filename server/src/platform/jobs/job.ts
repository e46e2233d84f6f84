// Runs jobs that remove what nobody needs any more, each again and again with a rest in between. A failure is logged and
// the job tried again: nothing waits for it.
export interface Job {
  readonly name: string;
  /** The rest after a run. */
  readonly everyMs: number;
  /** Looks at `isStopped` between its statements. */
  run(isStopped: () => boolean): Promise<void>;
  /** Lets another node have it at once. */
  end(): Promise<void>;
}

export const startJobs = (
  jobs: readonly Job[],
  deps: { readonly failed: (job: string) => void; readonly log: { warn(details: object, message: string): void } },
): { stop: () => Promise<void> } => {
  const stopping = new AbortController();
  const isStopped = (): boolean => stopping.signal.aborted;
  const keepRunning = async (job: Job): Promise<void> => {
    while (!isStopped()) {
      await job.run(isStopped).catch((error: unknown) => {
        deps.failed(job.name);
        deps.log.warn({ err: error, job: job.name }, "a cleanup failed; tried again later");
      });
      await rest(job.everyMs, stopping.signal);
    }
    await job.end().catch(() => {});
  };
  const running = jobs.map(keepRunning);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
