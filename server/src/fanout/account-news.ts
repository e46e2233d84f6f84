// What changed of an account, told to its own connections: role, verification, balance. Told as pointers ("this account
// moved") and read back from the database, so that whatever the order in which nodes hear of two changes, the newest
// is what stays. A connection's rooms follow its role: who is no admin any more hears nothing more of what admins hear.
import { toMajor } from "@jara/shared/money";
import { arrayLiteral } from "../store/arrays.ts";
import type { Database } from "../store/database.ts";
import type { Account } from "../store/users.ts";
import { type Connection, type ConnectionUser, type Rooms, rooms } from "./rooms.ts";

/** How long a change that nobody told of (Redis away, the command line, a connection just opening) may stay unheard. */
const LOOK_EVERY_MS = 1_000;
/** An action is recorded under the time at which its statement began to write; it may commit a little later. */
const OVERLAP_S = 15;

export interface AccountNews {
  /** After the commit that changed role, verification or balance: here and on every other node. Never fails. */
  changed(userId: string): void;
  /** Another node says so. */
  changedElsewhere(userIds: readonly string[]): void;
  close(): void;
}

interface Standing extends Record<string, unknown> {
  readonly id: string;
  readonly role: Account["role"];
  readonly isEmailVerified: boolean;
  readonly balanceMinor: number;
  readonly revision: number;
}

const select = `
  select u.id, u.role, u.email_verified_at is not null as "isEmailVerified", u.balance_minor::float8 as "balanceMinor",
    u.revision from users u`;

export const startAccountNews = (deps: {
  database: Database;
  rooms: Rooms;
  /** What this node cached of the account is outdated. */
  forget: (userId: string) => void;
  tellOthers: ((userIds: readonly string[]) => void) | undefined;
  log: { warn(details: object, message: string): void };
}): AccountNews => {
  const { database, log } = deps;
  let isClosed = false;

  const tell = (now: Standing): void => {
    for (const connection of [...deps.rooms.members(rooms.user(now.id))]) follow(deps.rooms, connection, now);
  };

  const unread = new Set<string>();
  let isReading = false;
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      while (unread.size > 0 && !isClosed) {
        const ids = [...unread];
        unread.clear();
        try {
          for (const now of await database.query<Standing>(`${select} where u.id = any($1::text::uuid[])`, [
            arrayLiteral(ids),
          ])) {
            tell(now);
          }
        } catch (error) {
          for (const id of ids) unread.add(id);
          throw error;
        }
      }
    } catch (error) {
      // The next look tries again.
      if (!isClosed) log.warn({ err: error }, "accounts' news wait for the database");
    } finally {
      isReading = false;
    }
  };
  const heard = (userIds: readonly string[]): void => {
    for (const id of userIds) {
      deps.forget(id);
      if (deps.rooms.has(rooms.user(id))) unread.add(id);
    }
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
      const recent = await database.query<Standing>(
        `${select} where u.id in (select a.user_id from admin_actions a
           where a.at > clock_timestamp() - $1::text::float8 * interval '1 second')`,
        [seconds],
      );
      for (const now of recent) if (deps.rooms.has(rooms.user(now.id))) tell(now);
      lookedAt = startedAt;
      await read();
    } catch {
      // Asked again in a second, for a longer time back.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();

  return {
    changed(userId) {
      heard([userId]);
      deps.tellOthers?.([userId]);
    },
    changedElsewhere: heard,
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
};

/** Brings one connection up to date, unless it knows this or something newer already. */
const follow = (allRooms: Rooms, connection: Connection, now: Standing): void => {
  const before = connection.user;
  if (!before || now.revision <= before.revision) return;
  connection.user = standingOf(now);
  const { isAdmin, isEmailVerified, balanceMinor } = connection.user;
  // Also where the connection was not known as an admin's: `admin:watch` asks the database.
  if (isAdmin !== before.isAdmin || !isAdmin) changeRooms(allRooms, connection, isAdmin);
  if (isAdmin !== before.isAdmin || isEmailVerified !== before.isEmailVerified) {
    connection.send({ type: "user:changed", data: { role: now.role, isEmailVerified } });
  }
  if (balanceMinor !== before.balanceMinor) {
    connection.send({ type: "balance:changed", data: { balance: toMajor(balanceMinor) } });
  }
};

/** What a connection knows of its account. */
export const standingOf = (
  account: Pick<Account, "id" | "role" | "isEmailVerified" | "balanceMinor" | "revision">,
): ConnectionUser => ({
  id: account.id,
  isAdmin: account.role === "admin",
  isEmailVerified: account.isEmailVerified,
  balanceMinor: account.balanceMinor,
  revision: account.revision,
});

const adminsRoom = /^auction:([^:]+):admins$/;
const everyonesRoom = /^auction:([^:]+)$/;

/** Watchers are asked to watch again: what they may see is another thing now (a draft, for one, may be nothing). */
const changeRooms = (allRooms: Rooms, connection: Connection, isAdmin: boolean): void => {
  if (!isAdmin) allRooms.leave(connection, rooms.admin);
  for (const room of [...connection.rooms]) {
    const auctionId = (isAdmin ? everyonesRoom : adminsRoom).exec(room)?.[1];
    if (auctionId === undefined) continue;
    if (isAdmin) allRooms.join(connection, rooms.auctionForAdmins(auctionId));
    allRooms.leave(connection, room);
    connection.send({ type: "auction:resync", data: { auctionId } });
  }
};
