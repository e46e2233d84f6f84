// Measures what one bid costs, in amounts that can be added up and that other work on the machine changes little:
// processor time of the database and of this process, bytes of the write-ahead log, bytes on the disk. It uses a
// PostgreSQL of its own, so that nobody else's work is counted.
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "hdr-histogram-js";
import { readHead } from "../../src/features/public-log/heads.ts";
import { lotsBehind } from "../../src/features/public-log/leaves/find-changes.ts";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import { migrations } from "../databases.ts";
import { bareStatement } from "../engine/bare-statement.ts";
import type { Participants } from "../engine/contender.ts";
import { seedAuctions, seedBidders, seedSeller } from "../engine/seed.ts";
import { IN_FLIGHT, withEngine } from "../engine/with-engine.ts";
import { openLog } from "../log/open-log.ts";
import type { BenchOptions } from "../options.ts";
import { processorMs } from "../processor.ts";
import { startThrowawayPostgres, type ThrowawayPostgres } from "../throwaway-postgres.ts";

interface Scenario {
  readonly name: string;
  readonly auctions: number;
  readonly inFlight: number;
  readonly reserves?: boolean;
  readonly isLogged?: boolean;
  /** The fenced statement alone, without rules: what the database cannot do without. */
  readonly isBare?: boolean;
}

/** Each list has a database of its own: what one leaves behind would have to be vacuumed while the others are measured. */
const databases: readonly (readonly Scenario[])[] = [
  [
    { name: "1,000 auctions, full batches", auctions: 1000, inFlight: IN_FLIGHT },
    { name: "  with hold", auctions: 1000, inFlight: IN_FLIGHT, reserves: true },
    { name: "one hot auction, full batches", auctions: 1, inFlight: IN_FLIGHT },
    { name: "  with hold", auctions: 1, inFlight: IN_FLIGHT, reserves: true },
    { name: "one bid at a time", auctions: 100, inFlight: 1 },
    { name: "  with hold", auctions: 100, inFlight: 1, reserves: true },
  ],
  [{ name: "1,000 auctions, bare statement", auctions: 1000, inFlight: IN_FLIGHT, isBare: true }],
  [{ name: "one hot auction, bare statement", auctions: 1, inFlight: IN_FLIGHT, isBare: true }],
  [{ name: "1,000 auctions, public log", auctions: 1000, inFlight: IN_FLIGHT, isLogged: true }],
  [{ name: "one hot auction, public log", auctions: 1, inFlight: IN_FLIGHT, isLogged: true }],
];

/** The tables to which a bid adds rows permanently. */
const tables = ["auction_events", "bids", "commands"] as const;

/** Looking is part of what is measured. */
const LOOKS_AGAIN_AFTER_MS = 200;

interface Spent {
  readonly databaseMs: number | null;
  readonly nodeMs: number;
  readonly walBytes: number;
  readonly diskBytes: number;
}

export const costSection = async ({ quick }: BenchOptions): Promise<void> => {
  console.log("What one bid costs, PostgreSQL (µs of processor time; bytes)\n");
  console.log(`${"".padEnd(32)}${["database", "node", "log", "disk", "bids"].map((it) => it.padStart(10)).join("")}`);
  for (const scenarios of databases) {
    const own = await startThrowawayPostgres();
    if (!own) return console.log("Left out: PostgreSQL's server programs are not installed.\n");
    try {
      await measureAll(own, scenarios, quick ? 1500 : 6000);
    } finally {
      await own.stop();
    }
  }
  console.log();
};

const measureAll = async (own: ThrowawayPostgres, scenarios: readonly Scenario[], ms: number): Promise<void> => {
  const database = await openDatabase({ url: own.url }, migrations);
  const sellerId = await seedSeller(database);
  const bidderIds = await seedBidders(database, IN_FLIGHT);
  for (const { name, auctions, ...how } of scenarios) {
    const participants = { bidderIds, auctionIds: await seedAuctions(database, sellerId, auctions) };
    console.log(`${name.padEnd(32)}${(await measure(database, own.pid(), participants, how, ms)).join("")}`);
  }
  await database.close();
};

const measure = async (
  database: Database,
  pid: number,
  participants: Participants,
  { isLogged = false, isBare = false, ...how }: Omit<Scenario, "name" | "auctions">,
  ms: number,
): Promise<readonly string[]> => {
  const contender = isBare ? bareStatement(database, participants) : await withEngine(database, participants, how);
  const log = isLogged ? await openCountedLog(database) : null;
  const latencies = build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 });
  // Warm up until statements are planned permanently, code is compiled, and each page has had its first full-page
  // write.
  await contender.run(ms / 2, latencies);
  await log?.hasAll();
  const before = await spentBy(database, pid);
  const { bids } = await contender.run(ms, latencies);
  await log?.hasAll();
  const after = await spentBy(database, pid);
  await contender.close();
  await log?.stop();
  const each = (was: number | null, is: number | null, factor = 1): string =>
    was === null || is === null ? "?" : String(Math.round(((is - was) / bids) * factor));
  return [
    each(before.databaseMs, after.databaseMs, 1000),
    each(before.nodeMs, after.nodeMs, 1000),
    each(before.walBytes, after.walBytes),
    each(before.diskBytes, after.diskBytes),
    String(bids),
  ].map((text) => text.padStart(10));
};

/** The public log beside the bids; it looks for new ones by itself, each second. */
const openCountedLog = async (database: Database) => {
  const { stop } = await openLog(database, () => {});
  /** Resolves when each bid so far is logged. */
  const hasAll = async (): Promise<void> => {
    for (;;) {
      const head = await readHead(database);
      if (head && (await lotsBehind(database, head.log, "every lot")).length === 0) return;
      await sleep(LOOKS_AGAIN_AFTER_MS);
    }
  };
  return { stop, hasAll };
};

const spentBy = async (database: Database, pid: number): Promise<Spent> => {
  const [row] = await database.query<{ wal: number; disk: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
       (select sum(pg_total_relation_size(c.oid)) from pg_class c where relname = any($1::text::text[]))::float8 as disk`,
    [`{${tables.join(",")}}`],
  );
  const { user, system } = process.cpuUsage();
  return {
    databaseMs: processorMs(pid),
    nodeMs: (user + system) / 1000,
    walBytes: row?.wal ?? 0,
    diskBytes: row?.disk ?? 0,
  };
};
