// Checks that clients saw changes in the order of the log, and that every date is true.
import { check, firstOf } from "../check.ts";
import type { Effect, Evidence } from "../evidence.ts";
import type { Call } from "../history.ts";
import { wordsOf } from "./commands.ts";

interface Known {
  readonly at: number;
  readonly revision: number;
  /** The source: a call's answer, or a version that a watcher received. */
  readonly by: Call | { readonly watcher: number; readonly version: number };
}

/**
 * When each revision was first known outside the server: an answer had come, or a watcher had received it. Sorted by
 * time.
 */
const known = ({ calls, effects, history, auctions }: Evidence): Map<string, Known[]> => {
  const found = new Map<string, Map<number, Known>>();
  const add = (auctionId: string, one: Known): void => {
    const ofAuction = found.get(auctionId) ?? new Map<number, Known>();
    found.set(auctionId, ofAuction);
    const before = ofAuction.get(one.revision);
    if (!before || one.at < before.at) ofAuction.set(one.revision, one);
  };
  for (const [key, effect] of effects) {
    const call = calls.get(key);
    if (call?.outcome.kind !== "accepted" || call.settledAt === null) continue;
    add(effect.auctionId, { at: call.settledAt, revision: effect.row.revision, by: call });
  }
  for (const { watcher, seen } of history.watching) {
    for (const one of seen) {
      if (one.kind === "connected" || one.kind === "not found") continue;
      const { auctionId, version } =
        one.kind === "shown"
          ? { auctionId: one.auctionId, version: one.shown.auction.version }
          : (one.data as { auctionId?: string; version?: number });
      if (auctionId === undefined || version === undefined) continue;
      const revision = auctions.get(auctionId)?.firstRevision.get(version);
      if (revision !== undefined) add(auctionId, { at: one.at, revision, by: { watcher, version } });
    }
  }
  return new Map([...found].map(([id, ofAuction]) => [id, [...ofAuction.values()].sort((a, b) => a.at - b.at)]));
};

const how = ({ by }: Known): string =>
  "invocation" in by
    ? `${wordsOf(by.invocation)} had been answered`
    : `watcher ${by.watcher} had been told version ${by.version}`;

/** Returns the highest revision known before a moment. Moments must be asked in ascending order. */
const highestBefore = (all: readonly Known[]): ((moment: number) => Known | null) => {
  let next = 0;
  let highest: Known | null = null;
  return (moment) => {
    for (let one = all[next]; one && one.at < moment; one = all[++next]) {
      if (!highest || one.revision > highest.revision) highest = one;
    }
    return highest;
  };
};

export const order = check(
  "order",
  "A change that was known before a command was sent is before it in the log, and a view is never older than " +
    "its request",
  (evidence, tally) => {
    const knownOf = known(evidence);
    const askedOf = new Map<string, { call: Call; effect: Effect }[]>();
    for (const [key, effect] of evidence.effects) {
      const call = evidence.calls.get(key);
      if (!call) continue;
      const all = askedOf.get(effect.auctionId);
      if (all) all.push({ call, effect });
      else askedOf.set(effect.auctionId, [{ call, effect }]);
    }
    for (const [auctionId, all] of askedOf) {
      all.sort((a, b) => a.call.invokedAt - b.call.invokedAt);
      const highest = highestBefore(knownOf.get(auctionId) ?? []);
      for (const { call, effect } of all) {
        const before = highest(call.invokedAt);
        const { revision } = effect.row;
        const wrong =
          before &&
          before.revision >= revision &&
          `${wordsOf(call.invocation)} is revision ${revision}, and before it was sent, ${how(before)}: revision ${before.revision}`;
        tally.tried(auctionId, wrong || null);
      }
    }
    const shown = evidence.history.watching.flatMap(({ watcher, seen }) =>
      seen.flatMap((one) => (one.kind === "shown" ? [{ ...one, watcher }] : [])),
    );
    shown.sort((a, b) => a.askedAt - b.askedAt);
    const highestOf = new Map([...knownOf].map(([id, all]) => [id, highestBefore(all)]));
    for (const { watcher, auctionId, askedAt, shown: answer } of shown) {
      const auction = evidence.auctions.get(auctionId);
      const before = highestOf.get(auctionId)?.(askedAt);
      if (!auction || !before) continue;
      const { version } = answer.auction;
      const versionThen = auction.steps[before.revision - 1]?.after.version ?? 0;
      const wrong =
        version < versionThen &&
        `watcher ${watcher} was shown version ${version}, and before it asked, ${how(before)}: version ${versionThen}`;
      tally.tried(auctionId, wrong || null);
    }
  },
);

export const dates = check(
  "dates",
  "The time of a step is between its command and the answer, and never while its row was locked from outside",
  ({ history, effects, calls, auctions }, tally) => {
    const { clock, held } = history;
    if (clock) {
      for (const [key, { row, auctionId }] of effects) {
        const call = calls.get(key);
        if (!call) continue;
        // Dates are truncated to whole milliseconds.
        const earlyMs = call.invokedAt + clock.offsetMs - clock.errorMs - (row.at + 1);
        const lateMs = call.settledAt === null ? 0 : row.at - (call.settledAt + clock.offsetMs + clock.errorMs);
        const what = `${wordsOf(call.invocation)} is dated`;
        tally.tried(
          auctionId,
          firstOf(
            earlyMs > 0 && `${what} ${earlyMs.toFixed(1)} ms before it was sent`,
            lateMs > 0 && `${what} ${lateMs.toFixed(1)} ms after it was answered`,
          ),
        );
      }
    }
    for (const { auctionId, from, until } of held) {
      for (const { row } of auctions.get(auctionId)?.steps ?? []) {
        // Dates are truncated to whole milliseconds.
        const isWithin = row.at > from && row.at + 1 < until;
        const wrong = `revision ${row.revision} is dated ${Math.round(until - row.at)} ms before its row could be written: somebody else had it locked`;
        tally.tried(auctionId, isWithin ? wrong : null);
      }
    }
  },
);
