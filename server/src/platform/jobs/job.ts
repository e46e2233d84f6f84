// The loop of every job: it runs, rests, and runs again until it is stopped. A failure is reported and the job tried again
// after its rest, because nothing waits for a job.
import { setTimeout as sleep } from "node:timers/promises";

export interface JobOptions {
  /** Looks at the signal between its statements, and ends soon once it is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** The rest after a run. */
  readonly everyMs: number;
  /** Called with what a run rejected with, unless the job is being stopped. */
  failed(error: unknown): void;
  /** How long a poke waits for others, so that many of them wake the job once. */
  readonly pokedAfterMs?: number;
}

export interface Job {
  /** There may be work: ends the rest, or has the job run once more after the run under way. */
  poke(): void;
  /** Resolves when the run under way has ended. */
  stop(): Promise<void>;
}

/** Runs at once, and then again and again. */
export const startJob = ({ run, everyMs, failed, pokedAfterMs = 0 }: JobOptions): Job => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isPoked = false;
  let wake = (): void => {};
  const rest = async (): Promise<void> => {
    const woken = new AbortController();
    wake = () => woken.abort();
    await sleep(everyMs, undefined, { signal: woken.signal }).catch(() => {});
    if (isPoked && !signal.aborted) await sleep(pokedAfterMs);
  };
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      isPoked = false;
      await run(signal).catch((error: unknown) => {
        if (!signal.aborted) failed(error);
      });
      if (!isPoked && !signal.aborted) await rest();
    }
  };
  const running = loop();
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
