// What watchers get without anything happening: every 10 seconds the countdown. The countdown's read also shows what this
// node missed (another node's commits, a commit whose answer was lost), and sends it.
import { setTimeout as sleep } from "node:timers/promises";
import type { PushFrame } from "@jara/shared/socket";
import type { AuctionState } from "../auction/state.ts";
import { everyone, toCountdown } from "../auction/to-public.ts";
import { isShown } from "../auction/visibility.ts";
import { findAuctions } from "../engine/reads/find-auctions.ts";
import type { Clock } from "../platform/database/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { tellTheirOwners } from "./private-events.ts";
import type { Publisher } from "./publisher.ts";
import type { Replay } from "./replay.ts";
import { type Rooms, rooms } from "./rooms.ts";

export const COUNTDOWN_EVERY_MS = 10_000;
/** How old a remote watcher's screen may get while nodes cannot hear each other, or a read failed. */
const DEAF_EVERY_MS = 1_000;
/** What moved on other nodes is read no more often: as prices of this node's own are merged. */
const RECONCILE_EVERY_MS = 50;
/** Auctions read at once: a sweep over many watched auctions is a few short statements. */
const READ_AT_ONCE = 500;

const watched = /^auction:([^:]+)/;

export interface Ticker {
  /** Sends what was committed without this node knowing, for these auctions, now. */
  reconcile(auctionIds: readonly string[]): Promise<void>;
  /** The same for everything that is watched here. */
  reconcileAll(): Promise<void>;
  /** A connection joined or left a room here. */
  moved(room: string): void;
  close(): void;
}

export const startTicker = (deps: {
  /** Whether other nodes' commits are told to this one; while not, the database is asked every second. */
  isHearing: () => boolean;
  rooms: Rooms;
  publisher: Publisher;
  database: Database;
  replay: Replay;
  clock: Clock;
  log: { warn(details: object, message: string): void };
}): Ticker => {
  const { publisher, database, clock } = deps;
  let isClosed = false;
  const isWatched = (id: string): boolean =>
    deps.rooms.has(rooms.auction(id)) || deps.rooms.has(rooms.auctionForAdmins(id));
  const toAll = (id: string, frame: PushFrame): void => {
    deps.rooms.publish(rooms.auction(id), frame);
    deps.rooms.publish(rooms.auctionForAdmins(id), frame);
  };

  const catchUp = async (state: AuctionState): Promise<void> => {
    const known = publisher.latestVersion(state.id);
    // At 0 nobody was shown anything yet: whoever joins reads for himself.
    if (!isWatched(state.id) || known === 0 || state.version <= known) return;
    const [gap, own] = await Promise.all([
      deps.replay.toRoom(state, known, clock.now()),
      isUnheard ? deps.replay.changes(state, known) : null,
    ]);
    publisher.catchUp(state, gap ?? (() => [{ type: "auction:resync", data: { auctionId: state.id } }]));
    if (own) tellTheirOwners(deps.rooms, own, "here");
  };

  /** Other nodes' words to people here may be lost: who watches an auction must not take himself for its leader. */
  let isUnheard = false;
  /** Asked for again while it runs, an auction is read once more afterwards. */
  const wanted = new Set<string>();
  let isReconciling = false;
  const readWanted = async (): Promise<void> => {
    const now = [...wanted].slice(0, READ_AT_ONCE);
    for (const id of now) wanted.delete(id);
    try {
      const states = await findAuctions(database, now);
      await Promise.all(states.map(catchUp));
      for (const state of states) publisher.listed(state);
    } catch (error) {
      // Asked again in a second.
      for (const id of now) wanted.add(id);
      throw error;
    }
  };
  const reconcile = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) if (isWatched(id) || publisher.hasListing()) wanted.add(id);
    if (isReconciling) return;
    isReconciling = true;
    try {
      while (wanted.size > 0 && !isClosed) {
        if (!deps.isHearing()) isUnheard = true;
        const isMore = wanted.size > READ_AT_ONCE;
        await readWanted();
        if (!isMore && deps.isHearing()) isUnheard = false;
        if (!isMore) await sleep(RECONCILE_EVERY_MS);
      }
    } finally {
      isReconciling = false;
    }
  };

  const watchedIds = (): string[] => [
    ...new Set([...deps.rooms.names()].flatMap((room) => watched.exec(room)?.[1] ?? [])),
  ];

  let isBusy = false;
  const countdown = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      const ids = watchedIds();
      for (let i = 0; i < ids.length; i += READ_AT_ONCE) {
        for (const state of await findAuctions(database, ids.slice(i, i + READ_AT_ONCE))) {
          await catchUp(state);
          publisher.flush(state.id);
          // A commit since the read brings its own events; this countdown would name an old version.
          if (publisher.latestVersion(state.id) > state.version) continue;
          const frame: PushFrame = { type: "auction:countdown", data: toCountdown(state, clock.now()) };
          // Those who watched it before it was withdrawn are still in its room.
          if (isShown(state, everyone)) toAll(state.id, frame);
          else deps.rooms.publish(rooms.auctionForAdmins(state.id), frame);
        }
      }
    } catch (error) {
      deps.log.warn({ err: error }, "countdown skipped");
    } finally {
      isBusy = false;
    }
  };

  const deafTimer = setInterval(() => {
    if (deps.isHearing() && wanted.size === 0) return;
    void reconcile(deps.isHearing() ? [] : watchedIds()).catch(() => {});
  }, DEAF_EVERY_MS);
  const countdownTimer = setInterval(() => void countdown(), COUNTDOWN_EVERY_MS);

  return {
    reconcile,
    reconcileAll: () => {
      isUnheard = true;
      return reconcile(watchedIds());
    },
    moved: (room) => {
      const id = watched.exec(room)?.[1];
      if (id && !isWatched(id)) publisher.forget(id);
    },
    close: () => {
      isClosed = true;
      clearInterval(deafTimer);
      clearInterval(countdownTimer);
    },
  };
};
