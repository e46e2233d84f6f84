// Plays a round without a fault in which administrators keep changing the auctions: every status from every other,
// edits of any terms, ends moved and passed, voided bids, removals, while people bid and watchers lose their
// connections.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorBody } from "@jara/shared/errors";
import { toMinor } from "@jara/shared/money";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { IDEMPOTENCY_HEADER } from "@jara/shared/rest/common";
import { Bidder } from "../../../load/src/bidder.ts";
import { newCounts } from "../../../load/src/counts.ts";
import { createRecorder, type Recorder } from "../../../load/src/history/recorder.ts";
import {
  type Asked,
  type Observer,
  type Outcome,
  observers,
  type SocketInvocation,
  transports,
} from "../../../load/src/observer.ts";
import { restOf } from "../../../load/src/rest.ts";
import { Watcher } from "../../../load/src/watcher.ts";
import { nextCommand, type RoundLot } from "./next-command.ts";
import type { RoundParticipants, RoundPerson } from "./participants.ts";
import { type Random, randomOf } from "./random.ts";
import { type Seller, sellerAt } from "./seller.ts";

export interface ConcurrentAdminsOptions {
  /** The addresses of the nodes. */
  readonly addresses: readonly string[];
  readonly participants: RoundParticipants;
  readonly seed: number;
  /**
   * Runs until this many administrators' changes were accepted, and as many views were shown again after a lost
   * connection.
   */
  readonly changes: number;
}

export interface ConcurrentAdminsPlayed {
  readonly recorder: Recorder;
  readonly auctionIds: readonly string[];
  /** Accepted commands of administrators. */
  readonly changes: number;
  /** Views that watchers were shown again. */
  readonly shownAgain: number;
}

const LOTS = 4;
const ADMINISTRATORS = 2;
const WATCHERS = 8;
const INCREMENT_MINOR = 10_000;
const DAY_MS = 86_400_000;
const ANSWERED_WITHIN_MS = 15_000;
const PLAYED_WITHIN_MS = 90_000;
const QUIET_MS = 2_000;
/** The window is so long that bids move ends that are half an hour away. */
const SOFT_CLOSE = { windowSeconds: 3_600, capMinutes: 1_440 };
const HALF_HOUR_MS = 1_800_000;

const statuses = ["active", "active", "active", "paused", "ended", "sold", "cancelled", "draft"] as const;

export const playConcurrentAdmins = async ({
  addresses,
  participants,
  seed,
  changes: wanted,
}: ConcurrentAdminsOptions): Promise<ConcurrentAdminsPlayed> => {
  const random = randomOf(seed);
  const recorder = createRecorder();
  recorder.rules(await restOf(addresses[0] ?? "").rules());
  const seller = sellerAt(addresses[0] ?? "", participants.seller.token);
  const lots = await createLots(seller);
  const answered = new Map<string, () => void>();
  const observer = observers([recorder, follow(lots, answered)]);
  const counts = newCounts();
  const transportOf = (index: number) => transports[index % transports.length] ?? "websocket";
  const nodeOf = (index: number): string => addresses[index % addresses.length] ?? "";
  const bidders = participants.bidders.map(
    ({ token }, index) => new Bidder(transportOf(index), nodeOf(index), token, counts.lines, observer),
  );
  const watchers = Array.from({ length: WATCHERS }, (_, index) => {
    // Visitors, bidders, and an administrator, who sees drafts and full names.
    const person =
      index % 4 === 2
        ? participants.bidders[index % participants.bidders.length]
        : index % 4 === 3
          ? participants.seller
          : null;
    const as = person ? { userId: person.id, token: person.token } : null;
    return new Watcher(index, transportOf(Math.floor(index / 2)), nodeOf(index), counts, observer, as);
  });
  const stop = new AbortController();
  let changes = 0;
  try {
    await Promise.all([...bidders, ...watchers].map(({ line }) => line.open()));
    await Promise.all(
      watchers.map((watcher) =>
        watcher.watch(
          lots.map(({ id }) => id),
          () => false,
        ),
      ),
    );
    const round: Round = { random, lots, participants, signal: stop.signal };
    const administer = (): Promise<void> =>
      keepChanging(round, recorder, addresses, () => {
        changes += 1;
      });
    const busy = [
      ...bidders.map((bidder, index) => keepBidding(round, bidder, index, answered)),
      ...Array.from({ length: ADMINISTRATORS }, administer),
      keepCutting(round, watchers),
    ];
    const until = performance.now() + PLAYED_WITHIN_MS;
    const shownAgain = (): number => counts.deliveries.replays + counts.deliveries.snapshots;
    while ((changes < wanted || shownAgain() < wanted) && performance.now() < until) await sleep(20);
    stop.abort();
    await Promise.all(busy);
    for (const bidder of bidders) bidder.giveUp();
    await sleep(QUIET_MS);
    return { recorder, auctionIds: lots.map(({ id }) => id), changes, shownAgain: shownAgain() };
  } finally {
    stop.abort();
    for (const { line } of [...bidders, ...watchers]) line.close();
  }
};

/** Lots with and without a reserve, a Buy It Now price and a soft close. */
const createLots = async (seller: Seller): Promise<readonly RoundLot[]> => {
  const endTime = new Date(Date.now() + DAY_MS).toISOString();
  return Promise.all(
    Array.from({ length: LOTS }, async (_, index): Promise<RoundLot> => {
      const hasBuyItNow = index % 2 === 1;
      const details = {
        ...(index > 1 && { reservePrice: 8_000 }),
        ...(hasBuyItNow && { buyItNowPrice: 5_000_000 }),
        ...(index % 3 === 0 && { softClose: SOFT_CLOSE }),
      };
      const auction = await seller.create(randomUUID(), { endTime, ...details });
      const priceMinor = toMinor(auction.currentPrice);
      return { id: auction._id, incrementMinor: INCREMENT_MINOR, hasBuyItNow, priceMinor, contentVersion: 1 };
    }),
  );
};

interface Round {
  readonly random: Random;
  readonly lots: readonly RoundLot[];
  readonly participants: RoundParticipants;
  /** Aborted at the end of the round. */
  readonly signal: AbortSignal;
}

/** One bidder's commands, each after the answer of the one before. */
const keepBidding = async (
  { random, lots, participants, signal }: Round,
  bidder: Bidder,
  index: number,
  answered: Map<string, () => void>,
): Promise<void> => {
  const { id: userId } = participants.bidders[index] as RoundPerson;
  while (!signal.aborted) {
    const lot = random.pick(lots);
    const asking = { commandId: randomUUID(), bidder: index, userId, transport: bidder.line.transport };
    const invocation = {
      ...nextCommand(random, lot, userId),
      ...asking,
      auctionId: lot.id,
      dueAt: performance.now(),
    };
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, ANSWERED_WITHIN_MS);
      answered.set(invocation.commandId, () => {
        clearTimeout(late);
        resolve();
      });
      bidder.submit(invocation satisfies SocketInvocation);
    });
    await sleep(random.between(2, 30));
  }
};

/** One administrator's changes of random lots. Calls `onAccepted` for each that is accepted. */
const keepChanging = async (
  { random, lots, participants, signal }: Round,
  recorder: Recorder,
  addresses: readonly string[],
  onAccepted: () => void,
): Promise<void> => {
  while (!signal.aborted) {
    await sleep(random.between(5, 60));
    const lot = random.pick(lots);
    const address = random.pick(addresses);
    if (await carryOut(address, participants.seller, recorder, lot.id, nextChange(random, participants.bidders)))
      onAccepted();
  }
};

/** Watchers lose their connections. */
const keepCutting = async ({ random, signal }: Round, watchers: readonly Watcher[]): Promise<void> => {
  while (!signal.aborted) {
    await sleep(random.between(50, 250));
    random.pick(watchers).line.drop();
  }
};

/** Updates the lots from the answers, because they decide the next bids. */
const follow = (lots: readonly RoundLot[], answered: ReadonlyMap<string, () => void>): Observer => ({
  settled: ({ auctionId, commandId }, outcome) => {
    const lot = lots.find(({ id }) => id === auctionId);
    const price =
      outcome.kind === "accepted" && "auction" in outcome.answer && "currentPrice" in outcome.answer.auction
        ? outcome.answer.auction.currentPrice
        : null;
    if (lot && price) lot.priceMinor = toMinor(price);
    if (lot) learnContent(lot, outcome);
    if (lot && outcome.kind === "refused" && outcome.error.minimumBid !== undefined) {
      lot.priceMinor = toMinor(outcome.error.minimumBid) - lot.incrementMinor;
    }
    answered.get(commandId)?.();
  },
});

/** Keeps the newest content version in an answer. */
export const learnContent = (lot: RoundLot, outcome: Outcome): void => {
  const named =
    outcome.kind === "refused"
      ? outcome.error.contentVersion
      : outcome.kind === "accepted" && "maxBid" in outcome.answer
        ? outcome.answer.maxBid.auction.contentVersion
        : undefined;
  if (named !== undefined) lot.contentVersion = named;
};

type Change = Extract<Asked, { readonly command: `auction:${string}` }>;

const nextChange = (random: Random, bidders: readonly RoundPerson[]): Change => {
  if (random.oneIn(8)) {
    const { id: bidderId } = random.pick(bidders);
    return { command: "auction:void", bidderId, reason: random.oneIn(12) ? "fraud" : "mistaken-amount" };
  }
  if (random.oneIn(3)) return { command: "auction:status", status: random.pick(statuses) };
  if (random.oneIn(150)) return { command: "auction:remove" };
  const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
  const edit: UpdateAuctionBody = {
    ...(random.oneIn(3) && { title: `Drum ${random.whole(1000)}` }),
    ...(random.oneIn(3) && { bidIncrement: random.pick([50, 100, 100, 200]) }),
    ...(random.oneIn(4) && { reservePrice: random.pick([null, 2_000, 3_000, 5_000, 9_000]) }),
    ...(random.oneIn(4) && {
      endTime: inMs(random.pick([-1_000, 300, 700, HALF_HOUR_MS, HALF_HOUR_MS, DAY_MS, DAY_MS + 1_000])),
    }),
    ...(random.oneIn(5) && { buyItNowPrice: random.pick([null, 4_000_000, 5_000_000, 6_000]) }),
    ...(random.oneIn(6) && { status: random.pick(statuses) }),
    ...(random.oneIn(6) && { startingPrice: random.pick([500, 900, 1_000]) }),
    ...(random.oneIn(20) && { currency: random.pick(["USD", "NGN"] as const) }),
    ...(random.oneIn(12) && { softClose: random.pick([null, SOFT_CLOSE, { windowSeconds: 30, capMinutes: 1 }]) }),
    ...(random.oneIn(8) && { location: random.pick(["Lagos", null]) }),
    ...(random.oneIn(8) && { startTime: random.pick([null, inMs(200)]) }),
  };
  return { command: "auction:edit", edit };
};

/** Sends an administrator's change and records it with its outcome. Returns true if it was accepted. */
export const carryOut = async (
  address: string,
  { id: userId, token }: RoundPerson,
  recorder: Recorder,
  auctionId: string,
  change: Change,
): Promise<boolean> => {
  const invocation = recorder.call({ ...change, userId, auctionId });
  const [method, path, body] =
    change.command === "auction:status"
      ? ["PATCH", `/api/auctions/admin/${auctionId}/status`, { status: change.status }]
      : change.command === "auction:edit"
        ? ["PUT", `/api/auctions/${auctionId}`, change.edit]
        : change.command === "auction:void"
          ? ["POST", `/api/auctions/${auctionId}/void-bids`, { userId: change.bidderId, reason: change.reason }]
          : ["DELETE", `/api/auctions/${auctionId}`, null];
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      [IDEMPOTENCY_HEADER]: invocation.commandId,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as ErrorBody;
  recorder.settled(
    invocation,
    response.ok ? { kind: "accepted", answer: { ok: true } } : { kind: "refused", error: answer },
    performance.now(),
  );
  return response.ok;
};
