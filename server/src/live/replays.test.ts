// Tests that readers get what they missed as it was, that a crowd costs one encoding, and that nobody gets what another
// may see or what is hidden by now.
import { expect, it } from "vitest";
import { anAuction, bidPlaced, NOON, STARTED_AT } from "../../test/support/given-auction.ts";
import { seedUsers } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import type { AuctionEvent } from "../auction/events.ts";
import { create, evolveChange } from "../auction/evolve.ts";
import type { AuctionState } from "../auction/state.ts";
import { anyAdmin, everyone, type Viewer } from "../auction/view/viewer.ts";
import type { Change } from "../engine/ports.ts";
import { RecentChanges } from "./recent-changes.ts";
import { LONGEST_BYTES, Replays, readDeleted } from "./replays.ts";

const test = withDatabase();
const ada: Viewer = { kind: "user", id: "adaeze" };
const bola: Viewer = { kind: "user", id: "bola" };

const given = () => {
  const recent = new RecentChanges();
  const asked: string[][] = [];
  let state = create(anAuction(), STARTED_AT);
  let deleted: string | null = null;
  let catchUp: () => void = () => {};
  const make = (...made: object[]): Change => {
    const [before, events] = [state, made as AuctionEvent[]];
    state = evolveChange(before, events);
    return { before, after: state, events, actorId: null };
  };
  const change = (...made: object[]): void => recent.add(make(...made), NOON);
  const bid = () => make(bidPlaced("adaeze", state.bidCount + 1, 1_000 + 100 * state.version));
  recent.add(bid(), NOON);
  recent.add(bid(), NOON);
  const replays = new Replays({
    recent,
    catchUp: async () => catchUp(),
    areDeleted: async (userIds) => {
      asked.push([...userIds]);
      return deleted !== null && userIds.includes(deleted);
    },
  });
  const toReader = (viewer: Viewer, since = 1, at: AuctionState = state) => replays.toReader(at, since, viewer);
  return {
    recent,
    asked,
    change,
    bid,
    toReader,
    textFor: async (...args: Parameters<typeof toReader>) => (await toReader(...args))?.events.json,
    erase: (userId: string) => {
      deleted = userId;
    },
    onCatchUp: (run: () => void) => {
      catchUp = run;
    },
    now: () => state,
  };
};
const versionsIn = (json = "[]") => JSON.parse(json).map(({ data }: { data: { version: number } }) => data.version);

it("gives one event for each missed change, none if nothing is missing, and null for a version that never was", async () => {
  const { change, textFor, now } = given();
  change({ type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null });
  const events = JSON.parse((await textFor(everyone)) ?? "[]") as { type: string; data: object }[];
  expect(events.map(({ type }) => type)).toEqual(["auction:price", "auction:price", "auction:paused"]);
  expect(events[0]?.data).toMatchObject({ version: 2, fromVersion: 2, leader: { username: "a***e" } });
  expect(await textFor(everyone, now().version)).toBe("[]");
  expect([await textFor(everyone, 0), await textFor(everyone, now().version + 1)]).toEqual([undefined, undefined]);
});

it("shows a version as it was, without what came later", async () => {
  const { change, textFor } = given();
  change({ type: "AuctionPaused", reason: "admin", pausedAt: NOON, pausedUntil: null });
  change({ type: "AuctionResumed", endsAt: NOON + 5_000_000 });
  change({ type: "AuctionEdited", before: { endsAt: NOON }, changes: { endsAt: NOON + 9_000_000 } });
  const [first, second, paused, resumed, edited] = JSON.parse((await textFor(everyone)) ?? "[]");
  expect([first, second].map(({ data }) => [data.version, data.currentPrice, data.bidCount])).toEqual([
    [2, 11, 1],
    [3, 12, 2],
  ]);
  expect(paused).toMatchObject({ type: "auction:paused", data: { version: 4 } });
  expect(resumed.data.endTime).toBe(new Date(NOON + 5_000_000).toISOString());
  expect(edited.data.auction).toMatchObject({ version: 6, endTime: new Date(NOON + 9_000_000).toISOString() });
});

it("encodes a gap once for all who see the same, and charges it to the first", async () => {
  const { asked, toReader } = given();
  const both = await Promise.all([everyone, bola].map((viewer) => toReader(viewer)));
  const later = await toReader(everyone);
  expect(new Set([...both, later].map((one) => one?.events)).size).toBe(1);
  expect([...both, later].map((one) => one?.madeOf)).toEqual([2, 0, 0]);
  expect(asked).toHaveLength(1);
});

it("makes another for each gap", async () => {
  const { textFor, bid, recent } = given();
  expect(versionsIn(await textFor(everyone, 1))).toEqual([2, 3]);
  expect(versionsIn(await textFor(everyone, 2))).toEqual([3]);
  recent.add(bid(), NOON);
  expect(versionsIn(await textFor(everyone, 1))).toEqual([2, 3, 4]);
});

it("gives bidders of the gap and staff their own events, and nobody else", async () => {
  const { textFor } = given();
  expect(await textFor(ada)).toContain('"You"');
  expect(await textFor(anyAdmin)).toContain('"adaeze"');
  for (const viewer of [everyone, bola]) {
    expect(await textFor(viewer)).toContain('"a***e"');
    expect(await textFor(viewer)).not.toMatch(/"You"|"adaeze"/);
  }
});

it("gives nobody a gap with the name of a deleted account", async () => {
  const { textFor, erase, asked } = given();
  erase("adaeze");
  for (const viewer of [everyone, anyAdmin, bola]) expect(await textFor(viewer)).toBeUndefined();
  expect(asked[0]).toEqual(["adaeze"]);
});

it("reads which accounts were deleted", async () => {
  const { database } = test;
  const { gone, here } = await seedUsers(database, { gone: {}, here: {} });
  await database.query("update users set deleted_at = clock_now() where id = $1::text::uuid", [gone.id]);
  const areDeleted = readDeleted(database);
  expect(await Promise.all([areDeleted([here.id]), areDeleted([here.id, gone.id]), areDeleted([])])).toEqual([
    false,
    true,
    false,
  ]);
});

it("catches up first if the reader's state is newer than what is kept", async () => {
  const { bid, recent, textFor, onCatchUp } = given();
  const late = bid();
  expect(await textFor(everyone)).toBeUndefined();
  onCatchUp(() => recent.add(late, NOON));
  expect(versionsIn(await textFor(everyone))).toEqual([2, 3, 4]);
});

it("does not send what is longer than a snapshot", async () => {
  const { change, textFor } = given();
  const description = "x".repeat(LONGEST_BYTES);
  change({ type: "AuctionEdited", before: { description: "" }, changes: { description } });
  for (const viewer of [everyone, ada]) expect(await textFor(viewer)).toBeUndefined();
});

it("keeps no failure", async () => {
  const { bid, recent, textFor, onCatchUp } = given();
  const late = bid();
  onCatchUp(() => {
    throw new Error("no database");
  });
  await expect(textFor(everyone)).rejects.toThrow("no database");
  onCatchUp(() => recent.add(late, NOON));
  expect(versionsIn(await textFor(everyone))).toEqual([2, 3, 4]);
});
