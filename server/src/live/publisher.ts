/**
 * Publishes committed changes to watchers, the listing, the staff's feeds and single users. Accepts only `Committed`
 * changes, so nothing can be published before it is durable.
 *
 * Price changes are merged, not dropped, and so are the ends that bids move in a soft close. The first change of a
 * quiet auction is sent at once. While changes continue, the newest state is sent every 50 ms (to the listing every 250
 * ms) and names the versions it covers. The last state is always sent. Before a change of an auction's life (pause,
 * end, …) the waiting prices are sent, so that the order is kept. One class and more than 300 lines, because every
 * frame passes through the same list of waiting changes.
 */

import type { PushFrame } from "@jara/shared/live-commands";
import { type AuctionEvent, isPublic } from "../auction/events.ts";
import type { AuctionState } from "../auction/state.ts";
import { toShownFrames } from "../auction/view/shown-frames.ts";
import { toCountdown, toExtension, toPriceEvent, toUpdated, toView } from "../auction/view/to-public.ts";
import { everyone, type Viewer } from "../auction/view/viewer.ts";
import { isShown } from "../auction/view/visibility.ts";
import type { Change, Committed } from "../engine/ports.ts";
import type { Clock } from "../platform/database/clock.ts";
import { type MailedChange, publishNotices } from "./bidder-notices.ts";
import { compactEveryMs, compactPrice, isSoftEvent } from "./compact-prices.ts";
import { ListingPrices } from "./listing-prices.ts";
import { type Added, PriceThrottle } from "./price-throttle.ts";
import { publishPrivateEvents } from "./private-events.ts";
import { RecentChanges } from "./recent-changes.ts";
import { auctionRooms, isStaffFeed, promptRooms, type Rooms, rooms, staffFeeds } from "./rooms.ts";

/**
 * A person sees no more than about 20 changes a second. Slower changes are not merged, because that would only add
 * delay.
 */
const WATCHERS_EVERY_MS = 50;
/** After these events the listing's readers need the whole auction. */
const publishedWhole = new Set<AuctionEvent["type"]>(["AuctionEdited", "BidPlaced", "BidsVoided", "AuctionExtended"]);
/** True if a resumption moved the end, because `auction:status` does not contain the end. */
const isMovedByPause = ({ before, after, events }: Change): boolean =>
  before.endsAt !== after.endsAt && events.some(({ type }) => type === "AuctionResumed");
/**
 * True if the listing gets the whole auction for this change. It does so if status and price change together, because
 * both events would have the same version, and readers drop an event whose version they already have.
 */
const isWholeForListing = (change: Change): boolean =>
  isMovedByPause(change) ||
  (change.before.status !== change.after.status && change.before.priceMinor !== change.after.priceMinor) ||
  change.events.some(({ type }) => publishedWhole.has(type));

const isSoft = (events: readonly AuctionEvent[]): boolean =>
  events.every((event) => !isPublic(event) || isSoftEvent(event));

export type Audience = "watchers" | "listing";

/** Called for each event when it is handed to its room's sockets: must return at once and must not throw. */
export interface FanoutObserver {
  /** An event was sent `lagMs` after the commit of the oldest of the `changes` that were merged into it. */
  sent(audience: Audience, lagMs: number, changes: number): void;
  /** The changes of another node's commit were sent `lagMs` after that commit. */
  caughtUp(lagMs: number): void;
}

/** A change of another node, or one whose answer was lost, with the time of its commit, epoch ms. */
export interface FoundChange {
  readonly change: Committed<Change>;
  readonly at: number;
}

export class Publisher {
  readonly recent = new RecentChanges();
  readonly #rooms: Rooms;
  readonly #clock: Clock;
  /** The newest version that was sent, or is about to be sent, of each watched auction. */
  readonly #latest = new Map<string, number>();
  /** Watched auctions of which a new watcher saw a newer version than the room was sent: the newest such version. */
  readonly #behind = new Map<string, { version: number; readonly timer: NodeJS.Timeout }>();
  /** The newest version that this node has read of each auction whose first watcher has no snapshot yet. */
  readonly #early = new Map<string, number>();
  readonly #watchers: PriceThrottle;
  readonly #compact: PriceThrottle;
  readonly #listing: ListingPrices;
  readonly #onGap: (auctionIds: readonly string[]) => void;
  readonly #observe: FanoutObserver | undefined;

  /** `onGap`: called when this node missed the changes before a change. The log contains all of them. */
  constructor(allRooms: Rooms, clock: Clock, onGap: (auctionIds: readonly string[]) => void, observe?: FanoutObserver) {
    this.#rooms = allRooms;
    this.#clock = clock;
    this.#onGap = onGap;
    this.#observe = observe;
    this.#watchers = new PriceThrottle(WATCHERS_EVERY_MS, ({ state, fromVersion, bids, since, changes, endBefore }) => {
      const [now, { id, endsAt }] = [clock.now(), state];
      this.#toRooms(promptRooms(id), (viewer) => [
        { type: "auction:price", data: toPriceEvent(state, fromVersion, bids, viewer, now) },
        ...(endBefore === null ? [] : toExtension(state, { from: endBefore, endsAt }, now)),
      ]);
      observe?.sent("watchers", now - since, changes);
      this.#listing.settle(id);
    });
    this.#compact = new PriceThrottle(compactEveryMs(clock), ({ state, fromVersion, endBefore }) => {
      if (!isShown(state, everyone)) return;
      allRooms.publish(rooms.auctionCompact(state.id), compactPrice(state, fromVersion, everyone, clock.now()));
      if (endBefore === null) return;
      const data = toCountdown(state, clock.now());
      allRooms.publish(rooms.auctionCompact(state.id), { type: "auction:countdown", data });
    });
    this.#listing = new ListingPrices({
      rooms: allRooms,
      clock,
      isHeld: (auctionId) => this.#watchers.unsentFrom(auctionId) !== undefined,
      sent: (lagMs, changes) => observe?.sent("listing", lagMs, changes),
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
      if (!gaps.has(id)) this.recent.add(change, at);
      if (!isKept) this.#toWatchers(change, at);
      if (isSoft(events)) this.#listing.add(after, at);
      else this.#toFeeds(change, at);
    }
    if (gaps.size > 0) this.#onGap([...gaps]);
    for (const id of touched) for (const throttle of this.#throttles()) throttle.settle(id);
    publishPrivateEvents(this.#rooms, changes);
  }

  /** Publishes to the users' own connections the changes that a reader of the log wrote them mails about. */
  mailed = (mails: readonly MailedChange[]): void => publishNotices(this.#rooms, mails, this.#clock.now());

  created(auction: AuctionState): void {
    const frame = (viewer: Viewer): PushFrame => ({
      type: "auction:created",
      data: { auction: toView(auction, viewer, this.#clock.now()) },
    });
    for (const [feed, viewer] of staffFeeds) this.#rooms.publishEverywhere(feed, frame(viewer));
    if (isShown(auction, everyone)) this.#rooms.publishEverywhere(rooms.listing, frame(everyone));
    this.#listing.note(auction.id, auction);
  }

  /** Publishes to the members of the room on this node what another node published. */
  relayed(room: string, frame: PushFrame): void {
    if (room === rooms.listing || isStaffFeed(room)) this.#noteListed(frame);
    this.#rooms.publish(room, frame);
  }

  /** Publishes to the listing a price that another node committed. */
  listed(state: AuctionState): void {
    this.#listing.add(state, state.updatedAt);
    this.#listing.settle(state.id);
  }

  /**
   * Call when a watcher got a snapshot of this version. Earlier watchers may not have been sent that version yet,
   * because another node committed it or its answer is on the way. If nothing else sends it soon, they are caught up.
   */
  watched(auctionId: string, version: number): void {
    const latest = this.#latest.get(auctionId);
    const early = this.#early.get(auctionId) ?? 0;
    this.#early.delete(auctionId);
    if (latest === undefined) this.#latest.set(auctionId, version);
    // A commit of this node may have been published since the early read, with an earlier version.
    if (early > version && early > (latest ?? 0)) this.#onGap([auctionId]);
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

  /**
   * Call with a state that this node read before the first watcher got a snapshot. If the snapshot turns out to be
   * older, the watchers are caught up after it.
   */
  readEarly({ id, version }: AuctionState): void {
    this.#early.set(id, Math.max(version, this.#early.get(id) ?? 0));
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
   * Evicts an auction that nobody on this node watches any more, with its waiting price. Otherwise the next watchers'
   * first version would be compared with a version that was never sent.
   */
  evict(auctionId: string): void {
    this.#latest.delete(auctionId);
    this.#early.delete(auctionId);
    this.#watchers.discard(auctionId);
    this.#compact.discard(auctionId);
    this.#listing.settle(auctionId);
  }

  /**
   * Call when a failover took back a version that this auction's watchers were sent. They then fetch the auction again,
   * whatever version they hold.
   */
  takenBack(auctionId: string): void {
    for (const throttle of this.#throttles()) throttle.discard(auctionId);
    this.evict(auctionId);
    this.recent.drop(auctionId);
    this.#toRooms(auctionRooms(auctionId), () => [{ type: "auction:resync", data: { auctionId } }]);
  }

  /**
   * Sends watchers the changes up to this state that this node missed (another node's commits, or ones whose answer was
   * lost). Null: they are not known, so that the watchers must fetch the auction again.
   */
  caughtUp(state: AuctionState, found: readonly FoundChange[] | null): void {
    const { id, version } = state;
    const sentBefore = this.latestVersion(id);
    for (const { change, at } of found ?? []) {
      const { before, after } = change;
      if (after.version === before.version) continue;
      this.recent.add(change, at);
      // Some of these versions may have been sent during the read.
      if (before.version === this.latestVersion(id)) this.#toWatchers(change, at);
    }
    if ((this.recent.newest(id)?.version ?? 0) < version) {
      this.recent.drop(id);
      this.recent.startAt(state);
    }
    for (const throttle of this.#throttles()) throttle.settle(id);
    if (!this.#isWatched(id) || version <= sentBefore) return;
    if (this.latestVersion(id) < version) {
      this.flush(id, true);
      this.#latest.set(id, version);
      this.#toRooms(auctionRooms(id), () => [{ type: "auction:resync", data: { auctionId: id } }]);
    }
    this.#observe?.caughtUp(this.#clock.now() - state.updatedAt);
  }

  /** Sends the waiting prices first, because a countdown names the version it belongs to. */
  flush(auctionId: string, isCompactToo: boolean): void {
    this.#watchers.flush(auctionId);
    if (isCompactToo) this.#compact.flush(auctionId);
  }

  close(): void {
    for (const { timer } of this.#behind.values()) clearTimeout(timer);
    for (const throttle of this.#throttles()) throttle.close();
  }

  #throttles(): readonly (PriceThrottle | ListingPrices)[] {
    return [this.#watchers, this.#compact, this.#listing];
  }

  /**
   * Sends a change to the auction's watchers. One that has only bids, and perhaps an end that soft close moved, is merged
   * with others: on a hot lot near its end each change has both.
   */
  #toWatchers(change: Change, at: number): void {
    const { before, after, events } = change;
    const { id, version } = after;
    const isWatched = this.#isWatched(id);
    if (isWatched) this.#latest.set(id, version);
    if (isSoft(events)) {
      if (!isWatched) return;
      const placed = events.filter((event) => event.type === "BidPlaced");
      const endBefore = after.endsAt === before.endsAt ? null : before.endsAt;
      this.#watchers.add(after, { at, bids: placed.map((bid) => ({ bid, at })), endBefore });
      this.#addCompact(after, { at, endBefore });
      return;
    }
    const now = this.#clock.now();
    this.flush(id, true);
    this.#toRooms(auctionRooms(id), (viewer) => toShownFrames(change, at, viewer, now));
    if (isWatched) this.#observe?.sent("watchers", now - at, 1);
  }

  #addCompact(after: AuctionState, added: Added): void {
    if (this.#rooms.has(rooms.auctionCompact(after.id))) this.#compact.add(after, added);
  }

  /** Sends a change that is more than a price to the listing and to the staff's feeds. */
  #toFeeds(change: Change, at: number): void {
    const { before, after, events } = change;
    const { id, status, version } = after;
    const now = this.#clock.now();
    this.flush(id, true);
    this.#listing.flush(id);
    const edits = events.filter((event) => event.type === "AuctionEdited");
    const updated = (viewer: Viewer): PushFrame => toUpdated(after, viewer, now, edits);
    if (after.isRemoved) {
      this.#removed(after, isShown(before, everyone));
      return;
    }
    // Administrators' tables show terms, end and winner, which no other event of theirs contains.
    for (const [feed, viewer] of staffFeeds) this.#rooms.publishEverywhere(feed, updated(viewer));
    const [wasShown, isPublicNow] = [isShown(before, everyone), isShown(after, everyone)];
    // A lot that opens again is announced to the listing like a new one. An upcoming lot is new when it opens.
    const isReopened = events.some(({ type }) => type === "AuctionReopened");
    const isNew = (!wasShown && !after.isUpcoming) || (before.isUpcoming && !after.isUpcoming) || isReopened;
    if (isPublicNow && isNew) {
      const auction = toView(after, everyone, now);
      this.#rooms.publishEverywhere(rooms.listing, { type: "auction:created", data: { auction } });
    } else if (isPublicNow && isWholeForListing(change)) {
      this.#rooms.publishEverywhere(rooms.listing, updated(everyone));
    } else if (isPublicNow && status !== before.status) {
      // The listing of this node has just got the last price. Another node may not have read that price yet.
      this.#rooms.publishElsewhere(rooms.listing, updated(everyone));
    }
    this.#listing.note(id, after);
    if (before.priceMinor !== after.priceMinor) this.#listing.add(after, at);
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
    return this.#listing.hasReaders();
  }

  #noteListed({ type, data }: PushFrame): void {
    if (type === "auction:status") this.#listing.note(data.auctionId, data);
    else if (type === "auction:updated" || type === "auction:created")
      this.#listing.note(data.auction._id, data.auction);
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
