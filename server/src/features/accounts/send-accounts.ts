// Sends accounts as they are now to their own connections and to the staff who may see users. A connection changes
// rooms with its account's role, and is closed once its session is no longer valid.

import { toMajor } from "@jara/shared/money";
import { isStaff } from "@jara/shared/permissions";
import { availableOf, type Funds } from "../../auction/settlement/reservations.ts";
import { isPrivileged, viewerOfRole } from "../../auction/view/viewer.ts";
import type { ReadReserved } from "../../engine/reads/reservations.ts";
import { endSession } from "../../live/end-session.ts";
import type { StaffInterests } from "../../live/interests.ts";
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
import { joinStaffRooms } from "../../live/staff-rooms.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Account, findAccounts, toAdminUser } from "./account.ts";
import { accountsChangedWithin } from "./queries.ts";
import { validSessions } from "./sessions/queries.ts";

/** The number of accounts whose last message to staff is cached, so that the same state is not sent twice. */
const SENT_KEPT = 10_000;

/** The reads from the database. Tests pass others. */
export const storedAccounts = { findAccounts, validSessions, accountsChangedWithin };

export interface SenderDeps {
  readonly database: Database;
  readonly reads?: typeof storedAccounts;
  readonly readReserved: ReadReserved;
  readonly rooms: Rooms;
  /** The role that the account may use now. */
  readonly roleOf: (account: Account) => Account["role"];
  readonly interests: Pick<StaffInterests, "load" | "has">;
}

interface DeskNotifier {
  send(account: Account): void;
  hasReaders(): boolean;
}

/** Sends accounts to the staff who may see users, the same state once. */
export const createDeskNotifier = (allRooms: Rooms): DeskNotifier => {
  const sent = new Map<string, string>();
  return {
    send(account) {
      const user = toAdminUser(account);
      const text = JSON.stringify(user);
      if (sent.get(account.id) === text) return;
      if (sent.size >= SENT_KEPT) sent.clear();
      sent.set(account.id, text);
      allRooms.publish(rooms.desk, { type: "user:updated", data: { user } });
    },
    hasReaders() {
      if (allRooms.has(rooms.desk)) return true;
      // Staff who join fetch the current state, which may differ from what was sent before.
      sent.clear();
      return false;
    },
  };
};

/**
 * Reads accounts, and sends each to its connections and to the staff who may see users. `asked`: accounts that may have
 * changed; `bound`: those that have more or less bound.
 */
export const createSender = (deps: SenderDeps, desk: DeskNotifier) => {
  const { database, reads = storedAccounts } = deps;
  const membersOf = (userId: string): Connection[] => [...deps.rooms.members(rooms.user(userId))];
  /** The sessions of a user's connections to this node. */
  const sessionsHere = (userId: string): string[] => membersOf(userId).flatMap(({ user }) => user?.sessionId ?? []);
  const endSessions = (sessionIds: ReadonlySet<string>, userIds: Iterable<string>): void => {
    if (sessionIds.size === 0) return;
    for (const connection of [...userIds].flatMap(membersOf)) {
      if (connection.user && sessionIds.has(connection.user.sessionId)) endSession(connection, "withdrawn");
    }
  };

  return async (asked: ReadonlySet<string>, bound: ReadonlySet<string>): Promise<void> => {
    const ids = [...new Set([...asked, ...bound])];
    const sessionIds = [...asked].flatMap(sessionsHere);
    const [found, reserved, valid] = await Promise.all([
      reads.findAccounts(database, ids),
      deps.readReserved(ids),
      reads.validSessions(database, sessionIds),
    ]);
    endSessions(new Set(sessionIds.filter((id) => !valid.has(id))), asked);
    const accounts = [...found.values()].map((account) => ({ ...account, inForce: deps.roleOf(account) }));
    // Load their interests before they join the rooms of the staff.
    const staff = accounts.filter(({ id, inForce }) => isStaff(inForce) && deps.rooms.has(rooms.user(id)));
    await Promise.all(staff.map(({ id }) => deps.interests.load(id)));
    // A user who lost their role leaves the rooms before the staff are notified.
    for (const account of accounts) {
      for (const connection of membersOf(account.id)) {
        follow(deps.rooms, connection, account, deps.interests);
        const reservedMinor = reserved.get(account.id);
        sendBalance(connection, { ...account, reservedMinor }, bound.has(account.id));
      }
    }
    if (!desk.hasReaders()) return;
    for (const account of accounts) {
      if (asked.has(account.id)) desk.send(account);
    }
  };
};

/** Brings one connection up to date, unless it already has this state or a newer one. */
const follow = (
  allRooms: Rooms,
  connection: Connection,
  now: Account & { readonly inForce: Account["role"] },
  interests: Pick<StaffInterests, "has">,
): void => {
  const before = connection.user;
  if (!before) return;
  if (now.revision <= before.revision) return;
  connection.user = connectionUserOf({ ...now, role: now.inForce }, before.sessionId);
  // Keep the balances as they were last sent, until `sendBalance` sends the new ones.
  const { balanceMinor, availableMinor } = before;
  connection.user = { ...connection.user, balanceMinor, ...(availableMinor !== undefined && { availableMinor }) };
  const { role, isEmailVerified } = connection.user;
  // Change rooms even if the role is the same, because `admin:watch` may have joined rooms by what the database said.
  changeRooms(allRooms, connection, { id: now.id, role }, interests);
  if (role !== before.role || isEmailVerified !== before.isEmailVerified) {
    connection.send({ type: "user:changed", data: { role, isEmailVerified } });
  }
};

/**
 * Sends the balance and how much of it is available, if one of them is not what was last sent. `isRebound`: the account
 * has more or less bound, so what is available is sent though nothing was sent before.
 */
const sendBalance = (connection: Connection, now: Account & Funds, isRebound: boolean): void => {
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
  interests: Pick<StaffInterests, "has">,
): void => {
  joinStaffRooms(allRooms, connection, role);
  // If the staff role changed, the connection leaves the old role's feeds and joins the new role's.
  const followed = allRooms.roomsOf(connection).filter(isStaffFeed);
  const feeds = feedsOf(role);
  for (const feed of followed) if (!feeds.includes(feed)) allRooms.leave(connection, feed);
  // A slow reader's connection is closed when it reads again, and asks for its feeds then.
  if (followed.length > 0 && !allRooms.isParked(connection)) for (const feed of feeds) allRooms.join(connection, feed);
  const viewer = viewerOfRole(role, id);
  // Include a slow reader's rooms, because its connection must not return to a room that it may no longer be in.
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
