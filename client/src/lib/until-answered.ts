// Sends a call again, after a pause that grows, while it is unknown what became of it, the server is away, or there are
// too many requests. The call must do nothing twice.
import { ApiError } from "./api.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Nobody waits here for longer than this, so a server that asks for more has refused. */
const LONGEST_ASKED_MS = 60_000;

/** True if nobody answered, or the answer says to come back later. */
export const isToTryAgain = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const isPassing = (error: unknown): error is ApiError =>
  isToTryAgain(error) && (error.body?.retryAfterMs ?? 0) <= LONGEST_ASKED_MS;

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

export const untilAnswered = async <T>(call: () => Promise<T>, tries: number, signal?: AbortSignal): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (error) {
      if (signal?.aborted || !isPassing(error) || tried >= tries) throw error;
      await pause(error.body?.retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** (tried - 1), LONGEST_PAUSE_MS), signal);
    }
  }
};
