// Sends bids at a steady rate whether or not answers have come (an open loop), alternating with the same rate to the
// echo server.
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Socket } from "socket.io-client";
import { onPrice, type Placed, placeBid } from "./clients.ts";
import type { Parties } from "./idle.ts";
import { type Latencies, newLatencies, recordMs } from "./latencies.ts";
import type { Lot } from "./participants.ts";
import { Sightings } from "./sightings.ts";

/** Longer than the merge window of prices, so that a round's last price is seen. */
const DRAIN_MS = 200;

export interface Steady {
  readonly toAnswer: Latencies;
  readonly toWatcher: Latencies;
  readonly toWatcherOfHot: Latencies;
  readonly echo: Latencies;
  /** How far the client was behind its own schedule; not part of the other figures. */
  readonly lateness: Latencies;
  accepted: number;
  /** Two bids on one auction that arrived in the wrong order: the lower one came second. */
  overtaken: number;
  answeredMs: number;
}

export interface Offer {
  readonly perSecond: number;
  readonly rounds: number;
  readonly roundMs: number;
  /** The length of an echo round; it needs no more. */
  readonly echoMs: number;
  /** No round starts later than this, so that the bench ends on a machine that cannot keep up. */
  readonly withinMs: number;
}

export interface Stage {
  /** The auction that takes every tenth bid; null for none. */
  readonly hot: Lot | null;
  readonly lots: readonly Lot[];
  readonly watchers: readonly Socket[];
  /** The auctions of `lots` that somebody watches. The hot one is always watched. */
  readonly watched: ReadonlySet<string>;
}

const HOT_EVERY = 10;

export const measureSteady = async ({ bidders, echoes }: Parties, stage: Stage, offer: Offer): Promise<Steady> => {
  const { hot, lots } = stage;
  const measured: Steady = {
    toAnswer: newLatencies(),
    toWatcher: newLatencies(),
    toWatcherOfHot: newLatencies(),
    echo: newLatencies(),
    lateness: newLatencies(),
    accepted: 0,
    overtaken: 0,
    answeredMs: 0,
  };
  const ofHot = new Sightings(measured.toWatcherOfHot);
  const ofOthers = new Sightings(measured.toWatcher);
  const sightingsOf = (auctionId: string): Sightings => (auctionId === hot?.id ? ofHot : ofOthers);
  for (const watcher of stage.watchers) {
    watcher.off("auction:price");
    onPrice(watcher, (event, at) => sightingsOf(event.auctionId).seen(event, at));
  }

  let bid = 0;
  const placeNext = async (): Promise<void> => {
    const lot = hot && bid % HOT_EVERY === 0 ? hot : pick(lots, bid);
    const { sentAt, answeredAt, answer } = await placeBid(pick(bidders, bid++), lot);
    recordMs(measured.toAnswer, answeredAt - sentAt);
    if (answer.ok) {
      measured.accepted += 1;
      if (lot === hot || stage.watched.has(lot.id))
        sightingsOf(lot.id).answered(lot.id, answer.auction.version, sentAt);
    } else if (answer.error.code === "BID_TOO_LOW") measured.overtaken += 1;
    else throw new Error(`a valid bid was refused: ${answer.error.code} ${answer.error.message}`);
  };
  let echoed = 0;
  const echoNext = async (): Promise<void> => {
    const { sentAt, answeredAt }: Placed = await placeBid(pick(echoes, echoed++), { ...pick(lots, echoed) });
    recordMs(measured.echo, answeredAt - sentAt);
  };

  const first = performance.now();
  for (let round = 0; round < offer.rounds; round++) {
    const started = performance.now();
    if (started - first > offer.withinMs) break;
    await sendSteadily(offer.perSecond, offer.roundMs, placeNext, measured.lateness);
    measured.answeredMs += performance.now() - started;
    await sleep(DRAIN_MS);
    await sendSteadily(offer.perSecond, offer.echoMs, echoNext, newLatencies());
  }
  const unseen = ofHot.unseen + ofOthers.unseen;
  if (unseen > 0) throw new Error(`${unseen} bids were never shown to those who watched`);
  return measured;
};

/** Resolves when everything sent has been answered. */
const sendSteadily = async (
  perSecond: number,
  ms: number,
  send: () => Promise<void>,
  lateness: Latencies,
): Promise<void> => {
  const total = Math.round((perSecond * ms) / 1000);
  const answers: Promise<void>[] = [];
  const started = performance.now();
  while (answers.length < total) {
    const elapsed = performance.now() - started;
    for (let due = dueAt(answers.length, perSecond); due <= elapsed && answers.length < total; ) {
      recordMs(lateness, elapsed - due);
      answers.push(send());
      due = dueAt(answers.length, perSecond);
    }
    await sleep(1);
  }
  await Promise.all(answers);
};

const dueAt = (index: number, perSecond: number): number => (index * 1000) / perSecond;

const pick = <T>(all: readonly T[], index: number): T => all[index % all.length] as T;
