// The registry of rooms and their members, over both transports. A frame is encoded once per transport and room,
// whatever the number of members.

import type { LiveEvent } from "@jara/shared/calls/live";
import { liveEvents } from "@jara/shared/calls/live-list";
import type { PushFrame } from "@jara/shared/live-commands";
import { may, type Role } from "@jara/shared/permissions";
import type { Server } from "socket.io";
import { anyAdmin, anyCataloguer, everyone, type Viewer, viewerOfRole } from "../auction/view/viewer.ts";
import type { Unread } from "./unread.ts";

export const rooms = {
  /** The watchers of one auction. Staff who see more are in rooms of their own. */
  auction: (id: string) => `auction:${id}`,
  /** The watchers who pay for their data: they get the same as the others, less often. */
  auctionCompact: (id: string) => `auction:${id}:compact`,
  /** Staff who see bidders' names without masks. */
  auctionForAdmins: (id: string) => `auction:${id}:admins`,
  /** Staff who see drafts and reserves, but masked names. */
  auctionForCataloguers: (id: string) => `auction:${id}:cataloguers`,
  listing: "auctions",
  /** The watchers of one sale. It carries only what everybody may see. */
  sale: (id: string) => `sale:${id}`,
  /** The listing's readers are also in one of these, for its price events. */
  listingPrices: "auctions:prices",
  listingPricesCompact: "auctions:prices:compact",
  /**
   * The feeds that `admin:watch` joins, each with its permission: all auctions, with names and with masked names;
   * people and payments.
   */
  admin: "admin",
  catalogue: "catalogue",
  desk: "desk",
  user: (id: string) => `user:${id}`,
} as const;

/** The id of the auction that a watchers' room belongs to; undefined for every other room. */
export const auctionOfRoom = (room: string): string | undefined => /^auction:([^:]+)/.exec(room)?.[1];
/** The id of the sale that a room belongs to; undefined for every other room. */
export const saleOfRoom = (room: string): string | undefined => /^sale:(.+)/.exec(room)?.[1];
/** The most rooms that one connection may watch: a page shows one auction, a load tester some hundreds. */
export const MOST_ROOMS = 2_000;
/** The room in which a viewer of this kind watches the auction. Staff always get every event. */
export const auctionRoomFor = (id: string, { kind }: Pick<Viewer, "kind">, isCompact = false): string => {
  if (kind === "admin") return rooms.auctionForAdmins(id);
  if (kind === "cataloguer") return rooms.auctionForCataloguers(id);
  return isCompact ? rooms.auctionCompact(id) : rooms.auction(id);
};
/** The rooms of an auction's watchers who get every event, each with what its members may see. */
export const promptRooms = (id: string): readonly (readonly [string, Viewer])[] => [
  [rooms.auction(id), everyone],
  [rooms.auctionForCataloguers(id), anyCataloguer],
  [rooms.auctionForAdmins(id), anyAdmin],
];
/** All rooms of an auction's watchers, each with what its members may see. */
export const auctionRooms = (id: string): readonly (readonly [string, Viewer])[] => [
  ...promptRooms(id),
  [rooms.auctionCompact(id), everyone],
];
/** The staff's feeds of all auctions, each with what its members may see. */
export const staffFeeds: readonly (readonly [string, Viewer])[] = [
  [rooms.admin, anyAdmin],
  [rooms.catalogue, anyCataloguer],
];
const allStaffFeeds: readonly string[] = [rooms.admin, rooms.catalogue, rooms.desk];
/** The feeds that `admin:watch` joins, by the account's role; none for users. */
export const feedsOf = (role: Role): readonly string[] => [
  ...staffFeeds.flatMap(([room, { kind }]) => (viewerOfRole(role, "").kind === kind ? [room] : [])),
  ...(may(role, "users:read") ? [rooms.desk] : []),
];
export const isStaffFeed = (room: string): boolean => allStaffFeeds.includes(room);
/** Whether the room belongs to one user. */
export const isUsersRoom = (room: string): boolean => room.startsWith("user:");

/** The connection's user, with the account facts that were last received. Replaced as a whole when they change. */
export interface ConnectionUser {
  readonly id: string;
  readonly role: Role;
  readonly isEmailVerified: boolean;
  readonly balanceMinor: number;
  /** The available balance that was last sent, NGN kobo; undefined before the first time. */
  readonly availableMinor?: number;
  readonly sessionId: string;
  /** The account's revision. An update must have a higher one. */
  readonly revision: number;
}

/** One socket of either transport. `send` never throws and never waits. */
export interface Connection {
  readonly id: string;
  readonly transport: "socket.io" | "websocket";
  /** The address as the limits count it. */
  readonly address: string;
  /** Null for a visitor. */
  user: ConnectionUser | null;
  readonly rooms: Set<string>;
  send(frame: PushFrame): void;
  /**
   * Sends a frame that is already encoded for this transport. Null for Socket.IO, whose connections are reached through
   * Socket.IO's own rooms.
   */
  sendEncoded: ((json: string) => void) | null;
  joined(room: string): void;
  left(room: string): void;
  /** The data that was sent and not read. */
  readonly unread: Unread;
  close(): void;
  /** Closes only the transport, after everything was sent, so that the client reconnects by itself, to another node. */
  sendAway(): void;
  /** Closes the connection at once and discards what still waits for the reader. */
  terminate(): void;
}

export interface Exceptions {
  readonly members: ReadonlySet<Connection>;
  /** The frame for these members; null if they get none. */
  readonly instead: PushFrame | null;
}
/** Events that both single users and the auction's watchers get. */
const ofWatchers: ReadonlySet<string> = new Set(
  Object.entries<LiveEvent>(liveEvents).flatMap(([name, { to }]) =>
    to.includes("user") && to.includes("watchers") ? [name] : [],
  ),
);

export class Rooms {
  readonly #members = new Map<string, Set<Connection>>();
  /** All connections. The value is null, or the rooms that a slow reader was removed from (`park`). */
  readonly #connected = new Map<Connection, Set<string> | null>();
  readonly #io: () => Server;
  /** Set if there are other nodes: sends a frame to the same room on them. */
  relay: ((room: string, frame: PushFrame) => void) | null = null;
  /** The number of frames handed to sockets since the start. */
  delivered = 0;
  /** Called after a connection joined or left a room. */
  onMember: (connection: Connection, room: string, isIn: boolean) => void = () => {};
  /** Returns the members of a staff feed who get a different frame, or none. Null if all get this one. */
  exceptions: ((frame: PushFrame, members: ReadonlySet<Connection>) => Exceptions | null) | null = null;

  constructor(io: () => Server) {
    this.#io = io;
  }

  enter(connection: Connection): void {
    this.#connected.set(connection, null);
  }

  /** Removes a closed connection from all rooms. */
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

  /**
   * Removes the connection from every room but its user's own. `unpark` returns it to those it has not left meanwhile.
   */
  park(connection: Connection): void {
    const parked = [...connection.rooms].filter((room) => !isUsersRoom(room));
    for (const room of parked) this.leave(connection, room);
    if (this.#connected.has(connection)) this.#connected.set(connection, new Set(parked));
  }

  /** The rooms that it is in, and those to which `unpark` will return it. */
  roomsOf(connection: Connection): string[] {
    return [...connection.rooms, ...(this.#connected.get(connection) ?? [])];
  }

  /** Returns the connection to its rooms. The result lists them. */
  unpark(connection: Connection): readonly string[] {
    const parked = [...(this.#connected.get(connection) ?? [])];
    this.#connected.set(connection, null);
    for (const room of parked) this.join(connection, room);
    return parked;
  }

  /** Does nothing for a closed connection, because the caller may have waited longer than the connection lasted. */
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
      const id = auctionOfRoom(room);
      if (id === undefined) continue;
      auctions.add(id);
      watchers += members.size;
    }
    return { rooms: this.#members.size, auctions: auctions.size, watchers };
  }

  /** Whether `publishEverywhere` could reach anybody. */
  mayReach(room: string): boolean {
    return this.relay !== null || this.has(room);
  }

  publishEverywhere(room: string, frame: PushFrame): void {
    this.publish(room, frame);
    this.publishElsewhere(room, frame);
  }

  /** Publishes to the members on the other nodes. */
  publishElsewhere(room: string, frame: PushFrame): void {
    this.relay?.(room, frame);
  }

  /**
   * Sends a change of an auction to one user's own connections. Connections that watch the auction get it in its room,
   * in the order of versions, so they are skipped: a second copy could overtake an earlier version there.
   */
  #notify(members: ReadonlySet<Connection>, frame: PushFrame): void {
    const { auctionId } = frame.data as { readonly auctionId: string };
    const watched = auctionRooms(auctionId);
    for (const connection of members) {
      if (watched.some(([room]) => connection.rooms.has(room))) continue;
      this.delivered += 1;
      connection.send(frame);
    }
  }

  /** Publishes to this node's members only. */
  publish(room: string, frame: PushFrame): void {
    const members = this.#members.get(room);
    if (!members) return;
    if (isUsersRoom(room) && ofWatchers.has(frame.type)) {
      this.#notify(members, frame);
      return;
    }
    this.delivered += members.size;
    const except = isStaffFeed(room) ? (this.exceptions?.(frame, members) ?? null) : null;
    const toRoom = this.#io().to(room);
    // Every Socket.IO connection is the only member of the room named by its id.
    (except ? toRoom.except([...except.members].map(({ id }) => id)) : toRoom).emit(frame.type, frame.data);
    let json: string | undefined;
    for (const member of members) {
      if (!member.sendEncoded || except?.members.has(member)) continue;
      json ??= JSON.stringify(frame);
      member.sendEncoded(json);
    }
    if (except?.instead) for (const member of except.members) member.send(except.instead);
    // A connection whose session has ended may send no more commands as that user.
    if (frame.type !== "session:ended") return;
    for (const connection of [...members]) {
      connection.user = null;
      connection.close();
    }
  }
}

const nobody: ReadonlySet<Connection> = new Set();
