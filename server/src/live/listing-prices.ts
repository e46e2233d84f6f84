// Sends the followers of the listing, and of the staff's feeds, the prices of all auctions and the ends that soft close
// moves: merged, so that each auction brings at most 4 a second (to compact readers one every 30 s).
import type { PushFrame } from "@jara/shared/live-commands";
import type { AuctionState } from "../auction/state.ts";
import { toUpdated } from "../auction/view/to-public.ts";
import { everyone, type Viewer } from "../auction/view/viewer.ts";
import { isShown } from "../auction/view/visibility.ts";
import type { Clock } from "../platform/database/clock.ts";
import { compactPrice, LISTING_COMPACT_EVERY_MS } from "./compact-prices.ts";
import { PriceThrottle } from "./price-throttle.ts";
import { type Rooms, rooms, staffFeeds } from "./rooms.ts";

/** Listing cards: at most 4 events a second for each auction. */
const LISTING_EVERY_MS = 250;
/** The number of auctions whose sent state is kept. One that was evicted may be sent whole once more. */
const AUCTIONS_KEPT = 10_000;

export interface ListingPricesDeps {
  readonly rooms: Rooms;
  readonly clock: Clock;
  /**
   * Whether the auction's own watchers still wait for a price, because the listing must not get a newer price before
   * them.
   */
  readonly isHeld: (auctionId: string) => boolean;
  /** Called after prices were sent `lagMs` after the commit of the oldest of the `changes` that were merged. */
  readonly sent: (lagMs: number, changes: number) => void;
}

export class ListingPrices {
  readonly #rooms: Rooms;
  readonly #throttles: readonly PriceThrottle[];
  readonly #states = [new SentState(), new SentState()] as const;

  constructor({ rooms: allRooms, clock, isHeld, sent }: ListingPricesDeps) {
    this.#rooms = allRooms;
    const [promptState, compactState] = this.#states;
    const prices = new PriceThrottle(
      LISTING_EVERY_MS,
      ({ state, fromVersion, since, changes }) => {
        const isWhole = promptState.compareAndRecord(state);
        const framesFor = (viewer: Viewer): PushFrame[] => [
          // The whole auction comes first, because readers drop a frame that is not newer than the version they have.
          ...(isWhole ? [toUpdated(state, viewer, clock.now())] : []),
          compactPrice(state, fromVersion, viewer, clock.now()),
        ];
        for (const [room, viewer] of [[rooms.listingPrices, everyone] as const, ...staffFeeds]) {
          if (!allRooms.has(room) || !isShown(state, viewer)) continue;
          for (const frame of framesFor(viewer)) allRooms.publish(room, frame);
        }
        sent(clock.now() - since, changes);
      },
      isHeld,
    );
    const compactPrices = new PriceThrottle(
      LISTING_COMPACT_EVERY_MS,
      ({ state, fromVersion }) => {
        if (!isShown(state, everyone)) return;
        const frame = compactState.compareAndRecord(state) ? toUpdated(state, everyone, clock.now()) : null;
        allRooms.publish(rooms.listingPricesCompact, frame ?? compactPrice(state, fromVersion, everyone, clock.now()));
      },
      isHeld,
    );
    this.#throttles = [prices, compactPrices];
  }

  /** True if anybody on this node follows the listing or a feed of the staff. */
  hasReaders(): boolean {
    return this.#rooms.has(rooms.listing) || staffFeeds.some(([feed]) => this.#rooms.has(feed));
  }

  /** `at`: the time of the commit, epoch ms. Sent by `settle` or `flush`. */
  add(state: AuctionState, at: number): void {
    if (this.hasReaders()) for (const throttle of this.#throttles) throttle.add(state, { at });
  }

  /** Call when an event of this auction that is more than a price was sent, by this node or another. */
  note(auctionId: string, listed: Listed): void {
    for (const state of this.#states) state.note(auctionId, listed);
  }

  settle(auctionId: string): void {
    for (const throttle of this.#throttles) throttle.settle(auctionId);
  }

  flush(auctionId: string): void {
    for (const throttle of this.#throttles) throttle.flush(auctionId);
  }

  discard(auctionId: string): void {
    for (const throttle of this.#throttles) throttle.discard(auctionId);
  }

  close(): void {
    for (const throttle of this.#throttles) throttle.close();
  }
}

/** The parts of an auction that the listing's readers have beside its price. */
export type Listed = Pick<AuctionState, "version" | "status"> & Partial<Pick<AuctionState, "contentVersion">>;

/**
 * Keeps, for each auction, the end, status and content version that readers were sent. The message about another node's
 * commit does not say what was changed, and the state that this node reads then may have a later change too, whose own
 * events are still on their way. Readers who already have a price of that version would drop these events. So a state
 * with such a change is sent whole.
 */
class SentState {
  readonly #ends = new Map<string, number>();
  readonly #listed = new Map<string, Listed>();

  /**
   * Returns whether readers lack more of the state than its price, so that it must be sent whole. Records that they get
   * it, so call it once for each price.
   */
  compareAndRecord(state: AuctionState): boolean {
    const { id, version, status, contentVersion, endsAt, extendedFrom } = state;
    // If nothing is kept of the lot, assume that readers have it as active, because only active lots get bids.
    const listed = this.#listed.get(id) ?? { version: 0, status: "active" };
    const isMoved = extendedFrom !== null && this.#ends.get(id) !== endsAt;
    if (isMoved) keep(this.#ends, id, endsAt);
    this.note(id, state);
    if (isMoved || listed.version >= version) return isMoved;
    return listed.status !== status || (listed.contentVersion ?? contentVersion) !== contentVersion;
  }

  note(id: string, { version, status, contentVersion }: Listed): void {
    const known = this.#listed.get(id);
    if (known && known.version > version) return;
    const content = contentVersion ?? known?.contentVersion;
    keep(this.#listed, id, { version, status, ...(content !== undefined && { contentVersion: content }) });
  }
}

const keep = <V>(kept: Map<string, V>, id: string, value: V): void => {
  if (kept.size >= AUCTIONS_KEPT && !kept.has(id)) kept.clear();
  kept.set(id, value);
};
