// Compares ways to write the same bids, alternately on the same database, so that other load on the machine affects all
// of them equally. The result is the ratio. A program of its own (see section.ts); takes the bench's options as JSON.
import { build, type Histogram } from "hdr-histogram-js";
import { type BenchDatabase, openBuiltIn, openPostgresOfOwn } from "../databases.ts";
import type { BenchOptions } from "../options.ts";
import { bareStatement } from "./bare-statement.ts";
import type { Contender, Participants } from "./contender.ts";
import { type Measured, printTable } from "./report.ts";
import { seedAuctions, seedBidders, seedLastAuction, seedSeller } from "./seed.ts";
import { transactionPerBid } from "./transaction-per-bid.ts";
import { IN_FLIGHT, withEngine } from "./with-engine.ts";

const scenarios = [
  { name: "1,000 auctions", auctions: 1000, aimOfTransaction: 8, aimOfBare: 0.85 },
  { name: "one hot auction", auctions: 1, aimOfTransaction: 40, aimOfBare: 0.8 },
] as const;

interface Pace {
  readonly rounds: number;
  readonly roundMs: number;
  /** The warm-up (ms), until every connection has planned its statement permanently and the code is compiled. */
  readonly warmUpMs: number;
}

const paceOf = ({ quick, rounds }: BenchOptions): Pace =>
  quick
    ? { rounds: rounds ?? 3, roundMs: 500, warmUpMs: 1000 }
    : { rounds: rounds ?? 5, roundMs: 1200, warmUpMs: 2500 };

const compare = async (options: BenchOptions): Promise<void> => {
  const pace = paceOf(options);
  for (const open of [openPostgresOfOwn, openBuiltIn]) {
    const bench = await open();
    if (!bench) {
      console.log(
        "PostgreSQL left out: neither TEST_DATABASE_URL nor DATABASE_URL is set, and no server is installed.\n",
      );
      continue;
    }
    try {
      await measure(bench, pace);
    } finally {
      await bench.discard();
    }
  }
};

const measure = async (bench: BenchDatabase, pace: Pace): Promise<void> => {
  const { database } = bench;
  const sellerId = await seedSeller(database);
  const bidderIds = await seedBidders(database, IN_FLIGHT);
  await seedLastAuction(database);
  for (const scenario of scenarios) {
    const participants = async (): Promise<Participants> => ({
      bidderIds,
      auctionIds: await seedAuctions(database, sellerId, scenario.auctions),
    });
    const contenders = [
      await withEngine(database, await participants()),
      await withEngine(database, await participants(), { reserves: true }),
      bareStatement(database, await participants()),
      transactionPerBid(bench, await participants(), "rules"),
      transactionPerBid(bench, await participants(), "rows alone"),
    ];
    try {
      const title = `${bench.name}, ${scenario.name}`;
      const aims = { ofBare: scenario.aimOfBare, ofTransaction: scenario.aimOfTransaction };
      printTable(title, await inRounds(contenders, pace), aims);
    } finally {
      for (const contender of contenders) await contender.close();
    }
  }
};

const inRounds = async (contenders: readonly Contender[], pace: Pace): Promise<Measured[]> => {
  const measured = contenders.map((contender) => ({ contender, rates: [] as number[], latencies: histogram() }));
  for (const contender of contenders) await contender.run(pace.warmUpMs, histogram());
  for (let round = 0; round < pace.rounds; round++) {
    for (const { contender, rates, latencies } of measured) {
      const { bids, ms } = await contender.run(pace.roundMs, latencies);
      rates.push((bids / ms) * 1000);
    }
  }
  return measured.map(({ contender, rates, latencies }) => ({ name: contender.name, rates, latencies }));
};

/** In microseconds. */
const histogram = (): Histogram => build({ lowestDiscernibleValue: 1, highestTrackableValue: 60_000_000 });

await compare(JSON.parse(process.argv[2] ?? "{}") as BenchOptions);
