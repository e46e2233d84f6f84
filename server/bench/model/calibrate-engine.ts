// Calibrates what the engine and the database cost: bids through the engine alone, without sockets, in batches of
// different sizes; the advisory lock and the reads one after the other.
import { randomUUID } from "node:crypto";
import type { Minor } from "@jara/shared/money";
import { createEngineStore } from "../../src/engine/commit/engine-store.ts";
import type { EngineStore } from "../../src/engine/ports.ts";
import { findConfirmedAuctions } from "../../src/engine/reads/find-auctions.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { DatabaseClock } from "../../src/platform/database/database-clock.ts";
import { INCREMENT_MINOR, roundRobin, STARTING_PRICE_MINOR } from "../engine/contender.ts";
import { openEngine } from "../engine/with-engine.ts";
import { meter } from "../processor.ts";
import type { Costs } from "./costs.ts";
import { solve } from "./solve.ts";

export type EngineCosts = Pick<
  Costs,
  | "engineBidNode"
  | "engineRefusedNode"
  | "engineStatementNode"
  | "engineLotNode"
  | "engineBefore"
  | "statementDatabase"
  | "lotDatabase"
  | "bidDatabase"
  | "refusedDatabase"
  | "statementWaitMs"
  | "bidWaitMs"
>;
type ReadCosts = Pick<
  Costs,
  | "lockNode"
  | "lockDatabase"
  | "reloadNode"
  | "reloadDatabase"
  | "readNode"
  | "readDatabase"
  | "readAuctionNode"
  | "readAuctionDatabase"
>;

export interface Place {
  readonly database: Database;
  readonly databasePid: number;
  readonly auctionIds: readonly string[];
  readonly bidderIds: readonly string[];
}

/** Batches of bids: many on one auction, few on one auction, many each on its own; and many of which half are refused. */
const SHAPES = {
  many: { inFlight: 400, lots: 1 },
  few: { inFlight: 30, lots: 1 },
  spread: { inFlight: 400, lots: 400 },
  refused: { inFlight: 400, lots: 1, isHalfRefused: true },
} as const;
const WARM_UP_MS = 4_000;

interface Measured {
  readonly statements: number;
  readonly lots: number;
  readonly accepted: number;
  readonly refused: number;
  /** Milliseconds in the node before statements and after them. */
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly ms: number;
  /** Microseconds of processor time. */
  readonly node: number;
  readonly nodeFirst: number;
  readonly database: number;
}

export const calibrateEngine = async (place: Place, ms: number): Promise<EngineCosts> => {
  /** Each shape has auctions of its own, because it begins at their starting price. */
  const auctionIds = [...place.auctionIds];
  const of = (shape: Shape): Promise<Measured> =>
    measureEngine({ ...place, auctionIds: auctionIds.splice(0, shape.lots) }, shape, ms);
  const { many, few, spread, refused } = {
    many: await of(SHAPES.many),
    few: await of(SHAPES.few),
    spread: await of(SHAPES.spread),
    refused: await of(SHAPES.refused),
  };
  const solved = (key: "node" | "database"): [statement: number, lot: number, bid: number] => {
    const rows = [many, few, spread];
    const counts = rows.map(({ statements, lots, accepted }) => [statements, lots, accepted]);
    const [statement = 0, lot = 0, bid = 0] = solve(
      counts,
      rows.map((row) => row[key]),
    );
    return [statement, lot, bid];
  };
  const [engineStatementNode, engineLotNode, engineBidNode] = solved("node");
  const [statementDatabase, lotDatabase, bidDatabase] = solved("database");
  const { statements, lots, accepted } = refused;
  const ofOthers = {
    node: engineStatementNode * statements + engineLotNode * lots + engineBidNode * accepted,
    database: statementDatabase * statements + lotDatabase * lots + bidDatabase * accepted,
  };
  return {
    ...{ engineStatementNode, engineLotNode, engineBidNode },
    engineRefusedNode: Math.max(0, (refused.node - ofOthers.node) / refused.refused),
    refusedDatabase: Math.max(0, (refused.database - ofOthers.database) / refused.refused),
    engineBefore: many.beforeMs / (many.beforeMs + many.afterMs),
    ...{ statementDatabase, lotDatabase, bidDatabase },
    ...waitsOf(few, many),
  };
};

/** Node and database take turns here, so what is left of the time is waiting. */
const waitsOf = (few: Measured, many: Measured): Pick<Costs, "statementWaitMs" | "bidWaitMs"> => {
  const waitMs = (one: Measured): number =>
    Math.max(0, (one.ms - (one.nodeFirst + one.database) / 1000) / one.statements);
  const bids = (one: Measured): number => one.accepted / one.statements;
  const bidWaitMs = Math.max(0, (waitMs(many) - waitMs(few)) / (bids(many) - bids(few)));
  return { statementWaitMs: Math.max(0, waitMs(few) - bidWaitMs * bids(few)), bidWaitMs };
};

interface Shape {
  readonly inFlight: number;
  readonly lots: number;
  readonly isHalfRefused?: boolean;
}

/** A closed loop of bids through an engine of this process. */
const measureEngine = async (
  { database, databasePid, auctionIds, bidderIds }: Place,
  { inFlight, isHalfRefused = false }: Shape,
  ms: number,
): Promise<Measured> => {
  const counted = { statements: 0, lots: 0, accepted: 0, refused: 0, beforeMs: 0, afterMs: 0 };
  const wrapped = (store: EngineStore): EngineStore => ({ ...store, prepare: counting(store, counted) });
  const { engine, close } = await openEngine(database, false, wrapped);
  const nextAuction = roundRobin(auctionIds.map((id) => ({ id, priceMinor: STARTING_PRICE_MINOR })));
  const nextBidder = roundRobin(bidderIds);
  const bid = async (isTooLow: boolean): Promise<void> => {
    const auction = nextAuction();
    if (!isTooLow) auction.priceMinor += INCREMENT_MINOR;
    const { outcome } = await engine.submit({
      ...{ type: "PlaceBid", auctionId: auction.id, userId: nextBidder(), commandId: randomUUID() },
      amountMinor: (isTooLow ? STARTING_PRICE_MINOR : auction.priceMinor) as Minor,
    });
    if (outcome.ok === isTooLow) throw new Error("a bid was not decided as it must be");
    if (outcome.ok) counted.accepted += 1;
    else counted.refused += 1;
  };
  const run = async (forMs: number): Promise<number> => {
    const from = performance.now();
    const loop = async (_: unknown, i: number): Promise<void> => {
      while (performance.now() - from < forMs) await bid(isHalfRefused && i % 2 === 1);
    };
    await Promise.all(Array.from({ length: inFlight }, loop));
    return performance.now() - from;
  };
  await run(WARM_UP_MS);
  Object.assign(counted, { statements: 0, lots: 0, accepted: 0, refused: 0, beforeMs: 0, afterMs: 0 });
  const spent = meter({ node: process.pid, database: databasePid });
  const took = await run(ms);
  const { node, database: ofDatabase } = spent.read();
  await close();
  return { ...counted, ms: took, node: node.us, nodeFirst: node.firstUs, database: ofDatabase.us };
};

/**
 * Counts statements, their auctions and bids. `afterMs` is what follows a statement's answer until the tick of the event
 * loop ends (keeping, answering), `beforeMs` what follows from there until the next statement is sent.
 */
const counting =
  (store: EngineStore, counted: { statements: number; lots: number; beforeMs: number; afterMs: number }) =>
  (batch: Parameters<EngineStore["prepare"]>[0]): ReturnType<EngineStore["prepare"]> => {
    const write = store.prepare(batch);
    return async () => {
      counted.statements += 1;
      counted.lots += batch.parts.length;
      if (endedAt > 0) counted.beforeMs += performance.now() - endedAt;
      endedAt = 0;
      const result = await write();
      const answeredAt = performance.now();
      setImmediate(() => {
        endedAt = performance.now();
        counted.afterMs += endedAt - answeredAt;
      });
      return result;
    };
  };
let endedAt = 0;

const REPEATS = 1_500;
const MANY = 100;

export const calibrateReads = async ({ database, databasePid, auctionIds }: Place): Promise<ReadCosts> => {
  const clock = new DatabaseClock();
  await clock.start(database);
  const store = createEngineStore(database, clock, false);
  const many = auctionIds.slice(0, MANY);
  const one = many.slice(0, 1);
  const costOf = async (repeats: number, work: () => Promise<unknown>): Promise<{ node: number; database: number }> => {
    for (let i = 0; i < repeats / 5; i++) await work();
    const spent = meter({ node: process.pid, database: databasePid });
    for (let i = 0; i < repeats; i++) await work();
    const { node, database: ofDatabase } = spent.read();
    return { node: node.us / repeats, database: ofDatabase.us / repeats };
  };
  const lock = await costOf(REPEATS, async () => (await store.takeAdvisoryLock())());
  const reload = await costOf(REPEATS, () => store.loadAuctions(one));
  const read = await costOf(REPEATS, () => findConfirmedAuctions(database, one));
  const readMany = await costOf(REPEATS / 5, () => findConfirmedAuctions(database, many));
  clock.stop();
  return {
    lockNode: lock.node,
    lockDatabase: lock.database,
    reloadNode: reload.node,
    reloadDatabase: reload.database,
    readNode: read.node,
    readDatabase: read.database,
    readAuctionNode: (readMany.node - read.node) / (MANY - 1),
    readAuctionDatabase: (readMany.database - read.database) / (MANY - 1),
  };
};
