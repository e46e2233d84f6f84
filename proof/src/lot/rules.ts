// The rules of docs/rules/bidding.md that the replay of a public log and the checker of whole histories (load/src/history)
// both need. Written from the rules, and independent of the engine. Times are epoch ms.
import type { SoftClose } from "../facts.ts";

/** Rule 14: a new text leaves this time before the end, unless changes have moved the end by `MOST_NOTICE_MS`. */
export const NOTICE_MS = 2 * 60 * 60 * 1000;
export const MOST_NOTICE_MS = 24 * 60 * 60 * 1000;

/** Rule 15: the reasons of a void after which the person may not bid on the lot again. */
export const barring: ReadonlySet<string> = new Set(["fraud", "suspended", "other"]);

/** Rule 13: the end after a bid at `at` that changes the price. `scheduled`: null unless bids have moved the end past it. */
export const endAfterBid = (rule: SoftClose, at: number, endsAt: number, scheduled: number | null): number => {
  const latest = (scheduled ?? endsAt) + rule.capMinutes * 60_000;
  return Math.max(endsAt, Math.min(at + rule.windowSeconds * 1000, latest));
};
