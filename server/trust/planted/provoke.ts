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
import {
  beyondMeans,
  buy,
  forfeitOf,
  gaps,
  lockedAcross,
  MAX_UNPAID_WINS,
  outsiders,
  overtaken,
  quarrel,
  stale,
  type TrialCalls,
  tie,
  twice,
} from "./bidding-parts.ts";
import { connectionsOf } from "./connections.ts";
import { barred, buyTwo, changed, confederate, late } from "./fair-parts.ts";
import {
  buying,
  correcting,
  lowered,
  pardoned,
  paying,
  payingOnline,
  payingTogether,
  poorWinner,
  reserving,
  secondChance,
  selling,
} from "./money-parts.ts";
import { returning } from "./returning-parts.ts";
import { preparePeople, trialCallsOf } from "./trial-calls.ts";

const ARRIVED_WITHIN_MS = 2_000;

const parts = [
  "quarrel",
  "tie",
  "buy",
  "outsiders",
  "stale",
  "gaps",
  "twice",
  "overtaken",
  "end",
  "forfeit",
  "late",
  "changed",
  "confederate",
  "buyTwo",
  "barred",
  "paying",
  "payingOnline",
  "payingTogether",
  "secondChance",
  "pardoned",
  "lowered",
  "correcting",
  "buying",
  "selling",
  "poorWinner",
  "reserving",
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
  recorder.rules({ ...(await restOf(address).rules()), maxUnpaidWins: MAX_UNPAID_WINS });
  recorder.clock(await readClock(query));
  const { ask, watchers, ...connections } = connectionsOf(addresses, people, recorder);
  const admin = sellerAt(address, seller.token);
  try {
    const lots = await createLots(admin);
    const auctionIds = Object.values(lots)
      .flat()
      .map(({ _id }) => _id);
    await connections.open(auctionIds);
    const furtherIds: string[] = [];
    const onPublished = (id: string): void => void furtherIds.push(id);
    const calls = trialCallsOf({ address, database, people, seller, admin, recorder, ask, onPublished });
    await playParts(wanted, calls, lots, watchers, recorder);
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
  const [boundOne, boundTwo, watched, cheated, corrected] = await Promise.all([
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
  ]);
  const consigned = [
    await admin.create(randomUUID(), { endTime: dayLater }),
    await admin.create(randomUUID(), { endTime: dayLater }),
  ];
  const [standing, unpaidOne, unpaidTwo] = await Promise.all([
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
    admin.create(randomUUID(), { endTime: dayLater }),
  ]);
  const [dollarOne, dollarTwo] = await Promise.all([
    admin.create(randomUUID(), { endTime: dayLater, currency: "USD" }),
    admin.create(randomUUID(), { endTime: dayLater, currency: "USD" }),
  ]);
  const together = [
    await admin.create(randomUUID(), { endTime: dayLater }),
    await admin.create(randomUUID(), { endTime: dayLater }),
  ];
  return {
    consigned,
    together,
    dollarOne,
    dollarTwo,
    standing,
    unpaidOne,
    unpaidTwo,
    hot,
    tied,
    bought,
    known,
    edited,
    won,
    ending,
    extended,
    altered,
    first,
    second,
    paidFor,
    chanced,
    pitied,
    cheaper,
    corrected,
    sold,
    poorOne,
    poorTwo,
    boundOne,
    boundTwo,
    watched,
    cheated,
  };
};

/** Most parts at once, then those that need what the others did. */
const playParts = async (
  wanted: readonly Part[],
  calls: TrialCalls,
  lots: Awaited<ReturnType<typeof createLots>>,
  watchers: readonly Watcher[],
  recorder: Recorder,
): Promise<void> => {
  const when = (part: Part, run: () => Promise<unknown>): Promise<unknown> =>
    wanted.includes(part) ? run() : Promise.resolve();
  const forfeiting = when("forfeit", () => forfeitOf(calls, lots.won));
  await Promise.all([
    when("quarrel", () => quarrel(calls, lots.hot)),
    when("tie", () => tie(calls, lots.tied)),
    when("buy", () => buy(calls, lots.bought)),
    when("outsiders", () => outsiders(calls, lots.hot)),
    when("outsiders", () => beyondMeans(calls, lots.known)),
    when("late", () => late(calls, lots.extended)),
    when("changed", () => changed(calls, lots.altered)),
    when("confederate", () => confederate(calls, lots.cheated)),
    when("stale", () => stale(calls, lots.known)),
    when("gaps", () => gaps(calls, lots.edited, watchers)),
    when("paying", () => paying(calls, lots.paidFor)),
    when("payingOnline", () => payingOnline(calls, [lots.dollarOne, lots.dollarTwo])),
    when("payingTogether", () => payingTogether(calls, lots.together)),
    when("secondChance", () => secondChance(calls, lots.chanced)),
    when("pardoned", () => pardoned(calls, lots.pitied)),
    when("lowered", () => lowered(calls, lots.cheaper)),
    when("correcting", () => correcting(calls, lots.corrected)),
    when("buying", () => buying(calls, lots.sold)),
    when("selling", () => selling(calls, lots.consigned)),
    when("poorWinner", () => poorWinner(calls, [lots.poorOne, lots.poorTwo])),
    when("reserving", () => reserving(calls, [lots.boundOne, lots.boundTwo])),
    when("returning", () => returning(calls, lots.watched)),
  ]);
  await when("twice", () => twice(calls, lots.tied));
  await when("overtaken", () => overtaken(calls, lots.tied));
  // After `buy`, which has the same buyer.
  await when("buyTwo", () => buyTwo(calls, [lots.first, lots.second]));
  // After everything else that its bidder does, because they may not bid afterwards.
  await when("barred", () => barred(calls, [lots.standing, lots.unpaidOne, lots.unpaidTwo]));
  // While a row is locked from outside, a node cannot write anything.
  await when("end", async () => recorder.held(await lockedAcross(calls, lots.ending)));
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
