// One run from the participants file to the report: connect, watch, send commands as they are due, wait for answers,
// and compare what clients received with what the server says.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bidder } from "./bidder.ts";
import { promisesOfClosing, putUp } from "./closing.ts";
import type { Crowd } from "./crowd.ts";
import { gather } from "./crowd.ts";
import type { Recorder } from "./history/recorder.ts";
import { type Lot, learn, nextBid, nextMaximum, openLots, reached, senderOf } from "./lots.ts";
import { Measurements } from "./measure/measurements.ts";
import { watchTester } from "./measure/tester.ts";
import { type Observer, observers } from "./observer.ts";
import { offer } from "./open-loop.ts";
import type { Options, Target } from "./options.ts";
import { type Participants, readParticipants } from "./participants.ts";
import { payUp } from "./paying.ts";
import type { Progress } from "./progress.ts";
import { reportOf } from "./report/make-report.ts";
import type { Report } from "./report/report.ts";
import { restOf } from "./rest.ts";
import { type ServerClock, syncClock } from "./server-clock.ts";
import { type StormResult, storm } from "./storm.ts";
import { type Deps, verified } from "./verify.ts";
import { watchRun } from "./watch-run.ts";

/** The wait after the last command was due: for its answer, and for all connections to be back after a storm. */
const SETTLES_WITHIN_MS = 20_000;
/** Shorter after Ctrl-C, because the person does not want to wait. */
const STOPS_WITHIN_MS = 5_000;
const WARMED_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 20;

export interface RunDeps {
  readonly progress: Progress;
  readonly stop: AbortSignal;
  /** Observers in addition to the measurement. */
  readonly observers?: readonly Observer[];
  /** Records the history; with it, what was won in `close` is also paid. */
  readonly recorder?: Recorder;
  /** Called with the server's clock in relation to this process's. */
  clockRead?(clock: ServerClock): void;
  /** How long an event may take at the end before it counts as lost (ms). */
  readonly arrivesWithinMs?: number;
  /** How long an answer may take after the last command before its outcome counts as unknown (ms). */
  readonly settlesWithinMs?: number;
}

export const runLoad = async (options: Options, target: Target, deps: RunDeps): Promise<Report> => {
  const { progress, stop } = deps;
  const participants = readParticipants(target.participantsFile);
  const rest = restOf(target.url);
  deps.recorder?.rules(await rest.rules());
  const measured = new Measurements();
  const lotById = new Map<string, Lot>();
  const observer = observers([
    measured,
    followPrices(lotById),
    ...(deps.observers ?? []),
    ...(deps.recorder ? [deps.recorder] : []),
  ]);
  const isClosing = options.scenario === "close";

  progress.step(
    `Looking at ${isClosing ? "the server" : `the auctions of the participants ${participants.name}`} at ${target.url} …`,
  );
  const open = isClosing ? [] : await openLots(participants, rest, options.auctions);
  const crowd = gather(options, target.url, participants, observer);
  try {
    progress.step(`Connecting ${options.bidders} bidders and ${options.watchers} watchers …`);
    await crowd.connect(stop);
    const clock = await syncClock((crowd.bidders[0] as Bidder).line);
    deps.clockRead?.(clock);
    const { lots, startsInMs } = isClosing
      ? await putUp(options, participants, rest, clock)
      : { lots: open, startsInMs: () => 0 };
    for (const lot of lots) lotById.set(lot.id, lot);
    if (!stop.aborted) await crowd.watch(lots, stop);
    await sleep(startsInMs(), undefined, { signal: stop }).catch(() => {});

    const submit = submitting(options, participants, crowd, lots);
    if (options.warmUp > 0 && !stop.aborted) {
      progress.step(`Warming up for ${options.warmUp} s …`);
      await offer({ rate: options.rate, time: options.warmUp }, stop, submit);
      await quiet(crowd, () => true, WARMED_WITHIN_MS);
    }

    progress.step(`Offering ${options.rate} commands/s for ${options.time} s …`);
    measured.begin();
    const startedAt = new Date().toISOString();
    const tester = watchTester();
    const watching = watchRun({ crowd, measured, tester, progress, url: target.url });
    const giveUp = new AbortController();
    const storming =
      options.scenario === "storm" ? storm(crowd, options.time, stop, giveUp.signal) : Promise.resolve(null);
    const offeredMs = await offer(options, stop, submit);
    const withinMs = stop.aborted ? STOPS_WITHIN_MS : (deps.settlesWithinMs ?? SETTLES_WITHIN_MS);
    const stormed = await settled(crowd, storming, giveUp, withinMs);
    for (const bidder of crowd.bidders) bidder.giveUp();

    progress.step("Comparing what everybody was told with what the server says …");
    const verifying: Deps = { rest, crowd, lots, measured };
    const found = await verified(verifying, deps.arrivesWithinMs, async () =>
      isClosing && !stop.aborted ? await promisesOfClosing(verifying, participants, clock) : [],
    );
    const watched = await watching.stop();
    if (isClosing && deps.recorder && !stop.aborted) {
      progress.step("Paying for what was won …");
      await payUp(target.url, participants, lots, deps.recorder, stop);
    }
    return reportOf({
      options,
      url: target.url,
      startedAt,
      offeredMs,
      isStoppedEarly: stop.aborted,
      measured,
      crowd,
      ...found,
      storm: stormed,
      tester: tester.stop(),
      ...watched,
    });
  } finally {
    crowd.close();
    progress.done();
  }
};

/** Updates the lots from the answers, because they decide the next bids. */
const followPrices = (lots: ReadonlyMap<string, Lot>): Observer => ({
  settled: ({ auctionId }, outcome) => {
    const lot = lots.get(auctionId);
    if (!lot) return;
    if (outcome.kind === "accepted") {
      if ("auction" in outcome.answer && "minimumBid" in outcome.answer.auction) learn(lot, outcome.answer.auction);
    } else if (outcome.kind === "refused" && outcome.error.minimumBid !== undefined) {
      reached(lot, Math.round(outcome.error.minimumBid * 100) - lot.incrementMinor);
    }
  },
});

const submitting =
  ({ scenario }: Options, participants: Participants, { bidders }: Crowd, lots: readonly Lot[]) =>
  (index: number, dueAt: number): void => {
    const round = Math.floor(index / lots.length);
    const lot = lots[index % lots.length] as Lot;
    const number = senderOf(index, lots.length, bidders.length);
    const bidder = bidders[number] as Bidder;
    const { command, amount } = scenario === "war" ? nextMaximum(lot, round) : nextBid(lot);
    const asking = {
      commandId: randomUUID(),
      bidder: number,
      userId: participants.bidders[number]?.id ?? "",
      transport: bidder.line.transport,
      auctionId: lot.id,
      amount,
      dueAt,
    };
    bidder.submit(command === "bid:place" ? { ...asking, command } : { ...asking, command, currency: "NGN" });
  };

/** Waits until every command is answered and every connection is back, or the time limit has passed. */
const settled = async (
  crowd: Crowd,
  storming: Promise<StormResult | null>,
  giveUp: AbortController,
  withinMs: number,
): Promise<StormResult | null> => {
  let isStormOver = false;
  void storming.then(() => {
    isStormOver = true;
  });
  await sleep(0);
  await quiet(crowd, () => isStormOver, withinMs);
  giveUp.abort();
  return await storming;
};

const quiet = async (crowd: Crowd, isOver: () => boolean, withinMs: number): Promise<void> => {
  const until = performance.now() + withinMs;
  const isQuiet = (): boolean => isOver() && crowd.bidders.every(({ waiting }) => waiting === 0);
  while (!isQuiet() && performance.now() < until) await sleep(LOOK_EVERY_MS);
};
