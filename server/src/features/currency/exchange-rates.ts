// Keeps the exchange rates current. The first node that finds them due fetches them each hour and shares them through
// the database. It must never block anything: without a provider, or until one answers, the fallback rates are in
// force.
import { type ExchangeRates, fallbackRates } from "@jara/shared/money";
import type { Database } from "../../platform/database/database.ts";
import { type Job, startJob } from "../../platform/jobs/job.ts";
import { fetchRate } from "./fetch-rate.ts";
import { loadRates, offerRate } from "./queries.ts";

export interface RateTimes {
  /** The age at which rates are fetched again. */
  readonly fetchAfterMs: number;
  /** How often a node polls the row, because another node may have fetched. */
  readonly lookEveryMs: number;
  /** The shortest wait after a failed fetch. */
  readonly retryAfterMs: number;
  readonly timeoutMs: number;
}

const MINUTE_MS = 60_000;
const usualTimes: RateTimes = {
  fetchAfterMs: 60 * MINUTE_MS,
  lookEveryMs: MINUTE_MS,
  retryAfterMs: 5 * MINUTE_MS,
  timeoutMs: 5_000,
};
/** Older rates stay in use, because they are closer to the truth than the fallback, but the log warns. */
const WARN_AFTER_MS = 48 * 60 * MINUTE_MS;

export interface RatesKeeper {
  current(): ExchangeRates;
  /** Takes over the stored rates now. Never rejects, because the next poll does the same. */
  refresh(): Promise<void>;
  /** Resolves when the stored rates are loaded. A fetch that is due continues in the background. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface RatesKeeperDeps {
  readonly database: Database;
  /** Null: always use the fallback rates. */
  readonly url: string | null;
  readonly log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  readonly times?: RateTimes;
}

export const createRatesKeeper = ({ database, url, log, times = usualTimes }: RatesKeeperDeps): RatesKeeper => {
  let rates: ExchangeRates = fallbackRates;
  let notBefore = Number.NEGATIVE_INFINITY;
  let job: Job | undefined;

  const takeOver = async () => {
    const stored = await loadRates(database);
    rates = stored ? { NGN_TO_USD: stored.NGN_TO_USD, USD_TO_NGN: stored.USD_TO_NGN } : fallbackRates;
    return stored;
  };

  const renew = async (url: string, signal: AbortSignal): Promise<void> => {
    // Count the fetch as failed until it is known to have worked.
    notBefore = performance.now() + times.retryAfterMs;
    const fetched = await fetchRate(url, AbortSignal.any([signal, AbortSignal.timeout(times.timeoutMs)]));
    const judged = await offerRate(database, fetched);
    notBefore = Number.NEGATIVE_INFINITY;
    // Another node was quicker. The next poll finds what it stored.
    if (!judged) return;
    await takeOver();
    const { isAccepted, isSame, rateBefore } = judged;
    if (isAccepted) log.info({ nairaForDollar: fetched }, "exchange rates fetched");
    else if (!isSame)
      log.warn({ standing: rateBefore, fetched }, "an exchange rate jumped too far; it waits for an administrator");
  };

  /** Takes over the stored rates, and fetches a new one when it is due. */
  const keepCurrent = async (url: string, signal: AbortSignal): Promise<void> => {
    const stored = await takeOver();
    const isDue = (!stored || stored.askedMs > times.fetchAfterMs) && performance.now() >= notBefore;
    if (!isDue) return;
    if (stored && stored.ageMs !== null && stored.ageMs > WARN_AFTER_MS) {
      log.warn({ hours: Math.floor(stored.ageMs / (60 * MINUTE_MS)) }, "the exchange rates in force are old");
    }
    await renew(url, signal);
  };

  return {
    current: () => rates,
    async refresh() {
      if (url !== null) await takeOver().catch(() => {});
    },
    async start() {
      if (url === null) return;
      await takeOver();
      job = startJob({
        // Vary the pause, so that nodes that started together drift apart and one of them fetches for all.
        everyMs: () => times.lookEveryMs * (0.75 + Math.random() / 2),
        run: (signal) => keepCurrent(url, signal),
        failed: (error) =>
          log.warn({ reason: reasonOf(error) }, "exchange rates not fetched; the last ones stay in force"),
      });
    },
    async stop() {
      await job?.stop();
    },
  };
};

/** `fetch` hides the reason in the error's cause. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message ?? message ?? String(error);
};
