// Sends watchers the countdown every 10 seconds. Its read also finds changes that this node missed. While this node is
// disconnected from other nodes, it polls the database every second.

import type { PushFrame } from "@jara/shared/live-commands";
import { toCountdown } from "../auction/view/to-public.ts";
import { isShown } from "../auction/view/visibility.ts";
import { findConfirmedAuctions } from "../engine/reads/find-auctions.ts";
import { ALL_COUNTDOWNS_WITHIN_MS, COMPACT_COUNTDOWN_EVERY_MS } from "./compact-prices.ts";
import { READ_AT_ONCE, Reconciler, type ReconcilerDeps } from "./reconciler.ts";
import { auctionOfRoom, auctionRooms, promptRooms } from "./rooms.ts";

export const COUNTDOWN_EVERY_MS = 10_000;
/**
 * The greatest age of a remote watcher's screen while nodes are disconnected from each other, or after a failed read.
 */
const POLL_EVERY_MS = 1_000;

export interface Ticker extends Pick<Reconciler, "catchUp"> {
  /** Sends at once what other nodes committed, or what was committed without an answer, for these auctions. */
  reconcile(auctionIds: readonly string[]): Promise<void>;
  /** The same for every auction that is watched on this node. */
  reconcileAll(): Promise<void>;
  /** Another server has become the primary: sends the watchers the versions that it has. */
  compareWithNewPrimary(): Promise<void>;
  /** Call when a connection joined or left a room of this node. */
  moved(room: string): void;
  close(): void;
}

export interface TickerDeps extends ReconcilerDeps {
  readonly log: { warn(details: object, message: string): void };
}

export const startTicker = (deps: TickerDeps): Ticker => {
  const { publisher, isClusterConnected } = deps;
  const reconciler = new Reconciler(deps);
  const watchedIds = (): string[] => [...new Set([...deps.rooms.names()].flatMap((room) => auctionOfRoom(room) ?? []))];

  let isBusy = false;
  let countdowns = 0;
  const countDown = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      const ids = watchedIds();
      countdowns += 1;
      const isCompactRound = (countdowns * COUNTDOWN_EVERY_MS) % COMPACT_COUNTDOWN_EVERY_MS === 0;
      for (let i = 0; i < ids.length; i += READ_AT_ONCE) {
        await sendCountdowns(deps, reconciler, ids.slice(i, i + READ_AT_ONCE), isCompactRound);
      }
    } catch (error) {
      deps.log.warn({ err: error }, "countdown skipped");
    } finally {
      isBusy = false;
    }
  };

  const pollTimer = setInterval(() => {
    if (isClusterConnected() && !reconciler.hasWork) return;
    void reconciler.reconcile(isClusterConnected() ? [] : watchedIds()).catch(() => {});
  }, POLL_EVERY_MS);
  const countdownTimer = setInterval(() => void countDown(), COUNTDOWN_EVERY_MS);

  return {
    catchUp: (state) => reconciler.catchUp(state),
    reconcile: (ids) => reconciler.reconcile(ids),
    reconcileAll: () => reconciler.reconcile(watchedIds(), true),
    compareWithNewPrimary: async () => {
      const ids = watchedIds();
      publisher.recent.keepOnly(new Set(ids));
      for (let i = 0; i < ids.length; i += READ_AT_ONCE) {
        await reconciler.compareWithNewPrimary(ids.slice(i, i + READ_AT_ONCE));
      }
      // The new primary may have commits whose answers were lost.
      await reconciler.reconcile(ids, true);
    },
    moved: (room) => {
      const id = auctionOfRoom(room);
      if (id && !reconciler.isWatched(id)) publisher.evict(id);
    },
    close: () => {
      reconciler.close();
      clearInterval(pollTimer);
      clearInterval(countdownTimer);
    },
  };
};

const sendCountdowns = async (
  { database, publisher, clock, rooms: allRooms }: TickerDeps,
  reconciler: Reconciler,
  ids: readonly string[],
  isCompactRound: boolean,
): Promise<void> => {
  for (const state of await findConfirmedAuctions(database, ids)) {
    await reconciler.catchUp(state);
    const isForCompact = isCompactRound || state.endsAt - clock.now() < ALL_COUNTDOWNS_WITHIN_MS;
    publisher.flush(state.id, isForCompact);
    // The events of a commit since the read are on their way, and this countdown would name an old version.
    if (publisher.latestVersion(state.id) > state.version) continue;
    const frame: PushFrame = { type: "auction:countdown", data: toCountdown(state, clock.now()) };
    // People who watched the auction before it was withdrawn are still in its room.
    const watchers = (isForCompact ? auctionRooms : promptRooms)(state.id);
    for (const [room, viewer] of watchers) if (isShown(state, viewer)) allRooms.publish(room, frame);
  }
};
