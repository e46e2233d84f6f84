// Gives readers the events that they missed, one for each change, from the changes that this node keeps. What is not
// kept, or names a person who is gone, is not replayed: the answer's snapshot stands for it. Encodings are kept for a
// few seconds, so that a crowd that missed the same versions costs one. Bidders of the gap and staff get their own.

import type { PushFrame } from "@jara/shared/live-commands";
import { and, isNotNull } from "drizzle-orm";
import type { AuctionState } from "../auction/state.ts";
import { toShownFrames } from "../auction/view/shown-frames.ts";
import { everyone, isPrivileged, type Viewer } from "../auction/view/viewer.ts";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Database } from "../platform/database/database.ts";
import { gatherReads } from "../platform/database/gather-reads.ts";
import { users } from "../platform/database/schema/accounts.ts";
import { isAnyOfPlaceholder, prepared } from "../platform/database/statements.ts";
import { createBoundedCache } from "../platform/lib/bounded-cache.ts";
import { EncodedJson } from "./encoded-json.ts";
import { type KeptChange, MOST_CHANGES, type RecentChanges } from "./recent-changes.ts";

/** How long a crowd that lost its connections takes to come back. Nothing that was erased is shown for longer. */
const KEPT_MS = 10_000;
/** With the longest replay 11 MB. */
const KEPT_AT_MOST = 128;
/** A longer replay is not sent, because the answer's snapshot is the smaller way to catch up (command-queue.ts). */
export const LONGEST_BYTES = 88 * 1024;

export interface EncodedReplay {
  readonly events: EncodedJson;
  readonly bytes: number;
  /** The number of changes that were encoded for this call; 0 if another call had done so. */
  readonly madeOf: number;
}

interface ReplayDeps {
  readonly recent: Pick<RecentChanges, "newest" | "between">;
  /** Adds the changes up to this state to the recent ones, if they can be read. */
  readonly catchUp: (state: AuctionState) => Promise<void>;
  readonly areDeleted: (userIds: readonly string[]) => Promise<boolean>;
}

interface Missed {
  readonly changes: readonly KeptChange[];
  /** Users who see something of their own in it. */
  readonly concerned: ReadonlySet<string>;
  readonly forEverybody: EncodedJson | null;
}

export class Replays {
  readonly #deps: ReplayDeps;
  readonly #kept = createBoundedCache<string, Promise<Missed | null>>(KEPT_AT_MOST, { ttl: KEPT_MS });

  constructor(deps: ReplayDeps) {
    this.#deps = deps;
  }

  /** Returns the events between the version and the state, as the viewer may see them; null if they are not replayed. */
  async toReader(state: AuctionState, sinceVersion: number, viewer: Viewer): Promise<EncodedReplay | null> {
    const missing = state.version - sinceVersion;
    if (missing === 0) return nothingMissed;
    if (missing < 0 || missing > MOST_CHANGES || sinceVersion < 1) return null;
    const key = `${state.id} ${sinceVersion} ${state.version}`;
    const known = this.#kept.get(key);
    const reading = known ?? this.#missed(state, sinceVersion);
    if (!known) {
      this.#kept.set(key, reading);
      void reading.then(
        (found) => found ?? this.#kept.delete(key),
        () => this.#kept.delete(key),
      );
    }
    const missed = await reading;
    if (!missed) return null;
    if (!isPrivileged(viewer) && !("id" in viewer && missed.concerned.has(viewer.id))) {
      return missed.forEverybody && measured(missed.forEverybody, known ? 0 : missing);
    }
    const own = encoded(framesOf(missed.changes, viewer));
    return own && measured(own, missing);
  }

  async #missed(state: AuctionState, sinceVersion: number): Promise<Missed | null> {
    const { recent, catchUp, areDeleted } = this.#deps;
    if ((recent.newest(state.id)?.version ?? 0) < state.version) await catchUp(state);
    const changes = recent.between(state.id, sinceVersion, state.version);
    if (!changes || (await areDeleted([...new Set(changes.flatMap(peopleIn))]))) return null;
    const concerned = new Set(changes.flatMap(concernedBy));
    return { changes, concerned, forEverybody: encoded(framesOf(changes, everyone)) };
  }
}

/** Drops past countdowns, because the answer's snapshot has the current end time. */
const framesOf = (changes: readonly KeptChange[], viewer: Viewer): PushFrame[] =>
  changes
    .flatMap(({ after, events, at }) => toShownFrames({ before: after, after, events }, at, viewer, at))
    .filter(({ type }) => type !== "auction:countdown");

/** The people who see `You`, or that they lead. */
const concernedBy = ({ after: { leader }, events }: KeptChange): string[] => [
  ...(leader ? [leader.id] : []),
  ...events.flatMap((event) => (event.type === "BidPlaced" ? [event.bidder.id] : [])),
];

const peopleIn = (change: KeptChange): string[] => {
  const { winner, purchase } = change.after;
  return [...concernedBy(change), ...[winner, purchase?.buyer].flatMap((person) => (person ? [person.id] : []))];
};

const encoded = (frames: readonly object[]): EncodedJson | null => {
  const json = JSON.stringify(frames);
  return Buffer.byteLength(json) > LONGEST_BYTES ? null : new EncodedJson(json);
};

const measured = (events: EncodedJson, madeOf: number): EncodedReplay => ({
  events,
  bytes: events.json.length,
  madeOf,
});
const nothingMissed = measured(new EncodedJson("[]"), 0);

const deletedAmong = prepared((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(isAnyOfPlaceholder(users.id, "ids"), isNotNull(users.deletedAt)))
    .prepare("deleted accounts by ids"),
);

/** Reads whether any of these accounts was deleted, because a change that is kept still has its name. */
export const readDeleted = (database: Database): ReplayDeps["areDeleted"] => {
  const isDeleted = gatherReads<true>(
    async (ids) => {
      const found = await deletedAmong(database).execute({ ids: arrayLiteral(ids) });
      return new Map(found.map(({ id }) => [id, true]));
    },
    { atOnce: 2_000 },
  );
  return async (userIds) => (await Promise.all(userIds.map(isDeleted))).includes(true);
};
