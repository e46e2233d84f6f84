// Replays the versions that a client or a node missed from the log: for one reader as the original events, for a node's
// watchers merged. If many readers ask for the same gap at once (all of a lost node's), it is read once and they get
// the same frames. It is long because readers and rooms share the steps of a gap and the rules of what may be replayed.

import type { PushFrame } from "@jara/shared/live-commands";
import { type AuctionEvent, isPublic } from "../auction/events.ts";
import { areKnown, evolve } from "../auction/evolve.ts";
import type { AuctionState, Person } from "../auction/state.ts";
import { withTerms } from "../auction/terms.ts";
import { toShownFrames } from "../auction/view/shown-frames.ts";
import { type TimedBid, toCountdown, toExtension, toPriceEvent } from "../auction/view/to-public.ts";
import { anyAdmin, anyCataloguer, everyone, type Viewer } from "../auction/view/viewer.ts";
import { isShown, type StateChange } from "../auction/view/visibility.ts";
import type { Change, Committed } from "../engine/ports.ts";
import { bidOfNumber, type StoredBid } from "../engine/reads/stored-bids.ts";
import type { Database } from "../platform/database/database.ts";
import { type Gathering, gatherReads } from "../platform/database/gather-reads.ts";
import { changesSince, type LoggedChange } from "./changes.ts";

/** The longest gap for one reader, in versions: beyond it a snapshot is smaller and faster. */
const LONGEST_GAP = 100;
/**
 * The longest gap for a node's watchers: as many versions as a hot auction gets within a second on other nodes. Beyond
 * it each watcher fetches a snapshot.
 */
const LONGEST_MERGED = 2_000;
/** A statement for readers' gaps returns at most 20 × 100 rows. */
const GAPS_READ = { atOnce: 20, everyMs: 10 };
const ROOMS_READ = { atOnce: 200 };

export type FramesFor = (viewer: Viewer) => PushFrame[];

/** A gap for readers. */
export interface ForReaders {
  /** One event for each change, as the viewer may see it. */
  readonly framesFor: FramesFor;
  /** The users who see something of their own in it. */
  readonly concerned: ReadonlySet<string>;
}

export interface Replay {
  /**
   * Returns the events between `sinceVersion` and the state's version, one for each change, as the viewer may see them.
   * Null if the gap is too long, or cannot be rebuilt as it was.
   */
  toReader(state: AuctionState, sinceVersion: number, viewer: Viewer): Promise<PushFrame[] | null>;
  /** The same for many readers who miss the same versions. */
  toReaders(state: AuctionState, sinceVersion: number): Promise<ForReaders | null>;
  /** The same for a room at `now` (epoch ms): consecutive prices are merged into one event. */
  toRoom(state: AuctionState, sinceVersion: number, now: number): Promise<FramesFor | null>;
  /**
   * The changes themselves, for the users whom they concern. Without maxima, because the log holds only a part of them.
   */
  changes(state: AuctionState, sinceVersion: number): Promise<Committed<Change>[] | null>;
}

/** One change, with the auction before it and after it. */
interface Step {
  readonly change: LoggedChange;
  readonly before: AuctionState;
  readonly after: AuctionState;
}

const isWithdrawal = ({ events }: LoggedChange): boolean => events.some(({ type }) => type === "AuctionWithdrawn");

/** These events carry all the data a reader needs. */
const completeEvents = new Set<AuctionEvent["type"]>([
  ...(["AuctionPaused", "AuctionResumed", "BuyItNowStarted"] as const),
  ...(["PurchaseForfeited", "PurchaseWaived"] as const),
]);
/** A bid that moves the end has both events in one change. */
const isBid = ({ type }: AuctionEvent): boolean => type === "BidPlaced" || type === "AuctionExtended";
const isVoid = ({ type }: AuctionEvent): boolean => type === "BidsVoided" || type === "AllBidsVoided";
/** Rare changes of money that also change what everybody sees. Their readers get the whole auction. */
const rare = new Set<AuctionEvent["type"]>([
  ...(["PurchaseExtended", "PurchaseReopened", "SettlementOpened", "SettlementReopened"] as const),
]);
const isStatusChange = (event: AuctionEvent): boolean =>
  isPublic(event) && !isBid(event) && event.type !== "AuctionEdited";

/**
 * Returns the steps, or null if they cannot be replayed as they were. No event holds the status, times and winner that
 * a status change replaced. So every step before a status change must carry all its own data: any other step would show
 * what came later, and could show parts of a draft.
 */
const publishable = (steps: readonly Step[] | null): readonly Step[] | null => {
  const lastChange = steps?.findLastIndex(({ change }) => change.events.some(isStatusChange)) ?? -1;
  const areItself = steps?.slice(0, Math.max(0, lastChange)).every(({ change }) => {
    const seen = change.events.filter(isPublic);
    return seen.every(isBid) || seen.every(({ type }) => completeEvents.has(type));
  });
  return areItself ? (steps ?? null) : null;
};

export const createReplay = (database: Database): Replay => {
  const { stepsOf, leaderBefore } = createSteps(database);
  const findGap = gatherChanges(database, LONGEST_GAP, GAPS_READ);
  const findMissed = gatherChanges(database, LONGEST_MERGED, ROOMS_READ);
  const missedSteps = async (state: AuctionState, sinceVersion: number): Promise<Step[] | null> => {
    if (state.version - sinceVersion > LONGEST_MERGED || sinceVersion < 1) return null;
    return await stepsOf(state, sinceVersion, await findMissed(state.id, sinceVersion));
  };

  /**
   * Frames by viewer. Keyed by the changes that were read together, then by the version up to which they are replayed.
   */
  const replayed = new WeakMap<readonly LoggedChange[], Map<number, Promise<ForReaders | null>>>();
  const toReaders: Replay["toReaders"] = async (state, sinceVersion) => {
    const missing = state.version - sinceVersion;
    if (missing <= 0) return missing === 0 ? nothingMissed : null;
    if (missing > LONGEST_GAP || sinceVersion < 1) return null;
    const changes = await findGap(state.id, sinceVersion);
    const versions = replayed.get(changes) ?? new Map<number, Promise<ForReaders | null>>();
    replayed.set(changes, versions);
    const readers =
      versions.get(state.version) ?? stepsOf(state, sinceVersion, changes).then(publishable).then(forReaders);
    versions.set(state.version, readers);
    return await readers;
  };

  return {
    toReaders,
    toReader: async (state, sinceVersion, viewer) => (await toReaders(state, sinceVersion))?.framesFor(viewer) ?? null,
    async changes(state, sinceVersion) {
      const steps = await missedSteps(state, sinceVersion);
      if (!steps) return null;
      let before: AuctionState = { ...state, maxBids: new Map(), leader: await leaderBefore(state, steps) };
      return steps.map(({ change, after }) => {
        const events = change.events.filter(({ type }) => type !== "MaxBidSet" && type !== "MaxBidCancelled");
        const made: Change = { before, after: { ...after, maxBids: new Map() }, events, actorId: null };
        before = made.after;
        // The log contains only committed changes.
        return made as Committed<Change>;
      });
    },
    async toRoom(state, sinceVersion, now) {
      const steps = publishable(await missedSteps(state, sinceVersion));
      return steps && ((viewer) => mergedFrames(steps, state, viewer, now));
    },
  };
};

/** Rebuilds the auction before and after each change of a gap. */
const createSteps = (database: Database) => {
  const findBid = gatherReads<StoredBid | null>(async (keys) => {
    const found = await Promise.all(keys.map((key) => bidOfNumber(database, ...auctionAndNumber(key))));
    return new Map(keys.map((key, i) => [key, found[i] ?? null]));
  }, GAPS_READ);

  /**
   * The state before the gap: its price, leader and bid count, with the terms of that time. Each event sets the rest
   * anew.
   */
  const stateBefore = async (state: AuctionState, changes: readonly LoggedChange[]): Promise<AuctionState> => {
    const events = changes.flatMap((change) => change.events);
    const before = events.reduceRight(undone, asBeforeWithdrawal(state, changes));
    const firstBid = events.find((event) => event.type === "BidPlaced");
    const [first] = changes;
    // If the first change is a bid, nobody is shown the state before it, unless the same change withdrew the auction.
    if (!firstBid || (first?.events.includes(firstBid) && !isWithdrawal(first))) return before;
    const bidCount = firstBid.number - 1;
    const last = bidCount > 0 ? await findBid(`${state.id} ${bidCount}`) : null;
    return {
      ...before,
      bidCount,
      priceMinor: last?.amountMinor ?? before.startingPriceMinor,
      leader: last?.bidder ?? null,
    };
  };

  const leaderBefore = async (state: AuctionState, steps: readonly Step[]): Promise<Person | null> => {
    const firstBid = steps.flatMap(({ change }) => change.events).find((event) => event.type === "BidPlaced");
    if (!firstBid) return state.leader;
    const last = firstBid.number > 1 ? await findBid(`${state.id} ${firstBid.number - 1}`) : null;
    return last && !last.voided ? last.bidder : null;
  };

  const stepsOf = async (
    state: AuctionState,
    sinceVersion: number,
    found: readonly LoggedChange[] | undefined,
  ): Promise<Step[] | null> => {
    const changes = (found ?? []).filter(({ version }) => version <= state.version);
    if (changes.length !== state.version - sinceVersion) return null;
    if (!areKnown(changes)) return null;
    // Counts and numbers before a void refer to bids that are struck out now.
    if (changes.some(({ events }) => events.some(isVoid))) return null;
    if (changes.some(({ events }) => events.some(({ type }) => rare.has(type)))) return null;
    const firstWithBid = changes.findIndex(({ events }) => events.some(({ type }) => type === "BidPlaced"));
    if (state.voidedBidCount > 0 && firstWithBid > 0) return null;
    if (showsLaterContent(changes)) return null;
    let before = await stateBefore(state, changes);
    return changes.map((change) => {
      const after = {
        ...change.events.reduce(evolve, before),
        version: change.version,
      };
      const step = { change, before, after };
      before = after;
      return step;
    });
  };

  return { stepsOf, leaderBefore };
};

/**
 * The log does not contain the status that a withdrawal replaced. Any public one will do, because no event of these
 * changes shows the status before a withdrawal.
 */
const asBeforeWithdrawal = (state: AuctionState, changes: readonly LoggedChange[]): AuctionState =>
  state.status === "draft" && changes.some(isWithdrawal) ? { ...state, status: "active" } : state;

/** Returns the state with the terms and the end from before the event. */
const undone = (state: AuctionState, event: AuctionEvent): AuctionState => {
  if (event.type === "AuctionEdited") return withTerms(state, event.before);
  return event.type === "AuctionExtended" ? { ...state, endsAt: event.from } : state;
};

/**
 * True if a replay would have to show the time of an earlier content version, which the whole auction contains and the
 * log does not.
 */
const showsLaterContent = (changes: readonly LoggedChange[]): boolean => {
  const makesVersion = ({ events }: LoggedChange): boolean =>
    events.some((event) => event.type === "AuctionEdited" && event.contentVersion !== undefined);
  const isBids = ({ events }: LoggedChange): boolean => events.filter(isPublic).every(isBid);
  const others = changes.filter((change) => !isBids(change));
  const [first, ...later] = others;
  return first !== undefined && !makesVersion(first) && later.some(makesVersion);
};

const changeOf = ({ change: { events }, before, after }: Step): StateChange => ({ before, after, events });

const auctionAndNumber = (key: string): [auctionId: string, number: number] => {
  const [auctionId = "", number] = key.split(" ");
  return [auctionId, Number(number)];
};

const gatherChanges = (database: Database, limit: number, gathering: Gathering) => {
  const find = gatherReads<LoggedChange[]>(async (keys) => {
    const asked = keys.map((key) => {
      const [auctionId, version] = auctionAndNumber(key);
      return { auctionId, version };
    });
    const found = await changesSince(database, asked, limit);
    return new Map(keys.map((key, i) => [key, found[i] ?? []]));
  }, gathering);
  return async (auctionId: string, version: number): Promise<LoggedChange[]> =>
    (await find(`${auctionId} ${version}`)) ?? [];
};

const nothingMissed: ForReaders = { framesFor: () => [], concerned: new Set() };

/** Builds the frames once for each viewer who sees something different: the bidders concerned, and administrators. */
const forReaders = (steps: readonly Step[] | null): ForReaders | null => {
  if (!steps) return null;
  const concerned = new Set<string>();
  for (const { change, after } of steps) {
    if (after.leader) concerned.add(after.leader.id);
    for (const event of change.events) if (event.type === "BidPlaced") concerned.add(event.bidder.id);
  }
  const made = new Map<string, PushFrame[]>();
  const framesFor: FramesFor = (given) => {
    const isInIt = given.kind !== "public" && concerned.has(given.id);
    const viewer: Viewer = isInIt ? given : anyOfKind(given);
    const key = `${viewer.kind} ${viewer.kind === "public" ? "" : viewer.id}`;
    const frames = made.get(key) ?? framesOf(steps, viewer);
    made.set(key, frames);
    return frames;
  };
  return { framesFor, concerned };
};

const anyOfKind = ({ kind }: Viewer): Viewer => {
  if (kind === "admin") return anyAdmin;
  return kind === "cataloguer" ? anyCataloguer : everyone;
};

const isCountdown = ({ type }: PushFrame): boolean => type === "auction:countdown";

const framesOf = (steps: readonly Step[], viewer: Viewer): PushFrame[] =>
  steps
    .flatMap((step) => toShownFrames(changeOf(step), step.change.at, viewer, step.change.at))
    // Drop past countdowns, because the answer's snapshot has the current end time.
    .filter((frame) => !isCountdown(frame));

/** Whether the change has nothing but bids, and by soft close another end. */
const isOfBids = ({ change: { events } }: Step): boolean => events.every((event) => isBid(event) || !isPublic(event));

/** One price of these changes, with the newest end if they moved it. */
const mergedBids = (run: readonly [Step, ...Step[]], viewer: Viewer, now: number): PushFrame[] => {
  const last = run.at(-1) ?? run[0];
  const bids = run.flatMap(({ change: { events, at } }) =>
    events.flatMap((bid): TimedBid[] => (bid.type === "BidPlaced" ? [{ bid, at }] : [])),
  );
  const extended = run.flatMap(({ change }) => change.events).find((event) => event.type === "AuctionExtended");
  return [
    { type: "auction:price", data: toPriceEvent(last.after, run[0].change.version, bids, viewer, now) },
    ...(extended ? toExtension(last.after, { from: extended.from, endsAt: last.after.endsAt }, now) : []),
  ];
};

const mergedFrames = (steps: readonly Step[], state: AuctionState, viewer: Viewer, now: number): PushFrame[] => {
  const frames: PushFrame[] = [];
  let run: Step[] = [];
  const endRun = (): void => {
    const [first, ...later] = run;
    if (first) frames.push(...mergedBids([first, ...later], viewer, now));
    run = [];
  };
  for (const step of steps) {
    if (isOfBids(step)) {
      run.push(step);
    } else {
      endRun();
      frames.push(...toShownFrames(changeOf(step), step.change.at, viewer, now));
    }
  }
  endRun();
  const lasting = frames.filter((frame) => !isCountdown(frame));
  if (lasting.length < frames.length && isShown(state, viewer))
    lasting.push({ type: "auction:countdown", data: toCountdown(state, now) });
  return lasting;
};
