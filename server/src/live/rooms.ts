// Who hears what. One registry over both carriers: a frame is encoded once a carrier and room, whatever their size.
import type { PushFrame } from "@jara/shared/socket";
import type { Server } from "socket.io";

export const rooms = {
  /** Watchers of one auction; admins stand in a room of their own, where names are not masked. */
  auction: (id: string) => `auction:${id}`,
  auctionForAdmins: (id: string) => `auction:${id}:admins`,
  listing: "auctions",
  admin: "admin",
  user: (id: string) => `user:${id}`,
} as const;

/** The auction of a watchers' room; undefined for every other room. */
export const auctionOfRoom = (room: string): string | undefined => /^auction:([^:]+)/.exec(room)?.[1];
/** Whether the room is one of an auction's administrators. */
export const isAdminsRoom = (room: string): boolean => room.startsWith("auction:") && room.endsWith(":admins");
/** Whether the room is one person's own. */
export const isUsersRoom = (room: string): boolean => room.startsWith("user:");

/** Whose connection it is and what was last told of the account; replaced whole when that changes. */
export interface ConnectionUser {
  readonly id: string;
  readonly isAdmin: boolean;
  readonly isEmailVerified: boolean;
  readonly balanceMinor: number;
  /** The account's when the session began or was last heard of: a later one voids the session. */
  readonly tokenVersion: number;
  /** The account's: what is told later must be newer. */
  readonly revision: number;
}

/** One socket of either carrier. `send` never throws and never waits. */
export interface Connection {
  readonly id: string;
  readonly carrier: "socket.io" | "websocket";
  /** As limits count it. */
  readonly address: string;
  /** Null for a visitor. */
  user: ConnectionUser | null;
  readonly rooms: Set<string>;
  send(frame: PushFrame): void;
  /** Takes one frame already encoded for this carrier; Socket.IO's connections are reached through their own rooms. */
  sendEncoded: ((json: string) => void) | null;
  joined(room: string): void;
  left(room: string): void;
  /** How far its reader is behind what was sent. */
  backlog(): Backlog;
  close(): void;
  /** Closes the transport alone, after what was sent, so that its client connects again by itself: to another node. */
  sendAway(): void;
  /** At once: what is still waiting for its reader is thrown away. */
  terminate(): void;
}

/** "none": all that was sent has left this process. "lost": so much waits that no reader will want it. */
export type Backlog = "none" | "some" | "much" | "lost";

export interface Exceptions {
  readonly members: ReadonlySet<Connection>;
  /** Null: they get nothing. */
  readonly instead: PushFrame | null;
}
/** What an auction's watchers are told too. */
const ofWatchers = new Set<PushFrame["type"]>(["auction:updated", "auction:bids-voided"]);

export class Rooms {
  readonly #members = new Map<string, Set<Connection>>();
  /** Everybody who is connected. A set: the rooms that somebody was taken out of for reading too slowly. */
  readonly #connected = new Map<Connection, Set<string> | null>();
  readonly #io: () => Server;
  /** Set where other nodes have members too: carries a frame to the same room over there. */
  relay: ((room: string, frame: PushFrame) => void) | null = null;
  /** Frames handed to sockets since the start. */
  delivered = 0;
  /** Called after a connection joined or left a room. */
  onMember: (connection: Connection, room: string, isIn: boolean) => void = () => {};
  /**
   * Names the members of the administrators' feed who get another frame than this one, or none. Null: all get this one.
   */
  exceptions: ((frame: PushFrame, members: ReadonlySet<Connection>) => Exceptions | null) | null = null;

  constructor(io: () => Server) {
    this.#io = io;
  }

  enter(connection: Connection): void {
    this.#connected.set(connection, null);
  }

  /** The connection is over. */
  exit(connection: Connection): void {
    this.#connected.delete(connection);
    for (const room of [...connection.rooms]) this.leave(connection, room);
  }

  connected(): Iterable<Connection> {
    return this.#connected.keys();
  }

  isParked(connection: Connection): boolean {
    return this.#connected.get(connection) != null;
  }

  /** Out of every room but its user's own; `unpark` brings it back to those it has not left meanwhile. */
  park(connection: Connection): void {
    const parked = [...connection.rooms].filter((room) => !isUsersRoom(room));
    for (const room of parked) this.leave(connection, room);
    if (this.#connected.has(connection)) this.#connected.set(connection, new Set(parked));
  }

  /** Those it is in, and those it will be in again. */
  roomsOf(connection: Connection): string[] {
    return [...connection.rooms, ...(this.#connected.get(connection) ?? [])];
  }

  /** Returns the rooms that it is in again. */
  unpark(connection: Connection): readonly string[] {
    const parked = [...(this.#connected.get(connection) ?? [])];
    this.#connected.set(connection, null);
    for (const room of parked) this.join(connection, room);
    return parked;
  }

  /** Does nothing for a connection that is over: who asked may have waited longer than it lasted. */
  join(connection: Connection, room: string): void {
    if (connection.rooms.has(room) || !this.#connected.has(connection)) return;
    connection.rooms.add(room);
    const members = this.#members.get(room);
    if (members) members.add(connection);
    else this.#members.set(room, new Set([connection]));
    connection.joined(room);
    this.onMember(connection, room, true);
  }

  leave(connection: Connection, room: string): void {
    this.#connected.get(connection)?.delete(room);
    if (!connection.rooms.delete(room)) return;
    const members = this.#members.get(room);
    members?.delete(connection);
    if (members?.size === 0) this.#members.delete(room);
    connection.left(room);
    this.onMember(connection, room, false);
  }

  members(room: string): ReadonlySet<Connection> {
    return this.#members.get(room) ?? nobody;
  }

  has(room: string): boolean {
    return this.#members.has(room);
  }

  names(): Iterable<string> {
    return this.#members.keys();
  }

  /** `watchers` counts a connection once for each auction that it watches. */
  count(): { rooms: number; auctions: number; watchers: number } {
    const auctions = new Set<string>();
    let watchers = 0;
    for (const [room, members] of this.#members) {
      const id = /^auction:([^:]+)/.exec(room)?.[1];
      if (!id) continue;
      auctions.add(id);
      watchers += members.size;
    }
    return { rooms: this.#members.size, auctions: auctions.size, watchers };
  }

  /** Whether publishing everywhere could reach anybody. */
  mayReach(room: string): boolean {
    return this.relay !== null || this.has(room);
  }

  publishEverywhere(room: string, frame: PushFrame): void {
    this.publish(room, frame);
    this.relay?.(room, frame);
  }

  /**
   * A change of an auction, on its people's own connections. Those that watch the auction are told in its room, in the
   * order of its versions: a second copy could overtake an earlier version there.
   */
  #notify(members: ReadonlySet<Connection>, frame: PushFrame): void {
    const { auctionId } = frame.data as { readonly auctionId: string };
    const watched = [rooms.auction(auctionId), rooms.auctionForAdmins(auctionId)];
    for (const connection of members) {
      if (watched.some((room) => connection.rooms.has(room))) continue;
      this.delivered += 1;
      connection.send(frame);
    }
  }

  /** To this node's members. */
  publish(room: string, frame: PushFrame): void {
    const members = this.#members.get(room);
    if (!members) return;
    if (isUsersRoom(room) && ofWatchers.has(frame.type)) {
      this.#notify(members, frame);
      return;
    }
    this.delivered += members.size;
    const except = room === rooms.admin ? (this.exceptions?.(frame, members) ?? null) : null;
    const toRoom = this.#io().to(room);
    // A Socket.IO connection is alone in the room of its own id.
    (except ? toRoom.except([...except.members].map(({ id }) => id)) : toRoom).emit(frame.type, frame.data);
    let json: string | undefined;
    for (const member of members) {
      if (!member.sendEncoded || except?.members.has(member)) continue;
      json ??= JSON.stringify(frame);
      member.sendEncoded(json);
    }
    if (except?.instead) for (const member of except.members) member.send(except.instead);
    // Whoever is told that their session is over may say nothing more.
    if (frame.type !== "session:ended") return;
    for (const connection of [...members]) {
      connection.user = null;
      connection.close();
    }
  }
}

const nobody: ReadonlySet<Connection> = new Set();
