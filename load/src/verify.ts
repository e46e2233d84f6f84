// Runs after the last answer: compares what every client received with what the server says now. Each finding is a
// promise of the product and whether it was kept.

import { setTimeout as sleep } from "node:timers/promises";
import type { Auction } from "@jara/shared/auction";
import type { Crowd } from "./crowd.ts";
import { inParallel } from "./in-parallel.ts";
import type { Lot } from "./lots.ts";
import type { Measurements } from "./measure/measurements.ts";
import { Mistake } from "./mistake.ts";
import type { Rest } from "./rest.ts";

export interface Promised {
  readonly promise: string;
  readonly isKept: boolean;
  /** Says how much was checked, or which finding broke the promise. */
  readonly detail: string;
}

export interface Completeness {
  /** Pairs of a watcher and an auction that it watches. */
  readonly views: number;
  readonly complete: number;
  /** Accepted bids that the auction does not count. */
  readonly missingBids: number;
}

const ASKED_AT_ONCE = 16;
const LOOK_EVERY_MS = 50;
/** The last state normally arrives well within this time; after it, it counts as lost. */
const ARRIVES_WITHIN_MS = 15_000;

export interface Deps {
  readonly rest: Rest;
  readonly crowd: Crowd;
  readonly lots: readonly Lot[];
  readonly measured: Measurements;
}

const readAll = async ({ rest, lots }: Deps): Promise<Map<string, Auction>> => {
  const found = new Map<string, Auction>();
  await inParallel(lots, ASKED_AT_ONCE, async ({ id }) => {
    const auction = await rest.auction(id);
    if (auction) found.set(id, auction);
  });
  return found;
};

/** Waits until every watcher has the version of `final`, or the time limit has passed. */
const completeness = async (
  deps: Deps,
  final: ReadonlyMap<string, Auction>,
  arrivesWithinMs = ARRIVES_WITHIN_MS,
): Promise<Completeness> => {
  const until = performance.now() + arrivesWithinMs;
  const count = () => {
    let views = 0;
    let complete = 0;
    for (const watcher of deps.crowd.watchers) {
      for (const id of watcher.watched()) {
        views += 1;
        if (watcher.versionOf(id) >= (final.get(id)?.version ?? Number.POSITIVE_INFINITY)) complete += 1;
      }
    }
    return { views, complete };
  };
  let counted = count();
  while (counted.complete < counted.views && performance.now() < until) {
    await sleep(LOOK_EVERY_MS);
    counted = count();
  }
  let missingBids = 0;
  for (const { id, bidCountBefore } of deps.lots) {
    const counts = (final.get(id)?.bidCount ?? bidCountBefore) - bidCountBefore;
    missingBids += Math.max(0, (deps.measured.lots.get(id)?.acceptedBids ?? 0) - counts);
  }
  return { ...counted, missingBids };
};

const promisesOfAll = (deps: Deps, final: ReadonlyMap<string, Auction>, { missingBids }: Completeness): Promised[] => {
  const accepted = deps.measured.total.accepted;
  const behind = [...deps.measured.lots].filter(
    ([id, { highestVersion }]) => (final.get(id)?.version ?? 0) < highestVersion,
  );
  const folded = deps.lots.flatMap(({ id }) => {
    const auction = final.get(id);
    const view = deps.crowd.watchers.map((watcher) => watcher.folded(id)).find(Boolean);
    return auction && view ? [{ auction, view }] : [];
  });
  const differing = folded.filter(({ auction, view }) => !isAlike(auction, view.auction));
  return [
    {
      promise: "Every accepted command is in its auction",
      isKept: missingBids === 0 && behind.length === 0,
      detail:
        missingBids + behind.length === 0
          ? `${accepted.toLocaleString("en")} accepted commands`
          : `${missingBids} accepted bids are not counted, ${behind.length} auctions are older than their answers`,
    },
    {
      promise: "A client that follows the events has the state that the server shows",
      isKept: differing.length === 0,
      detail:
        differing.length === 0
          ? `${folded.length} auctions followed by one watcher each`
          : `of ${folded.length} auctions ${differing.length} differ: ${fewOf(differing.map(({ auction }) => auction._id))}`,
    },
  ];
};

export const fewOf = (all: readonly string[]): string =>
  all.length <= 5 ? all.join("; ") : `${all.slice(0, 5).join("; ")}; and ${all.length - 5} more`;

/** Compares only equal versions: a newer view has a bid since `shown` was read, and an older one is counted as lost. */
const isAlike = (shown: Auction, view: Auction): boolean =>
  view.version !== shown.version ||
  (["currentPrice", "minimumBid", "bidCount", "status", "endTime"] as const).every((key) => shown[key] === view[key]);

/** A server that is gone by now is one more finding; everything measured until then is reported. */
export const verified = async (
  verifying: Deps,
  arrivesWithinMs: number | undefined,
  closing: () => Promise<Promised[]>,
): Promise<{ complete: Completeness; promises: Promised[] }> => {
  try {
    const ended = await closing();
    const final = await readAll(verifying);
    const complete = await completeness(verifying, final, arrivesWithinMs);
    return { complete, promises: [...promisesOfAll(verifying, final, complete), ...ended] };
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const views = verifying.crowd.watchers.reduce((sum, watcher) => sum + [...watcher.watched()].length, 0);
    return {
      complete: { views, complete: 0, missingBids: 0 },
      promises: [{ promise: "The server answers after the run", isKept: false, detail: error.message }],
    };
  }
};
