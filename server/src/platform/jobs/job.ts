// The loop of every job: it runs, pauses, and runs again until it is stopped. A failure is reported and the job is
// tried again after the pause, because nothing waits for a job.
import { setTimeout as sleep } from "node:timers/promises";
import { fromJob, runFrom } from "../lib/origin.ts";
import { inBackground } from "./in-background.ts";

export interface JobOptions {
  /** Checks the signal between its statements, and ends soon after it is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** The pause after a run. A function is called for each pause. */
  readonly everyMs: number | (() => number);
  /** Called with the error of a failed run, unless the job is being stopped. */
  failed(error: unknown): void;
  /** How long a poke is delayed, so that many pokes wake the job once. */
  readonly pokedAfterMs?: number;
  /** The pause before the first run, for a job that can wait while a server starts. */
  readonly firstAfterMs?: number;
}

export interface Job {
  /** Call when there may be work. Ends the pause, or starts one more run after the current one. */
  poke(): void;
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Starts the first run at once, or after its pause. */
export const startJob = ({ run, everyMs, failed, pokedAfterMs = 0, firstAfterMs = 0 }: JobOptions): Job => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isPoked = false;
  let wake = (): void => {};
  const rest = async (forMs: number): Promise<void> => {
    const woken = new AbortController();
    wake = () => woken.abort();
    await sleep(forMs, undefined, { signal: woken.signal }).catch(() => {});
    if (isPoked && !signal.aborted) await sleep(pokedAfterMs);
  };
  const loop = async (): Promise<void> => {
    if (firstAfterMs > 0) await rest(firstAfterMs);
    while (!signal.aborted) {
      isPoked = false;
      await inBackground(async () => {
        if (!signal.aborted) await run(signal);
      }).catch((error: unknown) => {
        if (!signal.aborted) failed(error);
      });
      if (!isPoked && !signal.aborted) await rest(typeof everyMs === "function" ? everyMs() : everyMs);
    }
  };
  const running = runFrom(fromJob, loop);
  return {
    poke: () => {
      isPoked = true;
      wake();
    },
    stop: async () => {
      stopping.abort();
      wake();
      await running;
    },
  };
};
