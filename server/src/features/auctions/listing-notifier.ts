// While this node is disconnected from Redis, polls the database for auctions that changed and sends them whole to
// followers of the listing and of the staff's feeds. A client that already has the change ignores it, because the
// version is the same.

import type { PushFrame } from "@jara/shared/live-commands";
import type { AuctionState } from "../../auction/state.ts";
import { toUpdated, toView } from "../../auction/view/to-public.ts";
import { everyone, type Viewer } from "../../auction/view/viewer.ts";
import { isShown } from "../../auction/view/visibility.ts";
import { auctionsMovedWithin } from "../../engine/reads/find-auctions.ts";
import { type Rooms, rooms, staffFeeds } from "../../live/rooms.ts";
import type { Clock } from "../../platform/database/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { pollWhileDisconnected } from "../../platform/jobs/poll-while-disconnected.ts";

/**
 * No index records when an auction changed (each bid would have to write it), so this query reads all rows. It runs
 * seldom, and only while disconnected from Redis.
 */
const LOOK_EVERY_MS = 2_000;

export const startListingNotifier = (deps: {
  database: Database;
  rooms: Rooms;
  clock: Clock;
  /** Whether this node receives the other nodes' messages. */
  isClusterConnected: () => boolean;
}): { close(): void } => {
  const { database, clock } = deps;
  const published = new Map<string, number>();
  const publish = (state: AuctionState, since: number): void => {
    for (const [room, viewer] of [[rooms.listing, everyone] as const, ...staffFeeds]) {
      if (!isShown(state, viewer)) continue;
      for (const frame of framesOf(state, viewer, since, clock.now())) deps.rooms.publish(room, frame);
    }
  };
  return pollWhileDisconnected({
    everyMs: LOOK_EVERY_MS,
    isClusterConnected: deps.isClusterConnected,
    poll: async (seconds) => {
      const isFollowed = [rooms.listing, ...staffFeeds.map(([feed]) => feed)].some((room) => deps.rooms.has(room));
      for (const state of isFollowed ? await auctionsMovedWithin(database, seconds) : []) {
        if (published.get(state.id) === state.version) continue;
        published.set(state.id, state.version);
        publish(state, clock.now() - seconds * 1000);
      }
    },
    reconnected: () => published.clear(),
  });
};

function* framesOf(state: AuctionState, viewer: Viewer, since: number, now: number): Generator<PushFrame> {
  const { id: auctionId, version, status } = state;
  const auction = toView(state, viewer, now);
  const isNew = !state.isUpcoming && Math.max(state.startsAt ?? 0, state.createdAt) >= since;
  if (isNew) yield { type: "auction:created", data: { auction } };
  yield toUpdated(state, viewer, now);
  yield { type: "auction:status", data: { auctionId, version, status } };
}
