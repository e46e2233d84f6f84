// The loop of every job: it runs, pauses, and runs again until it is stopped. A failure is reported and the job is
// tried again after the pause, because nothing waits for a job.
import { setTimeout as sleep } from "node:timers/promises";
import { fromJob, runFrom } from "../lib/origin.ts";
import { inBackground } from "./in-background.ts";
import type { Topic, Wakes } from "./wake.ts";

export interface JobOptions {
  /** Checks the signal between its statements, and ends soon after it is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** The pause after a run. A function is called for each pause. */
  readonly everyMs: number | (() => number);
  /** Called with the error of a failed run, unless the job is being stopped. */
  failed(error: unknown): void;
  /** The topics that wake the job. */
  readonly wokenBy?: { readonly database: Pick<Wakes, "onWake">; readonly topics: readonly Topic[] };
  /** A woken job waits this long before it runs, so that many wakes cause one run, even if they come during a run. */
  readonly wokenAfterMs?: number;
  /** The pause before the first run, for a job that can wait while a server starts. */
  readonly firstAfterMs?: number;
}

export interface Job {
  /** Ends the pause, or starts one more run after the current one. Programs wake the job by its topics. */
  wake(): void;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Starts the first run at once, or after its pause. */
export const startJob = (options: JobOptions): Job => {
  const { run, everyMs, failed, wokenBy, wokenAfterMs = 0, firstAfterMs = 0 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWoken = false;
  let endPause = (): void => {};
  const rest = async (forMs: number): Promise<void> => {
    const pause = new AbortController();
    endPause = () => pause.abort();
    await sleep(forMs, undefined, { signal: pause.signal }).catch(() => {});
  };
  const gather = async (): Promise<void> => {
    if (isWoken && wokenAfterMs > 0 && !signal.aborted)
      await sleep(wokenAfterMs, undefined, { signal }).catch(() => {});
  };
  const loop = async (): Promise<void> => {
    if (firstAfterMs > 0) await rest(firstAfterMs);
    while (!signal.aborted) {
      isWoken = false;
      await inBackground(async () => {
        if (!signal.aborted) await run(signal);
      }).catch((error: unknown) => {
        if (!signal.aborted) failed(error);
      });
      if (!isWoken && !signal.aborted) await rest(typeof everyMs === "function" ? everyMs() : everyMs);
      await gather();
    }
  };
  const wake = (): void => {
    if (isWoken) return;
    isWoken = true;
    endPause();
  };
  const unsubscribe = wokenBy?.database.onWake(wokenBy.topics, wake);
  const running = runFrom(fromJob, loop);
  return {
    wake,
    stop: async () => {
      unsubscribe?.();
      stopping.abort();
      endPause();
      await running;
    },
  };
};
