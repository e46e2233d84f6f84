// Tests watching and unwatching that are sent together: a connection that left stays out, and gets no event after the
// answer.
import { setImmediate as nextTick } from "node:timers/promises";
import type { CommandName, PushFrame } from "@jara/shared/live-commands";
import { beforeEach, expect, it } from "vitest";
import { noLimits } from "../../test/support/no-limits.ts";
import { seedAuction, seedUsers } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import { createAdmission } from "../platform/limits/admission.ts";
import { createDispatch, type Handlers } from "./dispatch.ts";
import { StaffInterests } from "./interests.ts";
import { Publisher } from "./publisher.ts";
import { type Connection, type ConnectionUser, Rooms, rooms } from "./rooms.ts";
import { watchHandlers } from "./watch-handlers.ts";

const test = withDatabase();
const clock = { now: () => Date.now() };

let allRooms: Rooms;
let send: (connection: Connection, name: CommandName, data?: object) => Promise<string>;
/** The answers, by the name of their command, and the events that the connection received, in order. */
let log: string[];
let admin: { readonly id: string };
let auctionId: string;

const connectAs = (user: Pick<ConnectionUser, "id" | "role"> | null): Connection => {
  // A countdown may arrive after its test, and then belongs to that test's log.
  const ownLog = log;
  const connection = {
    address: "198.51.100.7",
    user,
    rooms: new Set<string>(),
    send: ({ type }: PushFrame) => ownLog.push(type),
    sendEncoded: (json: string) => ownLog.push(JSON.parse(json).type),
    joined: () => {},
    left: () => {},
  } as unknown as Connection;
  allRooms.enter(connection);
  return connection;
};
/** Longer than the answer's countdown takes, which is sent in the next tick. */
const quiet = async (): Promise<void> => {
  for (let tick = 0; tick < 20; tick += 1) await nextTick();
};

beforeEach(async () => {
  const { database } = test;
  log = [];
  allRooms = new Rooms(() => ({ to: () => ({ emit: () => {} }) }) as never);
  ({ admin } = await seedUsers(database, { admin: { role: "admin" } }));
  ({ id: auctionId } = await seedAuction(database, admin as never));
  const publisher = new Publisher(allRooms, clock, () => {});
  const handlers = watchHandlers({
    database,
    clock,
    rooms: allRooms,
    publisher,
    admission: createAdmission(),
    replays: { toReader: async () => null },
    interests: new StaffInterests(database, allRooms),
    viewers: { count: () => 0 },
    costs: { addReplay: () => {} },
    roleOf: async () => {
      await database.query("select 1");
      return "admin";
    },
  });
  const dispatch = createDispatch({
    ...noLimits,
    handlers: handlers as Handlers,
    log: { error: (details) => expect(details).toBeUndefined() },
  });
  send = async (connection, name, data = {}) => {
    const { ok } = await dispatch(connection, name, data);
    log.push(`${name} ${ok}`);
    return name;
  };
});

it.each(["a visitor", "an administrator"])("leaves %s out of the room after watch and unwatch", async (who) => {
  const connection = connectAs(who === "a visitor" ? null : { id: admin.id, role: "admin" });
  await Promise.all([
    send(connection, "auction:watch", { auctionId }),
    send(connection, "auction:unwatch", { auctionId: auctionId.toUpperCase() }),
  ]);
  await quiet();
  expect(log).toEqual(["auction:watch true", "auction:unwatch true"]);
  expect([...connection.rooms]).toEqual([]);
});

it("sends no countdown after an unwatch that follows the answer at once", async () => {
  const connection = connectAs(null);
  await send(connection, "auction:watch", { auctionId });
  await send(connection, "auction:unwatch", { auctionId });
  await quiet();
  // A countdown may arrive before the answer to unwatch.
  expect(log.filter((one) => one !== "auction:countdown")).toEqual(["auction:watch true", "auction:unwatch true"]);
  expect(log.at(-1)).toBe("auction:unwatch true");
});

it("watches after watch, unwatch and watch", async () => {
  const connection = connectAs({ id: admin.id, role: "admin" });
  const names = ["auction:watch", "auction:unwatch", "auction:watch"] as const;
  await Promise.all(names.map((name) => send(connection, name, { auctionId })));
  await quiet();
  expect(log.filter((one) => one !== "auction:countdown")).toEqual(names.map((name) => `${name} true`));
  expect(log.at(-1)).toBe("auction:countdown");
  expect([...connection.rooms]).toEqual([rooms.auctionForAdmins(auctionId)]);
});

it.each(["while its watch is read", "before its watch"])(
  "joins no room for a connection that closed %s",
  async (when) => {
    const connection = connectAs(null);
    const isEarly = when === "before its watch";
    if (isEarly) allRooms.exit(connection);
    const watching = send(connection, "auction:watch", { auctionId });
    if (!isEarly) allRooms.exit(connection);
    await watching;
    await quiet();
    expect([...connection.rooms]).toEqual([]);
  },
);

it("does not wait for commands of other connections, or for other auctions", async () => {
  const [one, other] = [connectAs(null), connectAs(null)];
  const watching = send(one, "auction:watch", { auctionId });
  const first = await Promise.race([watching, send(other, "auction:unwatch", { auctionId })]);
  expect(first).toBe("auction:unwatch");
  await watching;
});

it("leaves no feed of the staff joined after admin:watch and admin:unwatch", async () => {
  const connection = connectAs({ id: admin.id, role: "admin" });
  await Promise.all([send(connection, "admin:watch"), send(connection, "admin:unwatch")]);
  expect(log).toEqual(["admin:watch true", "admin:unwatch true"]);
  expect([...connection.rooms]).toEqual([]);
  await Promise.all([
    send(connection, "admin:watch"),
    send(connection, "admin:unwatch"),
    send(connection, "admin:watch"),
  ]);
  expect([...connection.rooms].sort()).toEqual([rooms.admin, rooms.desk]);
});
