// Reveals planted faults in one run of a few seconds: two nodes that write the same auctions, statements that fail,
// commands sent through both nodes at once, ties, a row locked past its auction's end, forfeits, payments, voids,
// watched lots and saved searches. On a server without a fault, the history of all this must pass the checks.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type CheckedHistory, checkHistory } from "../../../load/src/history/check-history.ts";
import { createRecorder, type Recorder } from "../../../load/src/history/recorder.ts";
import { readClock, readStored } from "../../../load/src/history/stored.ts";
import { restOf } from "../../../load/src/rest.ts";
import type { Watcher } from "../../../load/src/watcher.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { type Seller, sellerAt } from "../round/seller.ts";
import { connectionsOf } from "./connections.ts";
import { buyTwo, changed, late } from "./fair-parts.ts";
import { buying, lowered, pardoned, paying, poorWinner, reserving, secondChance } from "./money-parts.ts";
import {
  beyondMeans,
  buy,
  forfeitOf,
  gaps,
  lockedAcross,
  outsiders,
  overtaken,
  quarrel,
  type Scene,
  stale,
  tie,
  twice,
} from "./parts.ts";
import { returning } from "./returning-parts.ts";
import { preparePeople, sceneOf } from "./scene.ts";

const ARRIVED_WITHIN_MS = 2_000;

const parts = [
  ...(["quarrel", "tie", "buy", "outsiders", "stale", "gaps", "twice", "overtaken", "end", "forfeit"] as const),
  ...(["late", "changed", "buyTwo"] as const),
  ...(["paying", "secondChance", "pardoned", "lowered", "buying", "poorWinner", "reserving"] as const),
  "returning",
] as const;
export type Part = (typeof parts)[number];

export interface Place {
  /** The addresses of its nodes. */
  readonly addresses: readonly string[];
  readonly database: Database;
}

export const provoke = async (
  { addresses, database }: Place,
  wanted: readonly Part[] = parts,
): Promise<CheckedHistory> => {
  const query = database.query.bind(database);
  const { bidders, seller } = await preparePeople(database);
  const people = [...bidders, seller];
  const address = addresses[0] ?? "";
  const recorder = createRecorder();
  recorder.rules(await restOf(address).rules());
  recorder.clock(await readClock(query));
  const { ask, watchers, ...connections } = connectionsOf(addresses, people, recorder);
  const admin = sellerAt(address, seller.token);
  try {
    const lots = await createLots(admin);
    const auctionIds = Object.values(lots).map(({ _id }) => _id);
    await connections.open(auctionIds);
    const furtherIds: string[] = [];
    const onPublished = (id: string): void => void furtherIds.push(id);
    const scene = sceneOf({ address, database, people, seller, admin, recorder, ask, onPublished });
    await playParts(wanted, scene, lots, watchers, recorder);
    connections.giveUp();
    await arrived(database, watchers, auctionIds);
    const stored = await readStored(
      query,
      [...auctionIds, ...furtherIds],
      people.map(({ id }) => id),
    );
    return checkHistory(recorder.history(), stored);
  } finally {
    connections.close();
  }
};

/** One lot or two for each part. */
const createLots = async (admin: Seller) => {
  const dayLater = new Date(Date.now() + 86_400_000).toISOString();
  const softClose = { windowSeconds: 60, capMinutes: 1 };
  const [hot, tied, bought, known, edited, won, ending, extended, altered, first, second] = await Promise.all([
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater, buyItNowPrice: 90_000 }),
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater, reservePrice: 50_000 }),
    admin.create(randomUUID(), { endTime: dayLater, softClose }),
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater, buyItNowPrice: 90_000 }),
    admin.create(randomUUID(), { endTime: dayLater, buyItNowPrice: 90_000 }),
  ]);
  const [paidFor, chanced, pitied, cheaper, sold, poorOne, poorTwo] = await Promise.all(
    ["paying", "secondChance", "pardoned", "lowered", "buying", "poorWinner", "poorWinner"].map((part) =>
      admin.create(randomUUID(), { endTime: dayLater, ...(part === "buying" && { buyItNowPrice: 90_000 }) }),
    ),
  );
  if (!paidFor || !chanced || !pitied || !cheaper || !sold || !poorOne || !poorTwo) throw new Error("no lots");
  const [boundOne, boundTwo, watched] = await Promise.all([
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
  ]);
  return {
    ...{ hot, tied, bought, known, edited, won, ending, extended, altered, first, second },
    ...{ paidFor, chanced, pitied, cheaper, sold, poorOne, poorTwo, boundOne, boundTwo, watched },
  };
};

/** Most parts at once, then those that need what the others did. */
const playParts = async (
  wanted: readonly Part[],
  scene: Scene,
  lots: Awaited<ReturnType<typeof createLots>>,
  watchers: readonly Watcher[],
  recorder: Recorder,
): Promise<void> => {
  const when = (part: Part, run: () => Promise<unknown>): Promise<unknown> =>
    wanted.includes(part) ? run() : Promise.resolve();
  const forfeiting = when("forfeit", () => forfeitOf(scene, lots.won));
  await Promise.all([
    when("quarrel", () => quarrel(scene, lots.hot)),
    when("tie", () => tie(scene, lots.tied)),
    when("buy", () => buy(scene, lots.bought)),
    when("outsiders", () => outsiders(scene, lots.hot)),
    when("outsiders", () => beyondMeans(scene, lots.known)),
    when("late", () => late(scene, lots.extended)),
    when("changed", () => changed(scene, lots.altered)),
    when("stale", () => stale(scene, lots.known)),
    when("gaps", () => gaps(scene, lots.edited, watchers)),
    when("paying", () => paying(scene, lots.paidFor)),
    when("secondChance", () => secondChance(scene, lots.chanced)),
    when("pardoned", () => pardoned(scene, lots.pitied)),
    when("lowered", () => lowered(scene, lots.cheaper)),
    when("buying", () => buying(scene, lots.sold)),
    when("poorWinner", () => poorWinner(scene, [lots.poorOne, lots.poorTwo])),
    when("reserving", () => reserving(scene, [lots.boundOne, lots.boundTwo])),
    when("returning", () => returning(scene, lots.watched)),
  ]);
  await when("twice", () => twice(scene, lots.tied));
  await when("overtaken", () => overtaken(scene, lots.tied));
  // After `buy`, which has the same buyer.
  await when("buyTwo", () => buyTwo(scene, [lots.first, lots.second]));
  // While a row is locked from outside, a node cannot write anything.
  await when("end", async () => recorder.held(await lockedAcross(scene, lots.ending)));
  await forfeiting;
};

/** Waits until every watcher has the state of the database, or the time limit has passed. */
const arrived = async (database: Database, watchers: readonly Watcher[], ids: readonly string[]): Promise<void> => {
  const until = performance.now() + ARRIVED_WITHIN_MS;
  while (performance.now() < until) {
    const rows = await database.query<{ id: string; version: number }>(
      "select id, version from auctions where id = any(string_to_array($1::text, ',')::uuid[])",
      [ids.join(",")],
    );
    if (rows.every(({ id, version }) => watchers.every((watcher) => watcher.versionOf(id) >= version))) return;
    await sleep(20);
  }
};
