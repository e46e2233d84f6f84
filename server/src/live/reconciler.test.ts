// Tests how watchers are caught up, on a real database. After a failover only watchers whose auction went back to an
// older version fetch it again. A change that was read before the first watcher's own snapshot is not lost.
import type { PushFrame } from "@jara/shared/live-commands";
import { expect, it } from "vitest";
import { seedAuction, seedUsers } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import type { AuctionState } from "../auction/state.ts";
import { findAuctions } from "../engine/reads/find-auctions.ts";
import { Publisher } from "./publisher.ts";
import { Reconciler } from "./reconciler.ts";
import { createReplay } from "./replay.ts";
import { type Connection, Rooms, rooms } from "./rooms.ts";

const test = withDatabase();
const clock = { now: () => Date.now() };

it("brings watchers back whose version the new primary does not have, and leaves the others alone", async () => {
  const { database } = test;
  const { admin } = await seedUsers(database, { admin: { role: "admin" } });
  const lots = await Promise.all(Array.from({ length: 2 }, () => seedAuction(database, admin as never)));
  const [kept, ahead] = lots.map(({ id }) => id) as [string, string];
  const lost = "00000000-0000-4000-8000-000000000000";
  const allRooms = new Rooms(() => ({ to: () => ({ emit: () => {} }) }) as never);
  const heard: PushFrame[] = [];
  const reader = {
    rooms: new Set<string>(),
    sendEncoded: (json: string) => heard.push(JSON.parse(json)),
    joined: () => {},
    left: () => {},
  } as unknown as Connection;
  allRooms.enter(reader);
  for (const id of [kept, ahead, lost]) allRooms.join(reader, rooms.auction(id));
  const publisher = new Publisher(allRooms, clock, () => {});
  publisher.watched(kept, 1);
  publisher.watched(ahead, 2);
  // An auction that was created just before the failover, and that the new primary does not have.
  publisher.watched(lost, 1);
  const reconciler = new Reconciler({
    ...{ rooms: allRooms, publisher, database, clock, replay: createReplay(database) },
    ...{ isClusterConnected: () => true, isHeldBack: () => false },
  });
  await reconciler.compareWithNewPrimary([kept, ahead, lost]);
  expect(heard.map(({ type, data }) => [type, (data as { auctionId: string }).auctionId])).toEqual([
    ["auction:resync", ahead],
    ["auction:resync", lost],
  ]);
  expect([kept, ahead].map((id) => publisher.latestVersion(id))).toEqual([1, 0]);
  publisher.close();
  reconciler.close();
});

it("catches up the first watcher if its own snapshot is older than the state that was read meanwhile", async () => {
  const { database } = test;
  const { admin } = await seedUsers(database, { admin: { role: "admin" } });
  const { id } = await seedAuction(database, admin as never);
  const allRooms = new Rooms(() => ({ to: () => ({ emit: () => {} }) }) as never);
  const reader = {
    ...{ rooms: new Set<string>(), sendEncoded: null, joined: () => {}, left: () => {} },
  } as unknown as Connection;
  allRooms.enter(reader);
  allRooms.join(reader, rooms.auction(id));
  const gaps: string[] = [];
  const publisher = new Publisher(allRooms, clock, (ids) => gaps.push(...ids));
  const reconciler = new Reconciler({
    ...{ rooms: allRooms, publisher, database, clock, replay: createReplay(database) },
    ...{ isClusterConnected: () => true, isHeldBack: () => false },
  });
  const [state] = await findAuctions(database, [id]);
  const { version } = state as AuctionState;
  await reconciler.catchUp(state as AuctionState);
  publisher.watched(id, version - 1);
  expect(gaps).toEqual([id]);
  publisher.evict(id);
  await reconciler.catchUp(state as AuctionState);
  publisher.watched(id, version);
  expect(gaps).toEqual([id]);
  publisher.close();
  reconciler.close();
});
