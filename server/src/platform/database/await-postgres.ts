// Waits at the start until PostgreSQL answers, because after a power cut or with containers it may start later than the
// server. An error that time does not heal, such as a wrong password, ends the wait at once.
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { connectionProblem, DatabaseUnusable } from "./connection-problem.ts";

const WAIT_MS = 60_000;
const TRY_EVERY_MS = 500;
const ANSWER_WITHIN_MS = 5_000;

interface WaitOptions {
  readonly log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  readonly withinMs?: number;
  readonly tryEveryMs?: number;
  readonly answerWithinMs?: number;
}

/** Rejects with DatabaseUnusable if PostgreSQL refuses us, or does not answer within a minute. */
export const awaitPostgres = async (
  url: string,
  { log, withinMs = WAIT_MS, tryEveryMs = TRY_EVERY_MS, answerWithinMs = ANSWER_WITHIN_MS }: WaitOptions,
): Promise<void> => {
  const startedAt = performance.now();
  const waitedMs = (): number => Math.round(performance.now() - startedAt);
  for (let tries = 1; ; tries++) {
    const problem = await problemOf(url, answerWithinMs);
    if (!problem) {
      if (tries > 1) log.info({ tries, waitedMs: waitedMs() }, "PostgreSQL is back");
      return;
    }
    if (!problem.isPassing) throw new DatabaseUnusable(problem.sentence);
    if (tries === 1) log.warn({ reason: problem.sentence, waitMs: withinMs }, "PostgreSQL is away, waiting for it");
    if (waitedMs() >= withinMs) {
      const tried = `The server tried ${tries} times in ${Math.round(waitedMs() / 1000)} s`;
      throw new DatabaseUnusable(`${problem.sentence} ${tried}.`);
    }
    await sleep(tryEveryMs);
  }
};

/** Null if PostgreSQL answers. Rejects with any error that is not about the connection. */
const problemOf = async (url: string, withinMs: number) => {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, connect_timeout: withinMs / 1000 });
  const late = new AbortController();
  // If something else accepts connections and closes them, such as a container's proxy, the driver tries without end.
  const silence = sleep(withinMs, undefined, { signal: late.signal }).then(
    () => Promise.reject(Object.assign(new Error("no answer"), { code: "CONNECT_TIMEOUT" })),
    () => {},
  );
  silence.catch(() => {});
  try {
    await Promise.race([sql`select 1`.then(() => {}), silence]);
    return null;
  } catch (error) {
    const problem = connectionProblem(error, url);
    if (!problem) throw error;
    return problem;
  } finally {
    late.abort();
    await sql.end({ timeout: 0 });
  }
};
