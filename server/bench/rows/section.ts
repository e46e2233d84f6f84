// Measures what stays in the database: nothing from refused commands, and accepted ones for two days.
// Bids are measured on a database after a flood of refusals and on one without, and with and without the removal of
// expired commands at the same time. The runs alternate, so that other load on the machine affects all of them equally.
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { build, type Histogram } from "hdr-histogram-js";
import { createCommandExpiry } from "../../src/engine/commit/expire-commands.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { type BenchDatabase, openBuiltIn, openPostgresOfOwn } from "../databases.ts";
import type { Contender, Participants } from "../engine/contender.ts";
import { seedAuctions, seedBidders, seedLastAuction, seedSeller } from "../engine/seed.ts";
import { IN_FLIGHT, withEngine } from "../engine/with-engine.ts";
import type { BenchOptions } from "../options.ts";
import { refuse } from "./refuse.ts";

const AUCTIONS = 1_000;

interface Pace {
  readonly rounds: number;
  readonly roundMs: number;
  readonly refusals: number;
  readonly expired: number;
}

const paceOf = ({ quick, rounds }: BenchOptions): Pace =>
  quick
    ? { rounds: rounds ?? 5, roundMs: 600, refusals: 20_000, expired: 60_000 }
    : { rounds: rounds ?? 9, roundMs: 1200, refusals: 100_000, expired: 250_000 };

export const rowsSection = async (options: BenchOptions): Promise<void> => {
  for (const open of [openPostgresOfOwn, openBuiltIn]) {
    const bench = await open();
    if (!bench) {
      console.log("PostgreSQL left out: its server programs are not installed.\n");
      continue;
    }
    const calm = await open();
    try {
      if (calm) await measure(bench, calm.database, paceOf(options));
    } finally {
      await bench.discard();
      await calm?.discard();
    }
  }
};

/** The bids, and further auctions on which bids are refused. */
const participantsOf = async (database: Database): Promise<{ bids: Contender; refusable: Participants }> => {
  const sellerId = await seedSeller(database);
  const bidderIds = await seedBidders(database, IN_FLIGHT);
  await seedLastAuction(database);
  const [auctionIds, others] = [
    await seedAuctions(database, sellerId, AUCTIONS),
    await seedAuctions(database, sellerId, AUCTIONS),
  ];
  return {
    bids: await withEngine(database, { bidderIds, auctionIds }),
    refusable: { bidderIds, auctionIds: others },
  };
};

const measure = async ({ name, database }: BenchDatabase, calmDatabase: Database, pace: Pace): Promise<void> => {
  const { bids, refusable } = await participantsOf(database);
  const { bids: calmBids } = await participantsOf(calmDatabase);
  for (const contender of [bids, calmBids]) await contender.run(2 * pace.roundMs, histogram());

  console.log(`${name}, ${AUCTIONS.toLocaleString("en")} auctions, ${IN_FLIGHT.toLocaleString("en")} bids in flight`);
  const stood = await kept(database);
  const { ms, codes } = await refuse(database, refusable, pace.refusals);
  const stands = await kept(database);
  const [flooded, calm] = [new Rounds(), new Rounds()];
  for (let round = 0; round < pace.rounds; round++) {
    await calm.run(calmBids, pace.roundMs);
    await flooded.run(bids, pace.roundMs);
  }
  await calmBids.close();
  const said = [...codes].map(([code, count]) => `${count.toLocaleString("en")} ${code}`).join(", ");
  console.log(`  refused commands            ${said}`);
  console.log(`    at a rate of              ${rate(pace.refusals, ms)} a second`);
  console.log(`    rows of them, bytes       ${stands.rows - stood.rows}, ${stands.bytes - stood.bytes}`);
  if (stands.log !== null && stood.log !== null) {
    console.log(`    write-ahead log           ${((stands.log - stood.log) / pace.refusals).toFixed(1)} bytes each`);
  }
  console.log(`    bids after them / without ${(flooded.median / calm.median).toFixed(2)}`);

  await seedExpired(database, pace.expired);
  let removed = 0;
  const job = createCommandExpiry({
    database,
    node: randomUUID(),
    removed: (rows) => {
      removed += rows;
    },
  });
  const [without, beside] = [new Rounds(), new Rounds()];
  let besideMs = 0;
  for (let round = 0; round < pace.rounds; round++) {
    await without.run(bids, pace.roundMs);
    let isOver = false;
    const removing = job.run(() => isOver);
    const startedAt = performance.now();
    await beside.run(bids, pace.roundMs);
    isOver = true;
    await removing;
    besideMs += performance.now() - startedAt;
  }
  await job.end();
  console.log(
    `  expired commands removed    ${rate(removed, besideMs)} a second, ${removed.toLocaleString("en")} in all`,
  );
  console.log(`    bids beside, a second     ${Math.round(beside.median).toLocaleString("en")}`);
  console.log(`    bids beside / without     ${(beside.median / without.median).toFixed(2)}`);
  console.log(`    a bid, p50 and p99        ${beside.times} beside, ${without.times} without\n`);
  await bids.close();
};

class Rounds {
  readonly #rates: number[] = [];
  readonly #latencies = histogram();

  async run(contender: Contender, ms: number): Promise<void> {
    const done = await contender.run(ms, this.#latencies);
    this.#rates.push((done.bids / done.ms) * 1000);
  }

  /** Bids per second. */
  get median(): number {
    return this.#rates.toSorted((a, b) => a - b)[Math.floor(this.#rates.length / 2)] ?? Number.NaN;
  }

  get times(): string {
    const ms = (percentile: number) => (this.#latencies.getValueAtPercentile(percentile) / 1000).toFixed(0);
    return `${ms(50)} and ${ms(99)} ms`;
  }
}

/** The size of all the program's tables and indexes, and of the log. */
const kept = async (database: Database): Promise<{ rows: number; bytes: number; log: number | null }> => {
  const [row] = await database.query<{ rows: number; bytes: number }>(
    `select (select count(*) from commands)::float8 as rows, (
       select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r'
     )::float8 as bytes`,
  );
  const [log] = await database.query<{ at: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as at",
  );
  return { rows: row?.rows ?? Number.NaN, bytes: row?.bytes ?? Number.NaN, log: log?.at ?? null };
};

/** Rows as bids leave them, 49 hours old. */
const seedExpired = async (database: Database, count: number): Promise<void> => {
  const AT_ONCE = 50_000;
  for (let done = 0; done < count; done += AT_ONCE) {
    await database.query(
      `insert into commands (user_id, command_id, created_at, auction_id, revision, ends_at, increment_minor)
       select gen_random_uuid(), gen_random_uuid()::text, clock_timestamp() - interval '49 hours', gen_random_uuid(), n,
         clock_timestamp(), 100 from generate_series(1, $1::text::int) n`,
      [Math.min(AT_ONCE, count - done)],
    );
  }
};

const rate = (count: number, ms: number): string => Math.round((count / ms) * 1000).toLocaleString("en");

/** In microseconds. */
const histogram = (): Histogram => build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 });
