// How much was let through lately, by limit and by whom. Decided here and now from this process's memory: nothing is
// asked, nothing is waited for. What other nodes let through is charged as soon as they say so.
import { LRUCache } from "lru-cache";

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

/** A leaking bucket: what was let through and has not leaked away yet. */
interface Level {
  used: number;
  at: number;
  perSecond: number;
}

/** Let through under a limit's name: by whom, how many. */
export type Spending = Readonly<Record<string, readonly (readonly [key: string, count: number])[]>>;

export interface Limiter {
  /** 0 where it may pass all of them, else how long to wait (ms); then none of them is charged. */
  take(...asked: readonly (readonly [limit: Limit, key: string])[]): number;
  /** As `take` would say, but nothing is taken. */
  waitMs(limit: Limit, key: string): number;
  /** Whether it waits as long as it can: so many strikes that further ones are not even counted. */
  isStruckOut(limit: Limit, key: string): boolean;
  /** How many more would pass now. */
  left(limit: Limit, key: string): number;
  /** Other nodes let this through. What is told of unknown limits is kept for who knows them. */
  charge(spending: Spending): void;
}

/** Of each limit: who was longest silent is forgotten first, and has most of it back by then. */
const KEYS_KEPT = 20_000;
/** More names than any version has. */
const LIMITS_KEPT = 100;
/** Of one message; no node lets more through in the time between two. */
const MOST_CHARGED = 100_000;

/** Whoever waited as long as they were told is let through. */
const ROUNDING = 1e-6;

export const unlimited: Limiter = {
  take: () => 0,
  waitMs: () => 0,
  isStruckOut: () => false,
  left: () => Number.POSITIVE_INFINITY,
  charge: () => {},
};

/** `spent` is told of everything that passes and that other nodes should know of. */
export const createLimiter = (
  spent: (limit: Limit, key: string) => void = () => {},
  now: () => number = () => performance.now(),
): Limiter => {
  const limits = new LRUCache<string, LRUCache<string, Level>>({ max: LIMITS_KEPT });
  const levelsOf = (name: string): LRUCache<string, Level> => {
    const known = limits.get(name) ?? new LRUCache<string, Level>({ max: KEYS_KEPT });
    limits.set(name, known);
    return known;
  };
  const leaked = (level: Level): Level => {
    const at = now();
    level.used = Math.max(0, level.used - ((at - level.at) / 1000) * level.perSecond);
    level.at = at;
    return level;
  };
  const levelOf = ({ name, perSecond }: Limit, key: string): Level => {
    const levels = levelsOf(name);
    const level = levels.get(key) ?? { used: 0, at: now(), perSecond };
    level.perSecond = perSecond;
    levels.set(key, level);
    return leaked(level);
  };
  return {
    take(...asked) {
      let waitMs = 0;
      for (const [limit, key] of asked) {
        const { burst, perSecond, strikesUpToSeconds = 0 } = limit;
        const level = levelOf(limit, key);
        if (level.used + 1 <= burst + ROUNDING) continue;
        if (level.used + 1 <= burst + strikesUpToSeconds * perSecond) level.used += 1;
        waitMs = Math.max(waitMs, Math.ceil(((level.used + 1 - burst - ROUNDING) / perSecond) * 1000));
      }
      if (waitMs > 0) return waitMs;
      for (const [limit, key] of asked) {
        levelOf(limit, key).used += 1;
        if (!limit.isLocal) spent(limit, key);
      }
      return 0;
    },
    waitMs(limit, key) {
      const over = levelOf(limit, key).used + 1 - limit.burst - ROUNDING;
      return over > 0 ? Math.ceil((over / limit.perSecond) * 1000) : 0;
    },
    isStruckOut: (limit, key) =>
      levelOf(limit, key).used + 1 > limit.burst + (limit.strikesUpToSeconds ?? 0) * limit.perSecond,
    left: (limit, key) => Math.max(0, Math.floor(limit.burst - levelOf(limit, key).used)),
    charge(spending) {
      for (const [name, entries] of Object.entries(spending)) {
        const levels = levelsOf(name);
        for (const [key, count] of entries) {
          if (!(count > 0 && count <= MOST_CHARGED)) continue;
          // How fast it leaks is learnt when somebody asks for it here.
          const level = levels.get(key) ?? { used: 0, at: now(), perSecond: 0 };
          leaked(level).used += count;
          levels.set(key, level);
        }
      }
    },
  };
};
