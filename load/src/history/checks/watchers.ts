// Checks what watchers received, in order: versions only grow, none is invented, and every watcher reaches the last.
import { check, firstOf } from "../check.ts";
import type { Auction } from "../evidence.ts";
import type { Seen } from "../history.ts";
import { isHidden } from "../log.ts";

/** The events that move a reader's view of an auction; others only name a version. */
const moving = new Set([
  "auction:price",
  "auction:paused",
  "auction:resumed",
  "auction:ended",
  "auction:updated",
  "auction:removed",
  "auction:countdown",
  "auction:extended",
  "auction:bids-voided",
]);

/** The events that participants of an auction receive on their own connections while they do not watch it. */
const notices = new Set(["auction:updated", "auction:bids-voided"]);

type Event = Extract<Seen, { kind: "event" }>;
const named = ({ data }: Event): { auctionId?: string; version?: number; fromVersion?: number } =>
  data as { auctionId?: string; version?: number; fromVersion?: number };

export const growing = check(
  "growing",
  "On one connection an auction's versions never go back, and each exists in the database",
  ({ history, auctions }, tally) => {
    for (const { watcher, seen } of history.watching) {
      let latest = new Map<string, number>();
      /**
       * Auctions whose room the watcher is in, since they were shown to it. Before that, a notice may come to its own
       * connections.
       */
      const watched = new Set<string>();
      for (const one of seen) {
        if (one.kind === "connected") {
          latest = new Map();
          watched.clear();
        } else if (one.kind === "shown") watched.add(one.auctionId);
        else if (one.kind === "not found") watched.delete(one.auctionId);
        else if (one.type === "auction:resync") watched.delete(named(one).auctionId ?? "");
        if (one.kind === "connected" || one.kind === "not found") continue;
        const { auctionId, version } =
          one.kind === "shown" ? { auctionId: one.auctionId, version: one.shown.auction.version } : named(one);
        const auction = auctionId === undefined ? undefined : auctions.get(auctionId);
        if (!auction || version === undefined) continue;
        const what = (): string =>
          `watcher ${watcher} was ${one.kind === "shown" ? "shown" : `told ${one.type} of`} version ${version}`;
        const before = latest.get(auction.id) ?? 0;
        const isNotice = one.kind === "event" && notices.has(one.type) && !watched.has(auction.id);
        const moves = one.kind === "event" && moving.has(one.type) && !isNotice;
        if (moves) latest.set(auction.id, Math.max(before, version));
        tally.tried(
          auction.id,
          firstOf(
            version > auction.lastVersion && `${what()}, and the database has ${auction.lastVersion} versions`,
            version < 1 && `${what()}, which no auction has`,
            moves && version < before && `${what()} after version ${before} on the same connection`,
          ),
        );
      }
    }
  },
);

/** Changes of a hidden draft are for administrators; nobody else is notified of these versions. */
const areDrafts = ({ steps, firstRevision }: Auction, from: number, until: number): boolean => {
  for (let version = from; version <= until; version++) {
    const step = steps[(firstRevision.get(version) ?? 0) - 1];
    if (!step?.before || !isHidden(step.before) || !isHidden(step.after)) return false;
  }
  return true;
};

export const contiguous = check(
  "contiguous",
  "On one connection no version is missing between two events, unless the server tells the reader to fetch the " +
    "auction again",
  ({ history, auctions }, tally) => {
    for (const { watcher, seen } of history.watching) {
      const latest = new Map<string, number>();
      /** Versions received before the first view, because a watcher joins the room before it gets the view. */
      const ahead = new Map<string, number>();
      /** When a reader was told to resync. It gets nothing until a view that it asked for afterwards. */
      const fellBehindAt = new Map<string, number>();
      for (const one of seen) {
        if (one.kind === "connected") {
          latest.clear();
          ahead.clear();
          fellBehindAt.clear();
        } else if (one.kind === "not found") {
          // The watcher is no longer in the auction's room, until it asks again and is shown the auction.
          latest.delete(one.auctionId);
          ahead.delete(one.auctionId);
        } else if (one.kind === "shown") {
          const { auctionId, shown, askedAt } = one;
          if (askedAt < (fellBehindAt.get(auctionId) ?? 0)) continue;
          fellBehindAt.delete(auctionId);
          const known = Math.max(latest.get(auctionId) ?? 0, ahead.get(auctionId) ?? 0);
          latest.set(auctionId, Math.max(known, shown.auction.version));
        } else {
          const { auctionId = "", version, fromVersion = version } = named(one);
          if (one.type === "auction:resync") {
            latest.delete(auctionId);
            ahead.delete(auctionId);
            fellBehindAt.set(auctionId, one.at);
          }
          const before = latest.get(auctionId);
          if (version === undefined || fromVersion === undefined) continue;
          // Nothing is promised before the first view.
          if (before === undefined) {
            if (moving.has(one.type)) ahead.set(auctionId, Math.max(ahead.get(auctionId) ?? 0, version));
            continue;
          }
          const auction = auctions.get(auctionId);
          if (!moving.has(one.type) || !auction) continue;
          const isLeftOut = fromVersion > before + 1 && !areDrafts(auction, before + 1, fromVersion - 1);
          // A reader that fell behind still gets notices on its own connection. If it did not fall behind, the room's next
          // event shows what is missing.
          if (isLeftOut && notices.has(one.type)) continue;
          latest.set(auctionId, Math.max(before, version));
          const wrong =
            isLeftOut && `watcher ${watcher} was told ${one.type} of version ${fromVersion} after ${before}`;
          tally.tried(auctionId, wrong || null);
        }
      }
    }
  },
);

export const arrived = check(
  "arrived",
  "When the run has ended, every watcher has the version of the database",
  ({ history, auctions, stored }, tally) => {
    for (const { watcher, versions } of history.watching) {
      for (const [auctionId, version] of versions) {
        const auction = auctions.get(auctionId);
        const row = stored.auctions.get(auctionId);
        // A hidden draft is shown only to administrators, a removed auction to nobody.
        if (!auction || !row || isHidden(row) || row.isRemoved) continue;
        const wrong = `watcher ${watcher} is at version ${version} where the database is at ${auction.lastVersion}`;
        tally.tried(auctionId, version === auction.lastVersion ? null : wrong);
      }
    }
  },
);
