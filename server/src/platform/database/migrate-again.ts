// Carries migrations out beside servers that go on working. A migration locks whole tables, one after the other, so it and a
// statement of theirs can wait for each other; PostgreSQL then ends one of the two. Migrations are one transaction: ended, they
// have changed nothing and are carried out again.
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

/** Rejects with the error of any other cause, and with that of the last try. */
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
