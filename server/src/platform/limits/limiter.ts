// Decides whether a limit lets something through, from this process's memory: it asks nobody and waits for nothing.
// Other nodes report what they let through, and `charge` adds it as if it had happened here at that time.
import { LRUCache } from "lru-cache";
import { addWork, type BusyPeriods, endOf } from "./busy-periods.ts";

export interface Limit {
  readonly name: string;
  /** So many at once … */
  readonly burst: number;
  /** … and then so many a second. */
  readonly perSecond: number;
  /** What is refused counts too, up to this many seconds of waiting: who floods on waits longer. */
  readonly strikesUpToSeconds?: number;
  /** Meaningless at another node (a connection is at one). */
  readonly isLocal?: true;
}

/**
 * Let through under a limit's name: by whom, how many, and how long ago the first of them, ms. A node of the version
 * before leaves the last out.
 */
export type Spending = Readonly<Record<string, readonly (readonly [key: string, count: number, agoMs?: number])[]>>;

/** How many a second leak away, by the limit's name. */
export type Rates = Readonly<Record<string, number>>;

export interface Limiter {
  /** 0 where it may pass all of them, else how long to wait (ms); then none of them is charged. */
  take(...asked: readonly (readonly [limit: Limit, key: string])[]): number;
  /** As `take` would say, but nothing is taken. */
  waitMs(limit: Limit, key: string): number;
  /** Whether it waits as long as it can: so many strikes that further ones are not even counted. */
  isStruckOut(limit: Limit, key: string): boolean;
  /** How many more would pass now. */
  left(limit: Limit, key: string): number;
  /**
   * Another node let this through, and its report took `delayMs`. Charges nobody more than if all of it had happened
   * here, in its true order, and less only where the order cannot be told any more. Ignores a limit whose rate neither
   * this node nor `rates` knows: it would never leak.
   */
  charge(spending: Spending, rates?: Rates, delayMs?: number): void;
}

/** Of each limit: who was longest silent is forgotten first, and has most of it back by then. */
const KEYS_KEPT = 20_000;
/** More names than any version has. */
const LIMITS_KEPT = 100;
/** Of one message; no node lets more through in the time between two. */
const MOST_CHARGED = 100_000;
/** Nobody reports what is older; a larger number is wrong. */
const OLDEST_MS = 60_000;

/** Thousandths of one, so that rounding of times refuses nobody who waited as long as they were told. */
const ROUNDING = 1e-3;

export const unlimited: Limiter = {
  take: () => 0,
  waitMs: () => 0,
  isStruckOut: () => false,
  left: () => Number.POSITIVE_INFINITY,
  charge: () => {},
};

interface Levels {
  /** Null until somebody asks for the limit here or another node says its rate. */
  perSecond: number | null;
  readonly byKey: LRUCache<string, BusyPeriods>;
}

/** `spent` is told of everything that passes and that other nodes should know of. */
export const createLimiter = (
  spent: (limit: Limit, key: string) => void = () => {},
  now: () => number = () => performance.now(),
): Limiter => {
  const limits = new LRUCache<string, Levels>({ max: LIMITS_KEPT });
  const levelsOf = (name: string): Levels => {
    const known = limits.get(name) ?? { perSecond: null, byKey: new LRUCache({ max: KEYS_KEPT }) };
    limits.set(name, known);
    return known;
  };
  const periodsOf = ({ byKey }: Levels, key: string): BusyPeriods => {
    const periods = byKey.get(key) ?? [];
    byKey.set(key, periods);
    return periods;
  };
  /** Of the limit: what was let through and has not leaked away yet. */
  const usedOf = ({ name, perSecond }: Limit, key: string): number => {
    const levels = levelsOf(name);
    levels.perSecond = perSecond;
    return (Math.max(0, endOf(periodsOf(levels, key)) - now()) / 1000) * perSecond;
  };
  const use = ({ name, perSecond }: Limit, key: string): void => {
    addWork(periodsOf(levelsOf(name), key), now(), 1000 / perSecond, now());
  };
  return {
    take(...asked) {
      let waitMs = 0;
      for (const [limit, key] of asked) {
        const { burst, perSecond, strikesUpToSeconds = 0 } = limit;
        let used = usedOf(limit, key);
        if (used + 1 <= burst + ROUNDING) continue;
        if (used + 1 <= burst + strikesUpToSeconds * perSecond + ROUNDING) {
          use(limit, key);
          used += 1;
        }
        waitMs = Math.max(waitMs, Math.ceil(((used + 1 - burst - ROUNDING) / perSecond) * 1000));
      }
      if (waitMs > 0) return waitMs;
      for (const [limit, key] of asked) {
        use(limit, key);
        if (!limit.isLocal) spent(limit, key);
      }
      return 0;
    },
    waitMs(limit, key) {
      const over = usedOf(limit, key) + 1 - limit.burst - ROUNDING;
      return over > 0 ? Math.ceil((over / limit.perSecond) * 1000) : 0;
    },
    isStruckOut: (limit, key) =>
      usedOf(limit, key) + 1 > limit.burst + (limit.strikesUpToSeconds ?? 0) * limit.perSecond + ROUNDING,
    left: (limit, key) => Math.max(0, Math.floor(limit.burst - usedOf(limit, key) + ROUNDING)),
    charge(spending, rates = {}, delayMs = 0) {
      for (const [name, entries] of Object.entries(spending)) {
        const told = Object.hasOwn(rates, name) ? rates[name] : undefined;
        const levels = levelsOf(name);
        // This node's own rate holds where the nodes' versions differ.
        if (told !== undefined && told > 0 && Number.isFinite(told)) levels.perSecond ??= told;
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
