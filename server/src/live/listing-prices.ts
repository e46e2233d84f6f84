// Sends the followers of the listing, and of the staff's feeds, the prices of all auctions and the ends that soft close
// moves: merged, so that each auction brings at most 4 a second (to compact readers one every 30 s).
import type { PushFrame } from "@jara/shared/live-commands";
import type { AuctionState } from "../auction/state.ts";
import { toUpdated } from "../auction/view/to-public.ts";
import { everyone, type Viewer } from "../auction/view/viewer.ts";
import { isShown } from "../auction/view/visibility.ts";
import type { Clock } from "../platform/database/clock.ts";
import { compactPrice, LISTING_COMPACT_EVERY_MS } from "./compact-prices.ts";
import { Merger } from "./merge-price-events.ts";
import { type Rooms, rooms, staffFeeds } from "./rooms.ts";

/** Listing cards: at most 4 events a second for each auction. */
const LISTING_EVERY_MS = 250;
/** The number of ends that are kept. An auction in its soft close whose end was evicted is sent whole once more. */
const ENDS_KEPT = 10_000;

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
  readonly #mergers: readonly Merger[];

  constructor({ rooms: allRooms, clock, isHeld, sent }: ListingPricesDeps) {
    this.#rooms = allRooms;
    const isMoved = movedEnds();
    const prices = new Merger(
      LISTING_EVERY_MS,
      ({ state, fromVersion, since, changes }) => {
        const withEnd = isMoved(state);
        const framesFor = (viewer: Viewer): PushFrame[] => [
          // The whole auction comes first, because readers drop a frame that is not newer than the version they have.
          ...(withEnd ? [toUpdated(state, viewer, clock.now())] : []),
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
    const isMovedForCompact = movedEnds();
    const compactPrices = new Merger(
      LISTING_COMPACT_EVERY_MS,
      ({ state, fromVersion }) => {
        if (!isShown(state, everyone)) return;
        const frame = isMovedForCompact(state) ? toUpdated(state, everyone, clock.now()) : null;
        allRooms.publish(rooms.listingPricesCompact, frame ?? compactPrice(state, fromVersion, everyone, clock.now()));
      },
      isHeld,
    );
    this.#mergers = [prices, compactPrices];
  }

  /** True if anybody on this node follows the listing or a feed of the staff. */
  hasReaders(): boolean {
    return this.#rooms.has(rooms.listing) || staffFeeds.some(([feed]) => this.#rooms.has(feed));
  }

  /** `at`: the time of the commit, epoch ms. Sent by `settle` or `flush`. */
  add(state: AuctionState, at: number): void {
    if (this.hasReaders()) for (const merger of this.#mergers) merger.add(state, { at });
  }

  settle(auctionId: string): void {
    for (const merger of this.#mergers) merger.settle(auctionId);
  }

  flush(auctionId: string): void {
    for (const merger of this.#mergers) merger.flush(auctionId);
  }

  discard(auctionId: string): void {
    for (const merger of this.#mergers) merger.discard(auctionId);
  }

  close(): void {
    for (const merger of this.#mergers) merger.close();
  }
}

/**
 * Returns a function that says whether bids moved the auction's end since it was called last for that auction. It compares
 * ends, because the message about another node's commit does not say what was changed.
 */
const movedEnds = (): ((state: AuctionState) => boolean) => {
  const sent = new Map<string, number>();
  return ({ id, endsAt, extendedFrom }) => {
    if (extendedFrom === null || sent.get(id) === endsAt) return false;
    if (sent.size >= ENDS_KEPT) sent.clear();
    sent.set(id, endsAt);
    return true;
  };
};
