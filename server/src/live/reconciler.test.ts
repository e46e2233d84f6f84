// Tests how watchers are caught up, on a real database: with what another node committed, each change once, and with what
// was read before the first watcher's own snapshot. After a failover only watchers whose auction went back to an older
// version fetch it again.
import type { PushFrame } from "@jara/shared/live-commands";
import { maskUsername } from "@jara/shared/mask-username";
import { expect, it, onTestFinished } from "vitest";
import { aBid, aMaxBid, aStatus, codeOf, givenEngine } from "../../test/support/given-engine.ts";
import { changeByNewerVersion } from "../../test/support/newer-version.ts";
import { seedAuction, seedPeople, seedUsers } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import type { AuctionState } from "../auction/state.ts";
import { findAuctions } from "../engine/reads/find-auctions.ts";
import { Publisher } from "./publisher.ts";
import { Reconciler } from "./reconciler.ts";
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
    rooms: allRooms,
    publisher,
    database,
    clock,
    isClusterConnected: () => true,
    isHeldBack: () => false,
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
    rooms: new Set<string>(),
    sendEncoded: null,
    joined: () => {},
    left: () => {},
  } as unknown as Connection;
  allRooms.enter(reader);
  allRooms.join(reader, rooms.auction(id));
  const gaps: string[] = [];
  const publisher = new Publisher(allRooms, clock, (ids) => gaps.push(...ids));
  const reconciler = new Reconciler({
    rooms: allRooms,
    publisher,
    database,
    clock,
    isClusterConnected: () => true,
    isHeldBack: () => false,
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

/** A node with one watcher of the auction, who has its present state, and another node that commits. */
const twoNodes = async (given: Parameters<typeof seedAuction>[2] = {}) => {
  const { database } = test;
  const people = await seedPeople(database);
  const auction = await seedAuction(database, people.admin, given);
  const { engine } = await givenEngine(database);
  const allRooms = new Rooms(() => ({ to: () => ({ emit: () => {} }) }) as never);
  const heard: PushFrame[] = [];
  const reader = {
    rooms: new Set<string>(),
    sendEncoded: (json: string) => heard.push(JSON.parse(json)),
    joined: () => {},
    left: () => {},
  } as unknown as Connection;
  allRooms.enter(reader);
  allRooms.join(reader, rooms.auction(auction.id));
  const publisher = new Publisher(allRooms, clock, () => {});
  publisher.watched(auction.id, auction.version);
  publisher.recent.startAt(auction);
  const reconciler = new Reconciler({
    rooms: allRooms,
    publisher,
    database,
    clock,
    isClusterConnected: () => true,
    isHeldBack: () => false,
  });
  onTestFinished(() => {
    publisher.close();
    reconciler.close();
  });
  const commit = async (...commands: Parameters<typeof engine.submit>[0][]) => {
    for (const command of commands) expect(codeOf(await engine.submit(command))).toBe("ok");
  };
  const catchUp = async () => {
    const [state] = await findAuctions(database, [auction.id]);
    await reconciler.catchUp(state as AuctionState);
    return state as AuctionState;
  };
  return { ...people, auction, publisher, heard, commit, catchUp };
};
const versionsIn = (frames: readonly PushFrame[]) =>
  frames.map(({ type, data }) => [type, (data as { version?: number }).version]);

it("sends what another node committed with consecutive prices merged, each change once", async () => {
  const { auction, admin, ada, bola, publisher, heard, commit, catchUp } = await twoNodes();
  await commit(aBid(auction, ada, 1_100), aMaxBid(auction, bola, 5_000), aBid(auction, ada, 2_000));
  await commit(aStatus(auction, admin, "paused"), aStatus(auction, admin, "active"));
  await commit(...Array.from({ length: 25 }, (_, i) => aBid(auction, ada, 6_000 + 100 * i)));
  const state = await catchUp();
  await catchUp();
  publisher.flush(auction.id, true);
  const { version } = state;
  expect(versionsIn(heard)).toEqual([
    ["auction:price", version - 27],
    ["auction:paused", version - 26],
    ["auction:countdown", version - 26],
    ["auction:resumed", version - 25],
    ["auction:countdown", version - 25],
    ["auction:price", version],
  ]);
  expect(heard[0]?.data).toMatchObject({ fromVersion: 2, leader: { username: maskUsername(bola.username) } });
  expect(heard.at(-1)?.data).toMatchObject({
    fromVersion: version - 24,
    leader: { username: maskUsername(ada.username) },
  });
  const { bids: newest = [] } = (heard.at(-1)?.data ?? {}) as { bids?: { amount: number }[] };
  expect(newest.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, i) => (8_400 - 100 * i) / 100));
  // Readers who come later get each of them.
  const kept = publisher.recent.between(auction.id, 1, version) ?? [];
  expect(kept.map(({ after }) => after.version)).toEqual(Array.from({ length: version - 1 }, (_, i) => i + 2));
  expect(kept.at(-2)?.after).toMatchObject({ priceMinor: 8_300, bidCount: state.bidCount - 1 });
});

it("merges the ends that another node's bids moved into one extension", async () => {
  const softClose = { windowSeconds: 60, capMinutes: 30 };
  const { auction, ada, bola, heard, commit, catchUp } = await twoNodes({ softClose, durationMs: 20_000 });
  await commit(aBid(auction, ada, 1_100), aBid(auction, bola, 1_200), aBid(auction, ada, 1_300));
  const { endsAt, version } = await catchUp();
  expect(heard).toMatchObject([
    { type: "auction:price", data: { version, fromVersion: 2, bids: [{ amount: 13 }, { amount: 12 }, {}] } },
    {
      type: "auction:extended",
      data: { version, endTime: new Date(endsAt).toISOString(), extendedBy: endsAt - auction.endsAt },
    },
    { type: "auction:countdown", data: { version } },
  ]);
});

it("tells watchers to fetch the auction again after a change that this version of the program cannot read", async () => {
  const { auction, admin, ada, publisher, heard, commit, catchUp } = await twoNodes();
  await commit(aBid(auction, ada, 1_100));
  await changeByNewerVersion(test.database, auction.id, true);
  await commit(aBid(auction, ada, 1_300));
  const { version } = await catchUp();
  expect(heard).toEqual([{ type: "auction:resync", data: { auctionId: auction.id } }]);
  expect(publisher.recent.between(auction.id, 1, version)).toBeNull();
  await commit(aStatus(auction, admin, "paused"));
  await catchUp();
  expect(versionsIn(heard.slice(1))).toEqual([
    ["auction:paused", version + 1],
    ["auction:countdown", version + 1],
  ]);
});
