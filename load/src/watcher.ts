// One watcher and the version it has of each auction it watches. It follows the contract as a good client does: it
// drops what is not newer and, after a gap, a resync or a lost connection, watches again from the version it has.

import type { ErrorCode } from "@jara/shared/errors";
import { type AuctionView, foldEvent, foldSnapshot } from "@jara/shared/fold-auction";
import type { EventName, Events, PushFrame } from "@jara/shared/live-commands";
import type { Observer, Shown, Transport } from "./observer.ts";
import { Line, type LineCounts } from "./transports/line.ts";

/** The counts of all watchers of a run, other than the events themselves. */
export interface DeliveryCounts {
  /** Events that began beyond the next version, so that an earlier one is missing. */
  gaps: number;
  /** The server's event that a reader fell behind. */
  resyncs: number;
  /** Events not newer than what the watcher had. */
  repeats: number;
  /** Gaps, resyncs and reconnects: how many were answered with events, and how many with only a snapshot. */
  replays: number;
  snapshots: number;
}

interface View {
  /** 0: nothing yet. */
  version: number;
  /** The newest version that any event named. Events beyond a gap are not applied; the watcher asks again instead. */
  newest: number;
  isAsking: boolean;
  /** The newest version that an event named since the watcher asked last. */
  newestSinceAsked: number;
  /** For one watcher per auction: every event is folded as the web client does it. */
  folded: AuctionView | null;
  readonly isFolding: boolean;
}

/** The delay before asking a busy server again, unless it says when. */
const ASK_AGAIN_MS = 500;

export class Watcher {
  readonly line: Line;
  readonly #index: number;
  readonly #views = new Map<string, View>();
  readonly #observer: Required<Observer>;
  readonly #counts: DeliveryCounts;
  /** Auctions not confirmed as up to date since the connection was last made. */
  readonly #stale = new Set<string>();
  #refusal: ErrorCode | null = null;
  #caughtUp: (() => void) | null = null;

  constructor(
    index: number,
    transport: Transport,
    url: string,
    counts: { lines: LineCounts; deliveries: DeliveryCounts },
    observer: Required<Observer>,
    /** Null: a visitor. */
    as: { readonly userId: string; readonly token: string } | null = null,
  ) {
    this.#index = index;
    this.#observer = observer;
    this.#counts = counts.deliveries;
    this.line = new Line(transport, url, as?.token ?? null, counts.lines, {
      received: (type, data) => this.#received(type, data),
      up: () => {
        observer.connected(index, as?.userId ?? null, performance.now());
        for (const auctionId of this.#views.keys()) this.#watch(auctionId);
      },
    });
  }

  /** Resolves when all of them are watched. `isFolding`: also keeps the whole auction, event by event. */
  watch(auctionIds: readonly string[], isFolding: (auctionId: string) => boolean): Promise<void> {
    for (const id of auctionIds) {
      this.#views.set(id, {
        version: 0,
        newest: 0,
        isAsking: false,
        newestSinceAsked: 0,
        folded: null,
        isFolding: isFolding(id),
      });
    }
    const done = this.#whenCaughtUp();
    for (const id of auctionIds) this.#watch(id);
    return done;
  }

  /** Drops its connection; resolves when it is back and has the state of everything it watches. */
  dropped(): Promise<void> {
    const done = this.#whenCaughtUp();
    this.line.drop();
    return done;
  }

  /** The server's last reason for refusing a watch. */
  get refusal(): ErrorCode | null {
    return this.#refusal;
  }

  versionOf(auctionId: string): number {
    return this.#views.get(auctionId)?.version ?? 0;
  }

  watched(): Iterable<string> {
    return this.#views.keys();
  }

  folded(auctionId: string): AuctionView | null {
    return this.#views.get(auctionId)?.folded ?? null;
  }

  #whenCaughtUp(): Promise<void> {
    for (const id of this.#views.keys()) this.#stale.add(id);
    if (this.#stale.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#caughtUp = resolve;
    });
  }

  #watch(auctionId: string): void {
    const view = this.#views.get(auctionId);
    if (!view || view.isAsking || !this.line.isUp) return;
    view.isAsking = true;
    view.newestSinceAsked = 0;
    const data: { auctionId: string; sinceVersion?: number } =
      view.version > 0 ? { auctionId, sinceVersion: view.version } : { auctionId };
    const askedAt = performance.now();
    this.line.request("auction:watch", data, (answer) => {
      view.isAsking = false;
      // The answer was lost with the connection; the next connection asks again.
      if (answer === null) return;
      if (answer.ok) {
        this.#observer.shown(this.#index, auctionId, answer, askedAt, performance.now());
        return this.#shown(auctionId, view, answer, data.sinceVersion ?? 0);
      }
      this.#refusal = answer.error.code;
      if (answer.error.code === "NOT_FOUND") this.#observer.notFound(this.#index, auctionId, performance.now());
      setTimeout(() => this.#watch(auctionId), answer.error.retryAfterMs ?? ASK_AGAIN_MS);
    });
  }

  #shown(auctionId: string, view: View, answer: Shown, sinceVersion: number): void {
    const { auction, events, viewers } = answer;
    if (view.version > 0) {
      if (events) this.#counts.replays += 1;
      else this.#counts.snapshots += 1;
    }
    if (events) for (const { data, type } of events) this.#fold(view, type, data);
    if (view.isFolding) view.folded = foldSnapshot(view.folded, auction, viewers, sinceVersion);
    // The database was restored, or lost its newest commits: what this watcher has is no longer so.
    if (auction.version < sinceVersion) {
      view.version = auction.version;
      view.newest = Math.max(auction.version, view.newestSinceAsked);
      this.#sighted(auctionId, auction.version, auction.version, true);
    }
    if (auction.version > view.version) {
      const fromVersion = view.version + 1;
      const isFirst = view.version === 0;
      view.version = auction.version;
      if (!isFirst) this.#sighted(auctionId, fromVersion, auction.version, true);
    }
    // A newer event overtook this answer, at a time when it could not be applied.
    if (view.newest > view.version) {
      this.#watch(auctionId);
      return;
    }
    this.#stale.delete(auctionId);
    if (this.#stale.size > 0) return;
    this.#caughtUp?.();
    this.#caughtUp = null;
  }

  #received(type: EventName, data: unknown): void {
    this.#observer.received(this.#index, type, data, performance.now());
    const { auctionId, version } = data as { auctionId?: string; version?: number };
    const view = auctionId === undefined ? undefined : this.#views.get(auctionId);
    if (!view || auctionId === undefined) return;
    if (type === "auction:resync") {
      this.#counts.resyncs += 1;
      this.#watch(auctionId);
      return;
    }
    if (view.isFolding) this.#fold(view, type, data);
    if (version === undefined) return;
    view.newest = Math.max(view.newest, version);
    view.newestSinceAsked = Math.max(view.newestSinceAsked, version);
    // Before the first answer there is nothing to compare with.
    if (view.version === 0) return;
    const fromVersion = type === "auction:price" ? (data as Events["auction:price"]).fromVersion : version;
    if (version <= view.version) {
      if (type === "auction:price") this.#counts.repeats += 1;
      return;
    }
    // A countdown repeats the versions of events, so a version that only a countdown names was missed.
    if (fromVersion > view.version + 1 || type === "auction:countdown") {
      if (!view.isAsking) this.#counts.gaps += 1;
      this.#watch(auctionId);
      return;
    }
    const next = view.version + 1;
    view.version = version;
    this.#sighted(auctionId, next, version, false);
  }

  #sighted(auctionId: string, fromVersion: number, version: number, isCatchUp: boolean): void {
    this.#observer.sighted({ watcher: this.#index, auctionId, fromVersion, version, isCatchUp }, performance.now());
  }

  #fold(view: View, type: EventName, data: unknown): void {
    if (!view.folded) return;
    const result = foldEvent(view.folded, { type, data } as PushFrame);
    if (result.kind === "changed") view.folded = result.view;
  }
}
