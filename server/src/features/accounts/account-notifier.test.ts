// Checks how a changed account affects its open connections: the rooms they are in, also for a connection that reads
// too slowly.
import type { PushFrame } from "@jara/shared/live-commands";
import type { Minor } from "@jara/shared/money";
import type { Server } from "socket.io";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Connection, Rooms, rooms } from "../../live/rooms.ts";
import { connectionUserOf } from "../../live/session.ts";
import { closedUnread } from "../../live/unread.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Account } from "./account.ts";
import { type AccountNotifier, startAccountNotifier } from "./account-notifier.ts";

const SESSION = "00000000-0000-4000-8000-00000000005e";
const auctionId = "00000000-0000-4000-8000-000000000001";
const account = (changes: Partial<Account> = {}): Account => ({
  id: "00000000-0000-4000-8000-0000000000aa",
  username: "ada",
  email: "ada@people.test",
  passwordHash: null,
  googleId: null,
  role: "admin",
  isEmailVerified: true,
  isBanned: false,
  hasTotp: false,
  balanceMinor: 0 as Minor,
  tokenVersion: 1,
  revision: 1,
  firstName: null,
  lastName: null,
  phone: null,
  street: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  wantsOutbidMail: true,
  createdAt: 0,
  ...changes,
});

let stored: Account;
/** True if the connection's session is still valid. */
let isValid: boolean;
let reservedMinor: Minor | undefined;
let allRooms: Rooms;
let notifier: AccountNotifier;
let sent: PushFrame["type"][];
let isClosed: boolean;
let reads: number;
let connection: Connection;
beforeEach(() => {
  stored = account();
  sent = [];
  isClosed = false;
  reads = 0;
  reservedMinor = undefined;
  isValid = true;
  allRooms = new Rooms(() => ({ to: () => ({ emit: () => true }) }) as unknown as Server);
  notifier = startAccountNotifier({
    database: {} as Database,
    reads: {
      findAccounts: async () => {
        reads += 1;
        return new Map([[stored.id, stored]]);
      },
      validSessions: async (_database, ids) => new Set(isValid ? ids : []),
      accountsChangedWithin: async () => [],
    },
    readReserved: async () => new Map(reservedMinor === undefined ? [] : [[stored.id, reservedMinor]]),
    rooms: allRooms,
    roleOf: ({ role }) => role,
    evict: () => {},
    interests: { load: async () => {}, has: () => false },
    publishToNodes: undefined,
    log: { warn: () => {} },
  });
  connection = {
    id: "1",
    transport: "websocket",
    address: "",
    user: connectionUserOf(stored, SESSION),
    rooms: new Set<string>(),
    sendEncoded: null,
    joined: () => {},
    left: () => {},
    sendAway: () => {},
    terminate: () => {},
    send: ({ type }) => void sent.push(type),
    unread: closedUnread(),
    close: () => {
      isClosed = true;
    },
  };
  allRooms.enter(connection);
  for (const room of [rooms.user(stored.id), rooms.admin, rooms.desk, rooms.auctionForAdmins(auctionId)])
    allRooms.join(connection, room);
});
afterEach(() => notifier.close());

const becomes = async (changes: Partial<Account>): Promise<void> => {
  stored = account({ ...changes, revision: 2 });
  const before = connection.user;
  notifier.changed(stored.id);
  await vi.waitFor(() => expect(connection.user).not.toBe(before), 15_000);
};

it.each(["reads", "reads too slowly"])(
  "a former administrator whose connection %s gets no more messages of administrators",
  async (how) => {
    const isSlow = how !== "reads";
    if (isSlow) allRooms.park(connection);
    await becomes({ role: "user" });
    if (isSlow) allRooms.unpark(connection);
    expect([...connection.rooms]).toEqual([rooms.user(stored.id)]);
    expect(sent).toEqual(["auction:resync", "user:changed"]);
  },
);

it("a connection whose session is no longer valid gets session:ended and is closed", async () => {
  isValid = false;
  await becomes({});
  expect([connection.user, isClosed, sent]).toEqual([null, true, ["session:ended"]]);
});

it("a connection stays as it is if nothing changed, or if the state that was read is older than its own", async () => {
  connection.user = connectionUserOf(account({ revision: 5 }), SESSION);
  const before = connection.user;
  stored = account({ role: "user", revision: 4 });
  notifier.changed(stored.id);
  await vi.waitFor(() => expect(reads).toBeGreaterThan(0), 15_000);
  await new Promise(setImmediate);
  expect([connection.user, isClosed, sent]).toEqual([before, false, []]);
});

it("sends what is available once it changes, and nothing where it stays the same", async () => {
  reservedMinor = 300 as Minor;
  stored = account({ balanceMinor: 1000 as Minor });
  connection.user = connectionUserOf(stored, SESSION);
  const available = async (): Promise<number | undefined> => {
    const before = reads;
    notifier.boundChanged([stored.id]);
    await vi.waitFor(() => expect(reads).toBeGreaterThan(before), 15_000);
    await new Promise(setImmediate);
    return connection.user?.availableMinor;
  };
  expect([await available(), sent]).toEqual([700, ["balance:changed"]]);
  expect([await available(), sent]).toEqual([700, ["balance:changed"]]);
  reservedMinor = 0 as Minor;
  expect([await available(), sent]).toEqual([1000, ["balance:changed", "balance:changed"]]);
  // No such person is connected here, so nothing is read.
  const before = reads;
  notifier.boundChanged(["00000000-0000-4000-8000-0000000000bb"]);
  await new Promise(setImmediate);
  expect(reads).toBe(before);
});

it("administrators get one state of an account once, though a poll and a message both report it", async () => {
  const published = vi.spyOn(allRooms, "publish");
  const changed = async (): Promise<number> => {
    const before = reads;
    notifier.changed(stored.id);
    await vi.waitFor(() => expect(reads).toBeGreaterThan(before), 15_000);
    await new Promise(setImmediate);
    return published.mock.calls.length;
  };
  expect([await changed(), await changed()]).toEqual([1, 1]);
  stored = account({ balanceMinor: 5 as Minor, revision: 2 });
  expect(await changed()).toBe(2);
});
