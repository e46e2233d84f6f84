// Plays one round: its own auctions, with bidders, watchers and an administrator active through the proxy; a fault in
// the middle; and the history of it all, taken when everything is quiet.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { toMinor } from "@jara/shared/money";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { Bidder } from "../../../load/src/bidder.ts";
import { newCounts } from "../../../load/src/counts.ts";
import { createRecorder, type Recorder } from "../../../load/src/history/recorder.ts";
import { observers, type SocketInvocation, transports } from "../../../load/src/observer.ts";
import { restOf } from "../../../load/src/rest.ts";
import { turnedAwayBy } from "../../../load/src/transports/line.ts";
import { Watcher } from "../../../load/src/watcher.ts";
import { administer, endOpen, voidsOf } from "./administer.ts";
import { followOutcomes, type Outcomes } from "./follow-outcomes.ts";
import { nextCommand, type RoundLot } from "./next-command.ts";
import type { RoundParticipants, RoundPerson } from "./participants.ts";
import { type Random, randomOf } from "./random.ts";
import { type Seller, sellerAt } from "./seller.ts";

export interface RoundOptions {
  /** The proxy's address. */
  readonly address: string;
  readonly participants: RoundParticipants;
  readonly seed: number;
  /** The database's clock, epoch ms. */
  now(): Promise<number>;
  /** How many outcomes before `fault` begins, and how many after it is over. */
  readonly before?: number;
  readonly after?: number;
  /** How long after the start some auctions end by themselves (ms). */
  readonly endsAfterMs?: number;
  /**
   * True for a round of minutes: the administrator seldom ends an auction for good, so that there is always one to bid
   * on.
   */
  readonly isLong?: boolean;
  fault?(round: RoundUnderWay): Promise<void>;
}

export interface RoundUnderWay {
  readonly random: Random;
  /** When some of its auctions end: epoch ms by the database's clock. */
  readonly endsAt: number;
  readonly recorder: Recorder;
  readonly auctionIds: readonly string[];
  /** Marks the moment of the fault, from which the recovery time is measured. */
  broken(): void;
  /** Resolves when so many more commands have an outcome; rejects if that takes too long. */
  settled(more: number): Promise<void>;
}

export interface Played {
  readonly recorder: Recorder;
  readonly auctionIds: readonly string[];
  /** Commands with a known outcome. */
  readonly settled: number;
  readonly accepted: number;
  /** Time until a command sent after the fault was accepted (ms); null without a fault. */
  readonly acceptedAgainMs: number | null;
  /** The longest time without an accepted command from the fault on (ms); null without a fault. */
  readonly longestPauseMs: number | null;
  /** The longest wait for an outcome (ms). */
  readonly longestWaitMs: number;
  /** The command that waited longest. */
  readonly longestWaitOf: string;
  /** The codes by which a server told people with valid accounts that they need not come back. */
  readonly turnedAway: readonly string[];
  /** The connections on which commands had no outcome in the end. */
  readonly unanswered: readonly string[];
}

const LOTS = { open: 2, buyItNow: 2, ending: 2 };
const DAY_MS = 86_400_000;
/** One more open lot, whose end every bid moves, also on a machine so slow that the ending ones get no bid in time. */
const SOFT_CLOSE = { windowSeconds: 3_600, capMinutes: 1_440 };
const HALF_HOUR_MS = 1_800_000;
const WATCHERS = 9;
const ENDS_AFTER_MS = 3_000;
/** The pause between one person's commands. */
const THINKS_MS = { least: 10, most: 60 };
/** Long enough for a restarted server to which everybody reconnects at once, on a machine that also does other work. */
const SETTLES_WITHIN_MS = 90_000;
/** The last bid on the lot that soft close extends may move its end by so much. */
const EXTENDED_BY_MS = 2_000;
/** Every client must have received everything within this time after the last lot's end. */
const QUIET_MS = 2_000;

export const playRound = async (options: RoundOptions): Promise<Played> => {
  const { address, participants, seed, fault } = options;
  const { before = 60, after = 120, endsAfterMs = ENDS_AFTER_MS, isLong = false } = options;
  const random = randomOf(seed);
  const seller = sellerAt(address, participants.seller.token);
  const open = await putUp(seller, openKinds(await options.now()));
  // Set as late as possible, because a server that has just started is slow with its first answers.
  const endsAt = Math.ceil((await options.now()) + endsAfterMs);
  const lots = [...open, ...(await putUp(seller, endingKinds(endsAt)))];
  const lotById = new Map(lots.map((lot) => [lot.id, lot]));

  const recorder = createRecorder();
  recorder.rules(await restOf(address).rules());
  const outcomes = followOutcomes(lotById, SETTLES_WITHIN_MS);
  const observer = observers([recorder, outcomes.observer]);
  const counts = newCounts();
  const transportOf = (index: number) => transports[index % transports.length] ?? "websocket";
  const bidders = participants.bidders.map(
    ({ token }, index) => new Bidder(transportOf(index), address, token, counts.lines, observer),
  );
  const watchers = Array.from({ length: WATCHERS }, (_, index) => {
    // A third of the watchers are signed-in bidders.
    const person = index % 3 === 2 ? participants.bidders[index] : undefined;
    const as = person ? { userId: person.id, token: person.token } : null;
    return new Watcher(index, transportOf(Math.floor(index / 2)), address, counts, observer, as);
  });

  const stop = new AbortController();
  let looking: NodeJS.Timeout | undefined;
  try {
    await Promise.all([...bidders, ...watchers].map(({ line }) => line.open()));
    await Promise.all(watchers.map((watcher) => watcher.watch([...lotById.keys()], () => false)));

    looking = setInterval(() => {
      for (const bidder of bidders) bidder.look(performance.now());
    }, 500);
    const administering = {
      seller,
      participants,
      lots,
      open,
      random,
      recorder,
      outcomes,
      endsOneIn: isLong ? 100 : 10,
    };
    const voiding = voidsOf(administering);
    const busy = [
      ...bidders.map((bidder, index) =>
        bidUntil(stop.signal, bidder, {
          index,
          person: participants.bidders[index] as RoundPerson,
          lots,
          random,
          outcomes,
        }),
      ),
      administer(stop.signal, administering, voiding),
    ];
    await outcomes.reached(before);
    let brokenAt = performance.now();
    const broken = (): void => {
      brokenAt = performance.now();
    };
    const settled = (more: number): Promise<void> => outcomes.reached(outcomes.count() + more);
    await fault?.({ random, endsAt, recorder, auctionIds: [...lotById.keys()], broken, settled });
    await outcomes.reached(outcomes.count() + after);
    // Wait until all auctions that end by themselves have ended.
    await sleep(Math.max(0, endsAt + 500 - (await options.now())));
    stop.abort();
    await within(SETTLES_WITHIN_MS, Promise.all(busy));
    // A slow machine may have come to no void so far.
    await voiding.atLeastOnce();
    await endOpen(administering);
    const unanswered = bidders.flatMap(({ waiting, line }) =>
      waiting === 0 ? [] : [`${waiting} over ${line.transport}, ${line.isUp ? "connected" : "not connected"}`],
    );
    for (const bidder of bidders) bidder.giveUp();
    await sleep(EXTENDED_BY_MS + QUIET_MS);
    return {
      recorder,
      auctionIds: [...lotById.keys()],
      settled: outcomes.count(),
      accepted: outcomes.accepted(),
      acceptedAgainMs: fault ? outcomes.acceptedAfter(brokenAt) : null,
      longestPauseMs: fault ? outcomes.longestPauseAfter(brokenAt) : null,
      longestWaitMs: outcomes.longestWaitMs(),
      longestWaitOf: outcomes.longestWaitOf(),
      turnedAway: turnedAwayBy(counts.lines),
      unanswered,
    };
  } finally {
    stop.abort();
    clearInterval(looking);
    for (const { line } of [...bidders, ...watchers]) line.close();
  }
};

const openKinds = (now: number): Partial<CreateAuctionBody>[] => {
  const endTime = new Date(now + DAY_MS).toISOString();
  return [
    ...Array.from({ length: LOTS.open }, () => ({ endTime })),
    { endTime: new Date(now + HALF_HOUR_MS).toISOString(), softClose: SOFT_CLOSE },
    ...Array.from({ length: LOTS.buyItNow }, () => ({ endTime, buyItNowPrice: 5_000_000 })),
  ];
};

const endingKinds = (endsAt: number): Partial<CreateAuctionBody>[] =>
  Array.from({ length: LOTS.ending }, (_, index) => ({
    endTime: new Date(endsAt).toISOString(),
    ...(index === 0 ? { reservePrice: 2000 } : { softClose: { windowSeconds: EXTENDED_BY_MS / 1000, capMinutes: 1 } }),
  }));

const putUp = async (seller: Seller, kinds: readonly Partial<CreateAuctionBody>[]): Promise<RoundLot[]> =>
  await Promise.all(
    kinds.map(async (details): Promise<RoundLot> => {
      const auction = await seller.create(randomUUID(), details);
      return {
        id: auction._id,
        incrementMinor: toMinor(auction.bidIncrement),
        hasBuyItNow: "buyItNowPrice" in details,
        priceMinor: toMinor(auction.currentPrice),
        contentVersion: 1,
      };
    }),
  );

const bidUntil = async (
  stop: AbortSignal,
  bidder: Bidder,
  deps: {
    readonly index: number;
    readonly person: RoundPerson;
    readonly lots: readonly RoundLot[];
    readonly random: Random;
    readonly outcomes: Outcomes;
  },
): Promise<void> => {
  const { index, person, lots, random, outcomes } = deps;
  while (!stop.aborted) {
    // Sometimes sends several at once; the server decides their order.
    const asked = Array.from({ length: random.oneIn(8) ? 3 : 1 }, async () => {
      const lot = random.pick(lots);
      const invocation: SocketInvocation = {
        ...nextCommand(random, lot, person.id),
        commandId: randomUUID(),
        bidder: index,
        userId: person.id,
        transport: bidder.line.transport,
        auctionId: lot.id,
        dueAt: performance.now(),
      };
      const known = outcomes.known(invocation.commandId);
      bidder.submit(invocation);
      await known;
    });
    await Promise.all(asked);
    await sleep(random.between(THINKS_MS.least, THINKS_MS.most));
  }
};

const within = async (ms: number, all: Promise<unknown>): Promise<void> => {
  const timeLimit = new AbortController();
  await Promise.race([all, sleep(ms, undefined, { signal: timeLimit.signal }).catch(() => {})]);
  timeLimit.abort();
};
