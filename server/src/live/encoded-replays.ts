// Keeps replays for readers encoded for a few seconds, so that many who missed the same versions cost one read of the
// log and one encoding. Readers who see something of their own get their own: bidders of the gap, and staff.
import type { AuctionState } from "../auction/state.ts";
import { everyone, isPrivileged, type Viewer } from "../auction/view/viewer.ts";
import { createBoundedCache } from "../platform/lib/bounded-cache.ts";
import { EncodedJson } from "./encoded-json.ts";
import type { Replay } from "./replay.ts";

/** How long a crowd that lost its connections takes to come back. Nothing that was erased is shown for longer. */
const KEPT_MS = 10_000;
/** With the longest replay 11 MB. */
const KEPT_AT_MOST = 128;
/** A longer replay is not sent, because the answer's snapshot is the smaller way to catch up (command-queue.ts). */
export const LONGEST_BYTES = 88 * 1024;

export interface EncodedReplay {
  readonly events: EncodedJson;
  readonly bytes: number;
  /** The number of changes that were read and encoded for this call; 0 if another call had done so. */
  readonly madeOf: number;
}

interface Kept {
  readonly forEverybody: EncodedJson | null;
  /** Users who see something of their own in it. */
  readonly concerned: ReadonlySet<string>;
}

export class EncodedReplays {
  readonly #replay: Pick<Replay, "toReaders">;
  readonly #kept = createBoundedCache<string, Promise<Kept>>(KEPT_AT_MOST, { ttl: KEPT_MS });

  constructor(replay: Pick<Replay, "toReaders">) {
    this.#replay = replay;
  }

  /** Returns null if what was missed cannot be replayed (`Replay.toReader`), or is too long. */
  async toReader(state: AuctionState, sinceVersion: number, viewer: Viewer): Promise<EncodedReplay | null> {
    // Staff see more than a version says, such as a reserve that changed.
    if (isPrivileged(viewer)) return await this.#ofOwn(state, sinceVersion, viewer);
    const key = `${state.id} ${sinceVersion} ${state.version}`;
    const known = this.#kept.get(key);
    const kept = known ?? this.#make(state, sinceVersion);
    if (!known) {
      this.#kept.set(key, kept);
      kept.catch(() => this.#kept.delete(key));
    }
    const { forEverybody, concerned } = await kept;
    if ("id" in viewer && concerned.has(viewer.id)) return await this.#ofOwn(state, sinceVersion, viewer);
    return forEverybody && measured(forEverybody, known ? 0 : state.version - sinceVersion);
  }

  async #make(state: AuctionState, sinceVersion: number): Promise<Kept> {
    const readers = await this.#replay.toReaders(state, sinceVersion);
    return {
      forEverybody: readers && encoded(readers.framesFor(everyone)),
      concerned: readers?.concerned ?? new Set(),
    };
  }

  async #ofOwn(state: AuctionState, sinceVersion: number, viewer: Viewer): Promise<EncodedReplay | null> {
    const readers = await this.#replay.toReaders(state, sinceVersion);
    const own = readers && encoded(readers.framesFor(viewer));
    return own && measured(own, state.version - sinceVersion);
  }
}

const encoded = (frames: readonly object[]): EncodedJson | null => {
  const json = JSON.stringify(frames);
  return Buffer.byteLength(json) > LONGEST_BYTES ? null : new EncodedJson(json);
};

const measured = (events: EncodedJson, madeOf: number): EncodedReplay => ({
  events,
  bytes: events.json.length,
  madeOf,
});
