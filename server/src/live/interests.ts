// Tracks in which auctions the staff connected to this node have an interest (Conflicts of interest). For such
// an auction they get what everybody gets, and nothing about its settlement.

import type { PushFrame } from "@jara/shared/live-commands";
import { maskUsername } from "@jara/shared/mask-username";
import type { AuctionEvent } from "../auction/events.ts";
import { isPrivileged, type Viewer } from "../auction/view/viewer.ts";
import type { Change } from "../engine/ports.ts";
import { interestsAmong, interestsOf } from "../engine/reads/interests.ts";
import type { Database } from "../platform/database/database.ts";
import { type Connection, type Exceptions, type Rooms, rooms } from "./rooms.ts";

export class StaffInterests {
  /**
   * Auction ids by user's id. An interest that ended may stay until the user disconnects; this may hide too much, but
   * never too little.
   */
  readonly #known = new Map<string, Set<string>>();
  readonly #database: Database;
  readonly #rooms: Rooms;
  /** Grows with every interest that is added, so that a read can detect that it was overtaken. */
  #added = 0;

  constructor(database: Database, allRooms: Rooms) {
    this.#database = database;
    this.#rooms = allRooms;
  }

  has(userId: string, auctionId: string): boolean {
    return this.#known.get(userId)?.has(auctionId) === true;
  }

  /** The users whose interests are loaded. */
  users(): readonly string[] {
    return [...this.#known.keys()];
  }

  /**
   * Resolves once every interest of the user that was committed before the call is loaded. `committed` adds later ones.
   */
  async load(userId: string): Promise<void> {
    this.#evict();
    this.#setOf(userId);
    for (const auctionId of await interestsOf(this.#database, userId)) this.#add(userId, auctionId);
  }

  /** Returns the viewer's role on the auction, by what is committed now. */
  async viewerOn(auctionId: string, viewer: Viewer): Promise<Viewer> {
    if (!isPrivileged(viewer) || !("id" in viewer)) return viewer;
    this.#setOf(viewer.id);
    for (;;) {
      const added = this.#added;
      const pair = { userId: viewer.id, auctionId };
      if ((await interestsAmong(this.#database, [pair])).length > 0) {
        this.#add(viewer.id, auctionId);
        return { kind: "user", id: viewer.id };
      }
      if (added !== this.#added) continue;
      this.#known.get(viewer.id)?.delete(auctionId);
      return viewer;
    }
  }

  /** Call after a commit and before it is published. Returns the staff who gained an interest by it. */
  committed(changes: readonly Change[]): readonly string[] {
    const gained = new Set<string>();
    for (const { actorId, isByStaff, after, events } of changes) {
      if (!isByStaff || actorId === null || !events.some((event) => givesInterest(event, actorId))) continue;
      gained.add(actorId);
      if (this.#known.has(actorId)) this.#add(actorId, after.id);
    }
    return [...gained];
  }

  /** Call after a lot was made for a seller and before it is published. */
  sells(userId: string, auctionId: string): void {
    if (this.#known.has(userId)) this.#add(userId, auctionId);
  }

  #setOf(userId: string): Set<string> {
    const known = this.#known.get(userId) ?? new Set();
    this.#known.set(userId, known);
    return known;
  }

  #add(userId: string, auctionId: string): void {
    const known = this.#setOf(userId);
    if (known.has(auctionId)) return;
    known.add(auctionId);
    this.#added += 1;
    for (const connection of this.#rooms.members(rooms.user(userId))) this.#moveOut(connection, auctionId);
  }

  /** Implements `Rooms.exceptions`. */
  exceptions(frame: PushFrame, members: ReadonlySet<Connection>): Exceptions | null {
    const auctionId = auctionOf(frame);
    if (auctionId === null) return null;
    const interested = [...members].filter(({ user }) => user !== null && this.has(user.id, auctionId));
    return interested.length > 0 ? { members: new Set(interested), instead: withoutPrivileges(frame) } : null;
  }

  /** Moves the connection from the auction's rooms for staff to its room for everybody. */
  #moveOut(connection: Connection, auctionId: string): void {
    for (const room of [rooms.auctionForAdmins(auctionId), rooms.auctionForCataloguers(auctionId)]) {
      if (!this.#rooms.roomsOf(connection).includes(room)) continue;
      if (connection.rooms.has(room)) this.#rooms.join(connection, rooms.auction(auctionId));
      this.#rooms.leave(connection, room);
      connection.send({ type: "auction:resync", data: { auctionId } });
    }
  }

  #evict(): void {
    for (const userId of this.#known.keys()) if (!this.#rooms.has(rooms.user(userId))) this.#known.delete(userId);
  }
}

const givesInterest = (event: AuctionEvent, userId: string): boolean =>
  (event.type === "BidPlaced" && event.bidder.id === userId) ||
  (event.type === "MaxBidSet" && event.owner.id === userId) ||
  (event.type === "BuyItNowStarted" && event.buyer.id === userId);

/** The auction of a frame in a staff feed; null if the frame is about none. */
const auctionOf = ({ data }: PushFrame): string | null => {
  if ("auctionId" in data) return data.auctionId;
  if ("auction" in data) return data.auction._id;
  return "settlement" in data ? data.settlement.auction._id : null;
};

const masked = <P extends { username: string } | null>(person: P): P =>
  person === null ? person : { ...person, username: maskUsername(person.username) };

/** A frame of a staff feed as everybody would see it; null if nobody else may see any of it. */
export const withoutPrivileges = (frame: PushFrame): PushFrame | null => {
  switch (frame.type) {
    case "auction:price": {
      const { data } = frame;
      const bids = "bids" in data && { bids: data.bids.map((bid) => ({ ...bid, bidder: masked(bid.bidder) })) };
      return { ...frame, data: { ...data, leader: masked(data.leader), ...bids } };
    }
    case "auction:created":
      return { ...frame, data: { auction: withoutPrivilegesOf(frame.data.auction) } };
    case "auction:updated":
      return { ...frame, data: { ...frame.data, auction: withoutPrivilegesOf(frame.data.auction) } };
    case "auction:status":
    case "auction:removed":
      return frame;
    default:
      return null;
  }
};
type ShownAuction = Extract<PushFrame, { type: "auction:created" }>["data"]["auction"];

const withoutPrivilegesOf = ({ reservePrice: _, ...auction }: ShownAuction): ShownAuction => ({
  ...auction,
  leader: masked(auction.leader),
  winner: masked(auction.winner),
});
