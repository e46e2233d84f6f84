// The special parts of the scenario `close`: creating auctions that end during the run, and checking each end
// afterwards.
import { setTimeout as sleep } from "node:timers/promises";
import type { Auction } from "@jara/shared/auction";
import { toMinor } from "@jara/shared/money";
import { inParallel } from "./in-parallel.ts";
import { closingLots } from "./lots.ts";
import type { LotAnswers } from "./measure/measurements.ts";
import type { Options } from "./options.ts";
import type { Participants } from "./participants.ts";
import type { Rest } from "./rest.ts";
import type { ServerClock } from "./server-clock.ts";
import { type Deps, fewOf, type Promised } from "./verify.ts";

/** The time from creating the first closing auction until commands on it are due. */
const CLOSING_LEAD_MS = 1_000;
const MS_TO_PUT_UP_ONE = 20;
/** The auctions end between these shares of the run's time, so that bids come before and after each end. */
const ENDS_BETWEEN = [0.5, 0.8];

const ASKED_AT_ONCE = 16;
const LOOK_EVERY_MS = 50;
const ENDS_WITHIN_MS = 15_000;
/** At most this many of an auction's bidders are asked whether they won, because each costs a call. */
const MOST_ASKED = 50;

/** The end times are set before the run starts, so the start waits for its planned time. */
export const putUp = async (options: Options, participants: Participants, rest: Rest, clock: ServerClock) => {
  const startsAt = clock.at(performance.now()) + CLOSING_LEAD_MS + options.auctions * MS_TO_PUT_UP_ONE;
  const measuresAt = startsAt + options.warmUp * 1000;
  const [firstEnd = 0, lastEnd = 0] = ENDS_BETWEEN.map((part) => measuresAt + options.time * 1000 * part);
  const lots = await closingLots(participants, rest, options.auctions, [firstEnd, lastEnd]);
  return { lots, startsInMs: () => Math.max(0, startsAt - clock.at(performance.now())) };
};

/** Used by `close`: waits for the ends and checks each. */
export const promisesOfClosing = async (
  deps: Deps,
  participants: Participants,
  clock: ServerClock,
): Promise<Promised[]> => {
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
    const wrong = await whyNotOneWinner(deps, participants, auction, answers);
    if (wrong) unclear.push(wrong);
  });
  const looked = `${deps.lots.length} auctions`;
  const said = (broken: readonly string[]) => (broken.length === 0 ? looked : fewOf(broken));
  return [
    // Without bids on both sides, the other promises would hold by chance.
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

/** The winning bid may be one whose answer never came; otherwise it is the last accepted bid. */
const whyNotOneWinner = async (
  { rest, measured }: Deps,
  participants: Participants,
  auction: Auction,
  { top, bidders }: LotAnswers,
): Promise<string | null> => {
  if (!top) return auction.winner === null ? null : `${auction._id} has a winner without an accepted bid`;
  const winners: number[] = [];
  const asked = [...new Set([top.bidder, ...bidders])].slice(0, MOST_ASKED);
  await inParallel(asked, ASKED_AT_ONCE, async (bidder) => {
    const token = participants.bidders[bidder]?.token;
    if (token && (await rest.hasWon(auction._id, token))) winners.push(bidder);
  });
  if (measured.total.unknown > 0) return winners.length <= 1 ? null : `${auction._id} has ${winners.length} winners`;
  if (winners.length !== 1) return `${auction._id} has ${winners.length} winners`;
  if (winners[0] !== top.bidder) return `${auction._id} was not won by its highest bidder`;
  return toMinor(auction.currentPrice) === toMinor(top.amount)
    ? null
    : `${auction._id} ended at another price than its highest bid`;
};
