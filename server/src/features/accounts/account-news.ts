// Notifies an account's own connections (role, verification, balance) and administrators (the whole account) of its
// changes. Nodes exchange only ids and read the account one read after the other, so the newest state is always sent
// last. Connections change rooms with the role: a user who is no longer an admin gets no more admin messages. Connections
// whose session is no longer valid are closed: it was ended, or the account was suspended.

import { toMajor } from "@jara/shared/money";
import { isStaff } from "@jara/shared/permissions";
import { availableOf, type Funds } from "../../auction/reservations.ts";
import { isPrivileged, viewerOfRole } from "../../auction/viewer.ts";
import type { ReadReserved } from "../../engine/reads/reservations.ts";
import { endSession } from "../../live/end-session.ts";
import type { AdminInterests } from "../../live/interests.ts";
import {
  auctionOfRoom,
  auctionRoomFor,
  type Connection,
  feedsOf,
  isStaffFeed,
  type Rooms,
  rooms,
} from "../../live/rooms.ts";
import { connectionUserOf } from "../../live/session.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Account, findAccounts, toAdminUser } from "./account.ts";
import { accountsChangedWithin } from "./queries.ts";
import { validSessions } from "./sessions/queries.ts";

/**
 * How long a change may go unnoticed if no node announced it: Redis is away, the command line made it, or a connection
 * is just opening.
 */
const LOOK_EVERY_MS = 1_000;
/** An action is dated when its statement began to write, but the statement may commit a little later. */
const OVERLAP_S = 15;

export interface AccountNews {
  /** Call after the commit that made or changed an account. Notifies this node and every other node. Never fails. */
  changed(userId: string): void;
  /** Another node reports that these accounts changed. */
  changedElsewhere(userIds: readonly string[]): void;
  /** Call after a commit that changed what these people have bound by their bids. Like `changed`, but for them alone. */
  boundChanged(userIds: readonly string[]): void;
  /** Another node's commit changed what these people have bound. */
  boundElsewhere(userIds: readonly string[]): void;
  close(): void;
}

/** The number of accounts whose last message to administrators is cached, so that the same state is not sent twice. */
const TOLD_KEPT = 10_000;

/** The reads from the database. A test hands over others. */
const storedAccounts = { findAccounts, validSessions, accountsChangedWithin };

export const startAccountNews = (deps: {
  database: Database;
  reads?: typeof storedAccounts;
  readReserved: ReadReserved;
  rooms: Rooms;
  /** The role that the account may use now. */
  roleOf: (account: Account) => Account["role"];
  /** Evicts this node's cached copy of the account, which is outdated. */
  evict: (userId: string) => void;
  interests: Pick<AdminInterests, "load" | "has">;
  /** Administrators whose bids another node may have accepted while this node did not receive its messages. */
  adminsWhileDisconnected?: () => readonly string[];
  publishToNodes: ((userIds: readonly string[]) => void) | undefined;
  publishBound?: ((userIds: readonly string[]) => void) | undefined;
  log: { warn(details: object, message: string): void };
}): AccountNews => {
  const { database, log, reads = storedAccounts } = deps;
  let isClosed = false;

  const told = new Map<string, string>();
  const tellAdmins = (account: Account): void => {
    const user = toAdminUser(account);
    const text = JSON.stringify(user);
    if (told.get(account.id) === text) return;
    if (told.size >= TOLD_KEPT) told.clear();
    told.set(account.id, text);
    deps.rooms.publish(rooms.desk, { type: "user:updated", data: { user } });
  };

  const membersOf = (userId: string): Connection[] => [...deps.rooms.members(rooms.user(userId))];
  /** The sessions of a user's connections to this node. */
  const sessionsHere = (userId: string): string[] => membersOf(userId).flatMap(({ user }) => user?.sessionId ?? []);
  const endSessions = (sessionIds: ReadonlySet<string>, userIds: Iterable<string>): void => {
    if (sessionIds.size === 0) return;
    for (const connection of [...userIds].flatMap(membersOf)) {
      if (connection.user && sessionIds.has(connection.user.sessionId)) endSession(connection, "withdrawn");
    }
  };

  /** Accounts that changed, or may have changed. */
  const unread = new Set<string>();
  /** Connected people who have more or less bound. */
  const rebound = new Set<string>();
  let isReading = false;
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      while (unread.size + rebound.size > 0 && !isClosed) {
        const asked = new Set(unread);
        const bound = new Set(rebound);
        unread.clear();
        rebound.clear();
        try {
          const ids = [...new Set([...asked, ...bound])];
          const sessionIds = [...asked].flatMap(sessionsHere);
          const [found, reserved, valid] = await Promise.all([
            reads.findAccounts(database, ids),
            deps.readReserved(ids),
            reads.validSessions(database, sessionIds),
          ]);
          endSessions(new Set(sessionIds.filter((id) => !valid.has(id))), asked);
          const accounts = [...found.values()].map((account) => ({ ...account, inForce: deps.roleOf(account) }));
          // Load their interests before they join the rooms of administrators.
          const staff = accounts.filter(({ id, inForce }) => isStaff(inForce) && deps.rooms.has(rooms.user(id)));
          await Promise.all(staff.map(({ id }) => deps.interests.load(id)));
          // A user who is no longer an admin leaves the rooms before administrators are notified.
          for (const account of accounts) {
            for (const connection of membersOf(account.id)) {
              follow(deps.rooms, connection, account, deps.interests);
              const reservedMinor = reserved.get(account.id);
              tellBalance(connection, { ...account, reservedMinor }, bound.has(account.id));
            }
          }
          if (!hasAdmins()) continue;
          for (const account of accounts) {
            if (asked.has(account.id)) tellAdmins(account);
          }
        } catch (error) {
          for (const id of bound) rebound.add(id);
          for (const id of asked) unread.add(id);
          throw error;
        }
      }
    } catch (error) {
      // The next poll tries again.
      if (!isClosed) log.warn({ err: error }, "account changes not sent; trying again");
    } finally {
      isReading = false;
    }
  };

  /**
   * Administrators who join fetch the current state, which may differ from what was sent before. So clear the cache
   * while there are none.
   */
  const hasAdmins = (): boolean => {
    if (deps.rooms.has(rooms.desk)) return true;
    told.clear();
    return false;
  };
  const note = (userIds: readonly string[]): void => {
    const isWanted = hasAdmins();
    for (const id of userIds) if (isWanted || deps.rooms.has(rooms.user(id))) unread.add(id);
    void read();
  };
  const noteChanged = (userIds: readonly string[]): void => {
    for (const id of userIds) deps.evict(id);
    note(userIds);
  };

  const noteBound = (userIds: readonly string[]): void => {
    for (const id of userIds) if (deps.rooms.has(rooms.user(id))) rebound.add(id);
    void read();
  };

  let lookedAt = performance.now();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const startedAt = performance.now();
    try {
      const seconds = OVERLAP_S + (startedAt - lookedAt) / 1000;
      const recent = await reads.accountsChangedWithin(database, seconds);
      note([...new Set([...recent, ...(deps.adminsWhileDisconnected?.() ?? [])])]);
      lookedAt = startedAt;
    } catch (error) {
      // The next poll, a second later, covers a longer time.
      if (!isClosed) log.warn({ err: error }, "changed accounts not polled; trying again");
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();

  return {
    changed(userId) {
      noteChanged([userId]);
      deps.publishToNodes?.([userId]);
    },
    changedElsewhere: noteChanged,
    boundChanged(userIds) {
      if (userIds.length === 0) return;
      noteBound(userIds);
      deps.publishBound?.(userIds);
    },
    boundElsewhere: noteBound,
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
};

/** Brings one connection up to date, unless it already has this state or a newer one. */
const follow = (
  allRooms: Rooms,
  connection: Connection,
  now: Account & { readonly inForce: Account["role"] },
  interests: Pick<AdminInterests, "has">,
): void => {
  const before = connection.user;
  if (!before) return;
  if (now.revision <= before.revision) return;
  connection.user = connectionUserOf({ ...now, role: now.inForce }, before.sessionId);
  // The balances stay as they were last sent, until `tellBalance`.
  const { balanceMinor, availableMinor } = before;
  connection.user = { ...connection.user, balanceMinor, ...(availableMinor !== undefined && { availableMinor }) };
  const { role, isEmailVerified } = connection.user;
  // Also with the same role, because `admin:watch` asks the database.
  changeRooms(allRooms, connection, { id: now.id, role }, interests);
  if (role !== before.role || isEmailVerified !== before.isEmailVerified) {
    connection.send({ type: "user:changed", data: { role, isEmailVerified } });
  }
};

/**
 * Sends the balance and how much of it is available, if one of them is not what was last sent. `isRebound`: the account
 * has more or less bound, so what is available is sent though nothing was sent before.
 */
const tellBalance = (connection: Connection, now: Account & Funds, isRebound: boolean): void => {
  const { user } = connection;
  if (!user || user.revision > now.revision) return;
  const { balanceMinor } = now;
  const availableMinor = availableOf(now);
  const isOther = user.availableMinor === undefined ? isRebound : user.availableMinor !== availableMinor;
  if (balanceMinor === user.balanceMinor && !isOther) return;
  connection.user = { ...user, balanceMinor, availableMinor };
  connection.send({
    type: "balance:changed",
    data: { balance: toMajor(balanceMinor), available: toMajor(availableMinor) },
  });
};

/**
 * Asks watchers to watch again, because what they may see has changed (they may no longer see a draft, for example).
 */
const changeRooms = (
  allRooms: Rooms,
  connection: Connection,
  { id, role }: Pick<Account, "id" | "role">,
  interests: Pick<AdminInterests, "has">,
): void => {
  // Somebody with another role of the staff follows that role's feeds from now on.
  const followed = allRooms.roomsOf(connection).filter(isStaffFeed);
  const feeds = feedsOf(role);
  for (const feed of followed) if (!feeds.includes(feed)) allRooms.leave(connection, feed);
  // A slow reader's connection is closed when it reads again, and asks for its feeds then.
  if (followed.length > 0 && !allRooms.isParked(connection)) for (const feed of feeds) allRooms.join(connection, feed);
  const viewer = viewerOfRole(role, id);
  // This includes a connection that reads too slowly now: it must not return to a room that it may no longer be in.
  for (const room of allRooms.roomsOf(connection)) {
    const auctionId = auctionOfRoom(room);
    if (auctionId === undefined) continue;
    const isCompact = room === rooms.auctionCompact(auctionId);
    const its = interests.has(id, auctionId) ? rooms.auction(auctionId) : auctionRoomFor(auctionId, viewer, isCompact);
    if (room === its) continue;
    // A user who was of the staff must ask again for an auction that may be a draft.
    if (isPrivileged(viewer) && connection.rooms.has(room)) allRooms.join(connection, its);
    allRooms.leave(connection, room);
    connection.send({ type: "auction:resync", data: { auctionId } });
  }
};
