// Reveals planted faults in one run of a few seconds: two nodes that write the same auctions, statements that fail,
// commands sent through both nodes at once, ties, a row locked past its auction's end, and a forfeit. On a server
// without a fault, the history of all this must pass the checks.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AuctionStatus } from "@jara/shared/auction";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { Bidder } from "../../../load/src/bidder.ts";
import { newCounts } from "../../../load/src/counts.ts";
import { type CheckedHistory, checkHistory } from "../../../load/src/history/check-history.ts";
import { createRecorder } from "../../../load/src/history/recorder.ts";
import { readClock, readStored } from "../../../load/src/history/stored.ts";
import { askOverRest } from "../../../load/src/money-calls.ts";
import {
  carriers,
  type MoneyAsked,
  type Observer,
  type Outcome,
  observers,
  type SocketAsked,
} from "../../../load/src/observer.ts";
import { restOf } from "../../../load/src/rest.ts";
import { Watcher } from "../../../load/src/watcher.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { carryOut } from "../round/concurrent-admins.ts";
import { makePeople, type RoundPerson } from "../round/field.ts";
import { changeStatus, sellerAt } from "../round/seller.ts";
import { buyTwo, changed, late } from "./fair-parts.ts";
import { buying, lowered, pardoned, paying, poorWinner, reserving, secondChance } from "./money-parts.ts";
import {
  beyondMeans,
  buy,
  forfeitOf,
  gaps,
  lockedAcross,
  MODEST,
  outsiders,
  overtaken,
  POOR,
  quarrel,
  type Scene,
  SELLER,
  STAFF,
  stale,
  tie,
  twice,
} from "./parts.ts";
import { returning } from "./returning-parts.ts";

const WATCHERS = 6;
const ANSWERED_WITHIN_MS = 8_000;
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
  const people = await makePeople(database, SELLER);
  const { bidders: persons, seller } = people;
  await giveBalance(database, seller.id, 1_000_000_00, "given");
  await giveBalance(database, persons[POOR]?.id ?? "", -999_999_999_900, "taken");
  await giveBalance(database, persons[MODEST]?.id ?? "", -999_999_000_000, "taken");
  await database.query("update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid", [
    persons[STAFF]?.id ?? "",
  ]);

  const recorder = createRecorder();
  recorder.rules(await restOf(addresses[0] ?? "").rules());
  recorder.clock(await readClock(query));
  const outcomes = new Map<string, (outcome: Outcome) => void>();
  const settled: Observer["settled"] = ({ commandId }, outcome) => {
    outcomes.get(commandId)?.(outcome);
    outcomes.delete(commandId);
  };
  const observer = observers([recorder, { settled }]);
  const counts = newCounts();
  const carrierOf = (index: number) => carriers[index % carriers.length] ?? "websocket";
  /** Every person has a connection to each of the nodes. */
  const all = [...persons, seller];
  const lines = all.map(({ token }, index) =>
    addresses.map((address, node) => new Bidder(carrierOf(index + node), address, token, counts.lines, observer)),
  );
  const watchers = Array.from({ length: WATCHERS }, (_, index) => {
    const person = index % 3 === 2 ? persons[index % 2] : undefined;
    const as = person ? { userId: person.id, token: person.token } : null;
    const address = addresses[index % addresses.length] ?? "";
    return new Watcher(index, carrierOf(Math.floor(index / 2)), address, counts, observer, as);
  });

  const ask = (who: number, node: number, auctionId: string, asked: SocketAsked, commandId = randomUUID()) => {
    const person = all[who] as RoundPerson;
    const bidder = lines[who]?.[node % addresses.length] as Bidder;
    const invocation = { ...asked, commandId, bidder: who, userId: person.id, auctionId, dueAt: performance.now() };
    return new Promise<Outcome>((resolve) => {
      const known = outcomes.get(commandId);
      const late = setTimeout(() => resolve({ kind: "unknown" }), ANSWERED_WITHIN_MS);
      outcomes.set(commandId, (outcome) => {
        clearTimeout(late);
        known?.(outcome);
        resolve(outcome);
      });
      bidder.submit({ ...invocation, carrier: bidder.line.carrier });
    });
  };
  const admin = sellerAt(addresses[0] ?? "", seller.token);
  const setStatus = async (auctionId: string, status: AuctionStatus): Promise<void> => {
    await changeStatus({ seller: admin, sellerId: seller.id, recorder }, auctionId, status);
  };

  try {
    const now = async (): Promise<number> => (await readClock(query)).offsetMs + performance.now();
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
    const lots = [
      ...[hot, tied, bought, known, edited, won, ending, extended, altered, first, second],
      ...[paidFor, chanced, pitied, cheaper, sold, poorOne, poorTwo, boundOne, boundTwo, watched],
    ];
    const auctionIds = lots.map(({ _id }) => _id);
    await Promise.all([...lines.flat(), ...watchers].map(({ line }) => line.open()));
    await Promise.all(watchers.map((watcher) => watcher.watch(auctionIds, () => false)));

    const edit = async (auctionId: string, terms: UpdateAuctionBody): Promise<void> => {
      await carryOut(addresses[0] ?? "", seller, recorder, auctionId, { command: "auction:edit", edit: terms });
    };
    const userIdOf = (who: number): string => all[who]?.id ?? "";
    const voidBids = async (auctionId: string, who: number): Promise<void> => {
      const change = { command: "auction:void", bidderId: userIdOf(who), reason: "mistaken-amount" } as const;
      await carryOut(addresses[0] ?? "", seller, recorder, auctionId, change);
    };
    const money = (who: number, auctionId: string, asked: MoneyAsked): Promise<Outcome> => {
      const { id: userId, token } = all[who] as RoundPerson;
      return askOverRest({ address: addresses[0] ?? "", userId, token }, recorder, auctionId, asked);
    };
    const settlementOf = async (auctionId: string): Promise<string> => {
      const [row] = await database.query<{ id: string }>(
        `select id from (
           select id, created_at from settlements where auction_id = $1::text::uuid
           union all select id, created_at from purchases where auction_id = $1::text::uuid
         ) owed order by created_at desc limit 1`,
        [auctionId],
      );
      return row?.id ?? randomUUID();
    };
    const rest: Scene["rest"] = async (who, method, path, body) => {
      const headers = { authorization: `Bearer ${all[who]?.token}`, "content-type": "application/json" };
      const response = await fetch(`${addresses[0]}${path}`, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
    };
    const furtherIds: string[] = [];
    const publish: Scene["publish"] = async (details) => {
      furtherIds.push((await admin.create(randomUUID(), details))._id);
    };
    const scene: Scene = {
      rest,
      publish,
      ask,
      edit,
      setStatus,
      voidBids,
      money,
      settlementOf,
      userIdOf,
      database,
      now,
    };
    const when = (part: Part, run: () => Promise<unknown>): Promise<unknown> =>
      wanted.includes(part) ? run() : Promise.resolve();
    const forfeiting = when("forfeit", () => forfeitOf(scene, won));
    await Promise.all([
      when("quarrel", () => quarrel(scene, hot)),
      when("tie", () => tie(scene, tied)),
      when("buy", () => buy(scene, bought)),
      when("outsiders", () => outsiders(scene, hot)),
      when("outsiders", () => beyondMeans(scene, known)),
      when("late", () => late(scene, extended)),
      when("changed", () => changed(scene, altered)),
      when("stale", () => stale(scene, known)),
      when("gaps", () => gaps(scene, edited, watchers)),
      when("paying", () => paying(scene, paidFor)),
      when("secondChance", () => secondChance(scene, chanced)),
      when("pardoned", () => pardoned(scene, pitied)),
      when("lowered", () => lowered(scene, cheaper)),
      when("buying", () => buying(scene, sold)),
      when("poorWinner", () => poorWinner(scene, [poorOne, poorTwo])),
      when("reserving", () => reserving(scene, [boundOne, boundTwo])),
      when("returning", () => returning(scene, watched)),
    ]);
    await when("twice", () => twice(scene, tied));
    await when("overtaken", () => overtaken(scene, tied));
    // After `buy`, which has the same buyer.
    await when("buyTwo", () => buyTwo(scene, [first, second]));
    // While a row is locked from outside, a node cannot write anything.
    await when("end", async () => recorder.held(await lockedAcross(scene, ending)));
    await forfeiting;
    for (const bidder of lines.flat()) bidder.giveUp();
    await arrived(database, watchers, auctionIds);
    const stored = await readStored(
      query,
      [...auctionIds, ...furtherIds],
      all.map(({ id }) => id),
    );
    return checkHistory(recorder.history(), stored);
  } finally {
    for (const { line } of [...lines.flat(), ...watchers]) line.close();
  }
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

const giveBalance = async (database: Database, userId: string, amountMinor: number, cause: string): Promise<void> => {
  await database.query(
    `with given as (
       update users set balance_minor = balance_minor + $2::text::bigint, revision = revision + 1
       where id = $1::text::uuid returning balance_minor
     )
     insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
     select gen_random_uuid(), $1::text::uuid, $2::text::bigint, balance_minor, $3, clock_timestamp() from given`,
    [userId, amountMinor, cause],
  );
};
