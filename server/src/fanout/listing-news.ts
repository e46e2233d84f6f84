// What followers of the listing and administrators missed while other nodes were not heard: auctions that moved, read from
// the database and told whole. Nothing of it is news to whoever was told by the node itself: the versions are the same.
import type { PushFrame } from "@jara/shared/socket";
import type { AuctionState } from "../auction/state.ts";
import { everyone, toView, type Viewer } from "../auction/to-public.ts";
import type { Clock } from "../engine/ports.ts";
import type { Database } from "../store/database.ts";
import { auctionsMovedWithin } from "../store/queries/auctions.ts";
import { type Rooms, rooms } from "./rooms.ts";

/** No index knows when an auction moved (each bid would have to write it), so this reads all: seldom, and only while deaf. */
const LOOK_EVERY_MS = 2_000;
/** A row is dated when its statement began to write; it may commit a little later. */
const OVERLAP_S = 15;

const anyAdmin: Viewer = { kind: "admin", id: "" };

export const startListingNews = (deps: {
  database: Database;
  rooms: Rooms;
  clock: Clock;
  /** Whether other nodes' news reach this one. */
  isHearing: () => boolean;
}): { close(): void } => {
  const { database, clock } = deps;
  const told = new Map<string, number>();
  let isDeaf = false;
  let lookedAt = 0;
  let isLooking = false;

  const tell = (state: AuctionState, since: number): void => {
    for (const [room, viewer] of [
      [rooms.listing, everyone],
      [rooms.admin, anyAdmin],
    ] as const) {
      if (state.status === "draft" && room === rooms.listing) continue;
      for (const frame of framesOf(state, viewer, since, clock.now())) deps.rooms.publish(room, frame);
    }
  };
  const look = async (): Promise<void> => {
    const hears = deps.isHearing();
    if (isLooking || (hears && !isDeaf)) return;
    const startedAt = performance.now();
    if (!isDeaf) lookedAt = startedAt;
    isDeaf = true;
    isLooking = true;
    try {
      const seconds = OVERLAP_S + (startedAt - lookedAt) / 1000;
      const isFollowed = deps.rooms.has(rooms.listing) || deps.rooms.has(rooms.admin);
      for (const state of isFollowed ? await auctionsMovedWithin(database, seconds) : []) {
        if (told.get(state.id) === state.version) continue;
        told.set(state.id, state.version);
        tell(state, clock.now() - seconds * 1000);
      }
      lookedAt = startedAt;
      // Once more after it hears again: what was said in between reached nobody.
      isDeaf = !hears;
      if (hears) told.clear();
    } catch {
      // Asked again soon, for a longer time back.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
};

function* framesOf(state: AuctionState, viewer: Viewer, since: number, now: number): Generator<PushFrame> {
  const { id: auctionId, version, status } = state;
  const auction = toView(state, viewer, now);
  if (Math.max(state.startsAt ?? 0, state.createdAt) >= since) yield { type: "auction:created", data: { auction } };
  yield { type: "auction:updated", data: { auctionId, version, auction } };
  yield { type: "auction:status", data: { auctionId, version, status } };
}
