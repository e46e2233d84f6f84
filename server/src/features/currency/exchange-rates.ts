// Keeps the exchange rates current: fetched hourly by whichever node looks first, shared through the database. Never
// stands in the way of anything: without a provider, or until one answered, the fallback rates hold.
import { type ExchangeRates, fallbackRates } from "@jara/shared/money";
import type { Database } from "../../platform/database/database.ts";
import { fetchRate } from "./fetch-rate.ts";
import { loadRates, offerRate } from "./queries.ts";

export interface RateTimes {
  /** How old rates may be before they are fetched again. */
  readonly fetchAfterMs: number;
  /** How often a node looks at the row; another may have fetched. */
  readonly lookEveryMs: number;
  /** After a failure, not before. */
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
/** Older rates are still used, as nearer to the truth than the fallback, but the log says so. */
const WARN_AFTER_MS = 48 * 60 * MINUTE_MS;

export interface RatesKeeper {
  current(): ExchangeRates;
  /** Takes over what is stored, now. Never rejects: the next look does it too. */
  refresh(): Promise<void>;
  /** Resolves when the stored rates are known; a fetch that is due goes on behind. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface RatesKeeperDeps {
  readonly database: Database;
  /** Null: the fallback rates, always. */
  readonly url: string | null;
  readonly log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  readonly times?: RateTimes;
}

export const createRatesKeeper = ({ database, url, log, times = usualTimes }: RatesKeeperDeps): RatesKeeper => {
  let rates: ExchangeRates = fallbackRates;
  let notBefore = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  const stopping = new AbortController();

  const takeOver = async () => {
    const stored = await loadRates(database);
    rates = stored ? { NGN_TO_USD: stored.NGN_TO_USD, USD_TO_NGN: stored.USD_TO_NGN } : fallbackRates;
    return stored;
  };

  /** Takes over what is stored; true where it is time to fetch. */
  const look = async (): Promise<boolean> => {
    const stored = await takeOver();
    const isDue = (!stored || stored.askedMs > times.fetchAfterMs) && performance.now() >= notBefore;
    if (isDue && stored && stored.ageMs !== null && stored.ageMs > WARN_AFTER_MS) {
      log.warn({ hours: Math.floor(stored.ageMs / (60 * MINUTE_MS)) }, "the exchange rates are old");
    }
    return isDue;
  };

  const renew = async (url: string): Promise<void> => {
    // Until it is known to have worked, it has failed.
    notBefore = performance.now() + times.retryAfterMs;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(times.timeoutMs)]);
    const fetched = await fetchRate(url, signal);
    const judged = await offerRate(database, fetched);
    notBefore = Number.NEGATIVE_INFINITY;
    // Another node was quicker; the next look finds what it stored.
    if (!judged) return;
    await takeOver();
    const { isAccepted, isSame, standing } = judged;
    if (isAccepted) log.info({ nairaForDollar: fetched }, "exchange rates fetched");
    else if (!isSame) log.warn({ standing, fetched }, "an exchange rate jumped too far: it waits for an administrator");
  };

  const failed = (error: unknown): void => {
    if (!stopping.signal.aborted) log.warn({ reason: reasonOf(error) }, "no new exchange rates; the last ones hold");
  };

  const again = (url: string): void => {
    if (stopping.signal.aborted) return;
    // Nodes that started together drift apart, so that one of them fetches for all.
    timer = setTimeout(() => turn(url, look()), times.lookEveryMs * (0.75 + Math.random() / 2));
    timer.unref();
  };

  const turn = (url: string, looking: Promise<boolean>): void => {
    underWay = looking
      .then((isDue) => (isDue ? renew(url) : undefined))
      .catch(failed)
      .finally(() => again(url));
  };

  return {
    current: () => rates,
    async refresh() {
      if (url !== null) await takeOver().catch(() => {});
    },
    async start() {
      if (url === null) return;
      const isDue = await look();
      turn(url, Promise.resolve(isDue));
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await underWay;
    },
  };
};

/** `fetch` hides the reason one level down. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message ?? message ?? String(error);
};
