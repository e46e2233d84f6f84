// Handlers of the live commands for watching: auctions, the listing, the administrators' feed and the clock. A watch
// must never reveal more than the viewer may see.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { CommandName } from "@jara/shared/socket";
import type { AuctionState } from "../auction/state.ts";
import { toCountdown, toIso, toView, type Viewer } from "../auction/to-public.ts";
import { isShown } from "../auction/visibility.ts";
import { findAuctions } from "../engine/reads/find-auctions.ts";
import type { Clock } from "../platform/database/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { gatherReads } from "../platform/database/gather-reads.ts";
import { isUuid } from "../platform/database/values.ts";
import { type Admission, CROWDED, TurnedAway } from "../platform/limits/admission.ts";
import { type Handler, type Handlers, invalid, type WithinLimits } from "./dispatch.ts";
import type { AdminInterests } from "./interests.ts";
import type { Publisher } from "./publisher.ts";
import type { Replay } from "./replay.ts";
import { type Connection, type Rooms, rooms } from "./rooms.ts";
import type { Viewers } from "./viewers.ts";

export interface WatchDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly rooms: Rooms;
  readonly interests: AdminInterests;
  readonly publisher: Publisher;
  readonly viewers: Pick<Viewers, "count">;
  readonly replay: Replay;
  readonly admission: Admission;
  readonly withinLimits: WithinLimits;
  /** Whether the user is an administrator now, by the database. */
  isAdmin(userId: string): Promise<boolean>;
}

/**
 * Reads of one auction are gathered for 10 ms, which nobody notices, so that a crowd costs at most 100 reads a second.
 */
const CROWDS_READ = { atOnce: 100, everyMs: 10 };
/** The most auctions that one connection may watch: a page shows one, a load tester some hundreds. */
const MAX_WATCHED = 2_000;

type WatchCommand = Extract<CommandName, `${string}:watch` | `${string}:unwatch` | "clock:sync">;

const notFound = refusal("NOT_FOUND", { message: "Auction not found" });

const viewerOf = ({ user }: Connection): Viewer =>
  user === null ? { kind: "public" } : { kind: user.isAdmin ? "admin" : "user", id: user.id };

export const watchHandlers = (deps: WatchDeps): Pick<Handlers, WatchCommand> => {
  const { database, clock, publisher, interests, replay, viewers, admission, withinLimits, rooms: allRooms } = deps;

  const findTogether = gatherReads<AuctionState>(
    async (ids) => new Map((await findAuctions(database, ids)).map((state) => [state.id, state])),
    CROWDS_READ,
  );
  /**
   * Returns a state that is not older than what was already sent to the auction's room. From then on the room is sent
   * newer versions.
   */
  const freshState = async (auctionId: string): Promise<AuctionState | null> => {
    for (;;) {
      const state = await findTogether(auctionId);
      if (!state) return null;
      if (state.version < publisher.toldVersion(auctionId)) continue;
      publisher.watched(auctionId, state.version);
      return state;
    }
  };

  /**
   * Returns the auction and the events that the reader missed. Reads again, at most three times, if the room was sent
   * newer versions meanwhile.
   */
  const catchUp = async (auctionId: string, sinceVersion: number | undefined, viewer: Viewer) => {
    for (let tries = 1; ; tries += 1) {
      const state = await freshState(auctionId);
      if (!state || sinceVersion === undefined) return { state, events: null };
      const events = await replay.toReader(state, sinceVersion, viewer);
      if (tries === 3 || state.version >= publisher.toldVersion(auctionId)) return { state, events };
    }
  };

  /**
   * Sends a countdown under the version that the room was sent last. The state that was read may be newer than that,
   * and the room's next event must not look older. Reads again if the room was sent newer versions meanwhile.
   */
  const sendCountdown = async (connection: Connection, read: AuctionState): Promise<void> => {
    for (let state: AuctionState | undefined = read; state; state = await findTogether(read.id)) {
      const told = publisher.toldVersion(state.id) || state.version;
      if (told > state.version) continue;
      // The auction may have been withdrawn since the answer.
      if (!isShown(state, viewerOf(connection))) return;
      const data = { ...toCountdown(state, clock.now()), version: told };
      connection.send({ type: "auction:countdown", data });
      return;
    }
  };

  /**
   * Refuses a connection whose user is not an administrator. If the account changed during the read (`connection.user`
   * was replaced), it checks again.
   */
  const adminOnly = async (connection: Connection): Promise<ErrorBody | null> => {
    for (;;) {
      const { user } = connection;
      if (!user) return refusal("UNAUTHENTICATED");
      const isAdmin = await deps.isAdmin(user.id);
      if (isAdmin) await interests.load(user.id);
      if (connection.user === user) return isAdmin ? null : refusal("FORBIDDEN");
    }
  };

  const watch: Handler<"auction:watch"> = async (connection, data) => {
    const { sinceVersion } = data;
    const { user } = connection;
    // An id such as "<id>:admins" would name the administrators' room, where names are not masked.
    if (!isUuid(data.auctionId)) return notFound;
    const auctionId = data.auctionId.toLowerCase();
    const asker = viewerOf(connection);
    const viewer = asker.kind === "admin" ? await interests.viewerOn(auctionId, asker) : asker;
    const room = viewer.kind === "admin" ? rooms.auctionForAdmins(auctionId) : rooms.auction(auctionId);
    const wasWatching = connection.rooms.has(room);
    if (!wasWatching && connection.rooms.size >= MAX_WATCHED) {
      return invalid([{ path: "auctionId", message: `at most ${MAX_WATCHED} auctions can be watched at once` }]);
    }
    // Join before the read, so that a commit in between is either in the snapshot or comes as an event.
    allRooms.join(connection, room);
    const { state, events } = await catchUp(auctionId, sinceVersion, viewer).catch((error: unknown) => {
      if (!wasWatching) allRooms.leave(connection, room);
      throw error;
    });
    if (!state || !isShown(state, viewer)) {
      allRooms.leave(connection, room);
      return notFound;
    }
    const now = clock.now();
    // The user became or ceased to be an administrator meanwhile, so the result has too much or too little: read again.
    if (connection.user?.isAdmin !== user?.isAdmin) return await watch(connection, data);
    // The same if an administrator gained an interest meanwhile.
    if (viewer.kind === "admin" && interests.has(viewer.id, auctionId)) {
      allRooms.leave(connection, room);
      return await watch(connection, data);
    }
    // Sent after the answer.
    setImmediate(() => void sendCountdown(connection, state).catch(() => {}));
    return {
      auction: toView(state, viewer, now),
      viewers: viewers.count(auctionId),
      serverTime: toIso(now),
      ...(events && { events }),
    };
  };

  return {
    "auction:watch": async (connection, data) => {
      const watched = await admission.watches.run(() => watch(connection, data));
      if (!(watched instanceof TurnedAway)) return watched;
      return refusal("UNAVAILABLE", { message: CROWDED, retryAfterMs: watched.retryAfterMs });
    },

    "auction:unwatch": async (connection, data) => {
      const auctionId = data.auctionId.toLowerCase();
      const leave = (): void => {
        allRooms.leave(connection, rooms.auction(auctionId));
        allRooms.leave(connection, rooms.auctionForAdmins(auctionId));
      };
      // Queue behind a watch that was sent earlier and still waits.
      if ((await admission.watches.run(leave)) instanceof TurnedAway) leave();
      return {};
    },

    "auctions:watch": (connection) => {
      allRooms.join(connection, rooms.listing);
      return {};
    },

    "auctions:unwatch": (connection) => {
      allRooms.leave(connection, rooms.listing);
      return {};
    },

    "admin:watch": async (connection) => {
      const refused = await withinLimits(connection, "admin:watch", () => adminOnly(connection));
      if (refused?.code === "RATE_LIMITED") return refused;
      if (refused) {
        allRooms.leave(connection, rooms.admin);
        return refused;
      }
      allRooms.join(connection, rooms.admin);
      return {};
    },

    "admin:unwatch": (connection) => {
      allRooms.leave(connection, rooms.admin);
      return {};
    },

    "clock:sync": (_connection, { t0 }) => ({ t0, serverTime: toIso(clock.now()) }),
  };
};
