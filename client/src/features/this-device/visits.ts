// Counts the visits of this browser, because nobody is asked for anything at the first one.
const KEY = "visits";
/** A page that is opened later than this after the last one begins another visit. */
const APART_MS = 30 * 60_000;

interface Visits {
  readonly count: number;
  /** The newest page, in ms since 1970 by this device's clock. */
  readonly lastAt: number;
}

const read = (): Visits => {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Visits> | null;
    if (typeof stored?.count === "number" && typeof stored.lastAt === "number") return stored as Visits;
  } catch {
    // Storage can be forbidden; then each page is the first visit.
  }
  return { count: 0, lastAt: 0 };
};

/** Notes that a page was opened. Returns the number of this visit, from 1. */
export const noteVisit = (now = Date.now()): number => {
  const { count, lastAt } = read();
  const visit = Math.abs(now - lastAt) > APART_MS ? count + 1 : count;
  try {
    localStorage.setItem(KEY, JSON.stringify({ count: visit, lastAt: now } satisfies Visits));
  } catch {
    // As above.
  }
  return visit;
};
