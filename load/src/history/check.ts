// The type of a check: one promise, and a function that counts what it compared and lists each violation. Also helpers
// for comparing. Pure.
import type { Evidence, Violation } from "./evidence.ts";

export interface Checked {
  readonly tried: number;
  readonly violations: readonly Violation[];
}

export interface Check {
  readonly promise: string;
  /** The promise in a sentence. */
  readonly says: string;
  run(evidence: Evidence): Checked;
}

export interface Tally {
  /** Counts one checked thing; `wrong` describes the violation, or is null. */
  tried(auctionId: string | null, wrong: string | null): void;
}

export const check = (promise: string, says: string, look: (evidence: Evidence, tally: Tally) => void): Check => ({
  promise,
  says,
  run: (evidence) => {
    let tried = 0;
    const violations: Violation[] = [];
    look(evidence, {
      tried: (auctionId, wrong) => {
        tried += 1;
        if (wrong !== null) violations.push({ promise, auctionId, what: wrong });
      },
    });
    return { tried, violations };
  },
});

/**
 * How far the time for which a node decided may be from the time of its commit (ms), if the commit checks it: for an
 * edit that makes a content version, and for the end of a pause. It does not matter how far the clock moved.
 */
export const DATED_WITHIN_MS = 1_000;

/** How far a node's estimate of the database's clock may be wrong (ms), if the clock does not jump. */
const ESTIMATE_OFF_MS = 1_000;

/**
 * How far a time that a node decided may be from the time of its commit (ms), if the commit does not check it, as for
 * the end of a second chance's offer. At a switchover to a database with another clock, a node decides by the old clock
 * what the new one commits. `errorMs` contains how far the clock moved during the run (server/trust/round/judge.ts).
 */
export const clocksApartMs = ({ history }: Evidence): number => ESTIMATE_OFF_MS + (history.clock?.errorMs ?? 0);

/** The first violation; null if there is none. */
export const firstOf = (...wrongs: readonly (string | false | null | undefined)[]): string | null =>
  wrongs.find((wrong): wrong is string => Boolean(wrong)) ?? null;

/** Null if both values are the same. */
export const unlike = (what: string, said: unknown, is: unknown): string | null =>
  same(said, is) ? null : `${what} is ${text(said)} where it is ${text(is)} in the database`;

/** Ignores the order of an object's keys, because the database stores them in an order of its own. */
export const same = (one: unknown, other: unknown): boolean => one === other || text(one) === text(other);

const text = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? "nothing";

export const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
