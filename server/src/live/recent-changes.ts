// Keeps the last public changes of each lot in memory, as this node published them, so that a reader who missed some
// gets the same events. A void, a withdrawal and a removal hide what was shown before, so nothing before them is kept.

import { type AuctionEvent, isSecret } from "../auction/events.ts";
import { type AuctionState, copyOf } from "../auction/state.ts";
import { everyone } from "../auction/view/viewer.ts";
import { isShown } from "../auction/view/visibility.ts";
import type { Change } from "../engine/ports.ts";
import { isSoftEvent } from "./compact-prices.ts";

/** The longest gap for one reader, in versions: beyond it a snapshot is smaller and faster. */
export const MOST_CHANGES = 100;
/** The bytes of one lot. A replay that is longer than a third of it is not sent (replays.ts). */
const MOST_LOT_BYTES = 256 * 1024;
/** The bytes of all lots together: twenty thousand bids. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Each lot that is watched has a state here, from which the next change of another node goes on. */
const MOST_LOTS = 5_000;
/** A change that is only bids, with the state after it. All states of a lot share its texts. */
const SOFT_BYTES = 800;

/** A change that everybody may see. */
export interface KeptChange {
  readonly after: AuctionState;
  readonly events: readonly AuctionEvent[];
  /** The time of its commit, epoch ms. */
  readonly at: number;
  readonly bytes: number;
}

interface Lot {
  /** The state after the last change, without maxima. */
  newest: AuctionState;
  /** Each is one version later than the one before it. */
  readonly kept: KeptChange[];
  bytes: number;
}

export class RecentChanges {
  /** The lot that changed last comes last. */
  readonly #lots = new Map<string, Lot>();
  #bytes = 0;

  /** Adds a change that is published. One that does not follow the last one replaces all that were kept. */
  add({ before, after, events }: Change, at: number): void {
    const known = this.#lots.get(after.id);
    if (known && after.version <= known.newest.version) return;
    const lot = known?.newest.version === before.version ? known : this.#begin(before);
    this.#lots.delete(after.id);
    this.#lots.set(after.id, lot);
    lot.newest = withoutMaxima(after);
    if (hidesEarlier(events) || !isShown(before, everyone) || !isShown(after, everyone)) {
      this.#dropFirst(lot, lot.kept.length);
    } else {
      const bytes = bytesOf(after, events);
      lot.kept.push({ after: lot.newest, events: events.filter((event) => !isSecret(event)), at, bytes });
      lot.bytes += bytes;
      this.#bytes += bytes;
      while (lot.kept.length > MOST_CHANGES || lot.bytes > MOST_LOT_BYTES) this.#dropFirst(lot, 1);
    }
    this.#evict();
  }

  /** Goes on from a state that a watcher got, unless the changes since the last known state may still come. */
  startAt(state: AuctionState): void {
    const known = this.#lots.get(state.id);
    if (known && known.newest.version >= state.version - MOST_CHANGES) return;
    this.#begin(state);
    this.#evict();
  }

  newest(auctionId: string): AuctionState | undefined {
    return this.#lots.get(auctionId)?.newest;
  }

  /** Returns the changes after the version `since`, up to the version `upTo`. Null if not all of them are kept. */
  between(auctionId: string, since: number, upTo: number): readonly KeptChange[] | null {
    const lot = this.#lots.get(auctionId);
    const first = lot?.kept[0]?.after.version;
    if (!lot || first === undefined || first > since + 1 || lot.newest.version < upTo) return null;
    return lot.kept.slice(since + 1 - first, upTo + 1 - first);
  }

  drop(auctionId: string): void {
    const lot = this.#lots.get(auctionId);
    if (!lot) return;
    this.#dropFirst(lot, lot.kept.length);
    this.#lots.delete(auctionId);
  }

  /** Drops all other lots. */
  keepOnly(auctionIds: ReadonlySet<string>): void {
    for (const id of [...this.#lots.keys()]) if (!auctionIds.has(id)) this.drop(id);
  }

  #begin(state: AuctionState): Lot {
    this.drop(state.id);
    const lot = { newest: withoutMaxima(state), kept: [], bytes: 0 };
    this.#lots.set(state.id, lot);
    return lot;
  }

  #dropFirst(lot: Lot, count: number): void {
    for (const { bytes } of lot.kept.splice(0, count)) {
      lot.bytes -= bytes;
      this.#bytes -= bytes;
    }
  }

  /** Drops the lots that changed the longest ago. */
  #evict(): void {
    for (const id of this.#lots.keys()) {
      if (this.#bytes <= MOST_BYTES && this.#lots.size <= MOST_LOTS) return;
      this.drop(id);
    }
  }
}

const noMaxima: AuctionState["maxBids"] = new Map();
/** No public event has maxima, and every state that was kept would hold all of them. */
export const withoutMaxima = (state: AuctionState): AuctionState => {
  if (state.maxBids.size === 0) return state;
  const copy = copyOf(state);
  copy.maxBids = noMaxima;
  return copy;
};

const hidesEarlier = (events: readonly AuctionEvent[]): boolean =>
  events.some(({ type }) => type === "BidsVoided" || type === "AllBidsVoided");

const bytesOf = ({ lot }: AuctionState, events: readonly AuctionEvent[]): number =>
  events.every(isSoftEvent) ? SOFT_BYTES : SOFT_BYTES + JSON.stringify([lot, events]).length;
