// After the last answer: what everybody was told is held against what the server says now. Each finding is a promise of
// the product with whether it was kept.

import { setTimeout as sleep } from "node:timers/promises";
import type { Auction } from "@jara/shared/auction";
import { toMinor } from "@jara/shared/money";
import type { Crowd } from "./crowd.ts";
import type { Field } from "./field.ts";
import { inParallel } from "./in-parallel.ts";
import type { Lot } from "./lots.ts";
import type { LotAnswers, Measurements } from "./measure/measurements.ts";
import type { Rest } from "./rest.ts";
import type { ServerClock } from "./server-clock.ts";

export interface Promised {
  readonly promise: string;
  readonly isKept: boolean;
  /** What was looked at, or what broke it. */
  readonly detail: string;
}

export interface Completeness {
  /** Pairs of a watcher and an auction it watches. */
  readonly views: number;
  readonly complete: number;
  /** Accepted bids that the auction does not count. */
  readonly missingBids: number;
}

const ASKED_AT_ONCE = 16;
const LOOK_EVERY_MS = 50;
/** The last state arrives well within; after this it is lost. */
const ARRIVES_WITHIN_MS = 15_000;

export interface Deps {
  readonly rest: Rest;
  readonly crowd: Crowd;
  readonly lots: readonly Lot[];
  readonly measured: Measurements;
}

export const readAll = async ({ rest, lots }: Deps): Promise<Map<string, Auction>> => {
  const found = new Map<string, Auction>();
  await inParallel(lots, ASKED_AT_ONCE, async ({ id }) => {
    const auction = await rest.auction(id);
    if (auction) found.set(id, auction);
  });
  return found;
};

/** Waits until every watcher has the version of `final`, as long as that may take. */
export const completeness = async (
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

export const promisesOfAll = (
  deps: Deps,
  final: ReadonlyMap<string, Auction>,
  { missingBids }: Completeness,
): Promised[] => {
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
      promise: "Following the events gives what the server shows",
      isKept: differing.length === 0,
      detail:
        differing.length === 0
          ? `${folded.length} auctions followed by one watcher each`
          : `of ${folded.length} auctions ${differing.length} differ: ${fewOf(differing.map(({ auction }) => auction._id))}`,
    },
  ];
};

const fewOf = (all: readonly string[]): string =>
  all.length <= 5 ? all.join("; ") : `${all.slice(0, 5).join("; ")}; and ${all.length - 5} more`;

/** Of the same version: a newer view saw a bid since `shown` was read, and an older one is counted as lost. */
const isAlike = (shown: Auction, view: Auction): boolean =>
  view.version !== shown.version ||
  (["currentPrice", "minimumBid", "bidCount", "status", "endTime"] as const).every((key) => shown[key] === view[key]);

const ENDS_WITHIN_MS = 15_000;
/** Of an auction's bidders, whether they won: a call each. */
const MOST_ASKED = 50;

/** Of `close`: waits for the ends and looks at each. */
export const promisesOfClosing = async (deps: Deps, field: Field, clock: ServerClock): Promise<Promised[]> => {
  const late: string[] = [];
  const early: string[] = [];
  const unclear: string[] = [];
  let acrossTheEnd = 0;
  const until = performance.now() + ENDS_WITHIN_MS;
  await inParallel(deps.lots, ASKED_AT_ONCE, async (lot) => {
    let auction = await deps.rest.auction(lot.id);
    while (auction?.status === "active" && performance.now() < until) {
      await sleep(LOOK_EVERY_MS);
      auction = await deps.rest.auction(lot.id);
    }
    const answers = deps.measured.lotOf(lot.id);
    if (auction?.status !== "ended") {
      unclear.push(`${lot.id} is ${auction?.status ?? "not there"}`);
      return;
    }
    const endsAt = Date.parse(auction.endTime);
    if (answers.firstEndedAt !== null && answers.lastAcceptedAt !== null) acrossTheEnd += 1;
    if (answers.lastAcceptedAt !== null && answers.lastAcceptedAt >= endsAt) late.push(lot.id);
    if (answers.firstEndedAt !== null && clock.at(answers.firstEndedAt) + clock.errorMs < endsAt) early.push(lot.id);
    const wrong = await whyNotOneWinner(deps, field, auction, answers);
    if (wrong) unclear.push(wrong);
  });
  const looked = `${deps.lots.length} auctions`;
  const said = (broken: readonly string[]) => (broken.length === 0 ? looked : fewOf(broken));
  return [
    // Without it the others would have been kept by chance.
    {
      promise: "Bids came on both sides of an end",
      isKept: acrossTheEnd > 0,
      detail: `of ${acrossTheEnd} of ${deps.lots.length} auctions`,
    },
    { promise: "No bid is accepted at or after the end", isKept: late.length === 0, detail: said(late) },
    { promise: "No bid is refused as too late before the end", isKept: early.length === 0, detail: said(early) },
    {
      promise: "Every auction ended with one winner, its highest bidder",
      isKept: unclear.length === 0,
      detail: said(unclear),
    },
  ];
};

/** The highest bid may be one whose answer never came; else it is the one that was accepted last. */
const whyNotOneWinner = async (
  { rest, measured }: Deps,
  field: Field,
  auction: Auction,
  { top, bidders }: LotAnswers,
): Promise<string | null> => {
  if (!top) return auction.winner === null ? null : `${auction._id} has a winner without an accepted bid`;
  const winners: number[] = [];
  const asked = [...new Set([top.bidder, ...bidders])].slice(0, MOST_ASKED);
  await inParallel(asked, ASKED_AT_ONCE, async (bidder) => {
    const token = field.bidders[bidder]?.token;
    if (token && (await rest.hasWon(auction._id, token))) winners.push(bidder);
  });
  if (measured.total.unknown > 0) return winners.length <= 1 ? null : `${auction._id} has ${winners.length} winners`;
  if (winners.length !== 1) return `${auction._id} has ${winners.length} winners`;
  if (winners[0] !== top.bidder) return `${auction._id} was not won by its highest bidder`;
  return toMinor(auction.currentPrice) === toMinor(top.amount)
    ? null
    : `${auction._id} ended at another price than its highest bid`;
};
