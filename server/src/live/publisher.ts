/**
 * Publishes committed changes to watchers, the listing and administrators. Accepts only `Committed` changes, so nothing
 * can be published before it is durable.
 *
 * Price changes are merged, not dropped. The first change of a quiet auction is sent at once. While changes continue,
 * the newest state is sent every 50 ms (to the listing every 250 ms) and names the versions it covers. The last state
 * is always sent. Before a change of an auction's life (pause, end, …) the waiting prices are sent, so that the order
 * is kept.
 */

import type { PushFrame } from "@jara/shared/socket";
import { type AuctionEvent, type BidPlaced, isPublic } from "../auction/events.ts";
import { toShownFrames } from "../auction/frames-of-change.ts";
import type { AuctionState } from "../auction/state.ts";
import { toCountdown, toPriceEvent, toUpdated, toView } from "../auction/to-public.ts";
import { everyone, type Viewer } from "../auction/viewer.ts";
import { isShown } from "../auction/visibility.ts";
import type { Change, Committed, Notified } from "../engine/ports.ts";
import type { Clock } from "../platform/database/clock.ts";
import { publishNotices } from "./bidder-notices.ts";
import { compactEveryMs, compactPrice, isSoftEvent, isSoftFrame, LISTING_COMPACT_EVERY_MS } from "./compact-prices.ts";
import { Merger } from "./merge-price-events.ts";
import { publishPrivateEvents } from "./private-events.ts";
import { auctionRooms, promptRooms, type Rooms, rooms, staffFeeds } from "./rooms.ts";

/**
 * A person sees no more than about 20 changes a second. Slower changes are not merged, because that would only add
 * delay.
 */
const WATCHERS_EVERY_MS = 50;
/** Listing cards: at most 4 events a second for each auction. */
const LISTING_EVERY_MS = 250;
/** After these events the listing's readers need the whole auction. */
const publishedWhole = new Set<AuctionEvent["type"]>(["AuctionEdited", "BidPlaced", "BidsVoided", "AuctionExtended"]);

export type Audience = "watchers" | "listing";

/** Called for each event when it is handed to its room's sockets: must return at once and must not throw. */
export interface FanoutObserver {
  /** An event was sent `lagMs` after the commit of the oldest of the `changes` that were merged into it. */
  sent(audience: Audience, lagMs: number, changes: number): void;
  /** The changes of another node's commit were sent `lagMs` after it. */
  caughtUp(lagMs: number): void;
}

export class Publisher {
  readonly #rooms: Rooms;
  readonly #clock: Clock;
  /** The newest version that was sent, or is about to be sent, of each watched auction. */
  readonly #latest = new Map<string, number>();
  /** Watched auctions of which a new watcher saw a newer version than the room was sent: the newest such version. */
  readonly #behind = new Map<string, { version: number; readonly timer: NodeJS.Timeout }>();
  readonly #watchers: Merger;
  readonly #compact: Merger;
  readonly #listing: Merger;
  readonly #listingCompact: Merger;
  /** The auctions whose end moved since the compact watchers, or the compact readers of the listing, were sent it. */
  readonly #movedEnds = { watchers: new Set<string>(), listing: new Set<string>() };
  readonly #onGap: (auctionIds: readonly string[]) => void;
  readonly #observe: FanoutObserver | undefined;

  /** `onGap`: called when this node missed the changes before a change. The log has them, and the change itself. */
  constructor(allRooms: Rooms, clock: Clock, onGap: (auctionIds: readonly string[]) => void, observe?: FanoutObserver) {
    this.#rooms = allRooms;
    this.#clock = clock;
    this.#onGap = onGap;
    this.#observe = observe;
    this.#watchers = new Merger(WATCHERS_EVERY_MS, ({ state, fromVersion, bids, since, changes }) => {
      this.#toRooms(promptRooms(state.id), (viewer) => [
        { type: "auction:price", data: toPriceEvent(state, fromVersion, bids, viewer, clock.now()) },
      ]);
      observe?.sent("watchers", clock.now() - since, changes);
    });
    this.#compact = new Merger(compactEveryMs(clock), ({ state, fromVersion }) => {
      allRooms.publish(rooms.auctionCompact(state.id), compactPrice(state, fromVersion, everyone, clock.now()));
      if (!this.#movedEnds.watchers.delete(state.id)) return;
      const data = toCountdown(state, clock.now());
      allRooms.publish(rooms.auctionCompact(state.id), { type: "auction:countdown", data });
    });
    this.#listing = new Merger(LISTING_EVERY_MS, ({ state, fromVersion, since, changes }) => {
      const listed = [[rooms.listingPrices, everyone] as const, ...staffFeeds];
      this.#toRooms(listed, (viewer) =>
        isShown(state, viewer) ? [compactPrice(state, fromVersion, viewer, clock.now())] : [],
      );
      observe?.sent("listing", clock.now() - since, changes);
    });
    this.#listingCompact = new Merger(LISTING_COMPACT_EVERY_MS, ({ state, fromVersion }) => {
      if (!isShown(state, everyone)) return;
      const isMoved = this.#movedEnds.listing.delete(state.id);
      const frame = isMoved ? toUpdated(state, everyone, clock.now()) : null;
      allRooms.publish(rooms.listingPricesCompact, frame ?? compactPrice(state, fromVersion, everyone, clock.now()));
    });
  }

  /** Publishes the changes. They must be in the order of their commit. */
  publish(changes: readonly Committed<Change>[], at: number): void {
    const touched = new Set<string>();
    const gaps = new Set<string>();
    for (const change of changes) {
      const { before, after, events } = change;
      const { id } = after;
      if (after.version === before.version) continue;
      touched.add(id);
      const latest = this.#latest.get(id) ?? before.version;
      if (before.version > latest) gaps.add(id);
      // The change was read from the log and sent already, before the commit's own answer came.
      const isSent = after.version <= latest;
      const isKept = gaps.has(id) || isSent;
      if (!isKept && this.#isWatched(id)) this.#latest.set(id, after.version);
      const placed = events.filter((event) => event.type === "BidPlaced");
      if (events.every((event) => event.type === "BidPlaced" || !isPublic(event)))
        this.#price(after, placed, at, isKept);
      else this.#life(change, at, isKept);
    }
    if (gaps.size > 0) this.#onGap([...gaps]);
    for (const id of touched) for (const merger of this.#mergers()) merger.settle(id);
    publishPrivateEvents(this.#rooms, changes);
  }

  /** Publishes to the users' own connections the changes that the statement queued mails about. */
  notify(notified: readonly Notified[], changes: readonly Committed<Change>[]): void {
    publishNotices(this.#rooms, notified, changes, this.#clock.now());
  }

  created(auction: AuctionState): void {
    const frame = (viewer: Viewer): PushFrame => ({
      type: "auction:created",
      data: { auction: toView(auction, viewer, this.#clock.now()) },
    });
    for (const [feed, viewer] of staffFeeds) this.#rooms.publishEverywhere(feed, frame(viewer));
    if (isShown(auction, everyone)) this.#rooms.publishEverywhere(rooms.listing, frame(everyone));
  }

  /** Publishes to the listing a price that another node committed. */
  listed(state: AuctionState): void {
    if (!this.hasListing()) return;
    // The message of another node does not say whether the end moved.
    if (state.extendedFrom !== null) this.#movedEnds.listing.add(state.id);
    for (const merger of [this.#listing, this.#listingCompact]) {
      merger.add(state, [], state.updatedAt);
      merger.settle(state.id);
    }
  }

  /**
   * Call when a watcher got a snapshot of this version. Earlier watchers may not have been sent that version yet,
   * because another node committed it or its answer is on the way. If nothing else sends it soon, they are caught up.
   */
  watched(auctionId: string, version: number): void {
    const latest = this.#latest.get(auctionId);
    if (latest === undefined) this.#latest.set(auctionId, version);
    if (latest === undefined || version <= latest) return;
    const waiting = this.#behind.get(auctionId);
    if (waiting) {
      waiting.version = Math.max(waiting.version, version);
      return;
    }
    const look = (): void => {
      const seen = this.#behind.get(auctionId)?.version ?? 0;
      this.#behind.delete(auctionId);
      if (seen > this.latestVersion(auctionId)) this.#onGap([auctionId]);
    };
    this.#behind.set(auctionId, { version, timer: setTimeout(look, WATCHERS_EVERY_MS) });
  }

  latestVersion(auctionId: string): number {
    return this.#latest.get(auctionId) ?? 0;
  }

  /** The newest version that watchers were sent. What waits to be merged follows it without a gap. */
  sentVersion(auctionId: string): number {
    const unsentFrom = this.#watchers.unsentFrom(auctionId);
    return unsentFrom === undefined ? this.latestVersion(auctionId) : unsentFrom - 1;
  }

  /**
   * Forgets an auction that nobody on this node watches any more. Its waiting price is dropped too: otherwise the next
   * watchers' first version would be compared with what the former watchers were not sent.
   */
  evict(auctionId: string): void {
    this.#latest.delete(auctionId);
    this.#watchers.discard(auctionId);
    this.#compact.discard(auctionId);
    this.#movedEnds.watchers.delete(auctionId);
  }

  /**
   * The watchers of this auction were sent a version that a failover took back: they fetch it again, whatever they hold.
   */
  takenBack(auctionId: string): void {
    for (const merger of this.#mergers()) merger.discard(auctionId);
    this.evict(auctionId);
    this.#toRooms(auctionRooms(auctionId), () => [{ type: "auction:resync", data: { auctionId } }]);
  }

  /** Sends frames that this node's watchers missed (another node's commit, or one whose answer was lost). */
  catchUp(state: AuctionState, framesFor: (viewer: Viewer) => PushFrame[]): void {
    const latest = this.latestVersion(state.id);
    if (state.version <= latest || !this.#isWatched(state.id)) return;
    this.#watchers.flush(state.id);
    this.#latest.set(state.id, state.version);
    // Some of these versions may have been sent during the read.
    const isNew = ({ data }: PushFrame): boolean => !("version" in data) || data.version > latest;
    const ofEveryone = framesFor(everyone).filter(isNew);
    const isSoft = ofEveryone.every(isSoftFrame);
    if (isSoft) {
      const isMoved = ofEveryone.some(({ type }) => type !== "auction:price");
      this.#addCompact(state, this.#clock.now(), isMoved, latest + 1);
      this.#compact.settle(state.id);
    } else this.#compact.flush(state.id);
    this.#toRooms((isSoft ? promptRooms : auctionRooms)(state.id), (viewer) => framesFor(viewer).filter(isNew));
    this.#observe?.caughtUp(this.#clock.now() - state.updatedAt);
  }

  /** Sends the waiting prices first, because a countdown names the version it belongs to. */
  flush(auctionId: string, isCompactToo: boolean): void {
    this.#watchers.flush(auctionId);
    if (isCompactToo) this.#compact.flush(auctionId);
  }

  close(): void {
    for (const { timer } of this.#behind.values()) clearTimeout(timer);
    for (const merger of this.#mergers()) merger.close();
  }

  #mergers(): readonly Merger[] {
    return [this.#watchers, this.#compact, this.#listing, this.#listingCompact];
  }

  #price(after: AuctionState, placed: readonly BidPlaced[], at: number, isKept: boolean): void {
    if (!isKept && this.#isWatched(after.id)) {
      const timed = placed.map((bid) => ({ bid, at }));
      this.#watchers.add(after, timed, at);
      this.#addCompact(after, at, false);
    }
    if (this.hasListing()) this.#listPrice(after, at);
  }

  #listPrice(after: AuctionState, at: number): void {
    this.#listing.add(after, [], at);
    this.#listingCompact.add(after, [], at);
  }

  #addCompact(after: AuctionState, at: number, isEndMoved: boolean, fromVersion = after.version): void {
    if (!this.#rooms.has(rooms.auctionCompact(after.id))) return;
    if (isEndMoved) this.#movedEnds.watchers.add(after.id);
    this.#compact.add(after, [], at, fromVersion);
  }

  #life(change: Change, at: number, isKept: boolean): void {
    const { before, after, events } = change;
    const { id, status, version } = after;
    const now = this.#clock.now();
    // A bid that moves the end. On a hot lot that closes softly, each bid does.
    const isSoft = events.every((event) => !isPublic(event) || isSoftEvent(event));
    this.#watchers.flush(id);
    this.#listing.flush(id);
    if (!isSoft) {
      this.#compact.flush(id);
      this.#listingCompact.flush(id);
    }
    if (!isKept) {
      if (isSoft) this.#addCompact(after, at, true);
      this.#toRooms((isSoft ? promptRooms : auctionRooms)(id), (viewer) => toShownFrames(change, at, viewer, now));
      if (this.#isWatched(id)) this.#observe?.sent("watchers", now - at, 1);
    }
    const edits = events.filter((event) => event.type === "AuctionEdited");
    const updated = (viewer: Viewer): PushFrame => toUpdated(after, viewer, now, edits);
    if (after.isRemoved) {
      this.#removed(after, isShown(before, everyone));
      return;
    }
    // Administrators' tables show terms, end and winner, which no other event of theirs contains.
    for (const [feed, viewer] of staffFeeds) this.#rooms.publishEverywhere(feed, updated(viewer));
    const [wasShown, isPublicNow] = [isShown(before, everyone), isShown(after, everyone)];
    // A lot that opens again is announced to the listing like a new one.
    const isReopened = events.some(({ type }) => type === "AuctionReopened");
    if (isPublicNow && (!wasShown || isReopened)) {
      const auction = toView(after, everyone, now);
      this.#rooms.publishEverywhere(rooms.listing, { type: "auction:created", data: { auction } });
    } else if (isPublicNow && events.some(({ type }) => publishedWhole.has(type))) {
      this.#rooms.publishEverywhere(isSoft ? rooms.listingPrices : rooms.listing, updated(everyone));
      if (isSoft) this.#movedEnds.listing.add(id);
    }
    if (before.priceMinor !== after.priceMinor) this.#listPrice(after, at);
    if (status === before.status) return;
    const frame = { type: "auction:status", data: { auctionId: id, version, status } } as const;
    this.#rooms.publishEverywhere(rooms.listing, frame);
    for (const [feed] of staffFeeds) this.#rooms.publishEverywhere(feed, frame);
  }

  /**
   * Publishes to the readers of every node, because the other nodes find no row from which they could see the removal.
   */
  #removed({ id: auctionId, version }: AuctionState, wasShown: boolean): void {
    const frame: PushFrame = { type: "auction:removed", data: { auctionId, version } };
    const isPublicRoom = (room: string): boolean =>
      room === rooms.auction(auctionId) || room === rooms.auctionCompact(auctionId);
    const readers = [...auctionRooms(auctionId), ...staffFeeds].map(([room]) => room);
    if (wasShown) readers.push(rooms.listing);
    for (const room of readers) if (wasShown || !isPublicRoom(room)) this.#rooms.publishEverywhere(room, frame);
  }

  /** True if anybody on this node follows the listing or a feed of the staff. */
  hasListing(): boolean {
    return this.#rooms.has(rooms.listing) || staffFeeds.some(([feed]) => this.#rooms.has(feed));
  }

  #isWatched(id: string): boolean {
    return auctionRooms(id).some(([room]) => this.#rooms.has(room));
  }

  #toRooms(to: readonly (readonly [string, Viewer])[], framesFor: (viewer: Viewer) => PushFrame[]): void {
    for (const [room, viewer] of to) {
      if (this.#rooms.has(room)) for (const frame of framesFor(viewer)) this.#rooms.publish(room, frame);
    }
  }
}
