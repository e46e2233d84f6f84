// Carries out `auction:watch`: joins the auction's room and returns the auction as the viewer may see it, with the
// events that the viewer missed. It must never reveal more than the viewer may see.

import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { CommandData, CommandResults } from "@jara/shared/live-commands";
import type { AuctionState } from "../auction/state.ts";
import { toCountdown, toIso, toView } from "../auction/view/to-public.ts";
import { everyone, isPrivileged, type Viewer, viewerOfRole } from "../auction/view/viewer.ts";
import { isShown } from "../auction/view/visibility.ts";
import { findConfirmedAuctions } from "../engine/reads/find-auctions.ts";
import type { Clock } from "../platform/database/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { gatherReads } from "../platform/database/gather-reads.ts";
import { isUuid } from "../platform/database/uuid.ts";
import { invalid } from "./dispatch.ts";
import { InTurn } from "./in-turn.ts";
import type { StaffInterests } from "./interests.ts";
import type { LiveCosts } from "./live-costs.ts";
import type { Publisher } from "./publisher.ts";
import type { EncodedReplay, Replays } from "./replays.ts";
import { auctionRoomFor, auctionRooms, type Connection, MOST_ROOMS, type Rooms, rooms } from "./rooms.ts";
import type { Viewers } from "./viewers.ts";

export interface AuctionWatchDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly rooms: Rooms;
  readonly interests: StaffInterests;
  readonly publisher: Publisher;
  readonly viewers: Pick<Viewers, "count">;
  readonly replays: Pick<Replays, "toReader">;
  readonly costs: Pick<LiveCosts, "addReplay">;
}

/**
 * Reads of one auction are gathered for 10 ms, which nobody notices, so that a crowd costs at most 100 reads a second.
 */
const CROWDS_READ = { atOnce: 100, everyMs: 10 };

const notFound = refusal("NOT_FOUND", { message: "Auction not found" });

export class AuctionWatch {
  readonly #deps: AuctionWatchDeps;
  readonly #findTogether: (auctionId: string) => Promise<AuctionState | undefined>;
  readonly #inTurn = new InTurn();

  constructor(deps: AuctionWatchDeps) {
    this.#deps = deps;
    this.#findTogether = gatherReads<AuctionState>(
      async (ids) => new Map((await findConfirmedAuctions(deps.database, ids)).map((state) => [state.id, state])),
      CROWDS_READ,
    );
  }

  async watch(
    connection: Connection,
    data: CommandData<"auction:watch">,
  ): Promise<CommandResults["auction:watch"] | ErrorBody> {
    const { interests, rooms: allRooms } = this.#deps;
    const { user } = connection;
    // An id such as "<id>:admins" would name the administrators' room, where names are not masked.
    if (!isUuid(data.auctionId)) return notFound;
    const auctionId = data.auctionId.toLowerCase();
    const asker = viewerOf(connection);
    const viewer = isPrivileged(asker) ? await interests.viewerOn(auctionId, asker) : asker;
    const room = auctionRoomFor(auctionId, viewer, data.compact);
    const wasWatching = connection.rooms.has(room);
    if (!wasWatching && connection.rooms.size >= MOST_ROOMS) {
      return invalid([{ path: "auctionId", message: `at most ${MOST_ROOMS} auctions can be watched at once` }]);
    }
    // Join before the read, so that a commit in between is either in the snapshot or comes as an event.
    allRooms.join(connection, room);
    // Leave the other room, because the reader may have switched between all events and compact ones.
    for (const other of [rooms.auction(auctionId), rooms.auctionCompact(auctionId)]) {
      if (other !== room) allRooms.leave(connection, other);
    }
    const { state, replay } = await this.#catchUp(auctionId, data.sinceVersion, viewer).catch((error: unknown) => {
      if (!wasWatching) allRooms.leave(connection, room);
      throw error;
    });
    if (replay) this.#deps.costs.addReplay(connection, replay);
    if (!state || !isShown(state, viewer)) {
      allRooms.leave(connection, room);
      return notFound;
    }
    // If the user's role changed meanwhile, the result has too much or too little: read again.
    if (connection.user?.role !== user?.role) {
      allRooms.leave(connection, room);
      return await this.watch(connection, data);
    }
    // Read again also if a member of the staff gained an interest meanwhile.
    if ("id" in viewer && isPrivileged(viewer) && interests.has(viewer.id, auctionId)) {
      allRooms.leave(connection, room);
      return await this.watch(connection, data);
    }
    // Sends the countdown after the answer.
    setImmediate(() => void this.#sendCountdown(connection, state).catch(() => {}));
    return this.#answer(state, replay, viewer);
  }

  #answer(state: AuctionState, replay: EncodedReplay | null, viewer: Viewer): CommandResults["auction:watch"] {
    const now = this.#deps.clock.now();
    return {
      auction: toView(state, viewer, now),
      viewers: this.#deps.viewers.count(state.id),
      serverTime: toIso(now),
      // Both transports encode answers with `encodeAnswer`.
      ...(replay && { events: replay.events as never }),
    };
  }

  /**
   * Returns a state that is not older than what was already sent to the auction's room. From then on the room is sent
   * newer versions.
   */
  async #freshState(auctionId: string): Promise<AuctionState | null> {
    const { publisher } = this.#deps;
    for (;;) {
      const state = await this.#findTogether(auctionId);
      if (!state) return null;
      if (state.version < publisher.sentVersion(auctionId)) continue;
      publisher.watched(auctionId, state.version);
      publisher.recent.startAt(state);
      return state;
    }
  }

  /**
   * Returns the auction and the events that the reader missed. Reads again, at most three times, if the room was sent
   * newer versions meanwhile. Continues for a few readers in each event-loop tick, because a crowd reads together.
   */
  async #catchUp(auctionId: string, sinceVersion: number | undefined, viewer: Viewer) {
    const { publisher, replays } = this.#deps;
    for (let tries = 1; ; tries += 1) {
      const state = await this.#freshState(auctionId);
      const replay = state && sinceVersion !== undefined ? await replays.toReader(state, sinceVersion, viewer) : null;
      await this.#inTurn.turn();
      if (!state || tries === 3 || state.version >= publisher.sentVersion(auctionId)) return { state, replay };
    }
  }

  /**
   * Sends a countdown with the version that the room was sent last. The state that was read may be newer than that
   * version, and the room's next event must not look older than the countdown. Reads again if the room was sent newer
   * versions meanwhile. Sends nothing to a connection that has left meanwhile.
   */
  async #sendCountdown(connection: Connection, read: AuctionState): Promise<void> {
    const { clock, publisher } = this.#deps;
    for (let state: AuctionState | undefined = read; state; state = await this.#findTogether(read.id)) {
      const version = publisher.sentVersion(state.id) || state.version;
      if (version > state.version) continue;
      if (!auctionRooms(state.id).some(([room]) => connection.rooms.has(room))) return;
      // The auction may have been withdrawn since the answer.
      if (!isShown(state, viewerOf(connection))) return;
      connection.send({ type: "auction:countdown", data: { ...toCountdown(state, clock.now()), version } });
      return;
    }
  }
}

const viewerOf = ({ user }: Connection): Viewer => (user === null ? everyone : viewerOfRole(user.role, user.id));
