// Decides whether a limit lets a request through, from this process's memory alone, without waiting. Other nodes report
// what they let through, and `charge` adds it as if it had happened here at that time.
import type { LRUCache } from "lru-cache";
import { createBoundedCache } from "../lib/bounded-cache.ts";
import { addWork, type BusyPeriods, endOf } from "./busy-periods.ts";
import { ADDRESSES_OF_NETWORK, widerNetworkOf } from "./client-address.ts";

export interface Limit {
  readonly name: string;
  /** The amount that may pass at once: requests, or what the limit counts instead … */
  readonly burst: number;
  /** … and the amount that may pass each second after that. */
  readonly perSecond: number;
  /**
   * Refused requests count too, up to this many seconds of waiting, so that a client that goes on flooding waits
   * longer.
   */
  readonly strikesUpToSeconds?: number;
  /** Not shared with other nodes (a connection exists at one node only). */
  readonly isLocal?: true;
}

/**
 * One request under a limit. Its amount is 1 unless given. An amount above the whole burst needs the whole burst. What an
 * IPv6 address asks for also counts for its /48, which has a larger limit of the same kind.
 */
export type Asked = readonly [limit: Limit, key: string, amount?: number];

/**
 * The passes under each limit: the key, the amount, and how long ago the first one passed, in ms. A node of the
 * previous version leaves out the last value.
 */
export type Spending = Readonly<Record<string, readonly (readonly [key: string, count: number, agoMs?: number])[]>>;

/** The leak per second, by the limit's name. */
export type Rates = Readonly<Record<string, number>>;

export interface Limiter {
  /** Returns 0 if all may pass. Otherwise returns how long to wait (ms), and charges none of them. */
  take(...asked: readonly Asked[]): number;
  /** Charges an amount, whether or not it fits: work that proved larger than what was taken for it. */
  add(...spent: readonly Asked[]): void;
  /** Returns what `take` would return, but charges nothing. */
  waitMs(...asked: Asked): number;
  /** Whether the wait has reached its maximum, so that further refused requests are no longer counted. */
  isStruckOut(limit: Limit, key: string): boolean;
  /** How many more would pass now. */
  left(limit: Limit, key: string): number;
  /**
   * Adds what another node let through; its report took `delayMs`. Never charges more than if everything had happened
   * here in its true order, and charges less only if the order is no longer known. Ignores a limit whose rate neither
   * this node nor `rates` knows, because such a charge would never leak.
   */
  charge(spending: Spending, rates?: Rates, delayMs?: number): void;
}

/**
 * Keys kept for each limit. The key that was silent longest is evicted first; most of its allowance is back by then.
 */
const KEYS_KEPT = 20_000;
/** More limit names than any version has. */
const LIMITS_KEPT = 200;
/** The largest amount accepted from one message. No node lets more through between two messages. */
const MOST_CHARGED = 100_000;
/** No node reports older spending, so a larger number is invalid. */
const OLDEST_MS = 60_000;

/**
 * In requests. The tolerance keeps the rounding of times from refusing a client that waited as long as it was asked to.
 */
const ROUNDING = 1e-3;

export const unlimited: Limiter = {
  take: () => 0,
  add: () => {},
  waitMs: () => 0,
  isStruckOut: () => false,
  left: () => Number.POSITIVE_INFINITY,
  charge: () => {},
};

/** Every limit of an address holds for the wider network too, so that nobody gains by having many addresses. */
const withNetwork = (asked: Asked): readonly Asked[] => {
  const [limit, key, amount = 1] = asked;
  const network = widerNetworkOf(key);
  if (network === null) return [asked];
  const { name, burst, perSecond } = limit;
  const wider = { burst: burst * ADDRESSES_OF_NETWORK, perSecond: perSecond * ADDRESSES_OF_NETWORK };
  return [asked, [{ ...limit, ...wider, name: `${name}, /48` }, network, amount]];
};

interface Levels {
  /** Null until this node uses the limit or another node reports its rate. */
  perSecond: number | null;
  readonly byKey: LRUCache<string, BusyPeriods>;
}

/** `spent` is called for everything that passes and that other nodes should know. */
export const createLimiter = (
  spent: (limit: Limit, key: string, amount: number) => void = () => {},
  now: () => number = () => performance.now(),
): Limiter => {
  const limits = createBoundedCache<string, Levels>(LIMITS_KEPT);
  const levelsOf = (name: string): Levels => {
    const known = limits.get(name) ?? { perSecond: null, byKey: createBoundedCache(KEYS_KEPT) };
    limits.set(name, known);
    return known;
  };
  const periodsOf = ({ byKey }: Levels, key: string): BusyPeriods => {
    const periods = byKey.get(key) ?? [];
    byKey.set(key, periods);
    return periods;
  };
  /** The amount that was let through under the limit and has not leaked away yet. */
  const usedOf = ({ name, perSecond }: Limit, key: string): number => {
    const levels = levelsOf(name);
    levels.perSecond = perSecond;
    return (Math.max(0, endOf(periodsOf(levels, key)) - now()) / 1000) * perSecond;
  };
  const use = ({ name, perSecond }: Limit, key: string, amount: number): void => {
    addWork(periodsOf(levelsOf(name), key), now(), (amount * 1000) / perSecond, now());
  };
  const waitOf = ([limit, key, amount = 1]: Asked): number => {
    const over = usedOf(limit, key) + Math.min(amount, limit.burst) - limit.burst - ROUNDING;
    return over > 0 ? Math.ceil((over / limit.perSecond) * 1000) : 0;
  };
  const leftOf = ([limit, key]: Asked): number => Math.max(0, Math.floor(limit.burst - usedOf(limit, key) + ROUNDING));
  const spend = (asked: readonly Asked[]): void => {
    for (const [limit, key, amount = 1] of asked) {
      use(limit, key, amount);
      if (!limit.isLocal) spent(limit, key, amount);
    }
  };
  return {
    take(...given) {
      const asked = given.flatMap(withNetwork);
      let waitMs = 0;
      for (const [limit, key, amount = 1] of asked) {
        const { burst, perSecond, strikesUpToSeconds = 0 } = limit;
        const needed = Math.min(amount, burst);
        let used = usedOf(limit, key);
        if (used + needed <= burst + ROUNDING) continue;
        if (used + needed <= burst + strikesUpToSeconds * perSecond + ROUNDING) {
          use(limit, key, amount);
          used += amount;
        }
        waitMs = Math.max(waitMs, Math.ceil(((used + needed - burst - ROUNDING) / perSecond) * 1000));
      }
      if (waitMs > 0) return waitMs;
      spend(asked);
      return 0;
    },
    add(...given) {
      const asked = given.flatMap(withNetwork);
      for (const [limit] of asked) levelsOf(limit.name).perSecond = limit.perSecond;
      spend(asked);
    },
    waitMs: (...asked) => Math.max(...withNetwork(asked).map(waitOf)),
    isStruckOut: (limit, key) =>
      usedOf(limit, key) + 1 > limit.burst + (limit.strikesUpToSeconds ?? 0) * limit.perSecond + ROUNDING,
    left: (...asked) => Math.min(...withNetwork(asked).map(leftOf)),
    charge(spending, rates = {}, delayMs = 0) {
      for (const [name, entries] of Object.entries(spending)) {
        const reported = Object.hasOwn(rates, name) ? rates[name] : undefined;
        const levels = levelsOf(name);
        // This node's own rate applies if the nodes' versions differ.
        if (reported !== undefined && reported > 0 && Number.isFinite(reported)) levels.perSecond ??= reported;
        const { perSecond } = levels;
        if (perSecond === null) continue;
        for (const [key, count, agoMs = 0] of entries) {
          const ageMs = agoMs + delayMs;
          const isSense = count > 0 && count <= MOST_CHARGED && agoMs !== null && ageMs >= 0 && ageMs <= OLDEST_MS;
          if (!isSense) continue;
          addWork(periodsOf(levels, key), now() - ageMs, (count * 1000) / perSecond, now());
        }
      }
    },
  };
};
