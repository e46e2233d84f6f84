// Carries out migrations while servers are at work. A migration locks whole tables one after the other, so it and a
// server's statement can wait for each other; PostgreSQL then ends one of the two. All migrations are one transaction:
// if it was ended, nothing has changed, and it is carried out again.
import { setTimeout as sleep } from "node:timers/promises";

const MOST_TRIES = 20;
/** Milliseconds. Statements of a server are short. */
const AGAIN_AFTER_MS = 250;

/** deadlock_detected and lock_not_available. */
const endedForALock = new Set<unknown>(["40P01", "55P03"]);

const codeOf = (error: unknown): unknown => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code ?? (cause ? codeOf(cause) : null);
};

/** Rejects at once with an error of any other cause, and after the last try with that try's error. */
export const migrateAgain = async (migrate: () => Promise<void>, againAfterMs = AGAIN_AFTER_MS): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await migrate();
    } catch (error) {
      if (tried === MOST_TRIES || !endedForALock.has(codeOf(error))) throw error;
      await sleep(againAfterMs);
    }
  }
};
