// Makes won auctions whose payments are due at one moment, for races over the engine itself: each with a winner who can
// pay, and engines that have not read them yet.
import { randomUUID } from "node:crypto";
import { asMinor, fallbackRates } from "@jara/shared/money";
import { checkHistory, findingOf } from "../../../load/src/history/check-history.ts";
import { readStored } from "../../../load/src/history/stored.ts";
import { inParallel } from "../../../load/src/in-parallel.ts";
import type { Command } from "../../src/auction/commands.ts";
import { type Person, settlementIdOf } from "../../src/auction/state.ts";
import { AuctionEngine } from "../../src/engine/auction-engine.ts";
import { createEngineStore } from "../../src/engine/commit/engine-store.ts";
import { numberReceipts } from "../../src/features/receipts/number-receipts.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { DatabaseClock } from "../../src/platform/database/database-clock.ts";
import { databaseNow, seedAuction, seedUsers } from "../../test/support/seed.ts";

const AT_ONCE = 50;
const BID_MINOR = 5_000;
/** 20% of the bid is the deposit, which every winner has. */
export const REST_MINOR = 4_000;
/** The changes of a won auction, each of them public: created, bid on, ended. */
const ENDED_AT_REVISION = 3;
const AGAIN = 200;

export interface MoneyNode {
  readonly engine: AuctionEngine;
  readonly clock: DatabaseClock;
}

/** A node that shares nothing with others but the database. */
export const openMoneyNode = async (database: Database): Promise<MoneyNode> => {
  const clock = new DatabaseClock();
  await clock.start(database);
  const engine = new AuctionEngine({
    store: createEngineStore(database, clock),
    clock,
    rates: () => fallbackRates,
    staffMayBid: false,
    events: { committed: () => {}, unknown: () => {} },
    log: { error: () => {} },
  });
  return { engine, clock };
};

export const closeMoneyNode = async ({ engine, clock }: MoneyNode): Promise<void> => {
  await engine.close();
  clock.stop();
};

/** Repeats the command until it is carried out or refused; `ok` or the refusal's code. */
export const submitted = async ({ engine }: MoneyNode, command: Command): Promise<string> => {
  for (let tries = 0; tries < AGAIN; tries += 1) {
    const { outcome } = await engine.submit(command);
    if (outcome.ok) return "ok";
    if (outcome.error.code !== "UNAVAILABLE") return outcome.error.code;
  }
  return "UNAVAILABLE";
};

export interface WonLot {
  readonly auctionId: string;
  readonly settlementId: string;
  readonly winner: Person;
  /** Epoch ms of the database. */
  readonly dueAt: number;
}

export interface MoneyRound {
  readonly admin: Person;
  readonly lots: readonly WonLot[];
}

/** `count` lots, won by a few people, due one after the other from `inMs` on. */
export const winLots = async (
  database: Database,
  { count, winners, inMs, everyMs }: { count: number; winners: number; inMs: number; everyMs: number },
): Promise<MoneyRound> => {
  const names = Object.fromEntries(Array.from({ length: winners }, (_, n) => [`w${n}`, {}]));
  const people = Object.values(await seedUsers(database, names)) as Person[];
  const { admin } = await seedUsers(database, { admin: { role: "admin" } });
  const node = await openMoneyNode(database);
  const lots: Omit<WonLot, "dueAt">[] = [];
  try {
    await inParallel(Array.from({ length: count }), AT_ONCE, async (_, n) => {
      const winner = people[n % people.length] as Person;
      const { id: auctionId } = await seedAuction(database, admin);
      const by = (userId: string) => ({ auctionId, userId, commandId: randomUUID() });
      await submitted(node, { ...by(winner.id), type: "PlaceBid", amountMinor: asMinor(BID_MINOR) });
      const ended = await submitted(node, { ...by(admin.id), type: "ChangeStatus", status: "ended" });
      if (ended !== "ok") throw new Error(`an auction was not ended: ${ended}`);
      lots[n] = { auctionId, settlementId: settlementIdOf(auctionId, ENDED_AT_REVISION), winner };
    });
  } finally {
    await closeMoneyNode(node);
  }
  const dues = await dueFrom(database, lots, (await databaseNow(database)) + inMs, everyMs);
  return { admin, lots: lots.map((lot, n) => ({ ...lot, dueAt: dues[n] ?? 0 })) };
};

/** Moves the due dates, in the tables and in the logs, as if the auctions had ended so. */
const dueFrom = async (
  database: Database,
  lots: readonly Pick<WonLot, "settlementId">[],
  from: number,
  everyMs: number,
): Promise<number[]> => {
  const dues = lots.map((_, n) => Math.round(from + n * everyMs));
  const rows = await database.query<{ id: string }>(
    `with due as (
       select unnest(string_to_array($1::text, ',')::uuid[]) as id, unnest(string_to_array($2::text, ',')::bigint[]) as ms
     ), moved as (
       update settlements s set due_at = 'epoch'::timestamptz + due.ms * interval '1 millisecond'
       from due where s.id = due.id returning s.id, s.auction_id, due.ms
     ), logged as (
       update auction_events e set events = jsonb_set(e.events::jsonb, '{0,dueAt}', to_jsonb(moved.ms))::json
       from moved where e.auction_id = moved.auction_id and e.revision = ${ENDED_AT_REVISION}
     )
     select id from moved`,
    [lots.map(({ settlementId }) => settlementId).join(","), dues.join(",")],
  );
  if (rows.length !== lots.length) throw new Error(`${rows.length} of ${lots.length} settlements were found`);
  return dues;
};

/** The promises about money; the others need a history of who sent what. */
const judged = new Set(["deposits", "totals", "payments", "receipts", "ledger", "replay", "gap-free", "withdrawals"]);

/** The checker's findings about these lots. */
export const judgeMoney = async (
  database: Database,
  { admin, lots }: MoneyRound,
): Promise<{ readonly findings: readonly string[]; readonly looked: number }> => {
  while ((await numberReceipts(database, 1_000)) > 0);
  const query = <R extends Record<string, unknown>>(text: string, params?: readonly string[]) =>
    database.query<R>(text, params);
  const people = [...new Set([admin.id, ...lots.map(({ winner }) => winner.id)])];
  const stored = await readStored(
    query,
    lots.map(({ auctionId }) => auctionId),
    people,
    "committed",
  );
  const history = { calls: [], watching: [], held: [], clock: null, since: null, takesDeposits: true };
  const { promises } = checkHistory(history, stored);
  const ours = promises.filter(({ promise }) => judged.has(promise));
  return {
    findings: ours.flatMap(({ violations }) => violations.map(findingOf)),
    looked: ours.reduce((sum, { tried }) => sum + tried, 0),
  };
};
